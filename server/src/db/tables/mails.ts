import { mailRefusalSources } from '@chaveiro/contracts/states'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import { bytes, instant } from './columns.ts'

/**
 * Sent mails and mails being sent, by Message-ID, without receiver and text. An index of the receiver
 * identifies a mail that bounces (F221).
 */
export const mailsSent = pgTable(
  'mails_sent',
  {
    id: text('id').primaryKey(),
    template: text('template').notNull(),
    /** The attempt that is sending it. */
    token: uuid('token').notNull(),
    claimedAt: instant('claimed_at').notNull(),
    sentAt: instant('sent_at'),
    toIndex: bytes('to_index'),
  },
  (t) => [index('mails_sent_claimed').on(t.claimedAt)],
)

/** Addresses whose server refuses mail, at once or by a bounce. */
export const mailRefusals = pgTable(
  'mail_refusals',
  {
    email: text('email').primaryKey(),
    /** The server's codes, such as 550 5.1.1. */
    reply: text('reply').notNull(),
    source: text('source', { enum: mailRefusalSources }).notNull(),
    refusedAt: instant('refused_at').notNull(),
  },
  (t) => [index('mail_refusals_time').on(t.refusedAt)],
)
