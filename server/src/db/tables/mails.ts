import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/**
 * Mails that were sent or are being sent, by their Message-ID; neither receiver nor words are kept.
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
  },
  (t) => [index('mails_sent_claimed').on(t.claimedAt)],
)
