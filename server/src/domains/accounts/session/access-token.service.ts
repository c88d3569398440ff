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

const tokenIssuer = 'chaveiro'
const audience = 'chaveiro-store'
const tokenType = 'at+jwt'

// Key objects of each configuration, newest first. They are reused, because jose caches its
// preparation for each key object.
const accessKeys = new WeakMap<App['config'], KeyObject[]>()

function signingKeys(app: App): KeyObject[] {
  const keyObjects =
    accessKeys.get(app.config) ??
    derivedKeys(app.config, 'chaveiro access token').map((key) => createSecretKey(key))
  accessKeys.set(app.config, keyObjects)

  return keyObjects
}

/** The latest end of a session, even when it is renewed again (F163). */
export const lastMomentOf = (app: App, createdAt: Date): Date =>
  secondsAfter(createdAt, app.config.sessionDays * 86_400)

/**
 * Whether a session was ended or has expired. A lowered maximum age applies to existing sessions
 * too.
 */
export const isOverSession = (app: App, session: typeof sessions.$inferSelect): boolean =>
  session.revokedAt !== null ||
  session.expiresAt <= app.clock.now() ||
  lastMomentOf(app, session.createdAt) <= app.clock.now()

/** A signed access token, valid for `lifetimes.accessToken` seconds. */
export function signAccess(
  app: App,
  sessionId: string,
  user: { id: string; role: Role },
): Promise<string> {
  const now = Math.floor(app.clock.now().getTime() / 1000)
  return new SignJWT({ sid: sessionId, role: user.role })
    .setProtectedHeader({ alg: 'HS256', typ: tokenType })
    .setSubject(user.id)
    .setIssuer(tokenIssuer)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimes.accessToken)
    .sign(signingKeys(app)[0]!)
}

// The state of a session is cached for at most two seconds (Q06). When a process ends sessions it
// raises the epoch, which voids the cache at once. The map is bounded. Each pool has its own map,
// since a test may run two apps in one process.
type CachedState = {
  principal: Principal | 'ended'
  banned: string | null
  until: number
  epoch: number
}
const statesByPool = new WeakMap<App['pool'], Map<string, CachedState>>()
const maxStates = 10_000

function cachedStates(app: App): Map<string, CachedState> {
  const stateMap = statesByPool.get(app.pool) ?? new Map<string, CachedState>()
  statesByPool.set(app.pool, stateMap)

  return stateMap
}

/** Drop the cached state of a session that changed, so that its next use reads the database. */
export const dropCachedSession = (app: App, sessionId: string): boolean =>
  cachedStates(app).delete(sessionId)

async function verifyToken(app: App, bearer: string, [key, ...older] = signingKeys(app)) {
  try {
    return await jwtVerify(bearer, key!, {
      algorithms: ['HS256'],
      issuer: tokenIssuer,
      audience,
      typ: tokenType,
      currentDate: app.clock.now(),
      requiredClaims: ['sub', 'sid', 'exp'],
    })
  } catch (error) {
    const isOtherKey = error instanceof errors.JWSSignatureVerificationFailed
    if (isOtherKey && older.length) return verifyToken(app, bearer, older)

    throw error
  }
}

/**
 * The user of an access token. Role and ban come from the database, not from the token. Throws
 * auth.required and auth.banned.
 */
export async function authenticate(app: App, bearer: string): Promise<Principal> {
  const now = app.clock.now()
  const { payload } = await verifyToken(app, bearer).catch(() => {
    throw fail('auth.required')
  })
  const sessionId = String(payload.sid)
  const stateMap = cachedStates(app)
  let sessionState = stateMap.get(sessionId)

  if (
    !sessionState ||
    sessionState.until < now.getTime() ||
    sessionState.epoch !== app.publicCache.epoch()
  ) {
    sessionState = await readState(app, sessionId)
    if (stateMap.size >= maxStates) stateMap.delete(stateMap.keys().next().value!)
    stateMap.set(sessionId, sessionState)
  }

  if (sessionState.principal === 'ended' || sessionState.principal.userId !== payload.sub)
    throw fail('auth.required')
  if (sessionState.banned !== null) throw fail('auth.banned', { reason: sessionState.banned })

  return sessionState.principal
}

/**
 * Whether a bearer token of staff has expired while its session is still open. During maintenance
 * only staff get in: the client must be asked to refresh such a token, instead of getting the
 * maintenance page (Q97).
 */
export async function isAgedStaffToken(app: App, bearer: string): Promise<boolean> {
  const expiredPayload = await verifyToken(app, bearer).then(
    () => null,
    (error: unknown) => (error instanceof errors.JWTExpired ? error.payload : null),
  )

  if (!expiredPayload) return false

  const { principal, banned } = await readState(app, String(expiredPayload.sid))

  return principal !== 'ended' && banned === null && staffRoles.includes(principal.role)
}

async function readState(app: App, sessionId: string): Promise<CachedState> {
  const now = app.clock.now()
  const cacheEpoch = app.publicCache.epoch()
  const sessionRow = /^[0-9a-f-]{36}$/.test(sessionId)
    ? await sessionWithUser(app, sessionId)
    : null
  const cachedUntil = now.getTime() + lifetimes.sessionCache * 1000

  if (!sessionRow || isOverSession(app, sessionRow.session) || sessionRow.user.deletedAt) {
    // A ban ends the sessions too, but a banned user must see the reason instead of the login.
    if (sessionRow?.user.isBanned && !sessionRow.user.deletedAt)
      return {
        principal: principalOf(sessionRow),
        banned: sessionRow.user.banReason ?? '',
        until: cachedUntil,
        epoch: cacheEpoch,
      }
    return { principal: 'ended' as const, banned: null, until: cachedUntil, epoch: cacheEpoch }
  }

  return {
    principal: principalOf(sessionRow),
    banned: sessionRow.user.isBanned ? (sessionRow.user.banReason ?? '') : null,
    until: cachedUntil,
    epoch: cacheEpoch,
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
