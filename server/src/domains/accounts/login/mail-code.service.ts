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
  createCode,
  takeCodeTry,
  useUpCode,
  wrongCode,
} from '../mail-codes/mail-codes.service.ts'
import { proveMailbox } from '../own-mail/mailbox.service.ts'
import { limitKeyOf } from '../password/password-hash.ts'
import { hasTwoFactor, isFamiliarAddress, userByEmail, userById } from '../people/people.queries.ts'
import { openChallenge } from '../two-factor/challenges.service.ts'
import { openUserSession, noteFailedLogin, type SignedIn } from './login.service.ts'
import { createAccount } from './register.service.ts'

// Each reply waits this long, which is longer than the work takes. So the time does not show
// whether an account exists (D024).
const askingTakesMs = 250

/**
 * Mail a six-digit code that logs in, or leads to a new account (Q117). Returns the secret that
 * binds the code to this browser. Reply, time and work are the same without an account. For each
 * mail address, all unfamiliar IP addresses share one limit; an IP address that the account used
 * lately has a limit of its own.
 */
export async function askLoginCode(app: App, emailInput: string, caller: Caller): Promise<string> {
  assertMailServer(app)
  const email = emailInput.trim().toLowerCase()
  const isFamiliar = await isFamiliarAddress(app, email, caller.ip)
  await app.limits.count('mail code', caller.ip)
  const addressKey = limitKeyOf(isFamiliar ? `${email} ${caller.ip}` : email)
  await app.limits.count('mail code', addressKey)
  await app.limits.count('mail code day', addressKey)
  const browserSecret = newToken()
  await Promise.all([queueCode(app, email, browserSecret, caller), wait(askingTakesMs)])

  return browserSecret
}

async function queueCode(app: App, email: string, secret: string, caller: Caller): Promise<void> {
  const user = await userByEmail(app, email)
  await inTransaction(app, async (tx) => {
    const codeOwner = user ? { userId: user.id } : { email: validAddress(email) }
    await createCode(tx, { purpose: 'login', ...codeOwner, language: caller.language }, secret)

    await recordAudit(tx, {
      action: 'login.code_sent',
      targetType: 'user',
      ...(user ? { targetId: user.id } : {}),
      ip: caller.ip,
    })
  })
}

/**
 * The mail address if an account can be created for it, otherwise null: the code is then stored but
 * never mailed.
 */
const validAddress = (given: string): string | null => mailAddress.safeParse(given).data ?? null

/**
 * Log in with a mailed code in the browser that asked for it. A user with a second factor must also
 * enter its code (auth.two_factor_required); staff without a second factor cannot log in by mail.
 * Without an account the reply asks for a name (login_code.new). The first proof of the mailbox
 * voids earlier credentials (P175).
 */
export async function enterByLoginCode(
  app: App,
  input: { secret: string | null; code: string },
  caller: Caller,
): Promise<SignedIn> {
  const secretHash = hashOf(input.secret ?? '')
  const codeRow = await takeCodeTry(app, secretHash)
  const user = codeRow.userId ? await userById(app, codeRow.userId) : null
  const isRightCode = isCodeOf(app, codeRow, input.code)
  if (isRightCode && codeRow.email) return proveMail(app, secretHash, codeRow.email)

  if (!user || !isRightCode) {
    await noteFailedLogin(app, user, caller, { step: 'mail code' })
    throw wrongCode(codeRow)
  }

  if (user.isBanned) {
    await noteFailedLogin(app, user, caller)
    throw fail('auth.banned', { reason: user.banReason ?? '' })
  }

  const twoFactor = await hasTwoFactor(app, user.id)
  if (!twoFactor && staffRoles.includes(user.role)) throw fail('login_code.staff')

  const signedInUser = await inTransaction(app, async (tx) => {
    // Lock the user first: changes of a user delete their codes under this lock.
    await tx.db.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update')
    await useUpCode(tx, secretHash)
    // The login continues with the second factor. Only the owner of the mailbox can have set up a
    // second factor, so proveMailbox has no stranger's credentials to void.
    if (twoFactor) return null

    return openUserSession(tx, await proveMailbox(tx, user.id, caller), caller, { mailCode: true })
  })

  if (signedInUser) return signedInUser

  throw fail('auth.two_factor_required', {}, await openChallenge(app, user.id))
}

/**
 * Record that this browser proved the mail, so that the browser can create an account for that
 * mail. Throws login_code.new, or login_code.over when another request created an account for the
 * mail meanwhile.
 */
async function proveMail(app: App, hash: Buffer, email: string): Promise<never> {
  await inTransaction(app, async (tx) => {
    await useUpCode(tx, hash)
    if (await userByEmail(tx, email)) throw fail('login_code.over')

    await tx.db
      .update(loginCodes)
      .set({ provenAt: tx.clock.now() })
      .where(eq(loginCodes.hash, hash))
  })
  throw fail('login_code.new')
}

/**
 * Create an account for the mail that this browser proved, once and within ten minutes, and log in.
 * The account has no password: its owner logs in by codes until a recovery link sets one.
 */
export async function registerByLoginCode(
  app: App,
  input: { secret: string | null; name: string; termsAccepted?: unknown },
  caller: Caller,
): Promise<SignedIn> {
  if (input.termsAccepted !== true) throw fail('account.terms_required')

  await app.limits.count('register', caller.ip)
  const secretHash = hashOf(input.secret ?? '')

  return createAccount(app, caller, { name: input.name, passwordHash: null }, async (tx) => {
    const [row] = await tx.db
      .delete(loginCodes)
      .where(
        and(
          eq(loginCodes.hash, secretHash),
          gt(loginCodes.provenAt, secondsAfter(tx.clock.now(), -lifetimes.mailCode)),
        ),
      )
      .returning({ email: loginCodes.email })

    if (!row?.email) throw fail('login_code.over')

    return { email: row.email }
  })
}
