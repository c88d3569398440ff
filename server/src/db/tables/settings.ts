import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Site settings that differ from the built-in defaults; a single row. */
export const siteSettings = pgTable('site_settings', {
  id: integer('id').primaryKey().default(1),
  values: jsonb('values').notNull().default({}),
  updatedAt: instant('updated_at').notNull(),
})
