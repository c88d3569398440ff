import { createHash } from 'node:crypto'
import { hash as argonHash, verify as argonVerify } from '@node-rs/argon2'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { lifetimes, type Role } from '@chaveiro/contracts/limits'
import { consents, passwordResets, users } from '../../db/tables/index.ts'
import { enqueue } from '../../jobs/names.ts'
import type { App } from '../../platform/app.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { fail } from '../../platform/fail.ts'
import { newId, newToken } from '../../platform/ids.ts'
import type { Caller, Who } from '../../platform/mount.ts'
import { inTransaction, isDuplicate } from '../../platform/transaction.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { siteSettings } from '../settings/settings.service.ts'
import { countAdmins, userByEmail, userById, type User } from './accounts.queries.ts'
import { passwordFault } from './accounts.rules.ts'
import { endSessionsOf, openSession, type Tokens } from './accounts.session.ts'

// argon2id, 19 MiB, two passes (OWASP's first choice): the only slow thing a request may do.
const argon = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
export const hashPassword = (password: string): Promise<string> => argonHash(password, argon)
const checkPassword = (hash: string, password: string): Promise<boolean> => argonVerify(hash, password).catch(() => false)
// Checked when nobody has the email, so that both answers take the same time (R22).
const nobodysHash = argonHash('nobody has this password', argon)

export type SignedIn = { user: User; tokens: Tokens }

/** Log in; unknown email and wrong password are one answer of one duration. Failures count against the address. */
export async function logIn(app: App, given: { email: string; password: string }, caller: Caller): Promise<SignedIn> {
  await app.limits.check('login', caller.ip)
  const user = await userByEmail(app, given.email.trim().toLowerCase())
  const fits = await checkPassword(user?.passwordHash ?? (await nobodysHash), given.password)
  if (!user || !fits) {
    await app.limits.count('login', caller.ip)
    await inTransaction(app, (tx) => recordAudit(tx, { action: 'login.failed', targetType: 'user', ...(user ? { targetId: user.id } : {}), ip: caller.ip }))
    throw fail('auth.invalid_credentials')
  }
  if (user.isBanned) throw fail('auth.banned', { reason: user.banReason ?? '' })
  return inTransaction(app, async (tx) => {
    await tx.db.update(users).set({ lastLoginAt: tx.clock.now(), language: caller.language }).where(eq(users.id, user.id))
    await recordAudit(tx, { action: 'login', actorId: user.id, actorName: user.name, targetType: 'user', targetId: user.id, ip: caller.ip })
    return { user, tokens: await openSession(tx, user, caller) }
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
    const version = createHash('sha256').update(site.termsOfService || 'built-in').digest('hex').slice(0, 16)
    await tx.db.insert(consents).values({ id: newId(now.getTime()), userId: user!.id, kind: 'terms', version, channel: 'registration', ip: caller.ip, userAgent: caller.userAgent, language: caller.language, createdAt: now })
    await recordAudit(tx, { action: 'register', actorId: user!.id, actorName: user!.name, targetType: 'user', targetId: user!.id, ip: caller.ip })
    await enqueue(tx, 'mail.welcome', { userId: user!.id })
    return { user: user!, tokens: await openSession(tx, user!, caller) }
  }).catch((error) => { throw isDuplicate(error) ? fail('account.email_taken') : error })
}

/** Queue a recovery mail when the account exists; the work and the answer are the same when it does not (Q12). */
export async function forgotPassword(app: App, email: string, caller: Caller): Promise<void> {
  await app.limits.count('account', caller.ip)
  const user = await userByEmail(app, email.trim().toLowerCase())
  const token = newToken()
  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    await recordAudit(tx, { action: 'password.forgot', targetType: 'user', ...(user ? { targetId: user.id } : {}), ip: caller.ip })
    if (!user || user.isBanned) return
    await tx.db.insert(passwordResets).values({ hash: tokenHash(token), userId: user.id, createdAt: now, expiresAt: secondsAfter(now, lifetimes.passwordReset) })
    await enqueue(tx, 'mail.password-reset', { userId: user.id, sealedToken: tx.vault.seal(token, 'jobs', user.id).toString('base64') })
  })
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
    await tx.db.update(passwordResets).set({ usedAt: now }).where(and(eq(passwordResets.userId, user.id), isNull(passwordResets.usedAt)))
    await tx.db.update(users).set({ passwordHash }).where(eq(users.id, user.id))
    await endSessionsOf(tx, user.id, 'password reset')
    await recordAudit(tx, { action: 'password.reset', actorId: user.id, actorName: user.name, targetType: 'user', targetId: user.id, ip: caller.ip })
  })
}

/** Change the own password; the other sessions end, this one goes on. */
export async function changePassword(app: App, who: Who, given: { currentPassword: string; newPassword: string }, caller: Caller): Promise<void> {
  if (!(await isOwnPassword(app, who, given.currentPassword, caller))) throw fail('account.password_wrong')
  const fault = passwordFault(given.newPassword, 'change', who.role)
  if (fault) throw fault
  const passwordHash = await hashPassword(given.newPassword)
  await inTransaction(app, async (tx) => {
    await tx.db.update(users).set({ passwordHash }).where(eq(users.id, who.userId))
    await endSessionsOf(tx, who.userId, 'password change', who.sessionId)
    await recordAudit(tx, { action: 'password.changed', actorId: who.userId, actorName: who.name, targetType: 'user', targetId: who.userId, ip: caller.ip })
  })
}

/** Whether this is the caller's own password; wrong answers count like failed logins. */
export async function isOwnPassword(app: App, who: Who, password: string, caller: Caller): Promise<boolean> {
  await app.limits.check('login', who.userId)
  const user = await userById(app, who.userId)
  const fits = user !== null && await checkPassword(user.passwordHash, password)
  if (!fits) await app.limits.count('login', who.userId)
  if (!fits) app.log.info({ userId: who.userId, ip: caller.ip }, 'a wrong current password')
  return fits
}

/** Ban a user with a reason and end all sessions; never oneself, never the last admin (Q13, Q15). */
export async function banUser(app: App, actor: Who, userId: string, reason: string, caller: Caller): Promise<User> {
  if (actor.userId === userId) throw fail('account.self')
  return inTransaction(app, async (tx) => {
    const user = await userById(tx, userId)
    if (!user) throw fail('account.not_found')
    if (user.role === 'admin' && !user.isBanned && (await countAdmins(tx)) <= 1) throw fail('account.last_admin')
    const [banned] = await tx.db.update(users).set({ isBanned: true, banReason: reason, bannedAt: tx.clock.now() }).where(eq(users.id, userId)).returning()
    await endSessionsOf(tx, userId, 'banned')
    await recordAudit(tx, { action: 'user.banned', actorId: actor.userId, actorName: actor.name, targetType: 'user', targetId: userId, details: { reason }, ip: caller.ip })
    return banned!
  })
}

/** Create the first admin from the configuration when there is none (Q11). */
export async function ensureFirstAdmin(app: App): Promise<void> {
  const admin = app.config.admin
  if (!admin || (await countAdmins(app)) > 0) return
  const fault = passwordFault(admin.password, 'register', 'admin')
  if (fault) throw new Error(`ADMIN_PASSWORD: at least 12 characters and not a common one`)
  const passwordHash = await hashPassword(admin.password)
  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    const [user] = await tx.db.insert(users).values({ id: newId(now.getTime()), name: 'Admin', email: admin.email.toLowerCase(), passwordHash, role: 'admin', createdAt: now }).onConflictDoUpdate({ target: users.email, set: { role: 'admin' } }).returning()
    await recordAudit(tx, { action: 'user.first-admin', targetType: 'user', targetId: user!.id })
  })
}

/** Give a user a role from the command line (Q11). */
export async function promote(app: App, email: string, role: Role): Promise<boolean> {
  const user = await userByEmail(app, email.trim().toLowerCase())
  if (!user) return false
  await inTransaction(app, async (tx) => {
    await tx.db.update(users).set({ role }).where(eq(users.id, user.id))
    await recordAudit(tx, { action: 'user.role', targetType: 'user', targetId: user.id, details: { before: user.role, after: role, from: 'command line' } })
  })
  return true
}
