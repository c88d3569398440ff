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
 * Give a ticket to a member of staff, or to nobody (P332). Throws ticket.not_found,
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
    const chosen = assigneeId ? await staffPerson(tx, assigneeId) : null
    if (assigneeId && !chosen) throw fail('ticket.assignee_unknown')
    if (ticket.assigneeId === assigneeId) return ticket

    const before = (await assigneesOf(tx, [ticket])).get(ticket.assigneeId ?? '')

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
        ...changeOf({ assignee: before?.name ?? null }, { assignee: chosen?.name ?? null }),
      },
    })

    return after!
  })
}

/**
 * Note something for staff alone, once a client id (P331); closed or open. The trail says that it
 * was noted, never what. Throws ticket.not_found.
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

    const kept = await tx.db
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

    if (kept.length)
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

/** Keep that staff have looked at a ticket up to a message; what came later stays new. */
export async function seeTicket(app: App, name: string, messageId: string): Promise<void> {
  const ticket = await findTicket(app, name)
  if (!ticket) throw fail('ticket.not_found')

  const seen = sql`(select position from ticket_messages
    where id = ${messageId} and ticket_id = ${ticket.id})`

  await inTransaction(app, (tx) =>
    tx.db
      .update(tickets)
      .set({ staffSeen: sql`greatest(${tickets.staffSeen}, coalesce(${seen}, 0))` })
      .where(and(eq(tickets.id, ticket.id))),
  )
}
