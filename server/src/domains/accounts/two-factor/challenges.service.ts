import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'

import { loginChallenges, loginCodes, twoFactors } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail, rateLimited } from '../../../platform/errors.ts'
import { newToken } from '../../../platform/secrets/ids.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { useOwnCode } from './codes.service.ts'

const challengeSeconds = 5 * 60
const triesSeconds = 15 * 60

const challengeHash = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

/**
 * Start the second step of a login after a right first step. Returns a secret for the browser that
 * works once, within five minutes.
 */
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

/** The user of a valid challenge; null otherwise. */
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

/**
 * Count one of the few tries that an account has for its second factor in 15 minutes. Throws a rate
 * limit error when no try is left. A single statement, so that concurrent calls cannot exceed the
 * limit.
 */
export async function takeFactorTry(app: App, userId: string): Promise<void> {
  const [now, since] = [
    app.clock.now().toISOString(),
    secondsAfter(app.clock.now(), -triesSeconds).toISOString(),
  ]

  const isWindowOver = sql`(${twoFactors.triesSince} is null or ${twoFactors.triesSince} < ${since}::timestamptz)`

  const takenRows = await inTransaction(app, (tx) =>
    tx.db
      .update(twoFactors)
      .set({
        tries: sql`case when ${isWindowOver} then 1 else ${twoFactors.tries} + 1 end`,
        triesSince: sql`case when ${isWindowOver} then ${now}::timestamptz else ${twoFactors.triesSince} end`,
      })
      .where(
        and(
          eq(twoFactors.userId, userId),
          sql`(${twoFactors.tries} < ${app.config.rates.account} or ${isWindowOver})`,
        ),
      )
      .returning({ userId: twoFactors.userId }),
  )

  if (!takenRows.length) throw rateLimited(await secondsOfTries(app, userId))
}

/** Seconds until an account may try its second factor again. */
async function secondsOfTries(app: App, userId: string): Promise<number> {
  const [row] = await app.db
    .select({ since: twoFactors.triesSince })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId))

  const now = app.clock.now()

  return (secondsAfter(row?.since ?? now, triesSeconds).getTime() - now.getTime()) / 1000
}

/**
 * Use up a code and then its challenge, in the transaction that opens the session. Code and
 * challenge work once each, even for concurrent calls. Returns the kind of code, or null when the
 * code is wrong. Throws two_factor.challenge_invalid.
 */
export async function useCode(
  tx: App,
  userId: string,
  challenge: string,
  code: string,
): Promise<'app' | 'recovery' | null> {
  const factorKind = await useOwnCode(tx, userId, code)
  if (!factorKind) return null

  const usedRows = await tx.db
    .update(loginChallenges)
    .set({ usedAt: tx.clock.now() })
    .where(and(eq(loginChallenges.hash, challengeHash(challenge)), isNull(loginChallenges.usedAt)))
    .returning({ userId: loginChallenges.userId })

  if (!usedRows.length) throw fail('two_factor.challenge_invalid')

  return factorKind
}

/** Cancel a user's unfinished logins: open challenges of the second factor, and mailed codes. */
export async function dropChallenges(tx: App, userId: string): Promise<void> {
  await tx.db.delete(loginChallenges).where(eq(loginChallenges.userId, userId))
  await tx.db.delete(loginCodes).where(eq(loginCodes.userId, userId))
}

/** Delete expired challenges. */
export async function purgeChallenges(app: App): Promise<void> {
  await inTransaction(app, (tx) =>
    tx.db.delete(loginChallenges).where(lt(loginChallenges.expiresAt, app.clock.now())),
  )
}
