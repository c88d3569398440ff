import { and, eq, isNull, or, sql } from 'drizzle-orm'

import { ticketFiles, ticketMessages, ticketNotes, tickets } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { enqueue } from '../../platform/queue/jobs.ts'

/**
 * Take a person whose account is deleted out of the support, in that transaction: his tickets go
 * with all that was said and sent in them, and so does what he sent up and did not say (P167). Their
 * channels in the chat go by a job.
 */
export async function forgetTickets(
  tx: App,
  { id, discordId }: { id: string; discordId: string | null },
): Promise<void> {
  const gone = await tx.db
    .delete(tickets)
    .where(
      or(
        eq(tickets.userId, id),
        discordId ? and(isNull(tickets.userId), eq(tickets.userDiscordId, discordId)) : sql`false`,
      ),
    )
    .returning({ id: tickets.id, channelId: tickets.channelId })

  for (const { id: ticketId, channelId } of gone)
    if (channelId) await enqueue(tx, 'ticket.archive', { ticketId, channelId })
  await tx.db
    .delete(ticketFiles)
    .where(and(eq(ticketFiles.ownerId, id), isNull(ticketFiles.ticketId)))

  // What he said as staff stays in the conversations of others, without account and name.
  await tx.db
    .update(ticketMessages)
    .set({ senderId: null, author: 'Equipe' })
    .where(eq(ticketMessages.senderId, id))

  await tx.db
    .update(ticketNotes)
    .set({ authorId: null, author: 'Equipe' })
    .where(eq(ticketNotes.authorId, id))

  await tx.db.update(tickets).set({ assigneeId: null }).where(eq(tickets.assigneeId, id))
}
