import { pgTable, text } from 'drizzle-orm/pg-core'

import { bytes, instant } from './columns.ts'

/**
 * What staff entered for a provider, sealed as a whole: its fields by name, in JSON (P350). Neither
 * a value nor which fields there are can be read from a copy of the database.
 */
export const keptProviders = pgTable('kept_providers', {
  name: text('name').primaryKey(),
  sealed: bytes('sealed').notNull(),
  updatedAt: instant('updated_at').notNull(),
})
