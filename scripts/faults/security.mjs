// Faults in permissions, sessions, headers, bans, rate limits and the log.
const sessions = 'server/src/domains/accounts/session/'
const accounts = 'contracts/src/accounts.ts'
const users = 'contracts/src/admin/users.ts'
const mount = 'server/src/platform/http/mount.ts'
const headers = 'server/src/http/headers.ts'
const gate = 'server/src/domains/security/gate.service.ts'

export const access = [
  {
    name: 'every customer reads who is banned',
    file: accounts,
    from: "path: '/api/users/bans',\n    access: 'staff',",
    to: "path: '/api/users/bans',\n    access: 'session',",
    seenBy: ['server', 'src/access-table.test'],
  },
  {
    name: 'every customer reads the bans of addresses',
    file: 'contracts/src/admin/security.ts',
    from: "    also: ['/api/admin/security'],\n    access: 'staff',\n    summary: 'Bans in force, newest first',",
    to: "    also: ['/api/admin/security'],\n    access: 'session',\n    summary: 'Bans in force, newest first',",
    seenBy: ['server', 'src/access-table.test'],
  },
  {
    name: 'anybody discards a job',
    file: 'contracts/src/admin/jobs.ts',
    from: "method: 'DELETE',\n    path: '/api/admin/jobs/:id',\n    access: 'staff',",
    to: "method: 'DELETE',\n    path: '/api/admin/jobs/:id',\n    access: 'session',",
    seenBy: ['server', 'src/access-table.test'],
  },
  {
    name: 'the role of a user is changed without a fresh proof',
    file: users,
    from: "    stepUp: true,\n    summary: 'Change the role; ends all sessions',",
    to: "    summary: 'Change the role; ends all sessions',",
    seenBy: ['server', 'step-up/step-up'],
  },
  {
    name: 'the address of a user is changed without a fresh proof',
    file: users,
    from: "    stepUp: ['email'],\n",
    to: '',
    seenBy: ['server', 'step-up/step-up'],
  },
  {
    name: 'a registration needs no captcha',
    file: accounts,
    from: "    captcha: 'register',\n",
    to: '',
    seenBy: ['web', 'contracts/src/calls'],
  },
  {
    name: 'an account is opened from a page of another site',
    file: accounts,
    from: "    ownPagesOnly: true,\n    captcha: 'register',",
    to: "    captcha: 'register',",
    seenBy: ['server', 'accounts/login/limits'],
  },
  {
    name: 'the own payments are told without the product',
    file: 'server/src/domains/orders/orders.routes.ts',
    from: 'productName: row.productName,',
    to: "productName: '',",
    seenBy: ['server', 'domains/orders/orders.test', 'accounts/accounts.api'],
  },
  {
    name: 'a stranger reads the cart of a payment',
    file: 'server/src/domains/payments/checkout/checkout.views.ts',
    from: 'cartId: seesAll ? payment.cartId : null,',
    to: 'cartId: payment.cartId,',
    seenBy: ['server', 'settlement/lookup'],
  },
  {
    name: 'a payment is asked about with the session of nobody',
    file: mount,
    from: "if (!principal) throw sessionOrRefusal ?? fail('auth.required')",
    to: 'if (!principal) return null',
    seenBy: ['server', 'src/access-table.test'],
  },
  {
    name: 'a customer does what is for staff',
    file: mount,
    from: "if (!staffRoles.includes(principal.role)) throw fail('auth.forbidden')\n  if (app",
    to: 'if (app',
    seenBy: ['server', 'src/access-table.test'],
  },
  {
    name: 'staff without a second factor get in where it is demanded',
    file: mount,
    from: "app.config.staffTwoFactor === 'required' && !principal.twoFactor",
    to: "app.config.staffTwoFactor === 'required' && !principal.userId",
    seenBy: ['server', 'two-factor/two-factor'],
  },
  {
    name: 'an act of power is done without a fresh proof',
    file: mount,
    from: '!(await guards.hasProven(app, principal))',
    to: 'false',
    seenBy: ['server', 'step-up/step-up'],
  },
  {
    name: 'a page of another site refreshes a session',
    file: 'server/src/platform/http/own-pages.ts',
    from: "if (!ownOrigins.includes(origin)) throw fail('auth.origin')",
    to: '',
    seenBy: ['server', 'session/session.test', 'accounts/login/limits'],
  },
]

export const security = [
  {
    name: 'a proof of who is asking never ends',
    file: 'server/src/domains/accounts/step-up/step-up.service.ts',
    from: 'return secondsAfter(row.at, lifetimes.stepUp) > now && row.at',
    to: 'return row.at',
    seenBy: ['server', 'step-up/step-up'],
  },
  {
    name: 'a stolen refresh token serves for ever beside the right one',
    file: `${sessions}session.service.ts`,
    from: "      await endSession(tx, sessionRow.session.id, 'refresh token reused')\n",
    to: '',
    seenBy: ['server', 'session/session.test'],
  },
  {
    name: 'a refresh token that was used serves for an hour more',
    file: `${sessions}session.service.ts`,
    from: 'secondsAfter(known.rotatedAt, lifetimes.refreshGrace) < now',
    to: 'secondsAfter(known.rotatedAt, 3600) < now',
    seenBy: ['server', 'session/session.test'],
  },
  {
    name: 'a session that was ended goes on',
    file: `${sessions}access-token.service.ts`,
    from: 'session.revokedAt !== null ||\n',
    to: '',
    seenBy: ['server', 'session/session.test', 'session/sessions'],
  },
  {
    name: 'a token that ran out is still taken',
    file: `${sessions}access-token.service.ts`,
    from: '.setExpirationTime(now + lifetimes.accessToken)',
    to: '.setExpirationTime(now + lifetimes.accessToken * 1000)',
    seenBy: ['server', 'session/session.test', 'accounts/accounts.api'],
  },
  {
    name: 'scripts of a page read the refresh cookie',
    file: `${sessions}refresh-cookie.ts`,
    from: "httpOnly: true, sameSite: 'strict'",
    to: "httpOnly: false, sameSite: 'strict'",
    seenBy: ['server', 'session/session.test', 'session/sessions'],
  },
  {
    name: 'a banned customer logs in',
    file: 'server/src/domains/accounts/login/login.service.ts',
    from: `  await reservedTry.giveBack()

  if (user.isBanned) {`,
    to: `  await reservedTry.giveBack()

  if (user.isBanned && !user.email) {`,
    seenBy: ['server', 'accounts/accounts.test'],
  },
  {
    name: 'wrong passwords are not counted against the address',
    file: 'server/src/domains/accounts/login/login.service.ts',
    from: `    await noteFailedLogin(app, namedUser, caller)
    await app.limits.count('login', caller.ip)
`,
    to: '    await noteFailedLogin(app, namedUser, caller)\n',
    seenBy: ['server', 'login/guessing', 'accounts/accounts.test'],
  },
  {
    name: 'whose login it is is told by another answer for an unknown email',
    file: 'server/src/domains/accounts/login/login.service.ts',
    from: `    throw fail('auth.invalid_credentials')
  }

  await reservedTry.giveBack()`,
    to: `    throw fail(namedUser ? 'auth.invalid_credentials' : 'account.not_found')
  }

  await reservedTry.giveBack()`,
    seenBy: ['server', 'accounts/accounts.api', 'accounts/accounts.test'],
  },
  {
    name: 'a page of the shop may be put into a frame',
    file: headers,
    from: "'x-frame-options': 'DENY',",
    to: '',
    seenBy: ['server', 'http/headers.test'],
  },
  {
    name: 'any script runs on a page',
    file: headers,
    from: "`script-src 'self'${captcha}`,",
    to: "`script-src 'self' 'unsafe-inline' *${captcha}`,",
    seenBy: ['server', 'http/headers.test'],
  },
  {
    name: 'answers of calls are kept by caches on the way',
    file: headers,
    from: "'cache-control': 'no-store' }",
    to: "'cache-control': 'public' }",
    seenBy: ['server', 'http/headers.test', 'domains/orders/orders.test'],
  },
  {
    name: 'a banned address is let in',
    file: gate,
    from: "throw fail('auth.ip_banned', { reason: banReason })",
    to: 'return',
    seenBy: ['server', 'security/bans'],
  },
  {
    name: 'a closed shop sells on',
    file: gate,
    from: '  if (!on) return\n',
    to: '  if (on !== null) return\n',
    seenBy: ['server', 'settings/maintenance'],
  },
  {
    name: 'a ban that ended goes on',
    file: 'server/src/domains/security/bans.service.ts',
    from: '?.find((ban) => ban.expiresAt === null || ban.expiresAt > now)',
    to: '?.find((ban) => ban.network !== null)',
    seenBy: ['server', 'security/bans'],
  },
  {
    name: 'a captcha solution serves twice',
    file: 'server/src/domains/security/security.service.ts',
    from: 'if (verdict.nonce && !(await useUp(app, verdict.nonce, verdict.expiresAt)))',
    to: 'if (verdict.nonce && (await useUp(app, verdict.nonce, verdict.expiresAt)) === null)',
    seenBy: ['server', 'security/security.test'],
  },
  {
    name: 'an IPv6 customer gets around a limit by another address of his own',
    file: 'server/src/platform/load/rate-limit.ts',
    from: '(isIP(key) === 6 ? networkOf(key) : key)',
    to: '(isIP(key) === 7 ? networkOf(key) : key)',
    seenBy: ['server', 'platform/load/rate-limit'],
  },
  {
    name: 'the address of a request, with a key in it, stands in the log',
    file: 'server/src/platform/http/request-name.ts',
    from: "route: request.routeOptions?.url ?? 'no such route',",
    to: 'route: request.url,',
    seenBy: ['server', 'src/staff-keys'],
  },
  {
    name: 'what was sealed cannot be opened any more',
    file: 'server/src/platform/secrets/vault.ts',
    from: '        .setAAD(Buffer.from(`${table}:${row}`))\n',
    to: '        .setAAD(Buffer.from(`${table}`))\n',
    seenBy: ['server', 'licences/licences.test'],
  },
]
