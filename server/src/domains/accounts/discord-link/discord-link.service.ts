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

// A customer links their own chat account by signing in there (Q48). The OAuth state works once,
// within ten minutes, and only in the session that requested it. The PKCE verifier is derived from
// the state and STORE_SECRET, so neither the browser nor the database ever stores it.

/** Time that a user has to sign in at the chat service and return. */
export const linkSeconds = 10 * 60

/** The hash under which a state or a browser's secret is stored. */
export const linkTokenHash = (state: string): Buffer => createHash('sha256').update(state).digest()

/**
 * The last characters of a state identify the value of STORE_SECRET that derives the verifier. So
 * rotating the secret does not break a link that is being set up.
 */
const stateEnding = (mark: number): string => mark.toString(36).padStart(6, '0')

export const newState = (app: App): string =>
  newToken().slice(0, -6) + stateEnding(app.vault.marks[0]!)

/** The PKCE verifier of a state, in base64url. */
export function verifierOf(app: App, state: string): string {
  const markIndex = app.vault.marks.findIndex((mark) => state.endsWith(stateEnding(mark)))
  return app.vault.indexes(state, 'chat-link')[Math.max(0, markIndex)]!.toString('base64url')
}

const redirectUri = (app: App): string => `${app.config.publicUrl}/dashboard/settings`

/** The caller's own chat account, and the roles that their purchases give there. */
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

/** The URL of the chat service to send the browser to. Throws chat.unconfigured. */
export async function startChatLink(app: App, principal: Principal): Promise<string> {
  if (!app.providers.chatLink) throw fail('chat.unconfigured')

  const linkState = newState(app)

  await inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    // Each session has one state: a new state voids the earlier one.
    await tx.db.delete(chatLinks).where(eq(chatLinks.sessionId, principal.sessionId))

    await tx.db.insert(chatLinks).values({
      hash: linkTokenHash(linkState),
      sessionId: principal.sessionId,
      expiresAt: secondsAfter(now, linkSeconds),
    })
  })

  return app.providers.chatLink.authorizeUrl({
    state: linkState,
    verifier: verifierOf(app, linkState),
    redirectUri: redirectUri(app),
  })
}

/**
 * Link the chat account that the chat service returns for an OAuth code. Throws auth.step_up,
 * chat.unconfigured, chat.link_invalid, chat.unavailable and chat.taken.
 */
export async function finishChatLink(
  app: App,
  principal: Principal,
  { code, state }: { code: string; state: string },
  caller: Caller,
): Promise<void> {
  const { chat, chatLink } = app.providers
  if (!chatLink) throw fail('chat.unconfigured')

  const isOpenState = and(
    eq(chatLinks.hash, linkTokenHash(state)),
    eq(chatLinks.sessionId, principal.sessionId),
    gt(chatLinks.expiresAt, app.clock.now()),
  )

  // Check the proof before the state is used up, so that the same code works after the proof.
  const isProven = await hasProven(app, principal)
  if (app.config.chat.login && !isProven && (await app.db.$count(chatLinks, isOpenState)))
    throw fail('auth.step_up')

  const usedStates = await app.db
    .delete(chatLinks)
    .where(isOpenState)
    .returning({ hash: chatLinks.hash })
  if (!usedStates.length) throw fail('chat.link_invalid')

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
  // With the user's permission, add them to the guild before their roles are assigned. A failure
  // here does not affect the link.
  if (chat && scopes.includes('guilds.join')) await chat.addMember(discordId, accessToken)
  const chatAccount = { discordId, discordName: name.slice(0, 100), isProven }
  await setChatAccount(app, principal, chatAccount, caller)
}

/** Remove the link. A job removes the guild roles that the licences gave. */
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
 * Link a chat account that its owner signed in to, or remove the link. The linked account can be
 * used to log in only after a proof of identity (P182). A new link is announced by mail. Throws
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
    const isSameAccount = before!.discordId === account.discordId
    const previousProof = isSameAccount ? before!.discordProvenAt : null
    const discordProvenAt = isProven ? now : previousProof

    await tx.db
      .update(users)
      .set({ ...account, discordProvenAt })
      .where(eq(users.id, principal.userId))

    const opensAccount = Boolean(discordProvenAt && app.config.chat.login)

    if (
      account.discordId !== null &&
      (!isSameAccount || (opensAccount && !before!.discordProvenAt))
    )
      await queueNotice(tx, before!, {
        name: 'chatLinked',
        email: before!.email,
        values: { account: account.discordName ?? '', opens: opensAccount, at: now },
      })

    if (!isSameAccount) {
      const maskedId = (id: string | null) => (id === null ? null : maskedPersonal(id))
      await recordAudit(tx, {
        ...actorOf({ principal, caller }),
        action: account.discordId ? 'user.chat_linked' : 'user.chat_unlinked',
        targetType: 'user',
        targetId: principal.userId,
        details: {
          before: { discordId: maskedId(before!.discordId) },
          after: { discordId: maskedId(account.discordId) },
        },
      })
    }

    // Update the roles also when the same account is linked again: the user may have joined the
    // guild meanwhile.
    await rolesChanged(tx, [principal.userId])
  }).catch((error) => {
    throw isDuplicate(error, 'users_discord') ? fail('chat.taken') : error
  })
}

/** Delete links that expired unfinished. */
export const purgeChatLinks = (app: App): Promise<unknown> =>
  app.db.delete(chatLinks).where(lt(chatLinks.expiresAt, app.clock.now()))
