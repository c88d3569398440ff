import { and, eq, isNull, or, sql } from 'drizzle-orm'

import { ticketFiles, ticketMessages, ticketNotes, tickets } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { enqueue } from '../../platform/queue/jobs.ts'

/**
 * Remove an erased person from the support, in the transaction of the erasure. The person's tickets
 * are deleted with all messages and files, and so are unsent files (P167). A job deletes the
 * channels of these tickets in the chat.
 */
export async function eraseTickets(
  tx: App,
  { id, discordId }: { id: string; discordId: string | null },
): Promise<void> {
  const deletedTickets = await tx.db
    .delete(tickets)
    .where(
      or(
        eq(tickets.userId, id),
        discordId ? and(isNull(tickets.userId), eq(tickets.userDiscordId, discordId)) : sql`false`,
      ),
    )
    .returning({ id: tickets.id, channelId: tickets.channelId })

  for (const { id: ticketId, channelId } of deletedTickets)
    if (channelId) await enqueue(tx, 'ticket.archive', { ticketId, channelId })
  await tx.db
    .delete(ticketFiles)
    .where(and(eq(ticketFiles.ownerId, id), isNull(ticketFiles.ticketId)))

  // Messages that the person wrote as staff stay in other people's tickets, without account and
  // name.
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
