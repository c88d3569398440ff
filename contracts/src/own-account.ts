import { z } from 'zod'
import { passwordIn, sessionUser, told } from './account-shapes.ts'
import { route, type FileReply } from './route.ts'
import { line, success } from './shared.ts'

/** What somebody does with an account of his own. */
export const ownAccount = {
  rename: route({
    method: 'PATCH',
    path: '/api/users/profile',
    access: 'session',
    summary: 'Change the own name; orders keep the name that they were made with',
    body: z.object({ name: line(80) }),
    reply: z.object({ ...told.shape, user: sessionUser }),
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
      'Delete the own account with its password: open charges are closed first, personal data and ' +
      'sessions go, orders and licences stay in the books for the years that the law demands',
    body: z.object({ password: passwordIn }),
    reply: told,
    errors: [
      'account.password_wrong',
      'account.charges_open',
      'account.staff_stays',
      'auth.origin',
      'rate.limited',
    ],
  }),
  exported: route({
    method: 'GET',
    path: '/api/users/profile/data.json',
    access: 'session',
    summary: 'Everything that the shop holds of oneself, as one JSON file',
    file: 'application/json',
    reply: z.custom<FileReply>(),
    errors: ['rate.limited'],
  }),
}
