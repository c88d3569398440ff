import { pgTable, text } from 'drizzle-orm/pg-core'

import { bytes, instant } from './columns.ts'

/**
 * Credentials that staff entered for a provider: its fields in JSON, sealed as a whole (P350). A copy
 * of the database reveals neither a value nor which fields are set.
 */
export const keptProviders = pgTable('kept_providers', {
  name: text('name').primaryKey(),
  sealed: bytes('sealed').notNull(),
  updatedAt: instant('updated_at').notNull(),
})
