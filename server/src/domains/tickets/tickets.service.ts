import { mayMove, type TicketStatus } from '@chaveiro/contracts/states'
import { eq } from 'drizzle-orm'

import { ticketMessages, tickets } from '../../db/tables/index.ts'
import type { StoredAttachment, StoredEmbed } from '../../db/tables/tickets.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { changeOf, recordAudit, type Actor } from '../audit/audit.service.ts'
import { findTicket, type Ticket } from './tickets.queries.ts'
import { marksAfter } from './tickets.rules.ts'

export type NewMessage = {
  author: string
  authorId?: string | undefined
  role: 'user' | 'staff' | 'bot'
  text: string
  createdAt?: string | undefined
  attachments: StoredAttachment[]
  embeds: StoredEmbed[]
}

export type NewTicket = {
  userName: string
  userDiscordId: string
  subject?: string | undefined
  userId?: string | null
  chat?: 'opening'
  messages: readonly NewMessage[]
}

export type TicketChange = {
  userName?: string | undefined
  userDiscordId?: string | undefined
  subject?: string | undefined
  status?: TicketStatus | undefined
  messages: readonly NewMessage[]
}

/** Open a ticket with what was said so far. The trail says that it was opened, never what was said. */
export async function openTicket(app: App, input: NewTicket, actor: Actor): Promise<Ticket> {
  return inTransaction(app, async (tx) => {
    const now = tx.clock.now()
    const { messages, subject = '', ...head } = input

    const [ticket] = await tx.db
      .insert(tickets)
      .values({
        ...head,
        subject,
        id: newId(now.getTime()),
        createdAt: now,
        updatedAt: now,
        // Who opens one in the chat has said what it is about, and waits.
        ...(head.chat ? { firstCustomerAt: now, waitingSince: now } : {}),
      })
      .returning()

    await recordAudit(tx, {
      ...actor,
      action: 'ticket.opened',
      targetType: 'ticket',
      targetId: ticket!.id,
      details: {
        ...changeOf(null, {
          ticketId: ticket!.ticketId,
          userName: head.userName,
          userDiscordId: head.userDiscordId,
          subject,
        }),
        messages: messages.length,
      },
    })

    return addMessages(tx, ticket!, messages)
  })
}

/**
 * Change a ticket: what it says of itself, its status along the legal moves, its conversation by
 * more messages.
 */
export async function changeTicket(
  app: App,
  name: string,
  { messages, status, ...fields }: TicketChange,
  actor: Actor,
): Promise<Ticket> {
  return inTransaction(app, async (tx) => {
    const ticket = await lockTicket(tx, name)
    const move = moveOf(ticket, status)
    if (messages.length && ticket.status === 'closed' && !move) throw fail('ticket.closed')

    const now = tx.clock.now()

    const change = {
      ...fields,
      ...(move ? { status: move, closedAt: move === 'closed' ? now : null } : {}),
      ...(move === 'closed' ? { waitingSince: null } : {}),
      ...(move === 'open' && ticket.lastFrom !== 'staff' ? { waitingSince: now } : {}),
      ...(move === 'closed' ? await leaveChat(tx, ticket) : {}),
    }

    const [changed] = await tx.db
      .update(tickets)
      .set({ ...change, updatedAt: now })
      .where(eq(tickets.id, ticket.id))
      .returning()

    if (move === 'closed')
      await enqueue(tx, 'mail.ticket-closed', { ticketId: ticket.id, closedAt: now.toISOString() })

    await recordAudit(tx, {
      ...actor,
      action: actionOf(move),
      targetType: 'ticket',
      targetId: ticket.id,
      details: {
        ...changeOf(auditView(ticket), auditView(changed!)),
        ...(messages.length ? { messages: messages.length } : {}),
      },
    })

    return addMessages(tx, changed!, messages)
  })
}

/**
 * The status that a change moves a ticket to, null when it stays as it is. Throws state.illegal.
 */
function moveOf(ticket: Ticket, status: TicketChange['status']): Ticket['status'] | null {
  if (status === undefined || status === ticket.status) return null
  if (!mayMove('ticket', ticket.status, status))
    throw fail('state.illegal', { from: ticket.status, to: status })

  return status
}

function actionOf(move: Ticket['status'] | null): string {
  if (!move) return 'ticket.changed'
  return move === 'closed' ? 'ticket.closed' : 'ticket.reopened'
}

/** What the trail tells of a ticket. */
const auditView = ({ userName, userDiscordId, subject, status }: Ticket) => ({
  userName,
  userDiscordId,
  subject,
  status,
})

/**
 * A closed ticket leaves the chat: what was said in its channel is kept and the channel goes, by a
 * job.
 */
async function leaveChat(tx: App, ticket: Ticket): Promise<{ chat?: 'archiving' | 'archived' }> {
  if (ticket.chat === 'opening') return { chat: 'archived' }
  if (ticket.chat !== 'open' || !ticket.channelId) return {}

  await enqueue(tx, 'ticket.archive', { ticketId: ticket.id, channelId: ticket.channelId })

  return { chat: 'archiving' }
}

/** Delete a closed ticket with its conversation. */
export async function deleteTicket(app: App, name: string, actor: Actor): Promise<void> {
  await inTransaction(app, async (tx) => {
    const ticket = await lockTicket(tx, name)
    if (ticket.status === 'open') throw fail('ticket.open')
    if (ticket.chat === 'archiving') throw fail('ticket.archiving')

    await tx.db.delete(tickets).where(eq(tickets.id, ticket.id))

    await recordAudit(tx, {
      ...actor,
      action: 'ticket.deleted',
      targetType: 'ticket',
      targetId: ticket.id,
      details: changeOf(
        {
          ticketId: ticket.ticketId,
          userName: ticket.userName,
          userDiscordId: ticket.userDiscordId,
          status: ticket.status,
        },
        null,
      ),
    })
  })
}

/** Keep what was said; the first words of staff are the ticket's first answer. */
export async function addMessages(
  tx: App,
  ticket: Ticket,
  messages: readonly NewMessage[],
): Promise<Ticket> {
  if (!messages.length) return ticket

  const now = tx.clock.now()

  const rows = messages.map(({ createdAt, ...message }) => ({
    ...message,
    id: newId(now.getTime()),
    ticketId: ticket.id,
    createdAt: createdAt ? new Date(createdAt) : now,
  }))

  const kept = await tx.db.insert(ticketMessages).values(rows).returning()

  const change = {
    ...marksAfter(ticket, kept),
    ...lastWord(ticket, rows),
    ...firstAnswer(ticket, rows),
    // Nobody waits in what is over.
    ...(ticket.status === 'closed' ? { waitingSince: null } : {}),
  }

  const [after] = await tx.db
    .update(tickets)
    .set(change)
    .where(eq(tickets.id, ticket.id))
    .returning()

  return after!
}

type Dated = Pick<NewMessage, 'role'> & { createdAt: Date }

function firstAnswer(ticket: Ticket, rows: readonly Dated[]): { firstResponseAt?: Date } {
  const answers = rows.filter((row) => row.role === 'staff').map((row) => row.createdAt.getTime())
  if (ticket.firstResponseAt || !answers.length) return {}

  return { firstResponseAt: new Date(Math.max(ticket.createdAt.getTime(), Math.min(...answers))) }
}

/** Who of the people spoke last, and when; nothing when the ticket knows a newer word. */
function lastWord(ticket: Ticket, rows: readonly Dated[]): Partial<Ticket> {
  const last = rows
    .filter((row) => row.role !== 'bot')
    .reduce<Dated | null>(
      (found, row) => (found && found.createdAt > row.createdAt ? found : row),
      null,
    )

  if (!last || (ticket.lastAt && ticket.lastAt > last.createdAt)) return {}

  return { lastFrom: last.role === 'staff' ? 'staff' : 'customer', lastAt: last.createdAt }
}

/** A ticket by its id or name, held until this transaction ends. Throws ticket.not_found. */
export async function lockTicket(tx: App, name: string): Promise<Ticket> {
  const found = await findTicket(tx, name)
  const [ticket] = found
    ? await tx.db.select().from(tickets).where(eq(tickets.id, found.id)).for('update')
    : []
  if (!ticket) throw fail('ticket.not_found')

  return ticket
}
