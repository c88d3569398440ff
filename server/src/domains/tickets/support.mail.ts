import { and, asc, eq, gt, sql } from 'drizzle-orm'

import { orders, ticketMessages, tickets } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { sendMail, sendToStaff } from '../mails/mails.service.ts'
import { replyAddress } from './mail-in.rules.ts'
import { customerOf } from './support.queries.ts'

/**
 * Tell a customer what staff answered in the shop since the last mail: several answers within a
 * minute are one mail (P165). Nothing when nobody of the shop has the ticket.
 */
export async function sendTicketAnswer(app: App, ticketId: string): Promise<void> {
  const [ticket] = await app.db.select().from(tickets).where(eq(tickets.id, ticketId))
  const to = ticket && (await customerOf(app, ticket))
  if (!to) return

  const { position } = ticketMessages

  const answers = await app.db
    .select()
    .from(ticketMessages)
    .where(
      and(
        eq(ticketMessages.ticketId, ticketId),
        eq(ticketMessages.role, 'staff'),
        eq(ticketMessages.channel, 'shop'),
        gt(position, ticket.mailedPosition),
      ),
    )
    .orderBy(asc(position))

  const last = answers.at(-1)
  if (!last) return

  const replyTo = replyAddress(app.config, ticket) ?? undefined

  await sendMail(app, 'ticketAnswer', {
    id: `ticket-answer-${last.id}`,
    to,
    replyTo,
    values: {
      ticketId: ticket.ticketId,
      subject: ticket.subject,
      byMail: replyTo !== undefined,
      answers: answers.map(({ author, text, attachments }) => ({
        by: author.split(' ')[0]!,
        text,
        files: attachments.map(({ name }) => name),
      })),
    },
  })

  await inTransaction(app, (tx) =>
    tx.db
      .update(tickets)
      .set({ mailedPosition: sql`greatest(${tickets.mailedPosition}, ${last.position})` })
      .where(eq(tickets.id, ticketId)),
  )
}

/** Tell staff that a customer opened a ticket in the shop, once a ticket. */
export async function sendTicketNew(app: App, ticketId: string): Promise<void> {
  const [row] = await app.db
    .select({
      ticketId: tickets.ticketId,
      subject: tickets.subject,
      customer: tickets.userName,
      order: orders.number,
      text: ticketMessages.text,
    })
    .from(tickets)
    .innerJoin(ticketMessages, eq(ticketMessages.ticketId, tickets.id))
    .leftJoin(orders, eq(orders.id, tickets.orderId))
    .where(and(eq(tickets.id, ticketId), eq(tickets.status, 'open')))
    .orderBy(asc(ticketMessages.position))
    .limit(1)

  if (!row) return

  await sendToStaff(app, 'ticketNew', { id: `ticket-new-${ticketId}`, values: row })
}
