import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { lifetimes, staffRoles, type Role } from '@chaveiro/contracts/limits'
import { and, eq, isNull, lt, ne } from 'drizzle-orm'
import { errors, jwtVerify, SignJWT } from 'jose'
import { refreshTokens, sessions } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { fail } from '../../platform/fail.ts'
import { newId, newToken } from '../../platform/ids.ts'
import type { Caller, Who } from '../../platform/mount.ts'
import { emptyWatched } from '../../platform/page-cache.ts'
import { inTransaction } from '../../platform/transaction.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { sessionWithUser } from './accounts.queries.ts'

/** What a browser gets of a session; refreshSeconds is how long the refresh token serves. */
export type Tokens = { accessToken: string; refreshToken: string; refreshSeconds: number }
const issuer = 'chaveiro'
const audience = 'chaveiro-store'
const type = 'at+jwt'

const derived = (app: App, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', app.config.storeSecret, '', `chaveiro ${use}`, 32))
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
/** The token that follows another is derived from it, so that everybody who refreshes within the grace gets the same one (D21). */
const successorOf = (app: App, token: string): string =>
  createHmac('sha256', derived(app, 'refresh token')).update(token).digest('base64url')

/** When a session ends at the latest, however often it is renewed (A13). */
const lastMomentOf = (app: App, createdAt: Date): Date =>
  secondsAfter(createdAt, app.config.sessionDays * 86_400)
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
 * Open a session for a user in the caller's transaction: its row, its first refresh token, its first access token.
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

function signAccess(
  app: App,
  sessionId: string,
  user: { id: string; role: Role },
): Promise<string> {
  const now = Math.floor(app.clock.now().getTime() / 1000)
  return new SignJWT({ sid: sessionId, role: user.role })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setSubject(user.id)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimes.accessToken)
    .sign(derived(app, 'access token'))
}

/**
 * Trade a refresh token for the next one. Within ten seconds of its first use it leads to the same successor, or to what has followed
 * that one since; after that its reuse is theft and ends the session (Q06). The row lock lets one of many rotate, the rest find it done.
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
    // First, since a ban ends the sessions too: the banned are told why (Q13).
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
    const refreshToken = known.rotatedAt ? await newestAfter(tx, token) : successorOf(tx, token)
    const expiresAt = renewedUntil(tx, seen.session.createdAt)
    if (!known.rotatedAt) {
      await tx.db
        .update(refreshTokens)
        .set({ rotatedAt: now })
        .where(eq(refreshTokens.hash, known.hash))
      await tx.db
        .insert(refreshTokens)
        .values({
          hash: hashOf(refreshToken),
          sessionId: known.sessionId,
          generation: known.generation + 1,
          createdAt: now,
        })
        .onConflictDoNothing()
      await tx.db
        .update(sessions)
        .set({ expiresAt, lastSeenAt: now, lastIp: caller.ip })
        .where(eq(sessions.id, known.sessionId))
      // Past its own life a token is refused anyway: its row need not wait for reuse any more.
      await tx.db
        .delete(refreshTokens)
        .where(
          and(
            eq(refreshTokens.sessionId, known.sessionId),
            lt(refreshTokens.rotatedAt, secondsAfter(now, -lifetimes.refreshToken)),
          ),
        )
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

/** Whether a session has ended, by an act or by its time; one opened before its greatest age was lowered counts by the new one. */
const isOver = (app: App, session: typeof sessions.$inferSelect): boolean =>
  session.revokedAt !== null ||
  session.expiresAt <= app.clock.now() ||
  lastMomentOf(app, session.createdAt) <= app.clock.now()

/** The token at the end of the chain that starts with a rotated one: a tab that comes late must not put an older cookie over a newer one. */
async function newestAfter(app: App, token: string): Promise<string> {
  let next = successorOf(app, token)
  for (let steps = 0; steps < 20; steps++) {
    const [row] = await app.db
      .select({ rotatedAt: refreshTokens.rotatedAt })
      .from(refreshTokens)
      .where(eq(refreshTokens.hash, hashOf(next)))
    if (!row?.rotatedAt) return next
    next = successorOf(app, next)
  }
  return next
}

/** The session and the user that a refresh token belongs to, live or not; null for a token nobody was given. */
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
  seenOf(tx).delete(sessionId)
  return ended.length === 1
}

/** End all sessions of a user, but for the one he is in when it is named; every process looks again at once. */
export async function endSessionsOf(
  tx: App,
  userId: string,
  reason: string,
  except?: string,
): Promise<void> {
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
  for (const { id } of ended) seenOf(tx).delete(id)
  if (except) seenOf(tx).delete(except)
  await emptyWatched(tx.db)
}

// A session's state is read again after at most two seconds (Q06), and as soon as a process says that somebody's sessions ended: bounded.
// One map for each pool, since a pool is what a process has of the shop: two apps in one test stay two processes.
type State = { who: Who | 'ended'; banned: string | null; until: number; epoch: number }
const seenByPool = new WeakMap<App['pool'], Map<string, State>>()
const seenMost = 10_000
function seenOf(app: App): Map<string, State> {
  const seen = seenByPool.get(app.pool) ?? new Map<string, State>()
  seenByPool.set(app.pool, seen)
  return seen
}

const verified = (app: App, bearer: string) =>
  jwtVerify(bearer, derived(app, 'access token'), {
    algorithms: ['HS256'],
    issuer,
    audience,
    typ: type,
    currentDate: app.clock.now(),
    requiredClaims: ['sub', 'sid', 'exp'],
  })

/** The person behind an access token, if token, session, user and ban state allow; role and ban come from the rows, not from the token. */
export async function authenticate(app: App, bearer: string): Promise<Who> {
  const now = app.clock.now()
  const { payload } = await verified(app, bearer).catch(() => {
    throw fail('auth.required')
  })
  const sessionId = String(payload.sid)
  const seen = seenOf(app)
  let state = seen.get(sessionId)
  if (!state || state.until < now.getTime() || state.epoch !== app.pages.epoch()) {
    state = await readState(app, sessionId)
    if (seen.size >= seenMost) seen.delete(seen.keys().next().value!)
    seen.set(sessionId, state)
  }
  if (state.who === 'ended' || state.who.userId !== payload.sub) throw fail('auth.required')
  if (state.banned !== null) throw fail('auth.banned', { reason: state.banned })
  return state.who
}

/**
 * Whether a bearer token is one of staff that only ran out: its session lives and may be refreshed. Where the shop answers staff alone, such a token
 * has to be told from a stranger's, or its holder is never asked to refresh it (Q97).
 */
export async function isAgedStaffToken(app: App, bearer: string): Promise<boolean> {
  const aged = await verified(app, bearer).then(
    () => null,
    (error: unknown) => (error instanceof errors.JWTExpired ? error.payload : null),
  )
  if (!aged) return false
  const { who, banned } = await readState(app, String(aged.sid))
  return who !== 'ended' && banned === null && staffRoles.includes(who.role)
}

async function readState(app: App, sessionId: string): Promise<State> {
  const now = app.clock.now()
  const epoch = app.pages.epoch()
  const row = /^[0-9a-f-]{36}$/.test(sessionId) ? await sessionWithUser(app, sessionId) : null
  const until = now.getTime() + lifetimes.sessionCache * 1000
  if (!row || isOver(app, row.session) || row.user.deletedAt) {
    // A ban ends the sessions too; the banned are told why rather than sent to log in again.
    if (row?.user.isBanned && !row.user.deletedAt)
      return { who: whoOf(row), banned: row.user.banReason ?? '', until, epoch }
    return { who: 'ended' as const, banned: null, until, epoch }
  }
  return {
    who: whoOf(row),
    banned: row.user.isBanned ? (row.user.banReason ?? '') : null,
    until,
    epoch,
  }
}

const whoOf = ({
  session,
  user,
  twoFactor,
}: NonNullable<Awaited<ReturnType<typeof sessionWithUser>>>): Who => ({
  userId: user.id,
  sessionId: session.id,
  role: user.role,
  name: user.name,
  email: user.email,
  twoFactor,
})

/** Sessions and tokens past their time go away; ended ones stay a month for the trail. */
export async function forgetOldSessions(app: App): Promise<void> {
  await inTransaction(app, (tx) =>
    tx.db
      .delete(sessions)
      .where(lt(sessions.expiresAt, secondsAfter(tx.clock.now(), -30 * 86_400))),
  )
}
