import type { Localized } from '@chaveiro/contracts/localized'
import type { RichText } from '@chaveiro/contracts/rich-text'
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'

import { instant } from './columns.ts'

/** Site settings that differ from the built-in defaults; a single row. */
export const siteSettings = pgTable('site_settings', {
  id: integer('id').primaryKey().default(1),
  values: jsonb('values').notNull().default({}),
  updatedAt: instant('updated_at').notNull(),
})

/** Pages that staff write: the Markdown, and its parsed form in `trees` (P383). */
export const sitePages = pgTable('site_pages', {
  id: uuid('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  texts: jsonb('texts').$type<Localized<{ title: string; content: string }>>().notNull(),
  trees: jsonb('trees').$type<Localized<RichText>>().notNull(),
  isPublished: boolean('is_published').notNull().default(false),
  inFooter: boolean('in_footer').notNull().default(true),
  position: integer('position').notNull().default(0),
  version: integer('version').notNull().default(1),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})
