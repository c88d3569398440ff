import { lifetimes } from '@chaveiro/contracts/limits'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { passwordResets, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/http/mount.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { newId, newToken } from '../../../platform/secrets/ids.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { assertMailServer } from '../mail-codes/mail-codes.service.ts'
import { proveMailboxByLink } from '../own-mail/mailbox.service.ts'
import { dropRecoveries } from '../own-mail/recoveries.service.ts'
import { hashPassword, limitKeyOf } from '../password/password-hash.ts'
import { newPasswordColumns, passwordFault } from '../password/password.rules.ts'
import { userByEmail, userById } from '../people/people.queries.ts'
import { endSessionsOf } from '../session/session.service.ts'

// Each reply waits this long, which is longer than the work takes. So the time does not show
// whether an account exists (D024).
const forgotTakesMs = 250

/**
 * Queue a recovery mail. Reply, time and nearly all work are the same without an account (Q12).
 * Without a solved captcha, the number of requests is limited for each IP address and each mail
 * (Q125).
 */
export async function forgotPassword(
  app: App,
  emailInput: string,
  caller: Caller,
  captchaSolved: boolean,
): Promise<void> {
  assertMailServer(app)
  const email = emailInput.trim().toLowerCase()
  await app.limits.count('account', caller.ip)

  if (!captchaSolved) {
    await app.limits.count('recovery', caller.ip)
    await app.limits.count('recovery', limitKeyOf(email))
  }

  await Promise.all([queueRecovery(app, email, caller), wait(forgotTakesMs)])
}

async function queueRecovery(app: App, email: string, caller: Caller): Promise<void> {
  const user = await userByEmail(app, email)
  const recoveryToken = newToken()

  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    const mayRecover = user && !user.isBanned
    const userId = user?.id ?? newId(now.getTime())

    await recordAudit(tx, {
      action: 'password.forgot',
      targetType: 'user',
      ...(user ? { targetId: user.id } : {}),
      ip: caller.ip,
    })

    if (mayRecover)
      await tx.db.insert(passwordResets).values({
        hash: tokenHash(recoveryToken),
        userId,
        createdAt: now,
        expiresAt: secondsAfter(now, lifetimes.passwordReset),
      })

    // Queue the job for an unknown account too, so that both cases take the same time: the job
    // sends nothing without a stored token. At most one such job of a user is queued.
    await enqueue(tx, 'mail.password-reset', {
      userId,
      sealedToken: tx.vault.seal(recoveryToken, 'jobs', userId).toString('base64'),
    })
  })
}

/** Whether a recovery token is still valid. A queued mail whose token has expired is not sent. */
export async function isRecoveryLive(app: App, token: string): Promise<boolean> {
  const [row] = await app.db
    .select({ hash: passwordResets.hash })
    .from(passwordResets)
    .where(
      and(
        eq(passwordResets.hash, tokenHash(token)),
        isNull(passwordResets.usedAt),
        gt(passwordResets.expiresAt, app.clock.now()),
      ),
    )
  return row !== undefined
}

const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Set a new password with a recovery token, once, and end all sessions. */
export async function resetPassword(
  app: App,
  input: { token: string; newPassword: string },
  caller: Caller,
): Promise<void> {
  await app.limits.count('account', caller.ip)

  const [known] = await app.db
    .select()
    .from(passwordResets)
    .where(eq(passwordResets.hash, tokenHash(input.token)))

  const user = known && (await userById(app, known.userId))
  if (!user || known.usedAt || known.expiresAt <= app.clock.now())
    throw fail('account.reset_invalid')

  const passwordError = passwordFault(input.newPassword, 'reset', user.role)
  if (passwordError) throw passwordError

  const passwordHash = await hashPassword(input.newPassword)

  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()

    const usedRows = await tx.db
      .update(passwordResets)
      .set({ usedAt: now })
      .where(
        and(
          eq(passwordResets.hash, known.hash),
          isNull(passwordResets.usedAt),
          gt(passwordResets.expiresAt, now),
        ),
      )
      .returning()

    if (!usedRows.length) throw fail('account.reset_invalid')

    await dropRecoveries(tx, user.id)
    await tx.db.update(users).set(newPasswordColumns(passwordHash)).where(eq(users.id, user.id))
    await proveMailboxByLink(tx, user)
    await endSessionsOf(tx, user.id, 'password reset')

    await recordAudit(tx, {
      action: 'password.reset',
      actorId: user.id,
      actorName: user.name,
      targetType: 'user',
      targetId: user.id,
      ip: caller.ip,
    })
  })
}
