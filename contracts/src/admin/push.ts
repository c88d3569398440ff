import { z } from 'zod'

import { route } from '../route.ts'
import { success } from '../shared.ts'

/** Bytes as browsers write them for a push subscription. */
const base64url = (bytes: number) => {
  const base64Length = Math.ceil((bytes * 4) / 3)
  return z
    .string()
    .regex(/^[\w-]+={0,2}$/)
    .min(base64Length)
    .max(base64Length + 2)
}

const pushState = z.object({
  ...success,
  /** The shop's public key, which a browser's subscription is bound to. */
  publicKey: z.string(),
  /** Whether this session's device gets notifications. */
  on: z.boolean(),
})

/** Whether this device is notified of sales and of pending work (P370). */
export const push = {
  read: route({
    method: 'GET',
    path: '/api/admin/push',
    access: 'staff',
    summary: 'Whether the device of this session is told by push, and the key to subscribe with',
    reply: pushState,
  }),

  keep: route({
    method: 'PUT',
    path: '/api/admin/push',
    access: 'staff',
    summary: 'Tell the device of this session, whose browser made this push subscription',
    body: z.object({
      endpoint: z.string().max(1024),
      keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
    }),
    reply: pushState,
    errors: ['push.address', 'push.too_many'],
  }),

  drop: route({
    method: 'DELETE',
    path: '/api/admin/push',
    access: 'staff',
    summary: 'Tell the device of this session no longer',
    reply: pushState,
  }),
}
