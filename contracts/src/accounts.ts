import { z } from 'zod'
import { roles } from './limits.ts'
import { route } from './route.ts'
import { amount, captchaField, currency, email, entityId, instant, line, success, uuid } from './shared.ts'
import { customerLicenceStatuses, paymentStatuses } from './states.ts'

export const sessionUser = z.object({ ...entityId, name: z.string(), email: z.string(), role: z.enum(roles) })
export const user = z.object({
  ...entityId, name: z.string(), email: z.string(), role: z.enum(roles), discordId: z.string().nullable(),
  createdAt: instant, lastLoginAt: instant.nullable(), isBanned: z.boolean(), banReason: z.string().nullable(), bannedAt: instant.nullable(),
})
const signedIn = z.object({ ...success, message: z.string(), data: z.object({ tokens: z.object({ accessToken: z.string() }), user: sessionUser }) })
const told = z.object({ ...success, message: z.string() })
const passwordIn = z.string().min(1).max(1024)

export const recentLicence = z.object({
  ...entityId, productName: z.string(), product: z.object({ name: z.string() }), status: z.enum(customerLicenceStatuses),
  licenseKey: z.string().nullable(), purchaseDate: instant, expirationDate: instant.nullable(),
})
export const recentPayment = z.object({
  ...entityId, status: z.enum(paymentStatuses), amount, currency, paymentMethod: z.object({ type: z.string(), name: z.string() }), createdAt: instant,
})
export const auditEntry = z.object({
  ...entityId, action: z.string(), details: z.unknown(), createdAt: instant, ip: z.string().nullable(),
  performedBy: z.object({ ...entityId, name: z.string() }).nullable(),
})

export const accounts = {
  login: route({
    method: 'POST', path: '/api/users/login', access: 'public', passes: 'login', captcha: 'login', summary: 'Log in; sets the refresh cookie',
    body: z.object({ email: z.string().max(254), password: passwordIn, ...captchaField }), reply: signedIn,
    errors: ['auth.invalid_credentials', 'auth.banned', 'auth.two_factor_required', 'captcha.failed', 'rate.limited'],
  }),
  loginSecondStep: route({
    method: 'POST', path: '/api/users/login/two-factor', access: 'public', passes: 'login', summary: 'Finish a login that was answered auth.two_factor_required, with its challenge and a code of the authenticator app or a recovery code',
    body: z.object({ challenge: z.string().min(1).max(100), code: z.string().trim().min(1).max(32) }), reply: signedIn,
    errors: ['two_factor.code_wrong', 'two_factor.challenge_invalid', 'auth.banned', 'rate.limited'],
  }),
  twoFactor: route({ method: 'GET', path: '/api/users/two-factor', access: 'session', summary: 'Whether the own account has a second factor, and whether the shop demands it', reply: z.object({ ...success, enabled: z.boolean(), required: z.boolean(), recoveryCodesLeft: z.int() }) }),
  startTwoFactor: route({
    method: 'POST', path: '/api/users/two-factor/setup', access: 'session', summary: 'Staff: make a secret for the authenticator app; a first code puts it in force',
    body: z.object({ password: passwordIn }), reply: z.object({ ...success, secret: z.string(), uri: z.string() }), errors: ['auth.forbidden', 'account.password_wrong', 'two_factor.enabled', 'rate.limited'],
  }),
  confirmTwoFactor: route({
    method: 'POST', path: '/api/users/two-factor/confirm', access: 'session', summary: 'Staff: put the second factor in force with a first code; answers the recovery codes, shown this once',
    body: z.object({ code: z.string().trim().min(1).max(32) }), reply: z.object({ ...told.shape, recoveryCodes: z.array(z.string()) }), errors: ['auth.forbidden', 'two_factor.code_wrong', 'two_factor.enabled', 'two_factor.not_enabled'],
  }),
  renewRecoveryCodes: route({
    method: 'POST', path: '/api/users/two-factor/recovery-codes', access: 'session', summary: 'New recovery codes in place of the old ones',
    body: z.object({ password: passwordIn }), reply: z.object({ ...told.shape, recoveryCodes: z.array(z.string()) }), errors: ['account.password_wrong', 'two_factor.not_enabled', 'rate.limited'],
  }),
  disableTwoFactor: route({
    method: 'POST', path: '/api/users/two-factor/disable', access: 'session', summary: 'Switch the own second factor off',
    body: z.object({ password: passwordIn }), reply: told, errors: ['account.password_wrong', 'two_factor.not_enabled', 'two_factor.demanded', 'rate.limited'],
  }),
  register: route({
    method: 'POST', path: '/api/users/register', access: 'public', captcha: 'register', summary: 'Create a customer account and log in',
    body: z.object({ name: line(80), email, password: passwordIn, termsAccepted: z.unknown().optional(), ...captchaField }), reply: signedIn,
    errors: ['account.email_taken', 'account.terms_required', 'account.password_short', 'account.password_long', 'account.password_common', 'captcha.failed', 'captcha.unavailable', 'rate.limited'],
  }),
  logout: route({ method: 'POST', path: '/api/users/logout', access: 'public', passes: 'maintenance', summary: 'End the session of the refresh cookie or the bearer token', reply: told }),
  refresh: route({
    method: 'POST', path: '/api/users/refresh-token', access: 'public', passes: 'maintenance', summary: 'Trade the refresh cookie for a new access token',
    reply: z.object({ ...success, accessToken: z.string(), data: z.object({ accessToken: z.string() }) }),
    errors: ['auth.refresh_invalid', 'auth.banned', 'auth.origin', 'rate.limited'],
  }),
  forgotPassword: route({
    method: 'POST', path: '/api/users/forgot-password', access: 'public', captcha: 'forgot_password', summary: 'Mail a recovery link; the answer never says whether the account exists',
    body: z.object({ email: z.string().max(254), ...captchaField }), reply: told, errors: ['captcha.failed', 'captcha.unavailable', 'rate.limited'],
  }),
  resetPassword: route({
    method: 'POST', path: '/api/users/reset-password', access: 'public', captcha: 'reset_password', summary: 'Set a new password with a recovery token; ends all sessions',
    body: z.object({ token: z.string().min(1).max(256), newPassword: passwordIn, ...captchaField }), reply: told,
    errors: ['account.reset_invalid', 'account.password_short', 'account.password_long', 'account.password_common', 'account.password_rules', 'captcha.failed', 'captcha.unavailable', 'rate.limited'],
  }),
  changePassword: route({
    method: 'PUT', path: '/api/users/password', access: 'session', summary: 'Change the own password; ends the other sessions',
    body: z.object({ currentPassword: passwordIn, newPassword: passwordIn }), reply: told,
    errors: ['account.password_wrong', 'account.password_short', 'account.password_long', 'account.password_common', 'rate.limited'],
  }),
  validatePassword: route({
    method: 'POST', path: '/api/users/password/validate', access: 'session', summary: 'Say whether this is the own password',
    body: z.object({ password: passwordIn }), reply: z.object({ ...success, valid: z.boolean() }), errors: ['rate.limited'],
  }),
  dashboard: route({
    method: 'GET', path: '/api/users/dashboard', access: 'session', summary: 'Own figures, recent licences and payments',
    reply: z.object({ ...success, error: z.null(), data: z.object({
      user: sessionUser,
      dashboard: z.object({ totalOrders: z.int(), activeLicenses: z.int(), totalPayments: amount, recentLicenses: z.array(recentLicence), recentPayments: z.array(recentPayment) }),
    }) }),
  }),
  history: route({
    method: 'GET', path: '/api/users/:id/history', access: 'session', summary: 'Audit history of a user: oneself, or anyone for staff',
    params: z.object({ id: uuid }), reply: z.object({ ...success, history: z.array(auditEntry), data: z.array(auditEntry) }), errors: ['auth.forbidden', 'account.not_found'],
  }),
  bans: route({ method: 'GET', path: '/api/users/bans', access: 'staff', summary: 'Banned users', reply: z.object({ ...success, bans: z.array(user), total: z.int() }) }),
  ban: route({
    method: 'POST', path: '/api/users/ban', access: 'staff', summary: 'Ban a user; ends all sessions',
    body: z.object({ userId: uuid, reason: line(500) }), reply: z.object({ ...success, message: z.string(), user }), errors: ['account.not_found', 'account.self', 'account.last_admin'],
  }),
}
