import { mailRefusalSources } from '@chaveiro/contracts/states'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import { bytes, instant } from './columns.ts'

/**
 * Mails that were sent or are being sent, by their Message-ID; neither receiver nor words are kept,
 * but for a print of the receiver by which a mail that comes back is known (F221).
 */
export const mailsSent = pgTable(
  'mails_sent',
  {
    id: text('id').primaryKey(),
    template: text('template').notNull(),
    /** Who is sending it. */
    token: uuid('token').notNull(),
    claimedAt: instant('claimed_at').notNull(),
    sentAt: instant('sent_at'),
    toIndex: bytes('to_index'),
  },
  (t) => [index('mails_sent_claimed').on(t.claimedAt)],
)

/** Addresses for which their server takes no mail, as it said at once or by a mail that came back. */
export const mailRefusals = pgTable(
  'mail_refusals',
  {
    email: text('email').primaryKey(),
    /** Its codes, such as 550 5.1.1. */
    reply: text('reply').notNull(),
    source: text('source', { enum: mailRefusalSources }).notNull(),
    refusedAt: instant('refused_at').notNull(),
  },
  (t) => [index('mail_refusals_time').on(t.refusedAt)],
)
