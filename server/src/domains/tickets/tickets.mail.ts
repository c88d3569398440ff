import { and, eq, isNull, or } from 'drizzle-orm'

import { tickets, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { sendMail } from '../mails/mails.service.ts'

/**
 * Mail the customer that their ticket was closed, once per closing. The customer is the account of
 * the ticket, or the account with its chat id. Sends nothing after a reopening or without an
 * account.
 */
export async function sendTicketClosed(
  app: App,
  ticketId: string,
  closedAt: string,
): Promise<void> {
  const [closedTicket] = await app.db
    .select({
      ticketId: tickets.ticketId,
      subject: tickets.subject,
      closedAt: tickets.closedAt,
      name: users.name,
      email: users.email,
      language: users.language,
    })
    .from(tickets)
    .innerJoin(
      users,
      or(
        eq(users.id, tickets.userId),
        and(isNull(tickets.userId), eq(users.discordId, tickets.userDiscordId)),
      ),
    )
    .where(and(eq(tickets.id, ticketId), eq(tickets.status, 'closed'), isNull(users.deletedAt)))
    .limit(1)

  if (closedTicket?.closedAt?.toISOString() !== closedAt) return

  await sendMail(app, 'ticketClosed', {
    id: `ticket-closed-${ticketId}-${closedTicket.closedAt.getTime()}`,
    to: closedTicket,
    values: { ticketId: closedTicket.ticketId, subject: closedTicket.subject },
  })
}
