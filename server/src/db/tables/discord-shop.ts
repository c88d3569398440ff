import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'

import { bytes, instant } from './columns.ts'
import { payments } from './payments.ts'

/** Actions of people in the chat that change something; a repeated delivery is handled once. */
export const chatInteractions = pgTable(
  'chat_interactions',
  {
    /** The interaction's id at the chat service. */
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    personId: text('person_id').notNull(),
    /** The interaction's token and typed text, encrypted; null when no answer is due any more. */
    sealed: bytes('sealed'),
    paymentId: text('payment_id').references(() => payments.id),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
  },
  (t) => [
    index('chat_interactions_payment')
      .on(t.paymentId)
      .where(sql`payment_id is not null`),
    index('chat_interactions_created').on(t.createdAt),
  ],
)
