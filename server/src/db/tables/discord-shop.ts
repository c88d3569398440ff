import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'

import { bytes, instant } from './columns.ts'
import { payments } from './payments.ts'

/** What people did in the chat that changes something: each once, however often it is sent. */
export const chatInteractions = pgTable(
  'chat_interactions',
  {
    /** The chat service's own number of it. */
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    personId: text('person_id').notNull(),
    /** Its token and what was typed, encrypted; gone as soon as nothing more follows. */
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
