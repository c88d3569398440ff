import { pgTable, text } from 'drizzle-orm/pg-core'

import { instant } from './columns.ts'

/** When something that is done from outside was done last, such as a backup (P522). */
export const operationMarks = pgTable('operation_marks', {
  name: text('name').primaryKey(),
  at: instant('at').notNull(),
})

/**
 * What is wrong with the shop now, by the name of its condition; the row goes when it was told that
 * it is well again (P530).
 */
export const shopAlerts = pgTable('shop_alerts', {
  name: text('name').primaryKey(),
  /** Since when it was seen. */
  seenAt: instant('seen_at').notNull(),
  /** When staff were told; null while it may still pass by itself. */
  toldAt: instant('told_at'),
  /** Since when it is not seen any more; null while it is. */
  wellAt: instant('well_at'),
  detail: text('detail'),
})
