import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { lifetimes, mailCodeTries, staffRoles } from '@chaveiro/contracts/limits'
import { email as mailAddress } from '@chaveiro/contracts/shared'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { loginCodes } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { secondsAfter } from '../../../platform/clock.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/http/mount.ts'
import { newToken } from '../../../platform/ids.ts'
import { enqueue } from '../../../platform/jobs.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { isFamiliarAddress, userByEmail, userById, type User } from '../accounts.queries.ts'
import { limitKey } from '../password/password-hash.ts'
import { openChallenge } from '../two-factor/challenges.service.ts'
import { hasTwoFactor } from '../two-factor/two-factor.service.ts'
import { enter, noteFailedLogin, type SignedIn } from './login.service.ts'
import { createAccount } from './register.service.ts'

// Longer than the work takes, so that the reply comes after the same time whether the account
// exists or not (D24).
const askingTakesMs = 250

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
// Keyed, and with the browser's secret in it: a million codes are quickly tried against a plain
// hash from a stolen table.
const codeHash = (app: App, secretHash: Buffer, code: string): Buffer =>
  app.vault.index(code, `login code ${secretHash.toString('base64url')}`)

/**
 * Mail a six-digit code that logs in, or leads to an account where there is none (Q117); answers the
 * secret that binds it to the browser that asked. Reply, time and work are the same when nobody has
 * this mail. Strangers share a limit for a mail; an address that its owner has used lately has its
 * own.
 */
export async function askLoginCode(app: App, given: string, caller: Caller): Promise<string> {
  const email = given.trim().toLowerCase()
  const familiar = await isFamiliarAddress(app, email, caller.ip)
  await app.limits.count('mail code', caller.ip)
  await app.limits.count('mail code', limitKey(familiar ? `${email} ${caller.ip}` : email))
  const secret = newToken()
  await Promise.all([queueCode(app, email, secret, caller), wait(askingTakesMs)])
  return secret
}

async function queueCode(app: App, email: string, secret: string, caller: Caller): Promise<void> {
  const user = await userByEmail(app, email)
  const [hash, code] = [hashOf(secret), String(randomInt(1_000_000)).padStart(6, '0')]
  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    await tx.db.insert(loginCodes).values({
      hash,
      ...(user ? { userId: user.id } : { email: addressFor(email) }),
      codeHash: codeHash(tx, hash, code),
      createdAt: now,
      expiresAt: secondsAfter(now, lifetimes.mailCode),
    })
    await recordAudit(tx, {
      action: 'login.code_sent',
      targetType: 'user',
      ...(user ? { targetId: user.id } : {}),
      ip: caller.ip,
    })
    const id = hash.toString('base64url')
    await enqueue(tx, 'mail.login-code', {
      id,
      sealedCode: tx.vault.seal(code, 'jobs', id).toString('base64'),
      language: caller.language,
    })
  })
}

/** What mails can be sent to and an account be made for; null for anything else. */
const addressFor = (given: string): string | null => mailAddress.safeParse(given).data ?? null

/**
 * Whose code a queued mail carries, while it can still be used: a user, or a mail without an account;
 * null when the mail must not be sent any more.
 */
export async function ownerOfCode(
  app: App,
  id: string,
): Promise<{ user: User | null; email: string | null } | null> {
  const [row] = await app.db
    .select({ userId: loginCodes.userId, email: loginCodes.email })
    .from(loginCodes)
    .where(and(eq(loginCodes.hash, Buffer.from(id, 'base64url')), isOpen(app)))
  return row
    ? { user: row.userId ? await userById(app, row.userId) : null, email: row.email }
    : null
}

const isOpen = (app: App) =>
  and(
    isNull(loginCodes.usedAt),
    gt(loginCodes.expiresAt, app.clock.now()),
    lt(loginCodes.tries, mailCodeTries),
  )

/**
 * Log in with a mailed code in the browser that asked for it. A try is counted before the code is
 * checked, so that of many at the same moment five are answered. A user with a second factor is
 * asked for it (auth.two_factor_required); staff without one do not get in by mail alone; whoever
 * has no account is asked for his name (login_code.new).
 */
export async function enterByLoginCode(
  app: App,
  input: { secret: string | null; code: string },
  caller: Caller,
): Promise<SignedIn> {
  const hash = hashOf(input.secret ?? '')
  const row = await takeTry(app, hash)
  const user = row.userId ? await userById(app, row.userId) : null
  const fits = timingSafeEqual(row.codeHash, codeHash(app, hash, input.code.replace(/\s/g, '')))
  if (fits && row.email) return proveMail(app, hash, row.email)
  if (!user || !fits) {
    await noteFailedLogin(app, user, caller, { step: 'mail code' })
    throw fail('login_code.wrong', { left: mailCodeTries - row.tries })
  }
  if (user.isBanned) {
    await noteFailedLogin(app, user, caller)
    throw fail('auth.banned', { reason: user.banReason ?? '' })
  }
  const twoFactor = await hasTwoFactor(app, user.id)
  if (!twoFactor && staffRoles.includes(user.role)) throw fail('login_code.staff')
  const entered = await inTransaction(app, async (tx) => {
    await useUp(tx, hash)
    return twoFactor ? null : enter(tx, user, caller, { mailCode: true })
  })
  if (entered) return entered
  throw fail('auth.two_factor_required', {}, await openChallenge(app, user.id))
}

/** Count a try against a code, while it has one left. */
async function takeTry(app: App, hash: Buffer): Promise<typeof loginCodes.$inferSelect> {
  const [row] = await inTransaction(app, (tx) =>
    tx.db
      .update(loginCodes)
      .set({ tries: sql`${loginCodes.tries} + 1` })
      .where(and(eq(loginCodes.hash, hash), isOpen(tx)))
      .returning(),
  )
  if (!row) throw fail('login_code.over')
  return row
}

/**
 * Note that the mail of a browser is proven: an account can be made for it now. One that was made
 * by other means since the code was sent is no concern of this code.
 */
async function proveMail(app: App, hash: Buffer, email: string): Promise<never> {
  await inTransaction(app, async (tx) => {
    await useUp(tx, hash)
    if (await userByEmail(tx, email)) throw fail('login_code.over')
    await tx.db
      .update(loginCodes)
      .set({ provenAt: tx.clock.now() })
      .where(eq(loginCodes.hash, hash))
  })
  throw fail('login_code.new')
}

/**
 * Create the account of a mail that this browser has proven, once and within ten minutes, and log
 * in. It has no password: a code leads in again, and a recovery link sets one.
 */
export async function registerByLoginCode(
  app: App,
  input: { secret: string | null; name: string; termsAccepted?: unknown },
  caller: Caller,
): Promise<SignedIn> {
  if (input.termsAccepted !== true) throw fail('account.terms_required')
  await app.limits.count('register', caller.ip)
  const hash = hashOf(input.secret ?? '')
  return createAccount(app, caller, { name: input.name, passwordHash: null }, async (tx) => {
    const [row] = await tx.db
      .delete(loginCodes)
      .where(
        and(
          eq(loginCodes.hash, hash),
          gt(loginCodes.provenAt, secondsAfter(tx.clock.now(), -lifetimes.mailCode)),
        ),
      )
      .returning({ email: loginCodes.email })
    if (!row?.email) throw fail('login_code.over')
    return row.email
  })
}

/**
 * Use up a code in the transaction that it opens something in: of two at once, one finds it used.
 */
async function useUp(tx: App, hash: Buffer): Promise<void> {
  const used = await tx.db
    .update(loginCodes)
    .set({ usedAt: tx.clock.now() })
    .where(and(eq(loginCodes.hash, hash), isNull(loginCodes.usedAt)))
    .returning({ hash: loginCodes.hash })
  if (!used.length) throw fail('login_code.over')
}

/** Delete login codes a day after they expired. */
export async function purgeLoginCodes(app: App): Promise<void> {
  await inTransaction(app, (tx) =>
    tx.db.delete(loginCodes).where(lt(loginCodes.expiresAt, secondsAfter(tx.clock.now(), -86_400))),
  )
}
