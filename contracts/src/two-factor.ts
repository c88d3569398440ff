import { z } from 'zod'
import { told, passwordIn } from './account-shapes.ts'
import { route } from './route.ts'
import { success } from './shared.ts'

/** What staff do with their own second factor. */
export const twoFactorCalls = {
  twoFactor: route({
    method: 'GET',
    path: '/api/users/two-factor',
    access: 'session',
    summary: 'Whether the own account has a second factor, and whether the shop demands it',
    reply: z.object({
      ...success,
      enabled: z.boolean(),
      required: z.boolean(),
      recoveryCodesLeft: z.int(),
    }),
  }),
  startTwoFactor: route({
    method: 'POST',
    path: '/api/users/two-factor/setup',
    access: 'session',
    summary: 'Staff: make a secret for the authenticator app; a first code puts it in force',
    body: z.object({ password: passwordIn }),
    reply: z.object({ ...success, secret: z.string(), uri: z.string() }),
    errors: ['auth.forbidden', 'account.password_wrong', 'two_factor.enabled', 'rate.limited'],
  }),
  confirmTwoFactor: route({
    method: 'POST',
    path: '/api/users/two-factor/confirm',
    access: 'session',
    summary:
      'Staff: put the second factor in force with a first code; answers the recovery codes, shown this once',
    body: z.object({ code: z.string().trim().min(1).max(32) }),
    reply: z.object({ ...told.shape, recoveryCodes: z.array(z.string()) }),
    errors: [
      'auth.forbidden',
      'two_factor.code_wrong',
      'two_factor.enabled',
      'two_factor.not_enabled',
    ],
  }),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/api/users/two-factor/recovery-codes',
    access: 'session',
    summary: 'New recovery codes in place of the old ones',
    body: z.object({ password: passwordIn }),
    reply: z.object({ ...told.shape, recoveryCodes: z.array(z.string()) }),
    errors: ['account.password_wrong', 'two_factor.not_enabled', 'rate.limited'],
  }),
  disableTwoFactor: route({
    method: 'POST',
    path: '/api/users/two-factor/disable',
    access: 'session',
    summary: 'Switch the own second factor off',
    body: z.object({ password: passwordIn }),
    reply: told,
    errors: [
      'account.password_wrong',
      'two_factor.not_enabled',
      'two_factor.demanded',
      'rate.limited',
    ],
  }),
}
