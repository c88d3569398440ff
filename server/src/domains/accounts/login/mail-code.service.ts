import { lifetimes, staffRoles } from '@chaveiro/contracts/limits'
import { email as mailAddress } from '@chaveiro/contracts/shared'
import { and, eq, gt } from 'drizzle-orm'
import { setTimeout as wait } from 'node:timers/promises'

import { loginCodes, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/http/mount.ts'
import { newToken } from '../../../platform/secrets/ids.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import {
  assertMailServer,
  hashOf,
  isCodeOf,
  makeCode,
  takeTry,
  useUp,
  wrongCode,
} from '../mail-codes/mail-codes.service.ts'
import { proveMailbox } from '../own-mail/mailbox.service.ts'
import { limitKey } from '../password/password-hash.ts'
import { hasTwoFactor, isFamiliarAddress, userByEmail, userById } from '../people/people.queries.ts'
import { openChallenge } from '../two-factor/challenges.service.ts'
import { enter, noteFailedLogin, type SignedIn } from './login.service.ts'
import { createAccount } from './register.service.ts'

// Longer than the work takes, so that the reply comes after the same time whether the account
// exists or not (D024).
const askingTakesMs = 250

/**
 * Mail a six-digit code that logs in, or leads to an account where there is none (Q117); answers the
 * secret that binds it to the browser that asked. Reply, time and work are the same when nobody has
 * this mail. Strangers share a limit for a mail; an address that its owner has used lately has its
 * own.
 */
export async function askLoginCode(app: App, given: string, caller: Caller): Promise<string> {
  assertMailServer(app)
  const email = given.trim().toLowerCase()
  const familiar = await isFamiliarAddress(app, email, caller.ip)
  await app.limits.count('mail code', caller.ip)
  const key = limitKey(familiar ? `${email} ${caller.ip}` : email)
  await app.limits.count('mail code', key)
  await app.limits.count('mail code day', key)
  const secret = newToken()
  await Promise.all([queueCode(app, email, secret, caller), wait(askingTakesMs)])

  return secret
}

async function queueCode(app: App, email: string, secret: string, caller: Caller): Promise<void> {
  const user = await userByEmail(app, email)
  await inTransaction(app, async (tx) => {
    const whose = user ? { userId: user.id } : { email: addressFor(email) }
    await makeCode(tx, { purpose: 'login', ...whose, language: caller.language }, secret)

    await recordAudit(tx, {
      action: 'login.code_sent',
      targetType: 'user',
      ...(user ? { targetId: user.id } : {}),
      ip: caller.ip,
    })
  })
}

/** What mails can be sent to and an account be made for; null for anything else. */
const addressFor = (given: string): string | null => mailAddress.safeParse(given).data ?? null

/**
 * Log in with a mailed code in the browser that asked for it. A user with a second factor is asked
 * for it (auth.two_factor_required); staff without one do not get in by mail alone; whoever has no
 * account is asked for his name (login_code.new). What was set up before anybody had proven the
 * mailbox opens nothing any more (P175).
 */
export async function enterByLoginCode(
  app: App,
  input: { secret: string | null; code: string },
  caller: Caller,
): Promise<SignedIn> {
  const hash = hashOf(input.secret ?? '')
  const row = await takeTry(app, hash)
  const user = row.userId ? await userById(app, row.userId) : null
  const fits = isCodeOf(app, row, input.code)
  if (fits && row.email) return proveMail(app, hash, row.email)

  if (!user || !fits) {
    await noteFailedLogin(app, user, caller, { step: 'mail code' })
    throw wrongCode(row)
  }

  if (user.isBanned) {
    await noteFailedLogin(app, user, caller)
    throw fail('auth.banned', { reason: user.banReason ?? '' })
  }

  const twoFactor = await hasTwoFactor(app, user.id)
  if (!twoFactor && staffRoles.includes(user.role)) throw fail('login_code.staff')

  const entered = await inTransaction(app, async (tx) => {
    // The person first: whoever changes him takes his codes away while he is locked.
    await tx.db.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update')
    await useUp(tx, hash)
    // The second factor was set up behind the password: who has both is the same person.
    if (twoFactor) return null

    return enter(tx, await proveMailbox(tx, user.id, caller), caller, { mailCode: true })
  })

  if (entered) return entered

  throw fail('auth.two_factor_required', {}, await openChallenge(app, user.id))
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

    return { email: row.email }
  })
}
