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

/** A ticket as a person of the chat opens it; welcome is the first message of its channel. */
export type ChatTicket = {
  personId: string
  personName: string
  userId: string | null
  subject: string
  welcome: ChatMessage
}

const mostPages = 60

/**
 * Open a ticket with a private channel of its own, or find the one the person has open; asked again
 * after a fault it goes on where it stopped.
 */
export async function openInChat(
  app: App,
  input: ChatTicket,
  actor: Actor,
): Promise<{ ticket: Ticket; isNew: boolean }> {
  const { ticket, isNew } = await startTicket(app, input, actor)

  if (!isNew && ticket.chat === 'open' && (await hasLostChannel(app, ticket))) {
    // Somebody deleted the channel in the chat: that conversation is over, and must not keep the
    // person from another one.
    await changeTicket(
      app,
      ticket.id,
      { status: 'closed', messages: [] },
      { actorId: null, actorName: null, ip: null },
    )
    return openInChat(app, input, actor)
  }

  return ticket.chat === 'opening'
    ? { ticket: await makeChannel(app, ticket, input), isNew: true }
    : { ticket, isNew }
}

async function startTicket(
  app: App,
  input: ChatTicket,
  actor: Actor,
): Promise<{ ticket: Ticket; isNew: boolean }> {
  for (;;) {
    const [standing] = await app.db
      .select()
      .from(tickets)
      .where(
        and(
          eq(tickets.userDiscordId, input.personId),
          eq(tickets.status, 'open'),
          inArray(tickets.chat, ['opening', 'open']),
        ),
      )

    if (standing) return { ticket: standing, isNew: false }

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
      // Another click of the same person was faster: that ticket is theirs.
      if (!isDuplicate(error)) throw error
    }
  }
}

/**
 * The channel of a ticket: found again by its topic when the answer to its making was lost, so that
 * none is made twice.
 */
async function makeChannel(app: App, ticket: Ticket, input: ChatTicket): Promise<Ticket> {
  const chat = app.providers.chat
  if (!chat) throw fail('ticket.chat_failed')

  const made = await findOrMake(app, chat, ticket)

  if (made.kind !== 'ok') {
    app.log.error(
      { ticket: ticket.ticketId, reason: made.reason },
      'the channel of a ticket cannot be made; the bot needs to manage channels and roles, and room in the category',
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

  const channelId = made.value.id

  const [open] = await inTransaction(app, async (tx) => {
    const rows = await tx.db
      .update(tickets)
      .set({ channelId, chat: 'open' })
      .where(
        and(eq(tickets.id, ticket.id), eq(tickets.chat, 'opening'), eq(tickets.status, 'open')),
      )
      .returning()

    // Staff closed it meanwhile.
    if (!rows.length) await enqueue(tx, 'ticket.archive', { ticketId: ticket.id, channelId })

    return rows
  })

  if (!open) throw fail('ticket.closed')

  throwIfTransient(await chat.send(channelId, { ...input.welcome, nonce: ticket.ticketId }))

  return open
}

async function hasLostChannel({ providers: { chat } }: App, ticket: Ticket): Promise<boolean> {
  const all = chat && throwIfTransient(await chat.channels())
  return all?.kind === 'ok' && !all.value.some((channel) => channel.id === ticket.channelId)
}

async function findOrMake(
  app: App,
  chat: ChatProvider,
  ticket: Ticket,
): Promise<ChatResult<{ id: string }>> {
  const all = throwIfTransient(await chat.channels())

  const standing =
    all.kind === 'ok'
      ? all.value.find((channel) => channel.topic?.split(' ')[0] === ticket.ticketId)
      : undefined

  if (standing) return { kind: 'ok', value: standing }

  const { staffRoleId, ticketsCategoryId } = app.config.chat

  const wanted = {
    name: ticket.ticketId.toLowerCase(),
    topic: `${ticket.ticketId} ${ticket.userName}`.slice(0, 200),
    reason: `ticket ${ticket.ticketId}`,
    privateTo: { users: [ticket.userDiscordId], roles: staffRoleId ? [staffRoleId] : [] },
  }

  const made = throwIfTransient(
    await chat.createChannel({ ...wanted, parentId: ticketsCategoryId }),
  )

  // A category takes fifty channels; one more stands beside it.
  return made.kind === 'invalid' && ticketsCategoryId
    ? throwIfTransient(await chat.createChannel(wanted))
    : made
}

/** The open ticket that a channel is of; null when it is of none. */
export async function ticketOfChannel(app: App, channelId: string): Promise<Ticket | null> {
  const [ticket] = await app.db
    .select()
    .from(tickets)
    .where(and(eq(tickets.channelId, channelId), eq(tickets.status, 'open')))
  return ticket ?? null
}

/** Why the channel of a ticket goes, as the record of the chat server tells whoever runs it. */
export const closingReason = (ticketId: string): Localized => ({
  'pt-BR': `ticket ${ticketId} fechado`,
  'en-US': `ticket ${ticketId} closed`,
})

/** Store what was said in the channel of a closed ticket, then delete the channel. Idempotent. */
export async function archive(app: App, ticketId: string, channelId: string): Promise<void> {
  const { chat } = app.providers
  if (!chat) throw new Error('the chat is not configured; the channel waits')

  const [ticket] = await app.db.select().from(tickets).where(eq(tickets.id, ticketId))
  if (ticket?.chat === 'archiving' && ticket.channelId === channelId)
    await keepConversation(app, chat, ticket, channelId)
  const reason = inLanguage(defaultLanguage, closingReason(ticket?.ticketId ?? ''))
  const removed = throwIfTransient(await chat.removeChannel(channelId, reason))
  if (removed.kind !== 'ok' && removed.kind !== 'not-found')
    throw new Error(`the channel of a closed ticket cannot be deleted: ${removed.reason}`)

  await inTransaction(app, (tx) =>
    tx.db
      .update(tickets)
      .set({ channelId: null })
      .where(and(eq(tickets.id, ticketId), eq(tickets.channelId, channelId))),
  )
}

async function keepConversation(
  app: App,
  chat: ChatProvider,
  ticket: Ticket,
  channelId: string,
): Promise<void> {
  const lines = await withoutRelayed(app, ticket.id, await readLines(chat, channelId))
  const fromPeople = lines.filter((line) => !line.bot)

  // A bot without the message content intent reads what people write as empty: then the channel is
  // the only place that has it.
  if (
    fromPeople.length &&
    fromPeople.every((line) => !line.content && !line.attachments.length && !line.embeds.length)
  )
    throw new Error(
      'the bot may not read messages: switch on the message content intent; the channel stays until then',
    )

  const files = await readFiles(app, chat, lines)

  await inTransaction(app, async (tx) => {
    const [standing] = await tx.db
      .select()
      .from(tickets)
      .where(eq(tickets.id, ticket.id))
      .for('update')

    if (standing?.chat !== 'archiving') return

    for (let i = 0; i < lines.length; i += 500)
      await addMessages(
        tx,
        (await tx.db.select().from(tickets).where(eq(tickets.id, ticket.id)))[0]!,
        lines.slice(i, i + 500).map((line) => messageOf(line, ticket, files)),
      )

    await keepFiles(tx, ticket.id, files.values())

    await tx.db
      .update(tickets)
      .set({ chat: 'archived', updatedAt: tx.clock.now() })
      .where(eq(tickets.id, ticket.id))
  })
}

/** Everything that was said, oldest first; nothing when the channel is gone. */
async function readLines(chat: ChatProvider, channelId: string): Promise<ChatLine[]> {
  const lines: ChatLine[] = []

  for (let page = 0; page < mostPages; page++) {
    const read = throwIfTransient(await chat.messages(channelId, lines.at(-1)?.id))
    if (read.kind === 'not-found') return lines.reverse()
    if (read.kind !== 'ok')
      throw new Error(`the channel of a closed ticket cannot be read: ${read.reason}`)

    lines.push(...read.value)
    if (read.value.length < 100) break
  }

  return lines.reverse()
}

/**
 * Only the opener, staff and bots see the channel, so whoever is neither of the others is staff.
 */
function roleOf(line: ChatLine, ticket: Ticket): NewMessage['role'] {
  if (line.bot) return 'bot'
  return line.authorId === ticket.userDiscordId ? 'user' : 'staff'
}

/** A line of the channel as a message of the ticket. */
export function messageOf(
  line: ChatLine,
  ticket: Ticket,
  files: ReadonlyMap<string, KeptFile>,
): NewMessage {
  const place = (url: string): string => {
    const file = files.get(url)
    return file ? fileUrl(file.id) : url
  }

  return {
    author: line.authorName,
    authorId: line.authorId,
    role: roleOf(line, ticket),
    text: line.content,
    createdAt: line.at.toISOString(),
    attachments: line.attachments.map(({ name, url }) => ({ name, url: place(url) })),
    embeds: line.embeds.map(({ title, description }) => ({
      ...(title ? { title } : {}),
      ...(description ? { description } : {}),
      fields: [],
    })),
  }
}
