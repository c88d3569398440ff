import { and, eq, inArray, sql } from 'drizzle-orm'

import { ticketMessages, tickets } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { publish } from '../../platform/queue/publish.ts'
import type { ChatFailure, ChatLine, ChatProvider } from '../../ports/chat.ts'
import { withoutRelayed } from './support.chat.service.ts'
import { messageOf } from './tickets.chat.service.ts'
import { keepFiles, readFiles } from './tickets.files.ts'
import type { Ticket } from './tickets.queries.ts'
import { addMessages, changeTicket } from './tickets.service.ts'

// Discord announces new messages only over its gateway, and the shop uses REST. So the channels of
// open tickets are polled: every few seconds after recent messages, else twice a minute.

const busySeconds = 5
const idleSeconds = 30
const busyMinutes = 15

/** Channels that a process polls in one run: one call each, far below the limit of the service. */
const channelsPerRun = 10
const maxPages = 5

/**
 * Copy messages from the channels of open tickets into the shop (P412). The time of the last poll,
 * stored on the ticket, ensures that only one process polls a channel at a time.
 */
export async function readOpenChannels(app: App): Promise<void> {
  const { chat } = app.providers
  if (!chat) return

  for (const ticket of await claimDueTickets(app)) {
    const readFailure = await readChannel(app, chat, ticket)
    if (readFailure?.kind === 'rate-limited') return pauseAll(app, readFailure)
  }
}

/** The tickets whose channels are due, marked as read now. */
function claimDueTickets(app: App): Promise<Ticket[]> {
  const now = app.clock.now()
  const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1000)

  return inTransaction(app, (tx) => {
    const dueTickets = tx.db
      .select({ id: tickets.id })
      .from(tickets)
      .where(
        and(
          eq(tickets.status, 'open'),
          eq(tickets.chat, 'open'),
          sql`(chat_read_at is null or chat_read_at <= case
            when coalesce(last_at, created_at) > ${secondsAgo(busyMinutes * 60)}
            then ${secondsAgo(busySeconds)}::timestamptz else ${secondsAgo(idleSeconds)}::timestamptz end)`,
        ),
      )
      .orderBy(sql`chat_read_at nulls first`)
      .limit(channelsPerRun)
      .for('update', { skipLocked: true })

    return tx.db
      .update(tickets)
      .set({ chatReadAt: now })
      .where(inArray(tickets.id, dueTickets))
      .returning()
  })
}

/** After a rate limit no channel is polled until the service allows it. */
async function pauseAll(app: App, { retryAfterMs }: ChatFailure): Promise<void> {
  const pausedUntil = new Date(app.clock.now().getTime() + (retryAfterMs ?? idleSeconds * 1000))
  await inTransaction(app, (tx) =>
    tx.db
      .update(tickets)
      .set({ chatReadAt: pausedUntil })
      .where(and(eq(tickets.status, 'open'), eq(tickets.chat, 'open'))),
  )
}

async function readChannel(
  app: App,
  chat: ChatProvider,
  ticket: Ticket,
): Promise<ChatFailure | null> {
  const newLines: ChatLine[] = []

  for (let page = 0; page < maxPages; page++) {
    const pageResult = await chat.messages(ticket.channelId!, newLines.at(-1)?.id)

    if (pageResult.kind === 'not-found') {
      // The channel was deleted in the chat, so the conversation there is over.
      await changeTicket(app, ticket.id, { status: 'closed', messages: [] }, systemActor)
      return null
    }

    if (pageResult.kind !== 'ok') {
      app.log.warn(
        { ticket: ticket.ticketId, reason: pageResult.reason },
        'channel of a ticket not read',
      )
      return pageResult
    }

    if (page === 0) await copyEdits(app, ticket, pageResult.value)
    const unknownLines = await withoutRelayed(app, ticket.id, pageResult.value)
    newLines.push(...unknownLines)
    if (unknownLines.length < 100) break
  }

  // A message without content is skipped. Without the message content intent every message seems
  // empty; the archive reports that when the ticket closes.
  const spokenLines = newLines.filter(
    ({ bot, content, attachments, embeds }) =>
      !bot && (content || attachments.length || embeds.length),
  )

  if (spokenLines.length) await storeLines(app, chat, ticket, spokenLines.toReversed())

  return null
}

const systemActor = { actorId: null, actorName: null, ip: null }

async function storeLines(
  app: App,
  chat: ChatProvider,
  ticket: Ticket,
  lines: readonly ChatLine[],
): Promise<void> {
  const keptFiles = await readFiles(app, chat, lines)
  await inTransaction(app, async (tx) => {
    const [lockedTicket] = await tx.db
      .select()
      .from(tickets)
      .where(eq(tickets.id, ticket.id))
      .for('update')

    if (lockedTicket?.chat !== 'open' || lockedTicket.status !== 'open') return

    // Another process may have stored these lines meanwhile.
    const newLines = await withoutRelayed(tx, ticket.id, [...lines])
    if (!newLines.length) return

    const newMessages = newLines.map((line) => ({
      ...messageOf(line, lockedTicket, keptFiles),
      chatMessageIds: [line.id],
    }))

    await addMessages(tx, lockedTicket, newMessages)
    if (newMessages.some(({ role }) => role === 'user'))
      await publish(tx, { kind: 'ticket.message', id: ticket.id })
    const newFileUrls = new Set(
      newLines.flatMap(({ attachments }) => attachments.map(({ url }) => url)),
    )

    await keepFiles(
      tx,
      ticket.id,
      [...keptFiles].filter(([url]) => newFileUrls.has(url)).map(([, file]) => file),
    )
  })
}

/** Copy edits in the channel to the shop. Messages deleted in the channel stay in the shop. */
async function copyEdits(app: App, ticket: Ticket, lines: readonly ChatLine[]): Promise<void> {
  const storedRows = await app.db
    .select()
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, ticket.id), eq(ticketMessages.channel, 'discord')))

  const editedRows = storedRows.flatMap((row) => {
    const line = lines.find(({ id, bot }) => !bot && row.chatMessageIds.includes(id))
    return line && line.content && line.content !== row.text
      ? [{ id: row.id, text: line.content }]
      : []
  })

  if (!editedRows.length) return

  await inTransaction(app, async (tx) => {
    for (const { id, text } of editedRows)
      await tx.db.update(ticketMessages).set({ text }).where(eq(ticketMessages.id, id))
  })
}
