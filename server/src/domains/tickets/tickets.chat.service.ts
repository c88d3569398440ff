import { defaultLanguage } from '@chaveiro/contracts/limits'
import { inLanguage, type Localized } from '@chaveiro/contracts/localized'
import { and, eq, inArray } from 'drizzle-orm'

import { tickets } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction, isDuplicate } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import {
  throwIfTransient,
  type ChatLine,
  type ChatMessage,
  type ChatProvider,
  type ChatResult,
} from '../../ports/chat.ts'
import type { Actor } from '../audit/audit.service.ts'
import { withoutRelayed } from './support.chat.service.ts'
import { fileUrl, keepFiles, readFiles, type KeptFile } from './tickets.files.ts'
import type { Ticket } from './tickets.queries.ts'
import { addMessages, changeTicket, openTicket, type NewMessage } from './tickets.service.ts'

/** A ticket that a person opens in the chat; `welcome` is the first message in its channel. */
export type ChatTicket = {
  personId: string
  personName: string
  userId: string | null
  subject: string
  welcome: ChatMessage
}

const maxPages = 60

/**
 * Open a ticket with a private channel, or return the open ticket of this person. After a failure,
 * a repeated call continues where the first call stopped.
 */
export async function openInChat(
  app: App,
  input: ChatTicket,
  actor: Actor,
): Promise<{ ticket: Ticket; isNew: boolean }> {
  const { ticket, isNew } = await startTicket(app, input, actor)

  if (!isNew && ticket.chat === 'open' && (await hasLostChannel(app, ticket))) {
    // The channel was deleted in the chat: that conversation is over, and must not block another
    // ticket.
    await changeTicket(
      app,
      ticket.id,
      { status: 'closed', messages: [] },
      { actorId: null, actorName: null, ip: null },
    )
    return openInChat(app, input, actor)
  }

  return ticket.chat === 'opening'
    ? { ticket: await createChannel(app, ticket, input), isNew: true }
    : { ticket, isNew }
}

async function startTicket(
  app: App,
  input: ChatTicket,
  actor: Actor,
): Promise<{ ticket: Ticket; isNew: boolean }> {
  for (;;) {
    const [existingTicket] = await app.db
      .select()
      .from(tickets)
      .where(
        and(
          eq(tickets.userDiscordId, input.personId),
          eq(tickets.status, 'open'),
          inArray(tickets.chat, ['opening', 'open']),
        ),
      )

    if (existingTicket) return { ticket: existingTicket, isNew: false }

    try {
      return {
        ticket: await openTicket(
          app,
          {
            userName: input.personName,
            userDiscordId: input.personId,
            userId: input.userId,
            subject: input.subject,
            chat: 'opening',
            messages: [],
          },
          actor,
        ),
        isNew: true,
      }
    } catch (error) {
      // A parallel request of the same person was faster: the ticket of that request is used.
      if (!isDuplicate(error)) throw error
    }
  }
}

/**
 * The channel of a ticket. An existing channel is searched by its topic first: the reply to an
 * earlier creation may have been lost.
 */
async function createChannel(app: App, ticket: Ticket, input: ChatTicket): Promise<Ticket> {
  const chatProvider = app.providers.chat
  if (!chatProvider) throw fail('ticket.chat_failed')

  const channelResult = await findOrCreateChannel(app, chatProvider, ticket)

  if (channelResult.kind !== 'ok') {
    app.log.error(
      { ticket: ticket.ticketId, reason: channelResult.reason },
      'channel of a ticket not created; the bot needs to manage channels and roles, and room in the category',
    )

    await inTransaction(app, (tx) =>
      tx.db
        .update(tickets)
        .set({
          status: 'closed',
          chat: 'failed',
          closedAt: tx.clock.now(),
          updatedAt: tx.clock.now(),
        })
        .where(eq(tickets.id, ticket.id)),
    )

    throw fail('ticket.chat_failed')
  }

  const channelId = channelResult.value.id

  const [openedTicket] = await inTransaction(app, async (tx) => {
    const openedRows = await tx.db
      .update(tickets)
      .set({ channelId, chat: 'open' })
      .where(
        and(eq(tickets.id, ticket.id), eq(tickets.chat, 'opening'), eq(tickets.status, 'open')),
      )
      .returning()

    // Staff closed the ticket while its channel was created.
    if (!openedRows.length) await enqueue(tx, 'ticket.archive', { ticketId: ticket.id, channelId })

    return openedRows
  })

  if (!openedTicket) throw fail('ticket.closed')

  throwIfTransient(await chatProvider.send(channelId, { ...input.welcome, nonce: ticket.ticketId }))

  return openedTicket
}

async function hasLostChannel({ providers: { chat } }: App, ticket: Ticket): Promise<boolean> {
  const channelList = chat && throwIfTransient(await chat.channels())
  return (
    channelList?.kind === 'ok' &&
    !channelList.value.some((channel) => channel.id === ticket.channelId)
  )
}

async function findOrCreateChannel(
  app: App,
  chat: ChatProvider,
  ticket: Ticket,
): Promise<ChatResult<{ id: string }>> {
  const channelList = throwIfTransient(await chat.channels())

  const existingChannel =
    channelList.kind === 'ok'
      ? channelList.value.find((channel) => channel.topic?.split(' ')[0] === ticket.ticketId)
      : undefined

  if (existingChannel) return { kind: 'ok', value: existingChannel }

  const { staffRoleId, ticketsCategoryId } = app.config.chat

  const channelSpec = {
    name: ticket.ticketId.toLowerCase(),
    topic: `${ticket.ticketId} ${ticket.userName}`.slice(0, 200),
    reason: `ticket ${ticket.ticketId}`,
    privateTo: { users: [ticket.userDiscordId], roles: staffRoleId ? [staffRoleId] : [] },
  }

  const createResult = throwIfTransient(
    await chat.createChannel({ ...channelSpec, parentId: ticketsCategoryId }),
  )

  // A category takes fifty channels; a further channel is created outside the category.
  return createResult.kind === 'invalid' && ticketsCategoryId
    ? throwIfTransient(await chat.createChannel(channelSpec))
    : createResult
}

/** The open ticket of a channel; null for a channel without an open ticket. */
export async function ticketOfChannel(app: App, channelId: string): Promise<Ticket | null> {
  const [ticket] = await app.db
    .select()
    .from(tickets)
    .where(and(eq(tickets.channelId, channelId), eq(tickets.status, 'open')))
  return ticket ?? null
}

/** The reason for deleting a ticket's channel, shown in the audit log of the chat server. */
export const closingReason = (ticketId: string): Localized => ({
  'pt-BR': `ticket ${ticketId} fechado`,
  'en-US': `ticket ${ticketId} closed`,
})

/**
 * Store the conversation in the channel of a closed ticket, then delete the channel. Idempotent.
 */
export async function archiveChannel(app: App, ticketId: string, channelId: string): Promise<void> {
  const { chat } = app.providers
  if (!chat) throw new Error('the chat is not configured; the channel waits')

  const [ticket] = await app.db.select().from(tickets).where(eq(tickets.id, ticketId))
  if (ticket?.chat === 'archiving' && ticket.channelId === channelId)
    await storeConversation(app, chat, ticket, channelId)
  const removalReason = inLanguage(defaultLanguage, closingReason(ticket?.ticketId ?? ''))
  const removeResult = throwIfTransient(await chat.removeChannel(channelId, removalReason))
  if (removeResult.kind !== 'ok' && removeResult.kind !== 'not-found')
    throw new Error(`the channel of a closed ticket cannot be deleted: ${removeResult.reason}`)

  await inTransaction(app, (tx) =>
    tx.db
      .update(tickets)
      .set({ channelId: null })
      .where(and(eq(tickets.id, ticketId), eq(tickets.channelId, channelId))),
  )
}

async function storeConversation(
  app: App,
  chat: ChatProvider,
  ticket: Ticket,
  channelId: string,
): Promise<void> {
  const conversation = await withoutRelayed(app, ticket.id, await readLines(chat, channelId))
  const humanLines = conversation.filter((line) => !line.bot)

  // Without the message content intent a bot reads messages as empty. Then only the channel has the
  // texts.
  if (
    humanLines.length &&
    humanLines.every((line) => !line.content && !line.attachments.length && !line.embeds.length)
  )
    throw new Error(
      'the bot may not read messages: switch on the message content intent; the channel stays until then',
    )

  const chatFiles = await readFiles(app, chat, conversation)

  await inTransaction(app, async (tx) => {
    const [lockedTicket] = await tx.db
      .select()
      .from(tickets)
      .where(eq(tickets.id, ticket.id))
      .for('update')

    if (lockedTicket?.chat !== 'archiving') return

    for (let i = 0; i < conversation.length; i += 500)
      await addMessages(
        tx,
        (await tx.db.select().from(tickets).where(eq(tickets.id, ticket.id)))[0]!,
        conversation.slice(i, i + 500).map((line) => messageOf(line, ticket, chatFiles)),
      )

    await keepFiles(tx, ticket.id, chatFiles.values())

    await tx.db
      .update(tickets)
      .set({ chat: 'archived', updatedAt: tx.clock.now() })
      .where(eq(tickets.id, ticket.id))
  })
}

/** All messages of a channel, oldest first; empty for a channel that does not exist. */
async function readLines(chat: ChatProvider, channelId: string): Promise<ChatLine[]> {
  const channelLines: ChatLine[] = []

  for (let page = 0; page < maxPages; page++) {
    const pageResult = throwIfTransient(await chat.messages(channelId, channelLines.at(-1)?.id))
    if (pageResult.kind === 'not-found') return channelLines.reverse()
    if (pageResult.kind !== 'ok')
      throw new Error(`the channel of a closed ticket cannot be read: ${pageResult.reason}`)

    channelLines.push(...pageResult.value)
    if (pageResult.value.length < 100) break
  }

  return channelLines.reverse()
}

/** Only the opener, staff and bots see the channel, so any other author is staff. */
function roleOfAuthor(line: ChatLine, ticket: Ticket): NewMessage['role'] {
  if (line.bot) return 'bot'
  return line.authorId === ticket.userDiscordId ? 'user' : 'staff'
}

/** A line of the channel as a message of the ticket. */
export function messageOf(
  line: ChatLine,
  ticket: Ticket,
  files: ReadonlyMap<string, KeptFile>,
): NewMessage {
  const storedUrl = (url: string): string => {
    const storedFile = files.get(url)
    return storedFile ? fileUrl(storedFile.id) : url
  }

  return {
    author: line.authorName,
    authorId: line.authorId,
    role: roleOfAuthor(line, ticket),
    text: line.content,
    createdAt: line.at.toISOString(),
    attachments: line.attachments.map(({ name, url }) => ({ name, url: storedUrl(url) })),
    embeds: line.embeds.map(({ title, description }) => ({
      ...(title ? { title } : {}),
      ...(description ? { description } : {}),
      fields: [],
    })),
  }
}
