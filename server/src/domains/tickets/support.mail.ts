import { and, asc, eq, gt, sql } from 'drizzle-orm'

import { orders, ticketMessages, tickets } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { sendMail, sendToStaff } from '../mails/mails.service.ts'
import { replyAddress } from './mail-in.rules.ts'
import { customerOf } from './support.queries.ts'

/**
 * Mail a customer the answers that staff wrote in the shop since the last mail; answers within a
 * minute share one mail (P165). Sends nothing without a customer account.
 */
export async function sendTicketAnswer(app: App, ticketId: string): Promise<void> {
  const [ticket] = await app.db.select().from(tickets).where(eq(tickets.id, ticketId))
  const recipient = ticket && (await customerOf(app, ticket))
  if (!recipient) return

  const { position } = ticketMessages

  const newAnswers = await app.db
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

  const lastAnswer = newAnswers.at(-1)
  if (!lastAnswer) return

  const replyToAddress = replyAddress(app.config, ticket) ?? undefined

  await sendMail(app, 'ticketAnswer', {
    id: `ticket-answer-${lastAnswer.id}`,
    to: recipient,
    replyTo: replyToAddress,
    values: {
      ticketId: ticket.ticketId,
      subject: ticket.subject,
      byMail: replyToAddress !== undefined,
      answers: newAnswers.map(({ author, text, attachments }) => ({
        by: author.split(' ')[0]!,
        text,
        files: attachments.map(({ name }) => name),
      })),
    },
  })

  await inTransaction(app, (tx) =>
    tx.db
      .update(tickets)
      .set({ mailedPosition: sql`greatest(${tickets.mailedPosition}, ${lastAnswer.position})` })
      .where(eq(tickets.id, ticketId)),
  )
}

/** Mail staff about a new ticket in the shop, once per ticket. */
export async function sendTicketNew(app: App, ticketId: string): Promise<void> {
  const [ticketRow] = await app.db
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

  if (!ticketRow) return

  await sendToStaff(app, 'ticketNew', { id: `ticket-new-${ticketId}`, values: ticketRow })
}
