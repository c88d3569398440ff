import { createHash, randomInt } from 'node:crypto'
import { staffRoles } from '@chaveiro/contracts/limits'
import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { loginChallenges, loginCodes, recoveryCodes, twoFactors } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { secondsAfter } from '../../../platform/clock.ts'
import { fail, tooMany } from '../../../platform/errors.ts'
import type { Caller, Who } from '../../../platform/http/mount.ts'
import { newToken } from '../../../platform/ids.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { actorOf, recordAudit } from '../../audit/audit.service.ts'
import { siteSettings } from '../../settings/settings.service.ts'
import { endSessionsOf } from '../session/session.service.ts'

const challengeSeconds = 5 * 60
const triesSeconds = 15 * 60
const stepSeconds = 30
const codesGiven = 10

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
  who: Who,
): Promise<{ enabled: boolean; required: boolean; recoveryCodesLeft: number }> {
  const [left] = await app.db
    .select({ n: sql<number>`count(*)::int` })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, who.userId), isNull(recoveryCodes.usedAt)))
  const enabled = await hasTwoFactor(app, who.userId)
  return { enabled, required: isDemanded(app, who), recoveryCodesLeft: enabled ? left!.n : 0 }
}

const isDemanded = (app: App, who: Who): boolean =>
  app.config.staffTwoFactor === 'required' && staffRoles.includes(who.role)
export const demandStaffRole = (who: Who): void => {
  if (!staffRoles.includes(who.role)) throw fail('auth.forbidden')
}
const totpOf = (secret: string, label: string, issuer: string): TOTP =>
  new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: stepSeconds,
    secret: Secret.fromBase32(secret),
  })

/** Make a secret for the caller's authenticator app; it counts for nothing until a first code confirms it. */
export async function startTwoFactor(app: App, who: Who): Promise<{ secret: string; uri: string }> {
  demandStaffRole(who)
  const secret = new Secret({ size: 20 }).base32
  const { siteName } = await siteSettings(app)
  await inTransaction(app, async (tx) => {
    const values = {
      secretCipher: tx.vault.seal(secret, 'two_factors', who.userId),
      confirmedAt: null,
      lastStep: 0,
      tries: 0,
      createdAt: tx.clock.now(),
    }
    const kept = await tx.db
      .insert(twoFactors)
      .values({ userId: who.userId, ...values })
      .onConflictDoUpdate({
        target: twoFactors.userId,
        set: values,
        setWhere: isNull(twoFactors.confirmedAt),
      })
      .returning({ userId: twoFactors.userId })
    if (!kept.length) throw fail('two_factor.enabled')
  })
  return { secret, uri: totpOf(secret, who.email, siteName).toString() }
}

/** Put the second factor in force with a first code; answers the recovery codes, shown this once. The other sessions end. */
export async function confirmTwoFactor(
  app: App,
  who: Who,
  code: string,
  caller: Caller,
): Promise<string[]> {
  demandStaffRole(who)
  return inTransaction(app, async (tx) => {
    const [row] = await tx.db
      .select()
      .from(twoFactors)
      .where(eq(twoFactors.userId, who.userId))
      .for('update')
    if (!row) throw fail('two_factor.not_enabled')
    if (row.confirmedAt) throw fail('two_factor.enabled')
    const step = stepOf(tx, row.secretCipher, who.userId, code)
    if (step === null) throw fail('two_factor.code_wrong')
    await tx.db
      .update(twoFactors)
      .set({ confirmedAt: tx.clock.now(), lastStep: step })
      .where(eq(twoFactors.userId, who.userId))
    const codes = await newRecoveryCodes(tx, who.userId)
    await endSessionsOf(tx, who.userId, 'second factor set up', who.sessionId)
    await recordAudit(tx, {
      ...actorOf({ who, caller }),
      action: 'two_factor.enabled',
      targetType: 'user',
      targetId: who.userId,
    })
    return codes
  })
}

/** New recovery codes in place of the old ones. */
export function renewRecoveryCodes(app: App, who: Who, caller: Caller): Promise<string[]> {
  return inTransaction(app, async (tx) => {
    if (!(await hasTwoFactor(tx, who.userId))) throw fail('two_factor.not_enabled')
    await recordAudit(tx, {
      ...actorOf({ who, caller }),
      action: 'two_factor.codes_renewed',
      targetType: 'user',
      targetId: who.userId,
    })
    return newRecoveryCodes(tx, who.userId)
  })
}

/** Switch the caller's own second factor off; not where the shop demands it of its staff. */
export async function disableTwoFactor(app: App, who: Who, caller: Caller): Promise<void> {
  if (isDemanded(app, who)) throw fail('two_factor.demanded')
  await inTransaction(app, async (tx) => {
    if (!(await dropTwoFactor(tx, who.userId))) throw fail('two_factor.not_enabled')
    await endSessionsOf(tx, who.userId, 'second factor switched off', who.sessionId)
    await recordAudit(tx, {
      ...actorOf({ who, caller }),
      action: 'two_factor.disabled',
      targetType: 'user',
      targetId: who.userId,
    })
  })
}

/** Forget a second factor with its codes and open challenges; answers whether one was in force. */
export async function dropTwoFactor(tx: App, userId: string): Promise<boolean> {
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await dropChallenges(tx, userId)
  const gone = await tx.db
    .delete(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .returning({ confirmedAt: twoFactors.confirmedAt })
  return gone.some((row) => row.confirmedAt !== null)
}

/** Make logins that are half done void: those that wait for a second factor, and mailed codes. */
export async function dropChallenges(tx: App, userId: string): Promise<void> {
  await tx.db.delete(loginChallenges).where(eq(loginChallenges.userId, userId))
  await tx.db.delete(loginCodes).where(eq(loginCodes.userId, userId))
}

// Letters and digits that are not mistaken for one another, as people copy these by hand: 32 of them, 50 bits a code.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const newCode = (): string =>
  Array.from(
    { length: 10 },
    (_, i) => (i === 5 ? '-' : '') + alphabet[randomInt(alphabet.length)]!,
  ).join('')
const codeHash = (app: App, userId: string, code: string): Buffer =>
  app.vault.index(code.toUpperCase().replace(/[^A-Z0-9]/g, ''), `recovery code of ${userId}`)

async function newRecoveryCodes(tx: App, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesGiven }, newCode)
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, hash: codeHash(tx, userId, code) })))
  return codes
}

const challengeHash = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

/** Open the second step of a login whose password was right: a secret for the browser that counts once and lives five minutes. */
export async function openChallenge(
  app: App,
  userId: string,
): Promise<{ challenge: string; expiresAt: string }> {
  const challenge = newToken()
  const now = app.clock.now()
  const expiresAt = secondsAfter(now, challengeSeconds)
  await inTransaction(app, (tx) =>
    tx.db
      .insert(loginChallenges)
      .values({ hash: challengeHash(challenge), userId, createdAt: now, expiresAt }),
  )
  return { challenge, expiresAt: expiresAt.toISOString() }
}

/** Whose login a challenge opened, while it counts; null otherwise. */
export async function userOfChallenge(app: App, challenge: string): Promise<string | null> {
  const [row] = await app.db
    .select({ userId: loginChallenges.userId })
    .from(loginChallenges)
    .where(
      and(
        eq(loginChallenges.hash, challengeHash(challenge)),
        isNull(loginChallenges.usedAt),
        gt(loginChallenges.expiresAt, app.clock.now()),
      ),
    )
  return row?.userId ?? null
}

/** Take one of the few tries that an account has for its code in a quarter of an hour; one statement, so that many at once get no more. */
export async function takeTry(app: App, userId: string): Promise<void> {
  const [now, since] = [
    app.clock.now().toISOString(),
    secondsAfter(app.clock.now(), -triesSeconds).toISOString(),
  ]
  const over = sql`(${twoFactors.triesSince} is null or ${twoFactors.triesSince} < ${since}::timestamptz)`
  const taken = await inTransaction(app, (tx) =>
    tx.db
      .update(twoFactors)
      .set({
        tries: sql`case when ${over} then 1 else ${twoFactors.tries} + 1 end`,
        triesSince: sql`case when ${over} then ${now}::timestamptz else ${twoFactors.triesSince} end`,
      })
      .where(
        and(
          eq(twoFactors.userId, userId),
          sql`(${twoFactors.tries} < ${app.config.rates.account} or ${over})`,
        ),
      )
      .returning({ userId: twoFactors.userId }),
  )
  if (!taken.length) throw tooMany(await secondsOfTries(app, userId))
}

/** Seconds until an account gets new tries for its code. */
async function secondsOfTries(app: App, userId: string): Promise<number> {
  const [row] = await app.db
    .select({ since: twoFactors.triesSince })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId))
  const now = app.clock.now()
  return (secondsAfter(row?.since ?? now, triesSeconds).getTime() - now.getTime()) / 1000
}

/** Use up a challenge and a code in the transaction that opens the session; a code or recovery code counts once, whoever comes at the same moment. Answers which kind it was, or null when it is wrong. */
export async function useCode(
  tx: App,
  userId: string,
  challenge: string,
  code: string,
): Promise<'app' | 'recovery' | null> {
  const kind = await useOwnCode(tx, userId, code)
  if (!kind) return null
  const used = await tx.db
    .update(loginChallenges)
    .set({ usedAt: tx.clock.now() })
    .where(and(eq(loginChallenges.hash, challengeHash(challenge)), isNull(loginChallenges.usedAt)))
    .returning({ userId: loginChallenges.userId })
  if (!used.length) throw fail('two_factor.challenge_invalid')
  return kind
}

/** Use up a code of the app or a recovery code, in the caller's transaction, and give the account its tries back; null when it is wrong. */
export async function useOwnCode(
  tx: App,
  userId: string,
  code: string,
): Promise<'app' | 'recovery' | null> {
  const [row] = await tx.db
    .select()
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
    .for('update')
  if (!row) return null
  const kind = /^\s*\d{3}\s?\d{3}\s*$/.test(code)
    ? await useAppCode(tx, row, code)
    : await useRecoveryCode(tx, userId, code)
  if (!kind) return null
  await tx.db
    .update(twoFactors)
    .set({ tries: 0, triesSince: null })
    .where(eq(twoFactors.userId, userId))
  return kind
}

async function useAppCode(
  tx: App,
  row: typeof twoFactors.$inferSelect,
  code: string,
): Promise<'app' | null> {
  const step = stepOf(tx, row.secretCipher, row.userId, code)
  if (step === null || step <= row.lastStep) return null
  await tx.db.update(twoFactors).set({ lastStep: step }).where(eq(twoFactors.userId, row.userId))
  return 'app'
}

async function useRecoveryCode(tx: App, userId: string, code: string): Promise<'recovery' | null> {
  const used = await tx.db
    .update(recoveryCodes)
    .set({ usedAt: tx.clock.now() })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.hash, codeHash(tx, userId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId })
  return used.length ? 'recovery' : null
}

/** The time step of a code, the last and the next one accepted too, since clocks differ; null when it fits none. */
function stepOf(app: App, secretCipher: Buffer, userId: string, code: string): number | null {
  const now = app.clock.now().getTime()
  const delta = totpOf(app.vault.open(secretCipher, 'two_factors', userId), 'x', 'x').validate({
    token: code.replace(/\s/g, ''),
    timestamp: now,
    window: 1,
  })
  return delta === null ? null : Math.floor(now / 1000 / stepSeconds) + delta
}

/** Forget challenges that are past their time. */
export async function forgetChallenges(app: App): Promise<void> {
  await inTransaction(app, (tx) =>
    tx.db.delete(loginChallenges).where(lt(loginChallenges.expiresAt, app.clock.now())),
  )
}
