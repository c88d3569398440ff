import { eq } from 'drizzle-orm'

import { ticketMessages, tickets } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { plainChat } from '../../platform/text/chat-text.ts'
import { throwIfTransient, type ChatLine } from '../../ports/chat.ts'

const maxLength = 1900

/**
 * Send a message of the shop to the channel of its ticket. The chat's ids of the message are
 * stored, so that polling the channel does not store the message again (P166). Idempotent: parts
 * that were sent are not sent again.
 */
export async function relayMessage(app: App, messageId: string): Promise<void> {
  const { chat } = app.providers

  const [row] = await app.db
    .select({ message: ticketMessages, ticket: tickets })
    .from(ticketMessages)
    .innerJoin(tickets, eq(tickets.id, ticketMessages.ticketId))
    .where(eq(ticketMessages.id, messageId))

  if (!chat || row?.ticket.chat !== 'open' || !row.ticket.channelId) return

  const sentMessageIds = [...row.message.chatMessageIds]

  for (const [i, content] of splitMessage(row.message).entries()) {
    if (i < sentMessageIds.length) continue

    const messageNonce = `${messageId.replaceAll('-', '').slice(-22)}${i}`
    const sendResult = throwIfTransient(
      await chat.send(row.ticket.channelId, { content, nonce: messageNonce }),
    )

    if (sendResult.kind !== 'ok') {
      app.log.error(
        { ticket: row.ticket.ticketId, reason: sendResult.reason },
        'message not sent to the channel of its ticket; it remains in the shop',
      )
      return
    }

    sentMessageIds.push(sendResult.value.id)

    await inTransaction(app, (tx) =>
      tx.db
        .update(ticketMessages)
        .set({ chatMessageIds: [...sentMessageIds] })
        .where(eq(ticketMessages.id, messageId)),
    )
  }
}

/** The lines of a channel except those that the shop sent or already stored. */
export async function withoutRelayed(
  app: App,
  ticketId: string,
  lines: ChatLine[],
): Promise<ChatLine[]> {
  const messageRows = await app.db
    .select({ ids: ticketMessages.chatMessageIds })
    .from(ticketMessages)
    .where(eq(ticketMessages.ticketId, ticketId))

  const knownIds = new Set(messageRows.flatMap(({ ids }) => ids))

  return lines.filter(({ id }) => !knownIds.has(id))
}

/** A message for the chat, in parts: author, words and names of files. */
function splitMessage({ author, text, attachments }: typeof ticketMessages.$inferSelect): string[] {
  const fileNames = attachments.map(({ name }) => `\n[${plainChat(name)}]`).join('')
  const fullText = `**${plainChat(author)}**: ${plainChat(text)}${fileNames}`
  const messageParts: string[] = []

  for (let remainingText = fullText; remainingText;) {
    const messagePart = remainingText.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
    messageParts.push(messagePart)
    remainingText = remainingText.slice(messagePart.length)
  }

  return messageParts
}
