import { pgTable, text } from 'drizzle-orm/pg-core'

import { instant } from './columns.ts'

/** The last time of a task that runs outside the shop, such as a backup (P522). */
export const operationMarks = pgTable('operation_marks', {
  name: text('name').primaryKey(),
  at: instant('at').notNull(),
})

/** Current alerts of the shop, by condition; the message that it ended deletes the row (P530). */
export const shopAlerts = pgTable('shop_alerts', {
  name: text('name').primaryKey(),
  /** When it was first detected. */
  seenAt: instant('seen_at').notNull(),
  /** When staff were notified; null while the condition may still end by itself. */
  toldAt: instant('told_at'),
  /** When it was no longer detected; null while it is. */
  wellAt: instant('well_at'),
  detail: text('detail'),
})
