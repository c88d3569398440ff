import { and, eq, sql } from 'drizzle-orm'

import { ticketNotes, tickets } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { changeOf, recordAudit, type Actor } from '../audit/audit.service.ts'
import { assigneesOf, staffPerson } from './desk.queries.ts'
import { findTicket, type Ticket } from './tickets.queries.ts'
import { lockTicket } from './tickets.service.ts'

/**
 * Assign a ticket to a member of staff, or to nobody (P332). Throws ticket.not_found and
 * ticket.assignee_unknown.
 */
export function assignTicket(
  app: App,
  name: string,
  assigneeId: string | null,
  actor: Actor,
): Promise<Ticket> {
  return inTransaction(app, async (tx) => {
    const ticket = await lockTicket(tx, name)
    const assignee = assigneeId ? await staffPerson(tx, assigneeId) : null
    if (assigneeId && !assignee) throw fail('ticket.assignee_unknown')
    if (ticket.assigneeId === assigneeId) return ticket

    const previousAssignee = (await assigneesOf(tx, [ticket])).get(ticket.assigneeId ?? '')

    const [after] = await tx.db
      .update(tickets)
      .set({ assigneeId, updatedAt: tx.clock.now() })
      .where(eq(tickets.id, ticket.id))
      .returning()

    await recordAudit(tx, {
      ...actor,
      action: 'ticket.assigned',
      targetType: 'ticket',
      targetId: ticket.id,
      details: {
        ticketId: ticket.ticketId,
        ...changeOf(
          { assignee: previousAssignee?.name ?? null },
          { assignee: assignee?.name ?? null },
        ),
      },
    })

    return after!
  })
}

/**
 * Add an internal note, once per client id, to an open or closed ticket (P331). The trail records
 * the act, never the text. Throws ticket.not_found.
 */
export function noteTicket(
  app: App,
  name: string,
  { clientId, text }: { clientId: string; text: string },
  actor: Actor,
): Promise<Ticket> {
  return inTransaction(app, async (tx) => {
    const ticket = await lockTicket(tx, name)
    const now = tx.clock.now()

    const insertedNotes = await tx.db
      .insert(ticketNotes)
      .values({
        id: newId(now.getTime()),
        ticketId: ticket.id,
        authorId: actor.actorId,
        author: actor.actorName ?? '',
        text,
        clientId,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: ticketNotes.id })

    if (insertedNotes.length)
      await recordAudit(tx, {
        ...actor,
        action: 'ticket.noted',
        targetType: 'ticket',
        targetId: ticket.id,
        details: { ticketId: ticket.ticketId },
      })

    return ticket
  })
}

/**
 * Record that staff have read a ticket up to a message; later messages stay new. Throws
 * ticket.not_found.
 */
export async function markSeenByStaff(app: App, name: string, messageId: string): Promise<void> {
  const ticket = await findTicket(app, name)
  if (!ticket) throw fail('ticket.not_found')

  const seenPosition = sql`(select position from ticket_messages
    where id = ${messageId} and ticket_id = ${ticket.id})`

  await inTransaction(app, (tx) =>
    tx.db
      .update(tickets)
      .set({ staffSeen: sql`greatest(${tickets.staffSeen}, coalesce(${seenPosition}, 0))` })
      .where(and(eq(tickets.id, ticket.id))),
  )
}
