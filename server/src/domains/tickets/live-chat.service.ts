import { and, eq, inArray, sql } from 'drizzle-orm'

import { ticketMessages, tickets } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { ChatFailure, ChatLine, ChatProvider } from '../../ports/chat.ts'
import { tellStaff } from '../notifications/push/push.jobs.service.ts'
import { withoutRelayed } from './support.chat.service.ts'
import { messageOf } from './tickets.chat.service.ts'
import { keepFiles, readFiles } from './tickets.files.ts'
import type { Ticket } from './tickets.queries.ts'
import { addMessages, changeTicket } from './tickets.service.ts'

// Discord tells new messages over its gateway alone; the shop speaks REST. So the channels of open
// tickets are looked at: where something was said lately each few seconds, elsewhere twice a minute.

const busySeconds = 5
const idleSeconds = 30
const busyMinutes = 15

/** Channels that a process looks at in one go: a call each, far below what the service allows. */
const atOnce = 10
const pages = 5

/**
 * Bring what people say in the channels of open tickets into the shop while they are open (P412).
 * Each channel is taken by one process at a time, which is written on its ticket.
 */
export async function readOpenChannels(app: App): Promise<void> {
  const { chat } = app.providers
  if (!chat) return

  for (const ticket of await takeDue(app)) {
    const failure = await readChannel(app, chat, ticket)
    if (failure?.kind === 'rate-limited') return restAll(app, failure)
  }
}

/** The tickets whose channels are to be looked at now, marked as looked at. */
function takeDue(app: App): Promise<Ticket[]> {
  const now = app.clock.now()
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)

  return inTransaction(app, (tx) => {
    const due = tx.db
      .select({ id: tickets.id })
      .from(tickets)
      .where(
        and(
          eq(tickets.status, 'open'),
          eq(tickets.chat, 'open'),
          sql`(chat_read_at is null or chat_read_at <= case
            when coalesce(last_at, created_at) > ${before(busyMinutes * 60)}
            then ${before(busySeconds)}::timestamptz else ${before(idleSeconds)}::timestamptz end)`,
        ),
      )
      .orderBy(sql`chat_read_at nulls first`)
      .limit(atOnce)
      .for('update', { skipLocked: true })

    return tx.db
      .update(tickets)
      .set({ chatReadAt: now })
      .where(inArray(tickets.id, due))
      .returning()
  })
}

/** The service asks for silence: no channel is looked at until then. */
async function restAll(app: App, { retryAfterMs }: ChatFailure): Promise<void> {
  const until = new Date(app.clock.now().getTime() + (retryAfterMs ?? idleSeconds * 1000))
  await inTransaction(app, (tx) =>
    tx.db
      .update(tickets)
      .set({ chatReadAt: until })
      .where(and(eq(tickets.status, 'open'), eq(tickets.chat, 'open'))),
  )
}

async function readChannel(
  app: App,
  chat: ChatProvider,
  ticket: Ticket,
): Promise<ChatFailure | null> {
  const fresh: ChatLine[] = []

  for (let page = 0; page < pages; page++) {
    const read = await chat.messages(ticket.channelId!, fresh.at(-1)?.id)

    if (read.kind === 'not-found') {
      // Somebody deleted the channel in the chat: that conversation is over there.
      await changeTicket(app, ticket.id, { status: 'closed', messages: [] }, nobody)
      return null
    }

    if (read.kind !== 'ok') {
      app.log.warn({ ticket: ticket.ticketId, reason: read.reason }, 'a channel cannot be read now')
      return read
    }

    if (page === 0) await takeEdits(app, ticket, read.value)
    const unknown = await withoutRelayed(app, ticket.id, read.value)
    fresh.push(...unknown)
    if (unknown.length < 100) break
  }

  // What has no words is no word yet: without the intent to read messages all of them look so, and
  // the archive says it when the ticket closes.
  const said = fresh.filter(
    ({ bot, content, attachments, embeds }) =>
      !bot && (content || attachments.length || embeds.length),
  )

  if (said.length) await keep(app, chat, ticket, said.toReversed())

  return null
}

const nobody = { actorId: null, actorName: null, ip: null }

async function keep(
  app: App,
  chat: ChatProvider,
  ticket: Ticket,
  lines: readonly ChatLine[],
): Promise<void> {
  const files = await readFiles(app, chat, lines)
  await inTransaction(app, async (tx) => {
    const [standing] = await tx.db
      .select()
      .from(tickets)
      .where(eq(tickets.id, ticket.id))
      .for('update')

    if (standing?.chat !== 'open' || standing.status !== 'open') return

    // Another process may have been here meanwhile.
    const fresh = await withoutRelayed(tx, ticket.id, [...lines])
    if (!fresh.length) return

    const words = fresh.map((line) => ({
      ...messageOf(line, standing, files),
      chatMessageIds: [line.id],
    }))

    await addMessages(tx, standing, words)
    if (words.some(({ role }) => role === 'user'))
      await tellStaff(tx, { kind: 'ticket', id: ticket.id })
    const urls = new Set(fresh.flatMap(({ attachments }) => attachments.map(({ url }) => url)))

    await keepFiles(
      tx,
      ticket.id,
      [...files].filter(([url]) => urls.has(url)).map(([, file]) => file),
    )
  })
}

/** What was put otherwise in the channel stands so in the shop; what was deleted there stays. */
async function takeEdits(app: App, ticket: Ticket, lines: readonly ChatLine[]): Promise<void> {
  const rows = await app.db
    .select()
    .from(ticketMessages)
    .where(and(eq(ticketMessages.ticketId, ticket.id), eq(ticketMessages.channel, 'discord')))

  const edited = rows.flatMap((row) => {
    const line = lines.find(({ id, bot }) => !bot && row.chatMessageIds.includes(id))
    return line && line.content && line.content !== row.text
      ? [{ id: row.id, text: line.content }]
      : []
  })

  if (!edited.length) return

  await inTransaction(app, async (tx) => {
    for (const { id, text } of edited)
      await tx.db.update(ticketMessages).set({ text }).where(eq(ticketMessages.id, id))
  })
}
