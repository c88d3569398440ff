import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

import { recoveryCodes, twoFactors } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'

const stepSeconds = 30
const codeCount = 10

/** The time-based codes of a secret, as authenticator apps generate them. */
export const createTotp = (secret: string, label: string, issuer: string): TOTP =>
  new TOTP({
    issuer,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: stepSeconds,
    secret: Secret.fromBase32(secret),
  })

// 32 letters and digits that people do not confuse when they copy them by hand. A code has 50 bits.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const generateCode = (): string =>
  Array.from(
    { length: 10 },
    (_, i) => (i === 5 ? '-' : '') + alphabet[randomInt(alphabet.length)]!,
  ).join('')

const codeHashes = (app: App, userId: string, code: string): Buffer[] =>
  app.vault.indexes(code.toUpperCase().replace(/[^A-Z0-9]/g, ''), `recovery code of ${userId}`)

/** Create recovery codes that replace the account's present codes. */
export async function newRecoveryCodes(tx: App, userId: string): Promise<string[]> {
  const newCodes = Array.from({ length: codeCount }, generateCode)
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))

  await tx.db.insert(recoveryCodes).values(
    newCodes.map((code) => ({
      userId,
      hash: codeHashes(tx, userId, code)[0]!,
      secretMark: tx.vault.marks[0]!,
    })),
  )

  return newCodes
}

/**
 * Use up a code of the authenticator app or a recovery code, in the caller's transaction, and reset
 * the account's tries. Returns the kind of code, or null when the code is wrong.
 */
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

  const factorKind = /^\s*\d{3}\s?\d{3}\s*$/.test(code)
    ? await useAppCode(tx, row, code)
    : await useRecoveryCode(tx, userId, code)
  if (!factorKind) return null

  await tx.db
    .update(twoFactors)
    .set({ tries: 0, triesSince: null })
    .where(eq(twoFactors.userId, userId))

  return factorKind
}

async function useAppCode(
  tx: App,
  row: typeof twoFactors.$inferSelect,
  code: string,
): Promise<'app' | null> {
  const codeStep = stepOfCode(tx, row.secretCipher, row.userId, code)
  // Each time step is accepted once, so that an observed code cannot be used again.
  if (codeStep === null || codeStep <= row.lastStep) return null

  await tx.db
    .update(twoFactors)
    .set({ lastStep: codeStep })
    .where(eq(twoFactors.userId, row.userId))

  return 'app'
}

async function useRecoveryCode(tx: App, userId: string, code: string): Promise<'recovery' | null> {
  const usedRows = await tx.db
    .update(recoveryCodes)
    .set({ usedAt: tx.clock.now() })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        inArray(recoveryCodes.hash, codeHashes(tx, userId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId })
  return usedRows.length ? 'recovery' : null
}

/**
 * The time step of a code, or null when the code is wrong. The previous and the next step are
 * accepted too, since clocks differ.
 */
export function stepOfCode(
  app: App,
  secretCipher: Buffer,
  userId: string,
  code: string,
): number | null {
  const now = app.clock.now().getTime()

  const stepDelta = createTotp(
    app.vault.open(secretCipher, 'two_factors', userId),
    'x',
    'x',
  ).validate({
    token: code.replace(/\s/g, ''),
    timestamp: now,
    window: 1,
  })

  return stepDelta === null ? null : Math.floor(now / 1000 / stepSeconds) + stepDelta
}
