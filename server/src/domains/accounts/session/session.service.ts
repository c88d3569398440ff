import { lifetimes, staffRoles, type Role } from '@chaveiro/contracts/limits'
import type { SessionEnd } from '@chaveiro/contracts/shop-reasons'
import { and, eq, inArray, isNull, lt, ne } from 'drizzle-orm'
import { createHash } from 'node:crypto'

import { refreshTokens, sessions } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import type { Clearing } from '../../../platform/database/clearing.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/http/mount.ts'
import { emptyWatched } from '../../../platform/load/public-cache.ts'
import { signaturesOf } from '../../../platform/secrets/derived-keys.ts'
import { newId, newToken } from '../../../platform/secrets/ids.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { dropDevice, forgetEnded } from '../../notifications/push/push.devices.service.ts'
import { sessionWithUser } from '../people/people.queries.ts'
import {
  dropCachedSession,
  isOverSession,
  lastMomentOf,
  signAccess,
} from './access-token.service.ts'

// The life of a session from opening to end. Access tokens are in access-token.service.ts.

/** The tokens of a browser; the refresh token is valid for `refreshSeconds`. */
export type Tokens = { accessToken: string; refreshToken: string; refreshSeconds: number }

const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * The possible successors of a refresh token. A successor is derived, not random, so that all
 * refreshes within the grace period get the same token (D021). The first is derived with the
 * present STORE_SECRET, the others with older values.
 */
const successorsOf = (app: App, token: string): string[] =>
  signaturesOf(app.config, 'chaveiro refresh token', token).map((successor) =>
    successor.toString('base64url'),
  )

/** When a session that is renewed now expires, unless it is renewed again. */
function renewedEnd(app: App, createdAt: Date): Date {
  const [idle, last] = [
    secondsAfter(app.clock.now(), lifetimes.refreshToken),
    lastMomentOf(app, createdAt),
  ]
  return idle < last ? idle : last
}

const secondsUntil = (app: App, at: Date): number =>
  Math.max(0, Math.round((at.getTime() - app.clock.now().getTime()) / 1000))

/**
 * Open a session in the caller's transaction: its row and its first tokens. `proven` means that the
 * user just gave a password or a second factor.
 */
export async function openSession(
  tx: App,
  user: { id: string; role: Role },
  caller: Caller,
  proven = true,
): Promise<Tokens & { sessionId: string }> {
  const now = tx.clock.now()
  const expiresAt = renewedEnd(tx, now)
  const sessionId = newId(now.getTime())
  const refreshToken = newToken()

  await tx.db.insert(sessions).values({
    id: sessionId,
    userId: user.id,
    createdAt: now,
    expiresAt,
    ip: caller.ip,
    userAgent: caller.userAgent,
    lastSeenAt: now,
    lastIp: caller.ip,
    provenAt: proven ? now : null,
  })

  await tx.db
    .insert(refreshTokens)
    .values({ hash: tokenHash(refreshToken), sessionId, generation: 0, createdAt: now })

  return {
    sessionId,
    refreshToken,
    refreshSeconds: secondsUntil(tx, expiresAt),
    accessToken: await signAccess(tx, sessionId, user),
  }
}

/**
 * Exchange a refresh token for the next one. Within ten seconds of its first use the call returns
 * the newest successor. Later reuse counts as theft and ends the session (Q06). The token's row is
 * locked, so that only one of many concurrent requests rotates it.
 */
export async function refreshSession(app: App, token: string, caller: Caller): Promise<Tokens> {
  // Return errors from the transaction and throw them after it: a throw inside would roll back the
  // end of a stolen session.
  const refreshResult = await inTransaction(app, async (tx) => {
    const now = tx.clock.now()

    const [known] = await tx.db
      .select()
      .from(refreshTokens)
      .where(eq(refreshTokens.hash, tokenHash(token)))
      .for('update')

    const sessionRow = known && (await sessionWithUser(tx, known.sessionId))
    if (!known || !sessionRow || sessionRow.user.deletedAt) return fail('auth.refresh_invalid')
    // Check the ban first, since a ban ends the sessions too: a banned user must see the reason
    // (Q13).
    if (sessionRow.user.isBanned)
      return fail('auth.banned', { reason: sessionRow.user.banReason ?? '' })
    if (isOverSession(tx, sessionRow.session)) return fail('auth.refresh_invalid')

    if (known.rotatedAt && secondsAfter(known.rotatedAt, lifetimes.refreshGrace) < now) {
      await endSession(tx, sessionRow.session.id, 'refresh token reused')

      await recordAudit(tx, {
        action: 'session.reuse',
        actorId: sessionRow.user.id,
        actorName: sessionRow.user.name,
        targetType: 'user',
        targetId: sessionRow.user.id,
        details: { sessionId: sessionRow.session.id },
      })

      return fail('auth.refresh_invalid')
    }

    const refreshToken = known.rotatedAt
      ? await newestAfter(tx, token)
      : successorsOf(tx, token)[0]!
    const expiresAt = renewedEnd(tx, sessionRow.session.createdAt)

    if (!known.rotatedAt) {
      await rotateToken(tx, known, refreshToken, now)

      await tx.db
        .update(sessions)
        .set({ expiresAt, lastSeenAt: now, lastIp: caller.ip })
        .where(eq(sessions.id, known.sessionId))

      await purgeRotated(tx, known.sessionId, now)
    }

    return {
      refreshToken,
      refreshSeconds: secondsUntil(tx, expiresAt),
      accessToken: await signAccess(tx, known.sessionId, sessionRow.user),
    }
  })

  if (refreshResult instanceof Error) throw refreshResult

  return refreshResult
}

async function rotateToken(
  tx: App,
  usedToken: typeof refreshTokens.$inferSelect,
  successor: string,
  now: Date,
): Promise<void> {
  await tx.db
    .update(refreshTokens)
    .set({ rotatedAt: now })
    .where(eq(refreshTokens.hash, usedToken.hash))

  await tx.db
    .insert(refreshTokens)
    .values({
      hash: tokenHash(successor),
      sessionId: usedToken.sessionId,
      generation: usedToken.generation + 1,
      createdAt: now,
    })
    .onConflictDoNothing()
}

/**
 * Delete rotated tokens that have expired. An unknown token is refused like a reused one, so
 * expired tokens need not be stored.
 */
const purgeRotated = (tx: App, sessionId: string, now: Date): Promise<unknown> =>
  tx.db
    .delete(refreshTokens)
    .where(
      and(
        eq(refreshTokens.sessionId, sessionId),
        lt(refreshTokens.rotatedAt, secondsAfter(now, -lifetimes.refreshToken)),
      ),
    )

/**
 * The newest successor of a rotated token. A slow browser tab must not replace the cookie by an
 * older token.
 */
async function newestAfter(app: App, token: string): Promise<string> {
  let lastToken = token

  for (let steps = 0; steps < 20; steps++) {
    const nextToken = successorsOf(app, lastToken)

    const [row] = await app.db
      .select({ hash: refreshTokens.hash, rotatedAt: refreshTokens.rotatedAt })
      .from(refreshTokens)
      .where(inArray(refreshTokens.hash, nextToken.map(tokenHash)))

    lastToken =
      nextToken.find((successor) => row?.hash.equals(tokenHash(successor))) ?? nextToken[0]!
    if (!row?.rotatedAt) return lastToken
  }

  return lastToken
}

/**
 * The session and user of a refresh token, even when the session has ended; null for an unknown
 * token.
 */
export async function sessionOfRefresh(app: App, token: string) {
  const [tokenRow] = await app.db
    .select({ id: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, tokenHash(token)))
  return tokenRow ? sessionWithUser(app, tokenRow.id) : null
}

/** Whether a refresh token belongs to a member of staff and is valid. */
export async function isStaffRefresh(app: App, token: string): Promise<boolean> {
  const sessionRow = await sessionOfRefresh(app, token)
  return (
    sessionRow !== null &&
    !isOverSession(app, sessionRow.session) &&
    !sessionRow.user.isBanned &&
    !sessionRow.user.deletedAt &&
    staffRoles.includes(sessionRow.user.role)
  )
}

/** End one session; returns whether it was still open. */
export async function endSession(tx: App, sessionId: string, reason: SessionEnd): Promise<boolean> {
  const endedRows = await tx.db
    .update(sessions)
    .set({ revokedAt: tx.clock.now(), revokeReason: reason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })

  await dropDevice(tx, { sessionId })
  dropCachedSession(tx, sessionId)

  return endedRows.length === 1
}

/**
 * End all sessions of a user except `except`; returns how many were ended. Every process drops its
 * cached sessions at once.
 */
export async function endSessionsOf(
  tx: App,
  userId: string,
  reason: SessionEnd,
  except?: string,
): Promise<number> {
  const endedRows = await tx.db
    .update(sessions)
    .set({ revokedAt: tx.clock.now(), revokeReason: reason })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        except ? ne(sessions.id, except) : undefined,
      ),
    )
    .returning({ id: sessions.id })

  for (const { id } of endedRows) dropCachedSession(tx, id)
  if (except) dropCachedSession(tx, except)
  await forgetEnded(tx, userId)
  await emptyWatched(tx.db)

  return endedRows.length
}

/**
 * Sessions and their tokens 30 days after expiry; until then they help to investigate a break-in.
 */
export const oldSessions: Clearing = {
  what: 'sessions that ended, and their tokens',
  table: sessions,
  period: () => '30 days after their end',
  due: (app) => lt(sessions.expiresAt, secondsAfter(app.clock.now(), -30 * 86_400)),
}
