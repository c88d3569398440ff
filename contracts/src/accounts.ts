import { z } from 'zod'

import {
  sessionUser,
  user,
  signedIn,
  messageReply,
  passwordIn,
  typedCodeIn,
  recentLicence,
  endingLicence,
  recentPayment,
  auditEntry,
  ownSession,
} from './account-shapes.ts'
import { logInCalls } from './log-in.ts'
import { route } from './route.ts'
import { amount, captchaField, email, instant, line, success, uuid } from './shared.ts'
import { ownCodePurposes } from './states.ts'
import { twoFactorCalls } from './two-factor.ts'

export const accounts = {
  ...logInCalls,
  ...twoFactorCalls,

  register: route({
    method: 'POST',
    path: '/api/users/register',
    credentials: true,
    access: 'public',
    ownPagesOnly: true,
    captcha: 'register',
    summary: 'Create a customer account and log in',

    body: z.object({
      name: line(80),
      email,
      password: passwordIn,
      termsAccepted: z.unknown().optional(),
      ...captchaField,
    }),

    reply: signedIn,

    errors: [
      'auth.origin',
      'account.email_taken',
      'account.terms_required',
      'account.password_short',
      'account.password_long',
      'account.password_common',
      'captcha.failed',
      'captcha.unavailable',
      'rate.limited',
    ],
  }),

  logout: route({
    method: 'POST',
    path: '/api/users/logout',
    access: 'public',
    ownPagesOnly: true,
    passes: 'maintenance',
    summary: 'End the session of the refresh cookie or the bearer token',
    reply: messageReply,
    errors: ['auth.origin'],
  }),

  refresh: route({
    method: 'POST',
    path: '/api/users/refresh-token',
    credentials: true,
    access: 'public',
    ownPagesOnly: true,
    passes: 'maintenance',
    summary: 'Trade the refresh cookie for a new access token',
    reply: z.object({
      ...success,
      accessToken: z.string(),
      data: z.object({ accessToken: z.string() }),
    }),
    errors: ['auth.refresh_invalid', 'auth.banned', 'auth.origin', 'rate.limited'],
  }),

  forgotPassword: route({
    method: 'POST',
    path: '/api/users/forgot-password',
    credentials: true,
    access: 'public',
    captcha: 'forgot_password',
    captchaOptional: true,
    summary: 'Mail a recovery link; the answer never says whether the account exists',
    body: z.object({ email: z.string().max(254), ...captchaField }),
    reply: messageReply,
    errors: ['mail.unavailable', 'captcha.failed', 'captcha.unavailable', 'rate.limited'],
  }),

  resetPassword: route({
    method: 'POST',
    path: '/api/users/reset-password',
    credentials: true,
    access: 'public',
    captcha: 'reset_password',
    summary: 'Set a new password with a recovery token; ends all sessions',
    body: z.object({ token: z.string().min(1).max(256), newPassword: passwordIn, ...captchaField }),
    reply: messageReply,

    errors: [
      'account.reset_invalid',
      'account.password_short',
      'account.password_long',
      'account.password_common',
      'account.password_rules',
      'captcha.failed',
      'captcha.unavailable',
      'rate.limited',
    ],
  }),

  changePassword: route({
    method: 'PUT',
    path: '/api/users/password',
    access: 'session',
    summary:
      'Change the own password; ends every session, and goes on in a new one: its ' +
      'access token is in the answer, its refresh cookie is set',
    body: z.object({ currentPassword: passwordIn, newPassword: passwordIn }),
    reply: z.object({
      ...messageReply.shape,
      accessToken: z.string(),
      data: z.object({ accessToken: z.string() }),
    }),

    errors: [
      'account.password_wrong',
      'account.password_short',
      'account.password_long',
      'account.password_common',
      'rate.limited',
    ],
  }),

  ownPassword: route({
    method: 'GET',
    path: '/api/users/password',
    access: 'session',
    summary: 'Say whether the own account has a password; one that a mailed code made has none',
    reply: z.object({ ...success, hasPassword: z.boolean() }),
  }),

  validatePassword: route({
    method: 'POST',
    path: '/api/users/password/validate',
    access: 'session',
    summary: 'Say whether this is the own password',
    body: z.object({ password: passwordIn }),
    reply: z.object({ ...success, valid: z.boolean() }),
    errors: ['rate.limited'],
  }),

  stepUp: route({
    method: 'POST',
    path: '/api/users/step-up',
    access: 'session',
    summary:
      'Prove who you are, by the password, by a code of the second factor or, for a customer ' +
      'without a password, by a mailed code: calls with x-step-up are open to this session for ' +
      'ten minutes',
    body: z.union([
      z.object({ password: passwordIn }),
      z.object({ code: typedCodeIn }),
      z.object({ mailCode: typedCodeIn }),
    ]),
    reply: z.object({ ...messageReply.shape, until: instant }),

    errors: [
      'login_code.wrong',
      'login_code.over',
      'account.password_wrong',
      'two_factor.code_wrong',
      'two_factor.not_enabled',
      'rate.limited',
    ],
  }),

  askOwnCode: route({
    method: 'POST',
    path: '/api/users/step-up/code',
    access: 'session',
    summary:
      'Mail a six-digit code to the own mail, in the place of the password that a customer has ' +
      'none of: for the step-up (proof) or for deleting the account (removal), in this session; ' +
      'or to prove the mail before a second factor is put in force (mailbox)',
    body: z.object({ for: z.enum(ownCodePurposes) }),
    reply: messageReply,
    errors: ['account.has_password', 'two_factor.instead', 'mail.unavailable', 'rate.limited'],
  }),

  sessions: route({
    method: 'GET',
    path: '/api/users/sessions',
    access: 'session',
    summary: 'Where the own account is logged in, the session last used first',
    reply: z.object({ ...success, sessions: z.array(ownSession) }),
  }),

  endSession: route({
    method: 'DELETE',
    path: '/api/users/sessions/:id',
    access: 'session',
    summary: 'End one of the own sessions, wherever it is',
    params: z.object({ id: uuid }),
    reply: messageReply,
    errors: ['account.session_not_found'],
  }),

  dashboard: route({
    method: 'GET',
    path: '/api/users/dashboard',
    access: 'session',
    summary: 'Own figures, recent licences and payments',

    reply: z.object({
      ...success,
      error: z.null(),

      data: z.object({
        user: sessionUser,
        dashboard: z.object({
          totalOrders: z.int(),
          activeLicenses: z.int(),
          totalPayments: amount,
          recentLicenses: z.array(recentLicence),
          recentPayments: z.array(recentPayment),
          /** At most five licences that end within two weeks, the soonest first. */
          endingSoon: z.array(endingLicence),
          /**
           * Since when the account's mail server rejects the shop's mail; null while it accepts it.
           */
          mailRefusedSince: instant.nullable(),
        }),
      }),
    }),
  }),

  history: route({
    method: 'GET',
    path: '/api/users/:id/history',
    access: 'session',
    summary: 'Audit history of a user: oneself, or anyone for staff',
    params: z.object({ id: uuid }),
    reply: z.object({ ...success, history: z.array(auditEntry), data: z.array(auditEntry) }),
    errors: ['auth.forbidden', 'account.not_found'],
  }),

  bans: route({
    method: 'GET',
    path: '/api/users/bans',
    access: 'staff',
    summary: 'Banned users',
    reply: z.object({ ...success, bans: z.array(user), total: z.int() }),
  }),

  ban: route({
    method: 'POST',
    path: '/api/users/ban',
    access: 'staff',
    summary: 'Ban a user; ends all sessions',
    body: z.object({ userId: uuid, reason: line(500) }),
    reply: z.object({ ...success, message: z.string(), user }),
    errors: ['account.not_found', 'account.self', 'account.last_admin'],
  }),
}
