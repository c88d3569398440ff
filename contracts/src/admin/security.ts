import { z } from 'zod'

import { auditEntry } from '../account-shapes.ts'
import { lengths } from '../lengths.ts'
import { route } from '../route.ts'
import { entityId, instant, line, pageQuery, success, uuid } from '../shared.ts'

const banShape = z.object({
  ...entityId,
  ip: z.string().nullable(),
  network: z.string().nullable(),
  hwid: z.string().nullable(),
  reason: z.string(),
  expiresAt: instant.nullable(),
  createdAt: instant,
})

const blankAsNone = z.literal('').transform(() => undefined)
const optionalLine = (max: number) => z.union([blankAsNone, line(max)]).nullish()

/** Back-office calls of security (Q13, Q14, Q20, Q33). */
export const security = {
  bans: route({
    method: 'GET',
    path: '/api/admin/security/bans',
    also: ['/api/admin/security'],
    access: 'staff',
    summary: 'Bans in force, newest first',
    reply: z.object({
      ...success,
      bans: z.array(banShape),
      total: z.int(),
      data: z.array(banShape),
    }),
  }),

  ban: route({
    method: 'POST',
    path: '/api/admin/security/bans',
    also: ['/api/admin/security'],
    access: 'staff',
    summary:
      'Ban an address (an IPv6 one with its /64) or a hardware id; sharedBy says how ' +
      'many accounts used that address lately',

    body: z.object({
      ip: optionalLine(64),
      hwid: optionalLine(200),
      reason: line(lengths.reason),
      expiresAt: z.string().max(40).nullish(),
    }),

    reply: z.object({
      ...success,
      message: z.string(),
      ban: banShape,
      data: banShape,
      sharedBy: z.int(),
    }),
    errors: ['security.ip_or_hwid_required', 'security.ip_invalid', 'security.expiry_invalid'],
  }),

  removeBan: route({
    method: 'DELETE',
    path: '/api/admin/security/bans/:id',
    access: 'staff',
    summary: 'Lift a ban',
    params: z.object({ id: uuid }),
    reply: z.object({ ...success, message: z.string() }),
    errors: ['security.ban_not_found'],
  }),

  logs: route({
    method: 'GET',
    path: '/api/admin/security/logs',
    access: 'staff',
    fromReplica: true,
    summary: 'Failed logins, blocked requests and bans, newest first',
    query: z.object(pageQuery),
    reply: z.object({
      ...success,
      logs: z.array(auditEntry),
      total: z.int(),
      pages: z.int(),
      data: z.array(auditEntry),
    }),
  }),
}
