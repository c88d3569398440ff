import { z } from 'zod'

import { signedIn, messageReply, passwordIn, typedCodeIn } from './account-shapes.ts'
import { route } from './route.ts'
import { captchaField, line } from './shared.ts'

/** Calls for logging in. */
export const logInCalls = {
  login: route({
    method: 'POST',
    path: '/api/users/login',
    credentials: true,
    access: 'public',
    ownPagesOnly: true,
    passes: 'login',
    captcha: 'login',
    summary: 'Log in; sets the refresh cookie',
    body: z.object({ email: z.string().max(254), password: passwordIn, ...captchaField }),
    reply: signedIn,

    errors: [
      'auth.origin',
      'auth.invalid_credentials',
      'auth.banned',
      'auth.two_factor_required',
      'captcha.failed',
      'rate.limited',
    ],
  }),

  loginSecondStep: route({
    method: 'POST',
    path: '/api/users/login/two-factor',
    credentials: true,
    access: 'public',
    ownPagesOnly: true,
    passes: 'login',
    summary:
      'Finish a login that was answered auth.two_factor_required, with its challenge ' +
      'and a code of the authenticator app or a recovery code',
    body: z.object({
      challenge: z.string().min(1).max(100),
      code: typedCodeIn,
    }),
    reply: signedIn,

    errors: [
      'auth.origin',
      'two_factor.code_wrong',
      'two_factor.challenge_invalid',
      'auth.banned',
      'rate.limited',
    ],
  }),

  askLoginCode: route({
    method: 'POST',
    path: '/api/users/login/code',
    credentials: true,
    access: 'public',
    ownPagesOnly: true,
    passes: 'login',
    captcha: 'login',
    summary:
      'Mail a six-digit code that logs in or makes an account, in this browser only (its ' +
      'cookie is set); the answer never says whether the account exists',
    body: z.object({ email: z.string().max(254), ...captchaField }),
    reply: messageReply,
    errors: ['auth.origin', 'mail.unavailable', 'captcha.failed', 'rate.limited'],
  }),

  enterByLoginCode: route({
    method: 'POST',
    path: '/api/users/login/code/enter',
    credentials: true,
    access: 'public',
    ownPagesOnly: true,
    passes: 'login',
    summary:
      'Log in with the mailed code, in the browser that asked for it: five tries, ten ' +
      'minutes, once. Staff are answered auth.two_factor_required, a mail without an ' +
      'account login_code.new: its name and the terms follow',
    body: z.object({ code: typedCodeIn }),
    reply: signedIn,

    errors: [
      'auth.origin',
      'auth.banned',
      'auth.two_factor_required',
      'login_code.new',
      'login_code.wrong',
      'login_code.over',
      'login_code.staff',
    ],
  }),

  registerByLoginCode: route({
    method: 'POST',
    path: '/api/users/login/code/register',
    credentials: true,
    access: 'public',
    ownPagesOnly: true,
    summary:
      'Create a customer account for the mail that this browser has just proven by a code ' +
      '(login_code.new), and log in; the account has no password until one is set',
    body: z.object({ name: line(80), termsAccepted: z.unknown().optional() }),
    reply: signedIn,

    errors: [
      'auth.origin',
      'login_code.over',
      'account.email_taken',
      'account.terms_required',
      'rate.limited',
    ],
  }),
}
