import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { lifetimes, type Role } from '@chaveiro/contracts/limits'
import { passwordResets, users } from '../../db/tables/index.ts'
import { enqueue } from '../../jobs/names.ts'
import type { App } from '../../platform/app.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { ConfigError } from '../../platform/config.ts'
import { fail } from '../../platform/fail.ts'
import { newId, newToken } from '../../platform/ids.ts'
import type { Caller, Who } from '../../platform/mount.ts'
import { inTransaction, isDuplicate } from '../../platform/transaction.ts'
import { recordAudit, recordConsent } from '../audit/audit.service.ts'
import { siteSettings } from '../settings/settings.service.ts'
import { countAdmins, isFamiliarAddress, lockAdmins, userByEmail, userById, type User } from './accounts.queries.ts'
import { passwordFault } from './accounts.rules.ts'
import { endSession, endSessionsOf, openSession, sessionOfRefresh, type Tokens } from './accounts.session.ts'
import { dropChallenges, hasTwoFactor, openChallenge, takeTry, useCode, userOfChallenge } from './two-factor.service.ts'

// argon2id, 19 MiB, two passes (OWASP's first choice): the only slow thing a request may do.
const argon = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
export const hashPassword = (password: string): Promise<string> => argonHash(password, argon)
const checkPassword = (hash: string, password: string): Promise<boolean> => argonVerify(hash, password).catch(() => false)
// Checked when nobody has the email, so that both answers take the same time (R22).
const nobodysHash = argonHash('nobody has this password', argon)

export type SignedIn = { user: User; tokens: Tokens }

/**
 * Log in; unknown email and wrong password are one answer of one duration. Failures count against the address and, from addresses where
 * the account's owner has not been lately, against the account, so that guessing from many places ends while he still gets in (R14).
 */
export async function logIn(app: App, given: { email: string; password: string }, caller: Caller): Promise<SignedIn> {
  const email = given.email.trim().toLowerCase()
  await app.limits.check('login', caller.ip)
  // Strangers share a narrow limit for the account, a familiar address has its own, no narrower than the address's. A try is taken before the password is
  // looked at and given back when it was right, so that of many guesses at the same moment no more than the limit are answered at all.
  const familiar = await isFamiliarAddress(app, email, caller.ip)
  const taken = await (familiar ? app.limits.reserve('known', accountKey(`${email} ${caller.ip}`)) : app.limits.reserve('guess', accountKey(email)))
  const user = await userByEmail(app, email)
  const fits = await checkPassword(user?.passwordHash ?? (await nobodysHash), given.password)
  // Asked again: of many tries at the same moment only as many as the limit allows are told that they were right.
  await app.limits.check('login', caller.ip)
  if (!user || !fits) {
    await noteFailedLogin(app, user, caller)
    await app.limits.count('login', caller.ip)
    throw fail('auth.invalid_credentials')
  }
  await taken.giveBack()
  if (user.isBanned) {
    await noteFailedLogin(app, user, caller)
    throw fail('auth.banned', { reason: user.banReason ?? '' })
  }
  if (await hasTwoFactor(app, user.id)) throw fail('auth.two_factor_required', {}, await openChallenge(app, user.id))
  return inTransaction(app, (tx) => enter(tx, user, caller, {}))
}

/** Open the session of a login that was right in everything, in the caller's transaction. */
async function enter(tx: App, user: User, caller: Caller, details: object): Promise<SignedIn> {
  // The same password still: one that was changed or reset while this one was being checked opens no session.
  const still = await tx.db.update(users).set({ lastLoginAt: tx.clock.now(), language: caller.language }).where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash), eq(users.isBanned, false))).returning({ id: users.id })
  if (!still.length) throw fail('auth.invalid_credentials')
  await recordAudit(tx, { action: 'login', actorId: user.id, actorName: user.name, targetType: 'user', targetId: user.id, details, ip: caller.ip })
  return { user, tokens: await openSession(tx, user, caller) }
}

/** The second step of a login: the challenge of the first and a code. Wrong codes count against the account, whoever sends them, and against the address. */
export async function finishLogIn(app: App, given: { challenge: string; code: string }, caller: Caller): Promise<SignedIn> {
  await app.limits.check('login', caller.ip)
  const userId = await userOfChallenge(app, given.challenge)
  const user = userId && await userById(app, userId)
  if (!user) {
    await app.limits.count('login', caller.ip)
    throw fail('two_factor.challenge_invalid')
  }
  if (user.isBanned) throw fail('auth.banned', { reason: user.banReason ?? '' })
  await takeTry(app, user.id)
  const entered = await inTransaction(app, async (tx) => {
    const kind = await useCode(tx, user.id, given.challenge, given.code)
    return kind && enter(tx, user, caller, { secondFactor: kind })
  })
  if (entered) return entered
  await noteFailedLogin(app, user, caller, { step: 'second factor' })
  await app.limits.count('login', caller.ip)
  throw fail('two_factor.code_wrong')
}

const accountKey = (name: string): string => createHash('sha256').update(name).digest('base64url')
const noteFailedLogin = (app: App, user: User | null, caller: Caller, details: object = {}): Promise<void> =>
  inTransaction(app, (tx) => recordAudit(tx, { action: 'login.failed', targetType: 'user', ...(user ? { targetId: user.id } : {}), details: user?.isBanned ? { banned: true } : details, ip: caller.ip }))

/** End the session of the bearer token and that of the cookie; they are one unless the browser mixed them up. */
export async function logOut(app: App, who: Who | null, refreshToken: string | null, caller: Caller): Promise<void> {
  const ofCookie = refreshToken === null ? null : await sessionOfRefresh(app, refreshToken)
  const ending = new Map<string, { userId: string; name: string }>()
  if (who) ending.set(who.sessionId, who)
  if (ofCookie) ending.set(ofCookie.session.id, { userId: ofCookie.user.id, name: ofCookie.user.name })
  if (ending.size) await inTransaction(app, async (tx) => {
    for (const [sessionId, { userId, name }] of ending) {
      if (await endSession(tx, sessionId, 'logout')) await recordAudit(tx, { action: 'logout', actorId: userId, actorName: name, targetType: 'user', targetId: userId, ip: caller.ip })
    }
  })
}

/** Create a customer account: role is always client whatever the body says, terms are kept with version, time and address (Q10). */
export async function register(app: App, given: { name: string; email: string; password: string; termsAccepted?: unknown }, caller: Caller): Promise<SignedIn> {
  if (given.termsAccepted !== true) throw fail('account.terms_required')
  const fault = passwordFault(given.password, 'register', 'client')
  if (fault) throw fault
  const passwordHash = await hashPassword(given.password)
  const site = await siteSettings(app)
  return inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    const [user] = await tx.db.insert(users).values({ id: newId(now.getTime()), name: given.name, email: given.email, passwordHash, language: caller.language, createdAt: now, lastLoginAt: now }).returning()
    await recordConsent(tx, { userId: user!.id, terms: site.termsOfService, channel: 'registration', ip: caller.ip, userAgent: caller.userAgent, language: caller.language })
    await recordAudit(tx, { action: 'register', actorId: user!.id, actorName: user!.name, targetType: 'user', targetId: user!.id, ip: caller.ip })
    await enqueue(tx, 'mail.welcome', { userId: user!.id })
    return { user: user!, tokens: await openSession(tx, user!, caller) }
  }).catch((error) => { throw isDuplicate(error) ? fail('account.email_taken') : error })
}

// Longer than the work takes, so that the answer comes after the same time whatever was done (D24).
const forgotTakesMs = 250

/** Queue a recovery mail; the answer, its time and nearly all its work are the same when there is no such account (Q12). */
export async function forgotPassword(app: App, email: string, caller: Caller): Promise<void> {
  await app.limits.count('account', caller.ip)
  await Promise.all([queueRecovery(app, email.trim().toLowerCase(), caller), wait(forgotTakesMs)])
}

async function queueRecovery(app: App, email: string, caller: Caller): Promise<void> {
  const user = await userByEmail(app, email)
  const token = newToken()
  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    const known = user && !user.isBanned
    const userId = user?.id ?? newId(now.getTime())
    await recordAudit(tx, { action: 'password.forgot', targetType: 'user', ...(user ? { targetId: user.id } : {}), ip: caller.ip })
    if (known) await tx.db.insert(passwordResets).values({ hash: tokenHash(token), userId, createdAt: now, expiresAt: secondsAfter(now, lifetimes.passwordReset) })
    // Queued for nobody too: without a row for its token the job sends nothing. One waiting mail a user is enough.
    await enqueue(tx, 'mail.password-reset', { userId, sealedToken: tx.vault.seal(token, 'jobs', userId).toString('base64') }, { key: `mail.password-reset:${userId}` })
  })
}

/** Whether a recovery token could still be used: a mail that was held up for longer than that is not sent. */
export async function isRecoveryLive(app: App, token: string): Promise<boolean> {
  const [row] = await app.db.select({ hash: passwordResets.hash }).from(passwordResets).where(and(eq(passwordResets.hash, tokenHash(token)), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, app.clock.now())))
  return row !== undefined
}

const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Set a new password with a recovery token that counts once, and end all sessions. */
export async function resetPassword(app: App, given: { token: string; newPassword: string }, caller: Caller): Promise<void> {
  await app.limits.count('account', caller.ip)
  const [known] = await app.db.select().from(passwordResets).where(eq(passwordResets.hash, tokenHash(given.token)))
  const user = known && await userById(app, known.userId)
  if (!user || known.usedAt || known.expiresAt <= app.clock.now()) throw fail('account.reset_invalid')
  const fault = passwordFault(given.newPassword, 'reset', user.role)
  if (fault) throw fault
  const passwordHash = await hashPassword(given.newPassword)
  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    const used = await tx.db.update(passwordResets).set({ usedAt: now }).where(and(eq(passwordResets.hash, known.hash), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now))).returning()
    if (!used.length) throw fail('account.reset_invalid')
    await dropRecoveries(tx, user.id)
    await tx.db.update(users).set({ passwordHash }).where(eq(users.id, user.id))
    await endSessionsOf(tx, user.id, 'password reset')
    await recordAudit(tx, { action: 'password.reset', actorId: user.id, actorName: user.name, targetType: 'user', targetId: user.id, ip: caller.ip })
  })
}

/** A new password makes open recovery links and half-done logins void. */
async function dropRecoveries(tx: App, userId: string): Promise<void> {
  await tx.db.update(passwordResets).set({ usedAt: tx.clock.now() }).where(and(eq(passwordResets.userId, userId), isNull(passwordResets.usedAt)))
  await dropChallenges(tx, userId)
}

/** Change the own password; the other sessions and open recovery links end, this session goes on. */
export async function changePassword(app: App, who: Who, given: { currentPassword: string; newPassword: string }, caller: Caller): Promise<void> {
  const user = await ownerOfPassword(app, who, given.currentPassword, caller)
  if (!user) throw fail('account.password_wrong')
  const fault = passwordFault(given.newPassword, 'change', who.role)
  if (fault) throw fault
  const passwordHash = await hashPassword(given.newPassword)
  await inTransaction(app, async (tx) => {
    const changed = await tx.db.update(users).set({ passwordHash }).where(and(eq(users.id, who.userId), eq(users.passwordHash, user.passwordHash))).returning({ id: users.id })
    if (!changed.length) throw fail('account.password_wrong')
    await dropRecoveries(tx, who.userId)
    await endSessionsOf(tx, who.userId, 'password change', who.sessionId)
    await recordAudit(tx, { action: 'password.changed', actorId: who.userId, actorName: who.name, targetType: 'user', targetId: who.userId, ip: caller.ip })
  })
}

/** Throw account.password_wrong unless this is the caller's own password: before what a stolen session alone must not do. */
export async function demandPassword(app: App, who: Who, password: string, caller: Caller): Promise<void> {
  if (!(await isOwnPassword(app, who, password, caller))) throw fail('account.password_wrong')
}

/** Whether this is the caller's own password; wrong answers count like failed logins. */
export const isOwnPassword = async (app: App, who: Who, password: string, caller: Caller): Promise<boolean> => (await ownerOfPassword(app, who, password, caller)) !== null

/** The caller's row if this is his password, else null; wrong answers count against the account, whose stolen session must not serve to guess. */
async function ownerOfPassword(app: App, who: Who, password: string, caller: Caller): Promise<User | null> {
  await app.limits.check('login', who.userId)
  const user = await userById(app, who.userId)
  const fits = user !== null && await checkPassword(user.passwordHash, password)
  await app.limits.check('login', who.userId)
  if (fits) return user
  app.log.info({ userId: who.userId, ip: caller.ip }, 'a wrong current password')
  await app.limits.count('login', who.userId)
  return null
}

/** Create the first admin from the configuration when there is none (Q11); an account that somebody else opened with that address gets the configured password and loses its sessions. */
export async function ensureFirstAdmin(app: App): Promise<void> {
  const admin = app.config.admin
  if (!admin || (await countAdmins(app)) > 0) return
  const fault = passwordFault(admin.password, 'register', 'admin')
  if (fault) throw new ConfigError('ADMIN_PASSWORD: from 12 to 128 characters, and not a common one')
  const passwordHash = await hashPassword(admin.password)
  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    const [user] = await tx.db.insert(users).values({ id: newId(now.getTime()), name: 'Admin', email: admin.email.trim().toLowerCase(), passwordHash, role: 'admin', createdAt: now })
      .onConflictDoUpdate({ target: users.email, set: { role: 'admin', passwordHash, isBanned: false, banReason: null, bannedAt: null, deletedAt: null } }).returning()
    await endSessionsOf(tx, user!.id, 'first admin')
    await recordAudit(tx, { action: 'user.first-admin', targetType: 'user', targetId: user!.id })
  })
}

/** Give a user a role from the command line (Q11); never takes the last admin. */
export async function promote(app: App, email: string, role: Role): Promise<User> {
  return inTransaction(app, async (tx) => {
    const admins = await lockAdmins(tx)
    const user = await userByEmail(tx, email.trim().toLowerCase())
    if (!user) throw fail('account.not_found')
    if (role !== 'admin' && admins.length === 1 && admins[0] === user.id) throw fail('account.last_admin')
    await tx.db.update(users).set({ role }).where(eq(users.id, user.id))
    await recordAudit(tx, { action: 'user.role', targetType: 'user', targetId: user.id, details: { before: user.role, after: role, from: 'command line' } })
    return user
  })
}
