import { supportLimits } from '@chaveiro/contracts/support-limits'
import { and, eq, gt, sum } from 'drizzle-orm'

import { ticketMails, ticketMessages } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { secondsAfter } from '../../platform/time/clock.ts'

/** Who wrote a mail, what it quotes, which of its files the shop does not take, and the mail itself. */
export type SaidByMail = { author: string; history: string; leftOut: string[]; raw: Buffer }

/** What a message holds of the mail by which it came. */
export const columnsOf = (mail: SaidByMail | undefined) =>
  mail && {
    author: mail.author,
    channel: 'mail' as const,
    history: mail.history,
    leftOut: mail.leftOut,
    mailSize: mail.raw.length,
  }

/**
 * Keep a mail as it came, sealed, beside its message and as long (Q129). Of one person so much a day:
 * what is more is brought again later. Throws ticket.too_many_messages.
 */
export async function keepMail(
  tx: App,
  { id, senderId }: { id: string; senderId: string | null },
  raw: Buffer,
): Promise<void> {
  const [kept] = await tx.db
    .select({ bytes: sum(ticketMessages.mailSize).mapWith(Number) })
    .from(ticketMessages)
    .where(
      and(
        eq(ticketMessages.senderId, senderId!),
        gt(ticketMessages.createdAt, secondsAfter(tx.clock.now(), -86_400)),
      ),
    )

  if ((kept?.bytes ?? 0) > supportLimits.mailBytesADay)
    throw fail('ticket.too_many_messages', { minutes: 60 }).after(3600)

  const sealed = tx.vault.seal(raw.toString('latin1'), 'ticket_mails', id)
  await tx.db.insert(ticketMails).values({ messageId: id, sealed })
}
