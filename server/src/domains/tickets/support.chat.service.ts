import { eq } from 'drizzle-orm'

import { ticketMessages, tickets } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { plainChat } from '../../platform/text/chat-text.ts'
import { throwIfTransient, type ChatLine } from '../../ports/chat.ts'

const mostSigns = 1900

/**
 * Bring what was said in the shop to the channel of its ticket, and note what it is there, so that
 * it is read back as itself and stands in the conversation once (P166). Idempotent: the parts that
 * are there are not sent again.
 */
export async function relayMessage(app: App, messageId: string): Promise<void> {
  const { chat } = app.providers

  const [row] = await app.db
    .select({ message: ticketMessages, ticket: tickets })
    .from(ticketMessages)
    .innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
    .where(eq(ticketMessages.id, messageId))

  if (!chat || row?.ticket.chat !== 'open' || !row.ticket.channelId) return

  const sent = [...row.message.chatMessageIds]

  for (const [i, content] of partsOf(row.message).entries()) {
    if (i < sent.length) continue

    const nonce = `${messageId.replaceAll('-', '').slice(-22)}${i}`
    const made = throwIfTransient(await chat.send(row.ticket.channelId, { content, nonce }))

    if (made.kind !== 'ok') {
      app.log.error(
        { ticket: row.ticket.ticketId, reason: made.reason },
        'what was said in the shop cannot be brought to the channel of its ticket; it stands in the shop',
      )
      return
    }

    sent.push(made.value.id)

    await inTransaction(app, (tx) =>
      tx.db
        .update(ticketMessages)
        .set({ chatMessageIds: [...sent] })
        .where(eq(ticketMessages.id, messageId)),
    )
  }
}

/** What was said in a channel without what the shop brought there: that stands in the ticket already. */
export async function withoutRelayed(
  app: App,
  ticketId: string,
  lines: ChatLine[],
): Promise<ChatLine[]> {
  const rows = await app.db
    .select({ ids: ticketMessages.chatMessageIds })
    .from(ticketMessages)
    .where(eq(ticketMessages.ticketId, ticketId))

  const brought = new Set(rows.flatMap(({ ids }) => ids))

  return lines.filter(({ id }) => !brought.has(id))
}

/** A message as the chat takes it: who says it, his words, the names of his files, in parts. */
function partsOf({ author, text, attachments }: typeof ticketMessages.$inferSelect): string[] {
  const files = attachments.map(({ name }) => `\n[${plainChat(name)}]`).join('')
  const whole = `**${plainChat(author)}**: ${plainChat(text)}${files}`
  const parts: string[] = []

  for (let rest = whole; rest;) {
    const part = rest.slice(0, mostSigns).replace(/[\uD800-\uDBFF]$/, '')
    parts.push(part)
    rest = rest.slice(part.length)
  }

  return parts
}
