import { z } from 'zod'

import { typedCodeIn, messageReply, passwordIn } from './account-shapes.ts'
import { route } from './route.ts'
import { success } from './shared.ts'

/** The password; an account without one needs a recent confirmation instead (auth.step_up). */
const passwordProof = z.object({ password: passwordIn.optional() })

/** Calls for the second factor of the own login. */
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
      /**
       * The proof that changes of the second factor require; `mail` and `factor` are for accounts
       * without a password.
       */
      proof: z.enum(['none', 'password', 'mail', 'factor']).optional(),
    }),
  }),

  startTwoFactor: route({
    method: 'POST',
    path: '/api/users/two-factor/setup',
    access: 'session',
    summary:
      'Make a secret for the authenticator app; a first code puts it in force. mailbox: the ' +
      'account has never proven its mail, so that a code mailed there is wanted as well',
    body: passwordProof,

    reply: z.object({
      ...success,
      secret: z.string(),
      uri: z.string(),
      mailbox: z.boolean().optional(),
    }),

    errors: [
      'account.password_wrong',
      'auth.step_up',
      'mail.unavailable',
      'two_factor.enabled',
      'rate.limited',
    ],
  }),

  confirmTwoFactor: route({
    method: 'POST',
    path: '/api/users/two-factor/confirm',
    access: 'session',
    summary:
      'Put the second factor in force with a first code; answers the recovery codes, shown this once',
    body: z.object({ code: typedCodeIn, mailCode: typedCodeIn.optional() }),
    reply: z.object({ ...messageReply.shape, recoveryCodes: z.array(z.string()) }),

    errors: [
      'two_factor.code_wrong',
      'two_factor.enabled',
      'two_factor.mailbox',
      'login_code.wrong',
      'login_code.over',
      'two_factor.not_enabled',
    ],
  }),

  renewRecoveryCodes: route({
    method: 'POST',
    path: '/api/users/two-factor/recovery-codes',
    access: 'session',
    summary: 'New recovery codes in place of the old ones',
    body: passwordProof,
    reply: z.object({ ...messageReply.shape, recoveryCodes: z.array(z.string()) }),
    errors: ['account.password_wrong', 'auth.step_up', 'two_factor.not_enabled', 'rate.limited'],
  }),

  disableTwoFactor: route({
    method: 'POST',
    path: '/api/users/two-factor/disable',
    access: 'session',
    summary: 'Switch the own second factor off',
    body: passwordProof,
    reply: messageReply,
    errors: [
      'account.password_wrong',
      'auth.step_up',
      'two_factor.not_enabled',
      'two_factor.demanded',
      'rate.limited',
    ],
  }),
}
