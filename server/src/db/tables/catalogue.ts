import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { cents, instant } from './columns.ts'

export const categories = pgTable(
  'categories',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    image: text('image'),
    color: text('color').notNull().default('#3B82F6'),
    active: boolean('active').notNull().default(true),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [uniqueIndex('categories_name').on(sql`lower(${t.name})`)],
)

/**
 * Beside these the database makes search_name and search_all, with an index, which the search alone
 * reads (migration 0004).
 */
export const products = pgTable(
  'products',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    priceCents: cents('price_cents').notNull(),
    currency: text('currency', { enum: ['BRL', 'USD'] })
      .notNull()
      .default('BRL'),
    image: text('image'),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => categories.id),
    provider: text('provider', { enum: ['stock', 'keyauth', 'manual'] })
      .notNull()
      .default('stock'),
    status: text('status', { enum: ['active', 'inactive', 'maintenance', 'discontinued'] })
      .notNull()
      .default('active'),
    discordRoleId: text('discord_role_id'),
    isFeatured: boolean('is_featured').notNull().default(false),
    sellerType: text('seller_type').notNull().default('multiloader'),
    level: integer('level').notNull().default(1),
    expirationDays: integer('expiration_days').notNull().default(1),
    /** Units of it that one order may hold. */
    maxPerOrder: integer('max_per_order').notNull().default(10),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('products_category')
      .on(t.categoryId)
      .where(sql`deleted_at is null`),
    index('products_featured')
      .on(t.isFeatured)
      .where(sql`is_featured and deleted_at is null`),
  ],
)
