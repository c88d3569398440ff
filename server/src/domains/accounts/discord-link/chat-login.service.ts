import { staffRoles } from '@chaveiro/contracts/limits'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'

import { chatArrivals, chatLinks, sessions, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail, type Failure } from '../../../platform/errors.ts'
import type { Caller, Principal } from '../../../platform/http/mount.ts'
import { newToken } from '../../../platform/secrets/ids.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import type { ChatIdentity, ChatLink } from '../../../ports/chat.ts'
import { openUserSession, noteFailedLogin, type SignedIn } from '../login/login.service.ts'
import { createAccount } from '../login/register.service.ts'
import { userByEmail, userById, type User } from '../people/people.queries.ts'
import { hasTwoFactor } from '../people/people.queries.ts'
import { hasProven } from '../step-up/step-up.service.ts'
import { openChallenge } from '../two-factor/challenges.service.ts'
import {
  linkTokenHash,
  linkSeconds,
  newState,
  setChatAccount,
  verifierOf,
} from './discord-link.service.ts'

// Users who linked their chat account by signing in there can log in with that chat account.
// Without a link, the chat identity is stored as an arrival under a secret of the browser. The user
// then creates an account for the mail that the chat service verified, or logs in to their account
// and links the chat account. The same mail alone never opens an account (P180).

/**
 * The client of the chat service. Throws chat.unconfigured until the operator switches this login
 * on, after registering its redirect URL at the chat service.
 */
const chatLinkOf = (app: App): ChatLink => {
  if (!app.config.chat.login || !app.providers.chatLink) throw fail('chat.unconfigured')
  return app.providers.chatLink
}

const redirectUri = (app: App): string => `${app.config.publicUrl}/login/discord`

/** The URL to send the browser to, and the secret that must be in its cookie on return. */
export async function startChatLogin(
  app: App,
  caller: Caller,
): Promise<{ url: string; secret: string }> {
  const chatLink = chatLinkOf(app)
  await app.limits.count('refresh', caller.ip)
  const [state, secret] = [newState(app), newToken()]

  await inTransaction(app, (tx) =>
    tx.db.insert(chatLinks).values({
      hash: linkTokenHash(state),
      browserHash: linkTokenHash(secret),
      expiresAt: secondsAfter(tx.clock.now(), linkSeconds),
    }),
  )

  const verifier = verifierOf(app, state)

  return {
    url: chatLink.authorizeUrl({ state, verifier, redirectUri: redirectUri(app), mail: true }),
    secret,
  }
}

type Back = { secret: string | null; code: string; state: string }

/**
 * Log in when the browser returns from the chat service. A login works once, within ten minutes,
 * and only in the browser that started the login. When another step is needed, the call throws the
 * error that the contract lists for that step.
 */
export async function finishChatLogin(
  app: App,
  chatReturn: Back,
  caller: Caller,
): Promise<SignedIn> {
  const chatLink = chatLinkOf(app)
  await app.limits.count('refresh', caller.ip)
  const secretHash = linkTokenHash(chatReturn.secret ?? '')

  const usedStates = await app.db
    .delete(chatLinks)
    .where(
      and(
        eq(chatLinks.hash, linkTokenHash(chatReturn.state)),
        eq(chatLinks.browserHash, secretHash),
        gt(chatLinks.expiresAt, app.clock.now()),
      ),
    )
    .returning({ hash: chatLinks.hash })

  if (!usedStates.length) throw fail('chat_login.over')

  const identity = await chatLink.identify({
    code: chatReturn.code,
    verifier: verifierOf(app, chatReturn.state),
    redirectUri: redirectUri(app),
  })

  if (identity.kind !== 'ok') {
    app.log.warn({ reason: identity.reason }, 'a login by the chat account failed')
    throw fail(identity.kind === 'invalid' ? 'chat_login.over' : 'chat.unavailable')
  }

  const linkedUser = await userByChat(app, identity.value.userId)
  if (linkedUser?.discordProvenAt) return logInByChat(app, linkedUser, caller)

  throw await storeArrival(app, secretHash, identity.value, linkedUser)
}

async function userByChat(app: App, discordId: string): Promise<User | null> {
  const [user] = await app.db
    .select()
    .from(users)
    .where(and(eq(users.discordId, discordId), isNull(users.deletedAt)))
  return user ?? null
}

/** Open the session, or throw the error for the second factor, as a login by mailed code does. */
async function logInByChat(app: App, user: User, caller: Caller): Promise<SignedIn> {
  if (user.isBanned) {
    await noteFailedLogin(app, user, caller)
    throw fail('auth.banned', { reason: user.banReason ?? '' })
  }

  if (await hasTwoFactor(app, user.id))
    throw fail('auth.two_factor_required', {}, await openChallenge(app, user.id))
  if (staffRoles.includes(user.role)) throw fail('chat_login.staff')

  return inTransaction(app, async (tx) => {
    const [now] = await tx.db.select().from(users).where(eq(users.id, user.id)).for('update')
    // The user unlinked or changed the chat account after it was read.
    if (!now?.discordProvenAt || now.discordId !== user.discordId) throw fail('chat_login.over')

    return openUserSession(tx, now, caller, { discord: true })
  })
}

/**
 * Store the arrival until the user creates a new account or logs in to an existing one. Returns the
 * error that asks for this step.
 */
async function storeArrival(
  app: App,
  hash: Buffer,
  { userId: discordId, name, email }: ChatIdentity,
  linkedByNumber: User | null,
): Promise<Failure> {
  const expiresAt = secondsAfter(app.clock.now(), linkSeconds)
  const discordName = name.slice(0, 100)
  await inTransaction(app, (tx) =>
    tx.db.insert(chatArrivals).values({ hash, discordId, discordName, email, expiresAt }),
  )
  if (linkedByNumber) return fail('chat_login.prove', {}, { email: null })
  if (email === null) return fail('chat_login.mail', {}, { name: discordName })

  return (await userByEmail(app, email))
    ? fail('chat_login.prove', {}, { email })
    : fail('chat_login.new', {}, { email, name: discordName })
}

/**
 * Delete and return the arrival of a browser, in the transaction that uses it. Throws
 * chat_login.over when there is no valid arrival.
 */
async function takeArrival(tx: App, secret: string | null) {
  const [row] = await tx.db
    .delete(chatArrivals)
    .where(
      and(
        eq(chatArrivals.hash, linkTokenHash(secret ?? '')),
        gt(chatArrivals.expiresAt, tx.clock.now()),
      ),
    )
    .returning()

  if (!row) throw fail('chat_login.over')

  return row
}

/**
 * Create an account for the mail that the chat service verified, linked to the chat account, and
 * log in. An arrival works once, within ten minutes. The account has no password until its owner
 * sets one.
 */
export async function registerByChat(
  app: App,
  input: { secret: string | null; name: string; termsAccepted?: unknown },
  caller: Caller,
): Promise<SignedIn> {
  chatLinkOf(app)
  if (input.termsAccepted !== true) throw fail('account.terms_required')

  await app.limits.count('register', caller.ip)

  return createAccount(app, caller, { name: input.name, passwordHash: null }, async (tx) => {
    const { email, discordId, discordName } = await takeArrival(tx, input.secret)
    if (email === null) throw fail('chat_login.over')

    return { email, discordId, discordName, discordProvenAt: tx.clock.now() }
  })
}

/**
 * Link the chat account from this browser's arrival to the caller's account. A caller who logged in
 * before the arrival must prove their identity first: a stolen session must not give lasting
 * access. An account that is linked to another chat account keeps that link.
 */
export async function linkArrival(
  app: App,
  principal: Principal,
  secret: string | null,
  caller: Caller,
): Promise<void> {
  chatLinkOf(app)
  const isProven = await hasProven(app, principal)

  const { discordId, discordName } = await inTransaction(app, async (tx) => {
    const arrival = await takeArrival(tx, secret)
    const arrivedAt = secondsAfter(arrival.expiresAt, -linkSeconds)
    // The throw rolls the transaction back, so the arrival can still be used after the proof.
    if (!isProven && !(await isSessionSince(tx, principal, arrivedAt))) throw fail('auth.step_up')

    return arrival
  })

  const ownAccount = await userById(app, principal.userId)
  if (ownAccount?.discordId && ownAccount.discordId !== discordId) throw fail('chat_login.other')

  await setChatAccount(app, principal, { discordId, discordName, isProven: true }, caller)
}

/** Whether this session was opened at or after a moment. */
async function isSessionSince(tx: App, { sessionId }: Principal, at: Date): Promise<boolean> {
  const [session] = await tx.db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  return session !== undefined && session.createdAt >= at
}

/** Delete arrivals that expired unused. */
export const purgeChatArrivals = (app: App): Promise<unknown> =>
  app.db.delete(chatArrivals).where(lt(chatArrivals.expiresAt, app.clock.now()))
