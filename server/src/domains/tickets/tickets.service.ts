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
import { updateMarks } from './tickets.rules.ts'

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

/** Open a ticket with its first messages. The trail records the act, never the texts. */
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
        // Opening a ticket in the chat already names the subject, so the customer waits from now
        // on.
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
 * Change a ticket: its fields, its status along the legal moves, and its conversation by new
 * messages. Throws ticket.not_found, ticket.closed and state.illegal.
 */
export async function changeTicket(
  app: App,
  name: string,
  { messages, status, ...fields }: TicketChange,
  actor: Actor,
): Promise<Ticket> {
  return inTransaction(app, async (tx) => {
    const ticket = await lockTicket(tx, name)
    const newStatus = statusMove(ticket, status)
    if (messages.length && ticket.status === 'closed' && !newStatus) throw fail('ticket.closed')

    const now = tx.clock.now()

    const changedFields = {
      ...fields,
      ...(newStatus ? { status: newStatus, closedAt: newStatus === 'closed' ? now : null } : {}),
      ...(newStatus === 'closed' ? { waitingSince: null } : {}),
      ...(newStatus === 'open' && ticket.lastFrom !== 'staff' ? { waitingSince: now } : {}),
      ...(newStatus === 'closed' ? await leaveChat(tx, ticket) : {}),
    }

    const [changedTicket] = await tx.db
      .update(tickets)
      .set({ ...changedFields, updatedAt: now })
      .where(eq(tickets.id, ticket.id))
      .returning()

    if (newStatus === 'closed')
      await enqueue(tx, 'mail.ticket-closed', { ticketId: ticket.id, closedAt: now.toISOString() })

    await recordAudit(tx, {
      ...actor,
      action: auditAction(newStatus),
      targetType: 'ticket',
      targetId: ticket.id,
      details: {
        ...changeOf(auditView(ticket), auditView(changedTicket!)),
        ...(messages.length ? { messages: messages.length } : {}),
      },
    })

    return addMessages(tx, changedTicket!, messages)
  })
}

/** The status that a change moves a ticket to, null when the status stays. Throws state.illegal. */
function statusMove(ticket: Ticket, status: TicketChange['status']): Ticket['status'] | null {
  if (status === undefined || status === ticket.status) return null
  if (!mayMove('ticket', ticket.status, status))
    throw fail('state.illegal', { from: ticket.status, to: status })

  return status
}

function auditAction(move: Ticket['status'] | null): string {
  if (!move) return 'ticket.changed'
  return move === 'closed' ? 'ticket.closed' : 'ticket.reopened'
}

/** The fields of a ticket that the trail records. */
const auditView = ({ userName, userDiscordId, subject, status }: Ticket) => ({
  userName,
  userDiscordId,
  subject,
  status,
})

/** A closed ticket leaves the chat: a job stores the conversation and deletes the channel. */
async function leaveChat(tx: App, ticket: Ticket): Promise<{ chat?: 'archiving' | 'archived' }> {
  if (ticket.chat === 'opening') return { chat: 'archived' }
  if (ticket.chat !== 'open' || !ticket.channelId) return {}

  await enqueue(tx, 'ticket.archive', { ticketId: ticket.id, channelId: ticket.channelId })

  return { chat: 'archiving' }
}

/**
 * Delete a closed ticket with its conversation. Throws ticket.not_found, ticket.open and
 * ticket.archiving.
 */
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

/** Store messages; the first message by staff counts as the first answer. */
export async function addMessages(
  tx: App,
  ticket: Ticket,
  messages: readonly NewMessage[],
): Promise<Ticket> {
  if (!messages.length) return ticket

  const now = tx.clock.now()

  const messageRows = messages.map(({ createdAt, ...message }) => ({
    ...message,
    id: newId(now.getTime()),
    ticketId: ticket.id,
    createdAt: createdAt ? new Date(createdAt) : now,
  }))

  const storedMessages = await tx.db.insert(ticketMessages).values(messageRows).returning()

  const changedFields = {
    ...updateMarks(ticket, storedMessages),
    ...lastMessage(ticket, messageRows),
    ...firstAnswer(ticket, messageRows),
    // In a closed ticket no customer waits.
    ...(ticket.status === 'closed' ? { waitingSince: null } : {}),
  }

  const [updatedTicket] = await tx.db
    .update(tickets)
    .set(changedFields)
    .where(eq(tickets.id, ticket.id))
    .returning()

  return updatedTicket!
}

type Dated = Pick<NewMessage, 'role'> & { createdAt: Date }

function firstAnswer(ticket: Ticket, rows: readonly Dated[]): { firstResponseAt?: Date } {
  const answerTimes = rows
    .filter((row) => row.role === 'staff')
    .map((row) => row.createdAt.getTime())
  if (ticket.firstResponseAt || !answerTimes.length) return {}

  return {
    firstResponseAt: new Date(Math.max(ticket.createdAt.getTime(), Math.min(...answerTimes))),
  }
}

/** The side that spoke last, and when; empty when the ticket already has a newer message. */
function lastMessage(ticket: Ticket, rows: readonly Dated[]): Partial<Ticket> {
  const newestMessage = rows
    .filter((row) => row.role !== 'bot')
    .reduce<Dated | null>(
      (found, row) => (found && found.createdAt > row.createdAt ? found : row),
      null,
    )

  if (!newestMessage || (ticket.lastAt && ticket.lastAt > newestMessage.createdAt)) return {}

  return {
    lastFrom: newestMessage.role === 'staff' ? 'staff' : 'customer',
    lastAt: newestMessage.createdAt,
  }
}

/** A ticket by its id or name, locked until the transaction ends. Throws ticket.not_found. */
export async function lockTicket(tx: App, name: string): Promise<Ticket> {
  const ticketRow = await findTicket(tx, name)
  const [ticket] = ticketRow
    ? await tx.db.select().from(tickets).where(eq(tickets.id, ticketRow.id)).for('update')
    : []
  if (!ticket) throw fail('ticket.not_found')

  return ticket
}
