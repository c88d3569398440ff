import { lifetimes, staffRoles, type Role } from '@chaveiro/contracts/limits'
import { errors, jwtVerify, SignJWT } from 'jose'
import { createSecretKey, type KeyObject } from 'node:crypto'

import type { sessions } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { Principal } from '../../../platform/http/mount.ts'
import { derivedKeys } from '../../../platform/secrets/derived-keys.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { sessionWithUser } from '../people/people.queries.ts'

// Access tokens: how one is signed, and who is behind it now.

const issuer = 'chaveiro'
const audience = 'chaveiro-store'
const type = 'at+jwt'

// What jose makes of a key it keeps for as long as there is the same one. The newest comes first.
const accessKeys = new WeakMap<App['config'], KeyObject[]>()

function keysOf(app: App): KeyObject[] {
  const keys =
    accessKeys.get(app.config) ??
    derivedKeys(app.config, 'chaveiro access token').map((key) => createSecretKey(key))
  accessKeys.set(app.config, keys)

  return keys
}

/** When a session ends at the latest, however often it is renewed (F163). */
export const lastMomentOf = (app: App, createdAt: Date): Date =>
  secondsAfter(createdAt, app.config.sessionDays * 86_400)

/**
 * Whether a session has ended, by an action or by age. When the greatest age is lowered, it counts
 * for older sessions too.
 */
export const isOver = (app: App, session: typeof sessions.$inferSelect): boolean =>
  session.revokedAt !== null ||
  session.expiresAt <= app.clock.now() ||
  lastMomentOf(app, session.createdAt) <= app.clock.now()

/** A token that lets its bearer in for a quarter of an hour. */
export function signAccess(
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
    .sign(keysOf(app)[0]!)
}

// A session's state is read again after at most two seconds (Q06), and as soon as a process reports
// that somebody's sessions ended. The map is bounded. There is one map for each pool, because a
// pool is what a process has of the shop: two apps in one test stay two processes.
type State = { principal: Principal | 'ended'; banned: string | null; until: number; epoch: number }
const seenByPool = new WeakMap<App['pool'], Map<string, State>>()
const seenMost = 10_000

function seenOf(app: App): Map<string, State> {
  const seen = seenByPool.get(app.pool) ?? new Map<string, State>()
  seenByPool.set(app.pool, seen)

  return seen
}

/** Have a session read again, because something about it changed here. */
export const dropSeenSession = (app: App, sessionId: string): boolean =>
  seenOf(app).delete(sessionId)

async function verified(app: App, bearer: string, [key, ...older] = keysOf(app)) {
  try {
    return await jwtVerify(bearer, key!, {
      algorithms: ['HS256'],
      issuer,
      audience,
      typ: type,
      currentDate: app.clock.now(),
      requiredClaims: ['sub', 'sid', 'exp'],
    })
  } catch (error) {
    const isOthers = error instanceof errors.JWSSignatureVerificationFailed
    if (isOthers && older.length) return verified(app, bearer, older)

    throw error
  }
}

/**
 * The person behind an access token, if token, session, user and ban allow it. Role and ban are
 * read from the rows, not from the token.
 */
export async function authenticate(app: App, bearer: string): Promise<Principal> {
  const now = app.clock.now()
  const { payload } = await verified(app, bearer).catch(() => {
    throw fail('auth.required')
  })
  const sessionId = String(payload.sid)
  const seen = seenOf(app)
  let state = seen.get(sessionId)

  if (!state || state.until < now.getTime() || state.epoch !== app.publicCache.epoch()) {
    state = await readState(app, sessionId)
    if (seen.size >= seenMost) seen.delete(seen.keys().next().value!)
    seen.set(sessionId, state)
  }

  if (state.principal === 'ended' || state.principal.userId !== payload.sub)
    throw fail('auth.required')
  if (state.banned !== null) throw fail('auth.banned', { reason: state.banned })

  return state.principal
}

/**
 * Whether a bearer token belongs to staff and has only expired: its session is alive and may be
 * refreshed. Where the shop answers staff alone, such a token must be told from a stranger's, or
 * its holder is never asked to refresh it (Q97).
 */
export async function isAgedStaffToken(app: App, bearer: string): Promise<boolean> {
  const aged = await verified(app, bearer).then(
    () => null,
    (error: unknown) => (error instanceof errors.JWTExpired ? error.payload : null),
  )

  if (!aged) return false

  const { principal, banned } = await readState(app, String(aged.sid))

  return principal !== 'ended' && banned === null && staffRoles.includes(principal.role)
}

async function readState(app: App, sessionId: string): Promise<State> {
  const now = app.clock.now()
  const epoch = app.publicCache.epoch()
  const row = /^[0-9a-f-]{36}$/.test(sessionId) ? await sessionWithUser(app, sessionId) : null
  const until = now.getTime() + lifetimes.sessionCache * 1000

  if (!row || isOver(app, row.session) || row.user.deletedAt) {
    // A ban ends the sessions too; a banned person is told why, rather than sent to log in again.
    if (row?.user.isBanned && !row.user.deletedAt)
      return { principal: principalOf(row), banned: row.user.banReason ?? '', until, epoch }
    return { principal: 'ended' as const, banned: null, until, epoch }
  }

  return {
    principal: principalOf(row),
    banned: row.user.isBanned ? (row.user.banReason ?? '') : null,
    until,
    epoch,
  }
}

const principalOf = ({
  session,
  user,
  twoFactor,
}: NonNullable<Awaited<ReturnType<typeof sessionWithUser>>>): Principal => ({
  userId: user.id,
  sessionId: session.id,
  role: user.role,
  name: user.name,
  email: user.email,
  twoFactor,
})
