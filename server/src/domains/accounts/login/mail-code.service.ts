import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { lifetimes, mailCodeTries, staffRoles } from '@chaveiro/contracts/limits'
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

// Longer than the work takes, so that the reply comes after the same time whether the account
// exists or not (D24).
const askingTakesMs = 250

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
// Keyed, and with the browser's secret in it: a million codes are quickly tried against a plain
// hash from a stolen table.
const codeHash = (app: App, secretHash: Buffer, code: string): Buffer =>
  app.vault.index(code, `login code ${secretHash.toString('base64url')}`)

/**
 * Mail a six-digit code that logs in (Q117); answers the secret that binds it to the browser that
 * asked. Reply, time and nearly all work are the same when nobody has this mail. Strangers share a
 * limit for a mail; an address that its owner has used lately has its own.
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
      userId: user?.id ?? null,
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
    // Queued for an unknown mail too: the job finds no user and sends nothing.
    const id = hash.toString('base64url')
    await enqueue(tx, 'mail.login-code', {
      id,
      sealedCode: tx.vault.seal(code, 'jobs', id).toString('base64'),
    })
  })
}

/**
 * The user whose code a queued mail carries, while it can still be used; null when the mail must
 * not be sent any more.
 */
export async function userOfCode(app: App, id: string): Promise<User | null> {
  const [row] = await app.db
    .select({ userId: loginCodes.userId })
    .from(loginCodes)
    .where(and(eq(loginCodes.hash, Buffer.from(id, 'base64url')), isOpen(app)))
  return row?.userId ? userById(app, row.userId) : null
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
 * asked for it (auth.two_factor_required); staff without one do not get in by mail alone.
 */
export async function enterByLoginCode(
  app: App,
  input: { secret: string | null; code: string },
  caller: Caller,
): Promise<SignedIn> {
  const hash = hashOf(input.secret ?? '')
  const [row] = await inTransaction(app, (tx) =>
    tx.db
      .update(loginCodes)
      .set({ tries: sql`${loginCodes.tries} + 1` })
      .where(and(eq(loginCodes.hash, hash), isOpen(tx)))
      .returning(),
  )
  if (!row) throw fail('login_code.over')
  const user = row.userId ? await userById(app, row.userId) : null
  const fits = timingSafeEqual(row.codeHash, codeHash(app, hash, input.code.replace(/\s/g, '')))
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
