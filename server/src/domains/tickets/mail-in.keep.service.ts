import { supportLimits } from '@chaveiro/contracts/support-limits'
import { and, eq, gt, sum } from 'drizzle-orm'

import { ticketMails, ticketMessages } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import { secondsAfter } from '../../platform/time/clock.ts'

/**
 * The author of a mail, the history it quotes, the names of files that the shop refused, and the
 * raw mail.
 */
export type ReceivedMail = { author: string; history: string; leftOut: string[]; raw: Buffer }

/** The columns of a message that came by mail. */
export const mailColumns = (mail: ReceivedMail | undefined) =>
  mail && {
    author: mail.author,
    channel: 'mail' as const,
    history: mail.history,
    leftOut: mail.leftOut,
    mailSize: mail.raw.length,
  }

/**
 * Store a raw mail, encrypted, for as long as its message. Throws ticket.too_many_messages above a
 * person's daily volume; the mail server then delivers the mail again later (Q129).
 */
export async function keepMail(
  tx: App,
  { id, senderId }: { id: string; senderId: string | null },
  raw: Buffer,
): Promise<void> {
  const [storedVolume] = await tx.db
    .select({ bytes: sum(ticketMessages.mailSize).mapWith(Number) })
    .from(ticketMessages)
    .where(
      and(
        eq(ticketMessages.senderId, senderId!),
        gt(ticketMessages.createdAt, secondsAfter(tx.clock.now(), -86_400)),
      ),
    )

  if ((storedVolume?.bytes ?? 0) > supportLimits.mailBytesADay)
    throw fail('ticket.too_many_messages', { minutes: 60 }).after(3600)

  const sealedMail = tx.vault.seal(raw.toString('latin1'), 'ticket_mails', id)
  await tx.db.insert(ticketMails).values({ messageId: id, sealed: sealedMail })
}
