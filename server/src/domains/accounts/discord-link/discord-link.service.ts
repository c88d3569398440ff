import { and, eq, gt, lt } from 'drizzle-orm'
import { createHash } from 'node:crypto'

import { chatLinks, users } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction, isDuplicate } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import type { Caller, Principal } from '../../../platform/http/mount.ts'
import { newToken } from '../../../platform/secrets/ids.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { actorOf, recordAudit } from '../../audit/audit.service.ts'
import { rolesOfPerson } from '../../discord-roles/roles.queries.ts'
import { rolesChanged } from '../../discord-roles/roles.service.ts'
import { queueNotice } from '../people/notices.service.ts'
import { maskedPersonal } from '../people/people.rules.ts'
import { hasProven } from '../step-up/step-up.service.ts'

// A customer links their own chat account by signing in there (Q48). The state that the browser
// carries is valid once, for ten minutes, in the session that asked for it. The verifier is derived
// from the state and the shop's secret, so that neither the browser nor the database ever holds it.

/** How long somebody may take on the way there and back. */
export const linkSeconds = 10 * 60

/** The hash by which a state or a browser's secret is kept. */
export const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest()

/** The end of a state, which tells of which value of STORE_SECRET its verifier is made. */
const ending = (mark: number): string => mark.toString(36).padStart(6, '0')

/** A state that nobody can guess. */
export const newState = (app: App): string => newToken().slice(0, -6) + ending(app.vault.marks[0]!)

/** The secret of PKCE that belongs to a state. */
export function verifierOf(app: App, state: string): string {
  const at = app.vault.marks.findIndex((mark) => state.endsWith(ending(mark)))
  return app.vault.indexes(state, 'chat-link')[Math.max(0, at)]!.toString('base64url')
}

const redirectUri = (app: App): string => `${app.config.publicUrl}/dashboard/settings`

/** The caller's own chat account and the roles that come with what they bought. */
export async function chatAccountOf(app: App, userId: string) {
  const [user] = await app.db
    .select({ id: users.discordId, name: users.discordName })
    .from(users)
    .where(eq(users.id, userId))

  return {
    configured: app.providers.chatLink !== null,
    linked: user?.id ? { id: user.id, name: user.name } : null,
    roles: user?.id ? await rolesOfPerson(app, userId) : [],
  }
}

/** The address to send the browser to. Throws chat.unconfigured. */
export async function startChatLink(app: App, principal: Principal): Promise<string> {
  if (!app.providers.chatLink) throw fail('chat.unconfigured')

  const state = newState(app)

  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    // One at a time for each session: an earlier state is void.
    await tx.db.delete(chatLinks).where(eq(chatLinks.sessionId, principal.sessionId))

    await tx.db.insert(chatLinks).values({
      hash: hashOf(state),
      sessionId: principal.sessionId,
      expiresAt: secondsAfter(now, linkSeconds),
    })
  })

  return app.providers.chatLink.authorizeUrl({
    state,
    verifier: verifierOf(app, state),
    redirectUri: redirectUri(app),
  })
}

/**
 * Link the account that the chat service names for a code. Throws chat.unconfigured,
 * chat.link_invalid, chat.unavailable and chat.taken.
 */
export async function finishChatLink(
  app: App,
  principal: Principal,
  { code, state }: { code: string; state: string },
  caller: Caller,
): Promise<void> {
  const { chat, chatLink } = app.providers
  if (!chatLink) throw fail('chat.unconfigured')

  const live = and(
    eq(chatLinks.hash, hashOf(state)),
    eq(chatLinks.sessionId, principal.sessionId),
    gt(chatLinks.expiresAt, app.clock.now()),
  )

  // Asked before the state is used up, so that the same answer of Discord serves after the proof.
  const isProven = await hasProven(app, principal)
  if (app.config.chat.login && !isProven && (await app.db.$count(chatLinks, live)))
    throw fail('auth.step_up')

  const used = await app.db.delete(chatLinks).where(live).returning({ hash: chatLinks.hash })
  if (!used.length) throw fail('chat.link_invalid')

  const identity = await chatLink.identify({
    code,
    verifier: verifierOf(app, state),
    redirectUri: redirectUri(app),
  })

  if (identity.kind !== 'ok') {
    app.log.warn({ reason: identity.reason }, 'a chat account could not be linked')
    throw fail(identity.kind === 'invalid' ? 'chat.link_invalid' : 'chat.unavailable')
  }

  const { userId: discordId, name, accessToken, scopes } = identity.value
  await assertUnlinked(app, principal.userId, discordId)
  // A person who allowed it is added to the guild before the roles are given. A failure here
  // changes nothing about the link.
  if (chat && scopes.includes('guilds.join')) await chat.addMember(discordId, accessToken)
  const account = { discordId, discordName: name.slice(0, 100), isProven }
  await setChatAccount(app, principal, account, caller)
}

/** Remove the link. The job removes the roles that the licences gave there. */
export const unlinkChatAccount = (app: App, principal: Principal, caller: Caller): Promise<void> =>
  setChatAccount(app, principal, { discordId: null, discordName: null, isProven: false }, caller)

async function assertUnlinked(app: App, userId: string, discordId: string): Promise<void> {
  const [other] = await app.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.discordId, discordId))
  if (other && other.id !== userId) throw fail('chat.taken')
}

/**
 * Link the account of the chat service that a person has shown to be his, or none. It opens his
 * account only when he has proven who he is (P182). He is told by mail of one that is new. Throws
 * chat.taken.
 */
export async function setChatAccount(
  app: App,
  principal: Principal,
  {
    isProven,
    ...account
  }: { discordId: string | null; discordName: string | null; isProven: boolean },
  caller: Caller,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const [before] = await tx.db
      .select()
      .from(users)
      .where(eq(users.id, principal.userId))
      .for('update')

    const now = tx.clock.now()
    const isSame = before!.discordId === account.discordId
    const kept = isSame ? before!.discordProvenAt : null
    const discordProvenAt = isProven ? now : kept

    await tx.db
      .update(users)
      .set({ ...account, discordProvenAt })
      .where(eq(users.id, principal.userId))

    const opens = Boolean(discordProvenAt && app.config.chat.login)

    if (account.discordId !== null && (!isSame || (opens && !before!.discordProvenAt)))
      await queueNotice(tx, before!, {
        name: 'chatLinked',
        email: before!.email,
        values: { account: account.discordName ?? '', opens, at: now },
      })

    if (!isSame) {
      const masked = (id: string | null) => (id === null ? null : maskedPersonal(id))
      await recordAudit(tx, {
        ...actorOf({ principal, caller }),
        action: account.discordId ? 'user.chat_linked' : 'user.chat_unlinked',
        targetType: 'user',
        targetId: principal.userId,
        details: {
          before: { discordId: masked(before!.discordId) },
          after: { discordId: masked(account.discordId) },
        },
      })
    }

    // After linking the same account again, they may have joined the guild meanwhile.
    await rolesChanged(tx, [principal.userId])
  }).catch((error) => {
    throw isDuplicate(error, 'users_discord') ? fail('chat.taken') : error
  })
}

/** Delete the links that were started and never finished. */
export const purgeChatLinks = (app: App): Promise<unknown> =>
  app.db.delete(chatLinks).where(lt(chatLinks.expiresAt, app.clock.now()))
