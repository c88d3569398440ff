import { and, eq, isNull, or } from 'drizzle-orm'

import { tickets, users } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { sendMail } from '../mails/mails.service.ts'

/**
 * Tell the customer that his ticket was closed, once a closing: who opened it here, or whose
 * account holds its chat id. Nothing when it was opened again, or nobody is known.
 */
export async function sendTicketClosed(
  app: App,
  ticketId: string,
  closedAt: string,
): Promise<void> {
  const [row] = await app.db
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

  if (row?.closedAt?.toISOString() !== closedAt) return

  await sendMail(app, 'ticketClosed', {
    id: `ticket-closed-${ticketId}-${row.closedAt.getTime()}`,
    to: row,
    values: { ticketId: row.ticketId, subject: row.subject },
  })
}
