import { and, eq } from 'drizzle-orm'

import { users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller, Principal } from '../../../platform/http/mount.ts'
import { emptyWatched } from '../../../platform/load/public-cache.ts'
import { actorOf, recordAudit } from '../../audit/audit.service.ts'
import { userKnowing } from '../password/credentials.service.ts'
import { limitKeyOf } from '../password/password-hash.ts'
import {
  hasTwoFactor,
  isFamiliarAddress,
  samePassword,
  sessionWithUser,
  type User,
  userByEmail,
  userById,
} from '../people/people.queries.ts'
import {
  endSession,
  openSession,
  sessionOfRefresh,
  type Tokens,
} from '../session/session.service.ts'
import {
  openChallenge,
  takeFactorTry,
  useCode,
  userOfChallenge,
} from '../two-factor/challenges.service.ts'

export type SignedIn = { user: User; tokens: Tokens }

/**
 * Log in. An unknown email and a wrong password get the same reply after the same time. Failures
 * count against the IP address. Failures from an IP address that the owner did not use lately also
 * count against the account. So distributed guessing is stopped while the owner can still log in
 * (R014). Throws auth.invalid_credentials, auth.banned and auth.two_factor_required.
 */
export async function logIn(
  app: App,
  input: { email: string; password: string },
  caller: Caller,
): Promise<SignedIn> {
  const email = input.email.trim().toLowerCase()
  await app.limits.check('login', caller.ip)
  // All unfamiliar IP addresses share one low limit for the account. Each familiar IP address has a
  // limit of its own, at least as high as its limit over all accounts. A try counts before the
  // check and is returned after a right password, so concurrent guesses cannot exceed the limit.
  const isFamiliar = await isFamiliarAddress(app, email, caller.ip)
  const reservedTry = await (isFamiliar
    ? app.limits.reserve('known', limitKeyOf(`${email} ${caller.ip}`))
    : app.limits.reserve('guess', limitKeyOf(email)))
  const namedUser = await userByEmail(app, email)
  const user = await userKnowing(app, namedUser, input.password)
  // Check again after the slow hash. Of many concurrent tries, no more than the limit allows may
  // learn whether the password was right.
  await app.limits.check('login', caller.ip)

  if (!user) {
    await noteFailedLogin(app, namedUser, caller)
    await app.limits.count('login', caller.ip)
    throw fail('auth.invalid_credentials')
  }

  await reservedTry.giveBack()

  if (user.isBanned) {
    await noteFailedLogin(app, user, caller)
    throw fail('auth.banned', { reason: user.banReason ?? '' })
  }

  if (await hasTwoFactor(app, user.id))
    throw fail('auth.two_factor_required', {}, await openChallenge(app, user.id))

  return inTransaction(app, (tx) => openUserSession(tx, user, caller, {}))
}

/**
 * Open the session of a successful login, in the caller's transaction. A mailed code and a linked
 * chat account prove less than a password, so after them the session does not count as proven
 * (Q113).
 */
export async function openUserSession(
  tx: App,
  user: User,
  caller: Caller,
  details: { secondFactor?: string; mailCode?: true; discord?: true },
): Promise<SignedIn> {
  // A login opens no session if the password changed or the account was banned while the login was
  // being checked.
  const unchangedRows = await tx.db
    .update(users)
    .set({ lastLoginAt: tx.clock.now(), language: caller.language })
    .where(and(eq(users.id, user.id), samePassword(user), eq(users.isBanned, false)))
    .returning({ id: users.id })

  if (!unchangedRows.length) throw fail('auth.invalid_credentials')

  await recordAudit(tx, {
    action: 'login',
    actorId: user.id,
    actorName: user.name,
    targetType: 'user',
    targetId: user.id,
    details,
    ip: caller.ip,
  })

  const isProven = !details.mailCode && !details.discord

  return { user, tokens: await openSession(tx, user, caller, isProven) }
}

/**
 * The second step of a login, with the challenge of the first step and a code. Wrong codes count
 * against the account and against the IP address.
 */
export async function finishLogIn(
  app: App,
  input: { challenge: string; code: string },
  caller: Caller,
): Promise<SignedIn> {
  await app.limits.check('login', caller.ip)
  const userId = await userOfChallenge(app, input.challenge)
  const user = userId && (await userById(app, userId))

  if (!user) {
    await app.limits.count('login', caller.ip)
    throw fail('two_factor.challenge_invalid')
  }

  if (user.isBanned) throw fail('auth.banned', { reason: user.banReason ?? '' })

  await takeFactorTry(app, user.id)

  const signedInUser = await inTransaction(app, async (tx) => {
    const factorKind = await useCode(tx, user.id, input.challenge, input.code)
    return factorKind && openUserSession(tx, user, caller, { secondFactor: factorKind })
  })

  if (signedInUser) return signedInUser

  await noteFailedLogin(app, user, caller, { step: 'second factor' })
  await app.limits.count('login', caller.ip)
  throw fail('two_factor.code_wrong')
}

/** Record a failed login in the audit trail, also for an unknown account. */
export const noteFailedLogin = (
  app: App,
  user: User | null,
  caller: Caller,
  details: object = {},
): Promise<void> =>
  inTransaction(app, (tx) =>
    recordAudit(tx, {
      action: 'login.failed',
      targetType: 'user',
      ...(user ? { targetId: user.id } : {}),
      details: user?.isBanned ? { banned: true } : details,
      ip: caller.ip,
    }),
  )

/**
 * End the session of the bearer token and the session of the cookie. The two differ only when a
 * browser mixed up its tokens.
 */
export async function logOut(
  app: App,
  principal: Principal | null,
  refreshToken: string | null,
  caller: Caller,
): Promise<void> {
  const cookieSession = refreshToken === null ? null : await sessionOfRefresh(app, refreshToken)
  const endingSessions = new Map<string, { userId: string; name: string }>()
  if (principal) endingSessions.set(principal.sessionId, principal)
  if (cookieSession)
    endingSessions.set(cookieSession.session.id, {
      userId: cookieSession.user.id,
      name: cookieSession.user.name,
    })

  if (endingSessions.size)
    await inTransaction(app, async (tx) => {
      for (const [sessionId, { userId, name }] of endingSessions) {
        if (await endSession(tx, sessionId, 'logout'))
          await recordAudit(tx, {
            action: 'logout',
            actorId: userId,
            actorName: name,
            targetType: 'user',
            targetId: userId,
            ip: caller.ip,
          })
      }
    })
}

/** End one of the caller's own sessions. Idempotent. */
export async function endOwnSession(
  app: App,
  principal: Principal,
  sessionId: string,
  caller: Caller,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const sessionRow = await sessionWithUser(tx, sessionId)
    if (sessionRow?.user.id !== principal.userId) throw fail('account.session_not_found')
    if (!(await endSession(tx, sessionId, 'ended by its person'))) return

    await recordAudit(tx, {
      ...actorOf({ principal, caller }),
      action: 'session.ended',
      targetType: 'user',
      targetId: principal.userId,
      details: { sessionId },
    })

    await emptyWatched(tx.db)
  })
}
