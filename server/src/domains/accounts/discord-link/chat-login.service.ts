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
import { enter, noteFailedLogin, type SignedIn } from '../login/login.service.ts'
import { createAccount } from '../login/register.service.ts'
import { userByEmail, userById, type User } from '../people/people.queries.ts'
import { hasTwoFactor } from '../people/people.queries.ts'
import { hasProven } from '../step-up/step-up.service.ts'
import { openChallenge } from '../two-factor/challenges.service.ts'
import {
  hashOf,
  linkSeconds,
  newState,
  setChatAccount,
  verifierOf,
} from './discord-link.service.ts'

// Whoever linked his chat account by signing in there logs in by it. Who comes back with one that
// leads nowhere yet waits as an arrival, known by the secret of his browser: he makes an account for
// the mail that the chat service has verified, or proves the account that is his and links it. A
// mail alone never opens an account (P180).

/** Whether the owner has set it up; the way back has to be allowed there as well. */
const linkOf = (app: App): ChatLink => {
  if (!app.config.chat.login || !app.providers.chatLink) throw fail('chat.unconfigured')
  return app.providers.chatLink
}

const redirectUri = (app: App): string => `${app.config.publicUrl}/login/discord`

/** The address to send the browser to, and the secret that binds the way back to it. */
export async function startChatLogin(
  app: App,
  caller: Caller,
): Promise<{ url: string; secret: string }> {
  const link = linkOf(app)
  await app.limits.count('refresh', caller.ip)
  const [state, secret] = [newState(app), newToken()]

  await inTransaction(app, (tx) =>
    tx.db.insert(chatLinks).values({
      hash: hashOf(state),
      browserHash: hashOf(secret),
      expiresAt: secondsAfter(tx.clock.now(), linkSeconds),
    }),
  )

  const verifier = verifierOf(app, state)

  return {
    url: link.authorizeUrl({ state, verifier, redirectUri: redirectUri(app), mail: true }),
    secret,
  }
}

type Back = { secret: string | null; code: string; state: string }

/**
 * Log in by the chat account that a browser came back with: once, within ten minutes, in the browser
 * that was sent. Throws what is still to be done, as the contract lists it.
 */
export async function finishChatLogin(app: App, back: Back, caller: Caller): Promise<SignedIn> {
  const link = linkOf(app)
  await app.limits.count('refresh', caller.ip)
  const secretHash = hashOf(back.secret ?? '')

  const used = await app.db
    .delete(chatLinks)
    .where(
      and(
        eq(chatLinks.hash, hashOf(back.state)),
        eq(chatLinks.browserHash, secretHash),
        gt(chatLinks.expiresAt, app.clock.now()),
      ),
    )
    .returning({ hash: chatLinks.hash })

  if (!used.length) throw fail('chat_login.over')

  const identity = await link.identify({
    code: back.code,
    verifier: verifierOf(app, back.state),
    redirectUri: redirectUri(app),
  })

  if (identity.kind !== 'ok') {
    app.log.warn({ reason: identity.reason }, 'a login by the chat account failed')
    throw fail(identity.kind === 'invalid' ? 'chat_login.over' : 'chat.unavailable')
  }

  const linked = await userByChat(app, identity.value.userId)
  if (linked?.discordProvenAt) return enterByChat(app, linked, caller)

  throw await keepArrival(app, secretHash, identity.value, linked)
}

async function userByChat(app: App, discordId: string): Promise<User | null> {
  const [user] = await app.db
    .select()
    .from(users)
    .where(and(eq(users.discordId, discordId), isNull(users.deletedAt)))
  return user ?? null
}

/** Open the session, or say what stands before it, as after a code from the mail. */
async function enterByChat(app: App, user: User, caller: Caller): Promise<SignedIn> {
  if (user.isBanned) {
    await noteFailedLogin(app, user, caller)
    throw fail('auth.banned', { reason: user.banReason ?? '' })
  }

  if (await hasTwoFactor(app, user.id))
    throw fail('auth.two_factor_required', {}, await openChallenge(app, user.id))
  if (staffRoles.includes(user.role)) throw fail('chat_login.staff')

  return inTransaction(app, async (tx) => {
    const [now] = await tx.db.select().from(users).where(eq(users.id, user.id)).for('update')
    // Unlinked, or linked to somebody else's, since it was read.
    if (!now?.discordProvenAt || now.discordId !== user.discordId) throw fail('chat_login.over')

    return enter(tx, now, caller, { discord: true })
  })
}

/** Keep who came back until he has said his name or proven his account; answers what he is told. */
async function keepArrival(
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

/** Take what waits for a browser, in the transaction that makes something of it. */
async function takeArrival(tx: App, secret: string | null) {
  const [row] = await tx.db
    .delete(chatArrivals)
    .where(
      and(eq(chatArrivals.hash, hashOf(secret ?? '')), gt(chatArrivals.expiresAt, tx.clock.now())),
    )
    .returning()

  if (!row) throw fail('chat_login.over')

  return row
}

/**
 * Create the account of somebody whose mail the chat service has verified, linked to it, once and
 * within ten minutes, and log in; it has no password until he sets one.
 */
export async function registerByChat(
  app: App,
  input: { secret: string | null; name: string; termsAccepted?: unknown },
  caller: Caller,
): Promise<SignedIn> {
  linkOf(app)
  if (input.termsAccepted !== true) throw fail('account.terms_required')

  await app.limits.count('register', caller.ip)

  return createAccount(app, caller, { name: input.name, passwordHash: null }, async (tx) => {
    const { email, discordId, discordName } = await takeArrival(tx, input.secret)
    if (email === null) throw fail('chat_login.over')

    return { email, discordId, discordName, discordProvenAt: tx.clock.now() }
  })
}

/**
 * Link the chat account that came back to this browser to the account that its person has logged in
 * to since; whoever was logged in before proves who he is first, since a session that somebody else
 * took must not become a way in of his own. One that is linked to another chat account keeps that.
 */
export async function linkArrival(
  app: App,
  principal: Principal,
  secret: string | null,
  caller: Caller,
): Promise<void> {
  linkOf(app)
  const isProven = await hasProven(app, principal)

  const { discordId, discordName } = await inTransaction(app, async (tx) => {
    const arrival = await takeArrival(tx, secret)
    const cameAt = secondsAfter(arrival.expiresAt, -linkSeconds)
    if (!isProven && !(await isSessionSince(tx, principal, cameAt))) throw fail('auth.step_up')

    return arrival
  })

  const own = await userById(app, principal.userId)
  if (own?.discordId && own.discordId !== discordId) throw fail('chat_login.other')

  await setChatAccount(app, principal, { discordId, discordName, isProven: true }, caller)
}

/** Whether somebody has logged in to this session at a moment or after it. */
async function isSessionSince(tx: App, { sessionId }: Principal, at: Date): Promise<boolean> {
  const [session] = await tx.db
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  return session !== undefined && session.createdAt >= at
}

/** Delete the arrivals of whom nothing came. */
export const purgeChatArrivals = (app: App): Promise<unknown> =>
  app.db.delete(chatArrivals).where(lt(chatArrivals.expiresAt, app.clock.now()))
