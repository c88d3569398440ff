import { mailRefusalSources } from '@chaveiro/contracts/states'
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import { bytes, instant } from './columns.ts'

/**
 * Sent mails and mails in sending, by Message-ID, without receiver and text. A blind index of the
 * receiver identifies a bounced mail (F221).
 */
export const mailsSent = pgTable(
  'mails_sent',
  {
    id: text('id').primaryKey(),
    template: text('template').notNull(),
    /** Identifies the attempt that currently sends the mail. */
    token: uuid('token').notNull(),
    claimedAt: instant('claimed_at').notNull(),
    sentAt: instant('sent_at'),
    toIndex: bytes('to_index'),
  },
  (t) => [index('mails_sent_claimed').on(t.claimedAt)],
)

/** Mail addresses whose server refuses mail, in the SMTP dialogue or by a bounce. */
export const mailRefusals = pgTable(
  'mail_refusals',
  {
    email: text('email').primaryKey(),
    /** The server's status codes, such as 550 5.1.1. */
    reply: text('reply').notNull(),
    source: text('source', { enum: mailRefusalSources }).notNull(),
    refusedAt: instant('refused_at').notNull(),
  },
  (t) => [index('mail_refusals_time').on(t.refusedAt)],
)
