import { currencies, languages } from '@chaveiro/contracts/limits'
import { planStates, priceCauses } from '@chaveiro/contracts/price-plans'
import type { RichText } from '@chaveiro/contracts/rich-text'
import { productProviders, productStatuses } from '@chaveiro/contracts/states'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import { cents, instant } from './columns.ts'

export const categories = pgTable(
  'categories',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** The English name; null when English uses `name` too. */
    nameEn: text('name_en'),
    description: text('description').notNull().default(''),
    image: text('image'),
    color: text('color').notNull().default('#3B82F6'),
    active: boolean('active').notNull().default(true),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [uniqueIndex('categories_name').on(sql`lower(${t.name})`)],
)

/** The database also has generated columns for the search: search_name and search_all. */
export const products = pgTable(
  'products',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    currency: text('currency', { enum: currencies }).notNull().default('BRL'),
    image: text('image'),
    categoryId: uuid('category_id')
      .notNull()
      .references(() => categories.id),
    status: text('status', { enum: productStatuses }).notNull().default('active'),
    isFeatured: boolean('is_featured').notNull().default(false),
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

const productId = () =>
  uuid('product_id')
    .notNull()
    .references(() => products.id, { onDelete: 'cascade' })

/**
 * Variants of a product, ordered by position and id. The first variant has the product's id and is
 * never deleted (L001); an only variant has no name. validityDays null means lifetime, perCustomer
 * 0 means no limit, and perCustomerSince is when that limit was last set.
 */
export const productVariants = pgTable(
  'product_variants',
  {
    id: uuid('id').primaryKey(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    name: text('name').notNull().default(''),
    nameEn: text('name_en'),
    position: integer('position').notNull(),
    active: boolean('active').notNull().default(true),
    priceCents: cents('price_cents').notNull(),
    /** The previous price, which the shop shows struck through. */
    compareAtCents: cents('compare_at_cents'),
    provider: text('provider', { enum: productProviders }).notNull().default('stock'),
    sellerType: text('seller_type').notNull().default('multiloader'),
    level: integer('level').notNull().default(1),
    validityDays: integer('validity_days'),
    discordRoleId: text('discord_role_id'),
    minQuantity: integer('min_quantity').notNull().default(1),
    maxQuantity: integer('max_quantity').notNull().default(10),
    perCustomer: integer('per_customer').notNull().default(0),
    perCustomerSince: instant('per_customer_since'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    uniqueIndex('product_variants_name')
      .on(t.productId, sql`lower(${t.name})`)
      .where(sql`deleted_at is null`),
    index('product_variants_product')
      .on(t.productId, t.position, t.id)
      .where(sql`deleted_at is null`),
  ],
)

/**
 * Slugs of products; a slug belongs to one product for ever. For a new product, a trigger derives
 * the first slug from the name.
 */
export const productSlugs = pgTable(
  'product_slugs',
  {
    slug: text('slug').primaryKey(),
    productId: productId(),
    isCurrent: boolean('is_current').notNull().default(true),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('product_slugs_current')
      .on(t.productId)
      .where(sql`is_current`),
    index('product_slugs_product').on(t.productId),
  ],
)

/**
 * Texts of a product's page in a language: the Markdown of staff, and its parsed form in `trees`.
 * In pt-BR name and summary are null, because the product row has both.
 */
export const productTexts = pgTable(
  'product_texts',
  {
    productId: productId(),
    language: text('language', { enum: languages }).notNull(),
    name: text('name'),
    summary: text('summary'),
    body: text('body').notNull().default(''),
    requirements: text('requirements').notNull().default(''),
    includes: text('includes').notNull().default(''),
    guide: text('guide').notNull().default(''),
    seoTitle: text('seo_title'),
    seoDescription: text('seo_description'),
    trees: jsonb('trees').$type<Partial<Record<string, RichText>>>().notNull().default({}),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.productId, t.language] })],
)

/**
 * The gallery of a product's page. The cover is not in the gallery, because the product row has it
 * as `image`.
 */
export const productImages = pgTable(
  'product_images',
  {
    id: uuid('id').primaryKey(),
    productId: productId(),
    url: text('url').notNull(),
    altPt: text('alt_pt').notNull().default(''),
    altEn: text('alt_en').notNull().default(''),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [uniqueIndex('product_images_product').on(t.productId, t.position)],
)

/** Related products that staff chose for a product's page. */
export const productRelated = pgTable(
  'product_related',
  {
    productId: productId(),
    relatedId: uuid('related_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.relatedId] }),
    index('product_related_related').on(t.relatedId),
  ],
)

const variantId = () =>
  uuid('variant_id')
    .notNull()
    .references(() => productVariants.id, { onDelete: 'cascade' })

/** Price changes of a variant; fromCents is null for the first price in a currency. */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: uuid('id').primaryKey(),
    productId: productId(),
    variantId: variantId(),
    currency: text('currency', { enum: currencies }).notNull(),
    fromCents: cents('from_cents'),
    toCents: cents('to_cents').notNull(),
    cause: text('cause', { enum: priceCauses }).notNull(),
    actorId: uuid('actor_id'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('price_changes_product').on(t.productId, t.createdAt, t.id),
    index('price_changes_variant').on(t.variantId),
  ],
)

/** A scheduled price; at its end the previous price returns (decision 0009). */
export const pricePlans = pgTable(
  'price_plans',
  {
    id: uuid('id').primaryKey(),
    productId: productId(),
    variantId: variantId(),
    priceCents: cents('price_cents').notNull(),
    compareAtCents: cents('compare_at_cents'),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at'),
    state: text('state', { enum: planStates }).notNull().default('waiting'),
    /** The price before the plan began, restored when the plan ends. */
    beforeCents: cents('before_cents'),
    beforeCompareCents: cents('before_compare_cents'),
    actorId: uuid('actor_id'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('price_plans_product').on(t.productId, t.startsAt, t.id),
    index('price_plans_variant').on(t.variantId),
    index('price_plans_open')
      .on(t.variantId, t.startsAt, t.endsAt)
      .where(sql`state in ('waiting', 'running')`),
  ],
)
