import { pgTable, text } from 'drizzle-orm/pg-core'

import { instant } from './columns.ts'

/** When a task outside the shop, such as a backup, last ran (P522). */
export const operationMarks = pgTable('operation_marks', {
  name: text('name').primaryKey(),
  at: instant('at').notNull(),
})

/**
 * Active alerts of the shop, one row per condition. The row is deleted once staff are notified that
 * the condition ended (P530).
 */
export const shopAlerts = pgTable('shop_alerts', {
  name: text('name').primaryKey(),
  /** When the condition was first detected. */
  seenAt: instant('seen_at').notNull(),
  /** When staff were notified; null while the condition may still end by itself. */
  toldAt: instant('told_at'),
  /** When the condition was no longer detected; null while the condition lasts. */
  wellAt: instant('well_at'),
  detail: text('detail'),
})
