import { staffRoles } from '@chaveiro/contracts/limits'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { Secret } from 'otpauth'
import { recoveryCodes, twoFactors } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller, Principal } from '../../../platform/http/mount.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { actorOf, recordAudit } from '../../audit/audit.service.ts'
import { siteSettings } from '../../settings/settings.service.ts'
import { endSessionsOf } from '../session/session.service.ts'
import { dropChallenges } from './challenges.service.ts'
import { newRecoveryCodes, stepOf, totpOf } from './codes.service.ts'

/** Whether a second factor is in force for an account. */
export async function hasTwoFactor(app: App, userId: string): Promise<boolean> {
  const [row] = await app.db
    .select({ userId: twoFactors.userId })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
  return row !== undefined
}

export async function twoFactorState(
  app: App,
  principal: Principal,
): Promise<{ enabled: boolean; required: boolean; recoveryCodesLeft: number }> {
  const left = await app.db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.userId, principal.userId), isNull(recoveryCodes.usedAt)),
  )
  const enabled = await hasTwoFactor(app, principal.userId)
  return { enabled, required: isDemanded(app, principal), recoveryCodesLeft: enabled ? left : 0 }
}

const isDemanded = (app: App, principal: Principal): boolean =>
  app.config.staffTwoFactor === 'required' && staffRoles.includes(principal.role)
export const assertStaffRole = (principal: Principal): void => {
  if (!staffRoles.includes(principal.role)) throw fail('auth.forbidden')
}
/**
 * Make a secret for the caller's authenticator app. It has no effect until a first code confirms
 * it.
 */
export async function startTwoFactor(
  app: App,
  principal: Principal,
): Promise<{ secret: string; uri: string }> {
  assertStaffRole(principal)
  const secret = new Secret({ size: 20 }).base32
  const { siteName } = await siteSettings(app)
  await inTransaction(app, async (tx) => {
    const values = {
      secretCipher: tx.vault.seal(secret, 'two_factors', principal.userId),
      confirmedAt: null,
      lastStep: 0,
      tries: 0,
      createdAt: tx.clock.now(),
    }
    const kept = await tx.db
      .insert(twoFactors)
      .values({ userId: principal.userId, ...values })
      .onConflictDoUpdate({
        target: twoFactors.userId,
        set: values,
        setWhere: isNull(twoFactors.confirmedAt),
      })
      .returning({ userId: twoFactors.userId })
    if (!kept.length) throw fail('two_factor.enabled')
  })
  return { secret, uri: totpOf(secret, principal.email, siteName).toString() }
}

/**
 * Activate the second factor with a first code; answers the recovery codes, shown only this once.
 * The other sessions end.
 */
export async function confirmTwoFactor(
  app: App,
  principal: Principal,
  code: string,
  caller: Caller,
): Promise<string[]> {
  assertStaffRole(principal)
  return inTransaction(app, async (tx) => {
    const [row] = await tx.db
      .select()
      .from(twoFactors)
      .where(eq(twoFactors.userId, principal.userId))
      .for('update')
    if (!row) throw fail('two_factor.not_enabled')
    if (row.confirmedAt) throw fail('two_factor.enabled')
    const step = stepOf(tx, row.secretCipher, principal.userId, code)
    if (step === null) throw fail('two_factor.code_wrong')
    await tx.db
      .update(twoFactors)
      .set({ confirmedAt: tx.clock.now(), lastStep: step })
      .where(eq(twoFactors.userId, principal.userId))
    const codes = await newRecoveryCodes(tx, principal.userId)
    await endSessionsOf(tx, principal.userId, 'second factor set up', principal.sessionId)
    await recordAudit(tx, {
      ...actorOf({ principal, caller }),
      action: 'two_factor.enabled',
      targetType: 'user',
      targetId: principal.userId,
    })
    return codes
  })
}

/** New recovery codes in place of the old ones. */
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

/** Switch the caller's own second factor off; refused where the shop demands it of its staff. */
export async function disableTwoFactor(
  app: App,
  principal: Principal,
  caller: Caller,
): Promise<void> {
  if (isDemanded(app, principal)) throw fail('two_factor.demanded')
  await inTransaction(app, async (tx) => {
    if (!(await dropTwoFactor(tx, principal.userId))) throw fail('two_factor.not_enabled')
    await endSessionsOf(tx, principal.userId, 'second factor switched off', principal.sessionId)
    await recordAudit(tx, {
      ...actorOf({ principal, caller }),
      action: 'two_factor.disabled',
      targetType: 'user',
      targetId: principal.userId,
    })
  })
}

/** Remove a second factor with its codes and open challenges; answers whether one was active. */
export async function dropTwoFactor(tx: App, userId: string): Promise<boolean> {
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await dropChallenges(tx, userId)
  const gone = await tx.db
    .delete(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .returning({ confirmedAt: twoFactors.confirmedAt })
  return gone.some((row) => row.confirmedAt !== null)
}
