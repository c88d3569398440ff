import { z } from 'zod'

import { typedCodeIn, passwordIn, sessionUser, messageReply } from './account-shapes.ts'
import { route, type StreamReply } from './route.ts'
import { email, instant, line, success } from './shared.ts'

const exportedRows = z.array(z.record(z.string(), z.unknown()))

/** All personal data that the shop holds of a person, by kind. */
export const ownData = z.strictObject({
  exportedAt: instant,
  profile: z.record(z.string(), z.unknown()),
  keptCpf: z.record(z.string(), z.unknown()).nullable(),
  carts: exportedRows,
  notificationPreferences: z
    .union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
    .nullable(),
  orders: exportedRows,
  payments: exportedRows,
  licences: exportedRows,
  reviews: exportedRows,
  tickets: exportedRows,
  ticketMessages: exportedRows,
  sessions: exportedRows,
  account: exportedRows,
  consents: exportedRows,
  stockAlerts: exportedRows,
  notifications: exportedRows,
  viewedNotifications: exportedRows,
})

/** Actions of people on their own account. */
export const ownAccount = {
  rename: route({
    method: 'PATCH',
    path: '/api/users/profile',
    access: 'session',
    summary: 'Change the own name; orders keep the name that they were made with',
    body: z.object({ name: line(80) }),
    reply: z.object({ ...messageReply.shape, user: sessionUser }),
  }),

  mailChange: route({
    method: 'GET',
    path: '/api/users/profile/email',
    access: 'session',
    summary:
      'The own mail, by what its person proves who he is before he changes it, whether the shop ' +
      'can send mails, and the new mail that waits for its code in this session',
    reply: z.object({
      ...success,
      email: z.string(),
      mails: z.boolean(),
      proof: z.enum(['none', 'password', 'mail', 'factor']),
      waiting: z.object({ email: z.string(), until: instant }).nullable(),
    }),
  }),

  askMailChange: route({
    method: 'POST',
    path: '/api/users/profile/email/code',
    access: 'session',
    stepUp: true,
    summary:
      'Mail a six-digit code to the mail that the own account is to have; the answer never says ' +
      'whether another account has it',
    body: z.object({ email }),
    reply: messageReply,
    errors: ['mail_change.same', 'mail.unavailable', 'rate.limited'],
  }),

  changeMail: route({
    method: 'PUT',
    path: '/api/users/profile/email',
    access: 'session',
    summary:
      'Change the own mail with the code that was mailed there; every session ends, and goes on in ' +
      'a new one: its access token is in the answer, its refresh cookie is set. Orders keep the ' +
      'mail that they were made with',
    body: z.object({ email, code: typedCodeIn }),
    reply: z.object({ ...messageReply.shape, user: sessionUser, accessToken: z.string() }),
    errors: ['login_code.wrong', 'login_code.over', 'mail_change.taken'],
  }),

  keptCpf: route({
    method: 'GET',
    path: '/api/users/profile/cpf',
    access: 'session',
    summary:
      'The CPF that the own account keeps for its next purchase, masked; without its digits where ' +
      'the shop has lost the secret that opens it',
    reply: z.object({
      ...success,
      kept: z.object({ masked: z.string().nullable(), since: instant }).nullable(),
    }),
  }),

  forgetCpf: route({
    method: 'DELETE',
    path: '/api/users/profile/cpf',
    access: 'session',
    summary: 'Forget the CPF that the own account keeps; payments keep the one they were made with',
    reply: messageReply,
  }),

  removal: route({
    method: 'GET',
    path: '/api/users/profile/removal',
    access: 'session',
    summary: 'Until which year the books keep name and email of an account that is deleted now',
    reply: z.object({ ...success, keptUntil: z.int() }),
  }),

  remove: route({
    method: 'POST',
    path: '/api/users/profile/removal',
    access: 'session',
    ownPagesOnly: true,
    summary:
      'Delete the own account with its password or, without one, with a code of its second ' +
      'factor or else with a code mailed for it: open ' +
      'charges are closed first, personal data and sessions go, orders and licences stay in the ' +
      'books for the years that the law demands',
    body: z.union([
      z.object({ password: passwordIn }),
      z.object({ code: typedCodeIn }),
      z.object({ mailCode: typedCodeIn }),
    ]),
    reply: messageReply,

    errors: [
      'account.password_wrong',
      'two_factor.code_wrong',
      'two_factor.not_enabled',
      'login_code.wrong',
      'login_code.over',
      'account.charges_open',
      'account.just_paid',
      'account.staff_stays',
      'auth.origin',
      'rate.limited',
    ],
  }),

  exported: route({
    method: 'GET',
    path: '/api/users/profile/data.json',
    access: 'session',
    summary:
      'Everything that the shop holds of oneself, as one JSON file; the kept CPF is masked unless ' +
      'the person proved who they are in the last ten minutes',
    file: 'application/json',
    fileHolds: ownData,
    reply: z.custom<StreamReply>(),
    errors: ['rate.limited'],
  }),
}
