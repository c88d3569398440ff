import { staffRoles } from '@chaveiro/contracts/limits'
import { and, eq, isNull } from 'drizzle-orm'

import { recoveryCodes, twoFactors } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller, Principal } from '../../../platform/http/mount.ts'
import { actorOf, recordAudit } from '../../audit/audit.service.ts'
import { queueNotice } from '../people/notices.service.ts'
import { hasTwoFactor, userById } from '../people/people.queries.ts'
import { endSessionsOf } from '../session/session.service.ts'
import { dropChallenges } from './challenges.service.ts'
import { newRecoveryCodes } from './codes.service.ts'

export async function twoFactorState(
  app: App,
  principal: Principal,
): Promise<{ enabled: boolean; required: boolean; recoveryCodesLeft: number }> {
  const codesLeft = await app.db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.userId, principal.userId), isNull(recoveryCodes.usedAt)),
  )

  const isEnabled = await hasTwoFactor(app, principal.userId)

  return {
    enabled: isEnabled,
    required: isRequired(app, principal),
    recoveryCodesLeft: isEnabled ? codesLeft : 0,
  }
}

const isRequired = (app: App, principal: Principal): boolean =>
  app.config.staffTwoFactor === 'required' && staffRoles.includes(principal.role)

/** Create new recovery codes; the previous ones become void. */
export function renewRecoveryCodes(
  app: App,
  principal: Principal,
  caller: Caller,
): Promise<string[]> {
  return inTransaction(app, async (tx) => {
    if (!(await hasTwoFactor(tx, principal.userId))) throw fail('two_factor.not_enabled')

    await recordAudit(tx, {
      ...actorOf({ principal, caller }),
      action: 'two_factor.codes_renewed',
      targetType: 'user',
      targetId: principal.userId,
    })

    return newRecoveryCodes(tx, principal.userId)
  })
}

/**
 * Disable the caller's own second factor. Throws two_factor.demanded for staff of a shop that
 * requires a second factor, and two_factor.not_enabled.
 */
export async function disableTwoFactor(
  app: App,
  principal: Principal,
  caller: Caller,
): Promise<void> {
  if (isRequired(app, principal)) throw fail('two_factor.demanded')
  await inTransaction(app, async (tx) => {
    if (!(await dropTwoFactor(tx, principal.userId))) throw fail('two_factor.not_enabled')

    await endSessionsOf(tx, principal.userId, 'second factor switched off', principal.sessionId)
    await queueFactorNotice(tx, principal.userId, 'off')

    await recordAudit(tx, {
      ...actorOf({ principal, caller }),
      action: 'two_factor.disabled',
      targetType: 'user',
      targetId: principal.userId,
    })
  })
}

/** Mail a user that the second factor of their account changed. */
export async function queueFactorNotice(
  tx: App,
  userId: string,
  change: 'on' | 'off' | 'taken',
): Promise<void> {
  const user = await userById(tx, userId)
  if (!user) return

  const noticeValues = { isOn: change === 'on', byShop: change === 'taken', at: tx.clock.now() }
  await queueNotice(tx, user, { name: 'twoFactorChanged', email: user.email, values: noticeValues })
}

/** Remove a second factor with its codes and open challenges; returns whether one was active. */
export async function dropTwoFactor(tx: App, userId: string): Promise<boolean> {
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await dropChallenges(tx, userId)

  const deletedRows = await tx.db
    .delete(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .returning({ confirmedAt: twoFactors.confirmedAt })

  return deletedRows.some((row) => row.confirmedAt !== null)
}
