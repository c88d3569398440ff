import { z } from 'zod'

import { signedIn, messageReply } from './account-shapes.ts'
import { route } from './route.ts'
import { line, success } from './shared.ts'

/** Login by the linked Discord account, or by its verified mail address (P180). */
export const chatLogin = {
  start: route({
    method: 'POST',
    path: '/api/users/login/discord',
    credentials: true,
    access: 'public',
    ownPagesOnly: true,
    passes: 'login',
    summary:
      'Where to go to log in by Discord; comes back to /login/discord with code and state, good ' +
      'once, for ten minutes and in this browser only (its cookie is set)',
    reply: z.object({ ...success, url: z.string() }),
    errors: ['auth.origin', 'chat.unconfigured', 'rate.limited'],
  }),

  finish: route({
    method: 'POST',
    path: '/api/users/login/discord/finish',
    credentials: true,
    access: 'public',
    ownPagesOnly: true,
    passes: 'login',
    summary:
      'Log in by the Discord account that came back. A second factor is answered ' +
      'auth.two_factor_required. Who has no linked account yet is answered chat_login.new (his ' +
      'verified mail is free: name and terms follow), chat_login.prove (it is an account’s: he ' +
      'logs in to it another way, and links) or chat_login.mail (no verified mail: the same)',
    body: z.object({ code: z.string().min(1).max(200), state: z.string().min(1).max(100) }),
    reply: signedIn,

    errors: [
      'auth.origin',
      'auth.banned',
      'auth.two_factor_required',
      'chat.unconfigured',
      'chat.unavailable',
      'chat_login.over',
      'chat_login.new',
      'chat_login.prove',
      'chat_login.mail',
      'chat_login.staff',
      'rate.limited',
    ],
  }),

  register: route({
    method: 'POST',
    path: '/api/users/login/discord/register',
    credentials: true,
    access: 'public',
    ownPagesOnly: true,
    summary:
      'Create a customer account for the verified mail of the Discord account that has just come ' +
      'back to this browser (chat_login.new), linked to it, and log in',
    body: z.object({ name: line(80), termsAccepted: z.unknown().optional() }),
    reply: signedIn,

    errors: [
      'auth.origin',
      'account.email_taken',
      'account.terms_required',
      'chat.taken',
      'chat_login.over',
      'rate.limited',
    ],
  }),

  link: route({
    method: 'POST',
    path: '/api/users/login/discord/link',
    access: 'session',
    ownPagesOnly: true,
    summary:
      'Link the Discord account that has just come back to this browser to the account that its ' +
      'person has logged in to since (chat_login.prove, chat_login.mail); who was logged in before ' +
      'proves who he is first (auth.step_up)',
    reply: messageReply,
    errors: ['auth.origin', 'auth.step_up', 'chat.taken', 'chat_login.over', 'chat_login.other'],
  }),
}
