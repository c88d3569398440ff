import { z } from 'zod'

import { route } from './route.ts'
import { success } from './shared.ts'
import { roleStates } from './states.ts'

const linkedAccount = z.object({
  ...success,
  /** Whether people can link their account themselves. */
  configured: z.boolean(),
  linked: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** Roles from the person's licences, with their actual state in the chat server. */
  roles: z.array(z.object({ state: z.enum(roleStates), products: z.array(z.string()) })),
})

/** The person's chat account, linked by a login at Discord (Q48). */
export const chatAccount = {
  read: route({
    method: 'GET',
    path: '/api/users/discord',
    access: 'session',
    summary: 'The own Discord account and the roles that come with what was bought',
    reply: linkedAccount,
  }),

  start: route({
    method: 'POST',
    path: '/api/users/discord/link',
    access: 'session',
    summary:
      'Where to go to link a Discord account; comes back to the settings with code and state, good for ten minutes',
    reply: z.object({ ...success, url: z.string() }),
    errors: ['chat.unconfigured'],
  }),

  finish: route({
    method: 'POST',
    path: '/api/users/discord/finish',
    access: 'session',
    summary:
      'Link the account that Discord answered for; once, in the session that started it. Where ' +
      'one logs in by it, the person proves who he is first (auth.step_up), and the same answer ' +
      'of Discord serves after that',
    body: z.object({ code: z.string().min(1).max(200), state: z.string().min(1).max(100) }),
    reply: linkedAccount.extend({ message: z.string() }),

    errors: [
      'auth.step_up',
      'chat.unconfigured',
      'chat.link_invalid',
      'chat.taken',
      'chat.unavailable',
    ],
  }),

  unlink: route({
    method: 'DELETE',
    path: '/api/users/discord',
    access: 'session',
    summary: 'Unlink the Discord account; the roles it got are taken from it',
    reply: linkedAccount.extend({ message: z.string() }),
  }),
}
