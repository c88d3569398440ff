import { lifetimes, staffRoles, type Role } from '@chaveiro/contracts/limits'
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
import { dropSeenSession, isOver, lastMomentOf, signAccess } from './access-token.service.ts'

// A session from its start to its end. Its access tokens are in access-token.service.ts.

/** What a browser gets of a session. refreshSeconds is how long the refresh token is valid. */
export type Tokens = { accessToken: string; refreshToken: string; refreshSeconds: number }

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * The next token is derived from the one before it, so that everybody who refreshes within the
 * grace period gets the same one (D021). The first is given; an older value of STORE_SECRET may have
 * given another.
 */
const successorsOf = (app: App, token: string): string[] =>
  signaturesOf(app.config, 'chaveiro refresh token', token).map((next) =>
    next.toString('base64url'),
  )

/** When a session that is renewed now ends unless it is renewed again. */
function renewedUntil(app: App, createdAt: Date): Date {
  const [idle, last] = [
    secondsAfter(app.clock.now(), lifetimes.refreshToken),
    lastMomentOf(app, createdAt),
  ]
  return idle < last ? idle : last
}

const secondsUntil = (app: App, at: Date): number =>
  Math.max(0, Math.round((at.getTime() - app.clock.now().getTime()) / 1000))

/**
 * Open a session for a user in the caller's transaction: its row, its first refresh token, its
 * first access token.
 * proven says that the person has just given a password or a second factor.
 */
export async function openSession(
  tx: App,
  user: { id: string; role: Role },
  caller: Caller,
  proven = true,
): Promise<Tokens & { sessionId: string }> {
  const now = tx.clock.now()
  const expiresAt = renewedUntil(tx, now)
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
    .values({ hash: hashOf(refreshToken), sessionId, generation: 0, createdAt: now })

  return {
    sessionId,
    refreshToken,
    refreshSeconds: secondsUntil(tx, expiresAt),
    accessToken: await signAccess(tx, sessionId, user),
  }
}

/**
 * Trade a refresh token for the next one. Within ten seconds of its first use it leads to the same
 * successor, or to the latest one after it; later its reuse is treated as theft and ends the
 * session (Q06). The row lock lets one of many requests rotate it; the others find it done.
 */
export async function refreshSession(app: App, token: string, caller: Caller): Promise<Tokens> {
  const result = await inTransaction(app, async (tx) => {
    const now = tx.clock.now()

    const [known] = await tx.db
      .select()
      .from(refreshTokens)
      .where(eq(refreshTokens.hash, hashOf(token)))
      .for('update')

    const seen = known && (await sessionWithUser(tx, known.sessionId))
    if (!known || !seen || seen.user.deletedAt) return fail('auth.refresh_invalid')
    // Checked first, since a ban ends the sessions too: a banned person is told why (Q13).
    if (seen.user.isBanned) return fail('auth.banned', { reason: seen.user.banReason ?? '' })
    if (isOver(tx, seen.session)) return fail('auth.refresh_invalid')

    if (known.rotatedAt && secondsAfter(known.rotatedAt, lifetimes.refreshGrace) < now) {
      await endSession(tx, seen.session.id, 'refresh token reused')

      await recordAudit(tx, {
        action: 'session.reuse',
        actorId: seen.user.id,
        actorName: seen.user.name,
        targetType: 'user',
        targetId: seen.user.id,
        details: { sessionId: seen.session.id },
      })

      return fail('auth.refresh_invalid')
    }

    const refreshToken = known.rotatedAt
      ? await newestAfter(tx, token)
      : successorsOf(tx, token)[0]!
    const expiresAt = renewedUntil(tx, seen.session.createdAt)

    if (!known.rotatedAt) {
      await rotate(tx, known, refreshToken, now)

      await tx.db
        .update(sessions)
        .set({ expiresAt, lastSeenAt: now, lastIp: caller.ip })
        .where(eq(sessions.id, known.sessionId))

      await purgeRotated(tx, known.sessionId, now)
    }

    return {
      refreshToken,
      refreshSeconds: secondsUntil(tx, expiresAt),
      accessToken: await signAccess(tx, known.sessionId, seen.user),
    }
  })

  if (result instanceof Error) throw result

  return result
}

async function rotate(
  tx: App,
  known: typeof refreshTokens.$inferSelect,
  successor: string,
  now: Date,
): Promise<void> {
  await tx.db
    .update(refreshTokens)
    .set({ rotatedAt: now })
    .where(eq(refreshTokens.hash, known.hash))

  await tx.db
    .insert(refreshTokens)
    .values({
      hash: hashOf(successor),
      sessionId: known.sessionId,
      generation: known.generation + 1,
      createdAt: now,
    })
    .onConflictDoNothing()
}

/** An expired token is refused anyway: its row need not be kept to notice reuse. */
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
 * The last token of the chain that starts with a rotated one: a slow tab must not replace a newer
 * cookie by an older one.
 */
async function newestAfter(app: App, token: string): Promise<string> {
  let last = token

  for (let steps = 0; steps < 20; steps++) {
    const next = successorsOf(app, last)

    const [row] = await app.db
      .select({ hash: refreshTokens.hash, rotatedAt: refreshTokens.rotatedAt })
      .from(refreshTokens)
      .where(inArray(refreshTokens.hash, next.map(hashOf)))

    last = next.find((one) => row?.hash.equals(hashOf(one))) ?? next[0]!
    if (!row?.rotatedAt) return last
  }

  return last
}

/**
 * The session and the user that a refresh token belongs to, live or not; null for a token nobody
 * was given.
 */
export async function sessionOfRefresh(app: App, token: string) {
  const [row] = await app.db
    .select({ id: refreshTokens.sessionId })
    .from(refreshTokens)
    .where(eq(refreshTokens.hash, hashOf(token)))
  return row ? sessionWithUser(app, row.id) : null
}

/** Whether a refresh token belongs to somebody of the staff who may use it. */
export async function isStaffRefresh(app: App, token: string): Promise<boolean> {
  const seen = await sessionOfRefresh(app, token)
  return (
    seen !== null &&
    !isOver(app, seen.session) &&
    !seen.user.isBanned &&
    !seen.user.deletedAt &&
    staffRoles.includes(seen.user.role)
  )
}

/** End one session; answers whether it was alive until now. */
export async function endSession(tx: App, sessionId: string, reason: string): Promise<boolean> {
  const ended = await tx.db
    .update(sessions)
    .set({ revokedAt: tx.clock.now(), revokeReason: reason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })

  await dropDevice(tx, { sessionId })
  dropSeenSession(tx, sessionId)

  return ended.length === 1
}

/** End all sessions of a user, except the named one; every process reads them again at once. */
export async function endSessionsOf(
  tx: App,
  userId: string,
  reason: string,
  except?: string,
): Promise<number> {
  const ended = await tx.db
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

  for (const { id } of ended) dropSeenSession(tx, id)
  if (except) dropSeenSession(tx, except)
  await forgetEnded(tx, userId)
  await emptyWatched(tx.db)

  return ended.length
}

/** Sessions and their tokens past their time; they stay a month for who looks into a break-in. */
export const oldSessions: Clearing = {
  what: 'sessions that ended, and their tokens',
  table: sessions,
  kept: () => '30 days after their end',
  due: (app) => lt(sessions.expiresAt, secondsAfter(app.clock.now(), -30 * 86_400)),
}
