import { ticketMails } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

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

/** Keep a mail as it came, sealed, beside its message and as long (Q129). */
export async function keepMail(tx: App, messageId: string, raw: Buffer): Promise<void> {
  const sealed = tx.vault.seal(raw.toString('latin1'), 'ticket_mails', messageId)
  await tx.db.insert(ticketMails).values({ messageId, sealed })
}
