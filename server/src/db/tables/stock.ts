import { stockStatuses } from '@chaveiro/contracts/states'
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import { users } from './accounts.ts'
import { productVariants } from './catalogue.ts'
import { bytes, bytesList, cents, instant } from './columns.ts'

/** Keys for sale, encrypted; keyIndex is the blind index of a key, unique in the shop (Q45). */
export const stockKeys = pgTable(
  'stock_keys',
  {
    id: uuid('id').primaryKey(),
    variantId: uuid('variant_id')
      .notNull()
      .references(() => productVariants.id),
    /**
     * Keys are sold in this order. The partial index below contains the position, and its size does
     * not grow with sales.
     */
    position: bigserial('position', { mode: 'number' }).notNull(),
    keyCipher: bytes('key_cipher').notNull(),
    keyIndex: bytes('key_index').notNull(),
    /**
     * Blind indexes of the key's blocks, for the search (Q121); null until they are computed, see
     * platform/secrets/key-marks.
     */
    keyBlockIndexes: bytesList('key_block_indexes'),
    last4: text('last4').notNull(),
    /** The shop's cost of the key, in cents of reais, if staff entered it (Q82). */
    costCents: cents('cost_cents'),
    status: text('status', { enum: stockStatuses }).notNull().default('available'),
    paymentId: text('payment_id'),
    unitId: uuid('unit_id'),
    usedByEmail: text('used_by_email'),
    usedByName: text('used_by_name'),
    usedAt: instant('used_at'),
    /** The staff member who reserved or delivered the key by hand; null when a payment did. */
    handledBy: uuid('handled_by'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('stock_keys_key').on(t.keyIndex),
    uniqueIndex('stock_keys_unit')
      .on(t.unitId)
      .where(sql`unit_id is not null`),
    index('stock_keys_available')
      .on(t.variantId, t.position)
      .where(sql`status = 'available'`),
    index('stock_keys_reserved')
      .on(t.paymentId)
      .where(sql`status = 'reserved'`),
    index('stock_keys_product').on(t.variantId, t.status),
    index('stock_keys_created').on(t.createdAt, t.id),
    index('stock_keys_status').on(t.status, t.createdAt, t.id),
    index('stock_keys_product_created').on(t.variantId, t.createdAt, t.id),
    index('stock_keys_cost')
      .on(t.usedAt)
      .where(sql`cost_cents is not null and used_at is not null`),
    index('stock_keys_last4').on(t.last4),
    index('stock_keys_blocks')
      .using('gin', t.keyBlockIndexes)
      .with({ gin_pending_list_limit: 64 })
      .where(sql`key_block_indexes is not null`),
    index('stock_keys_without_blocks')
      .on(t.id)
      .where(sql`key_block_indexes is null`),
  ],
)

/**
 * Counts of keys by variant and status, as increments to be summed. Only triggers and the task that
 * merges rows write this table, by hand-written statements. @public
 */
export const stockCounts = pgTable('stock_counts', {
  variantId: uuid('variant_id').notNull(),
  status: text('status', { enum: stockStatuses }).notNull(),
  n: bigint('n', { mode: 'number' }).notNull(),
})

/**
 * Low-stock thresholds: staff are notified below this number of unsold keys. low_since is set while
 * the stock is low, so that staff are notified once.
 */
export const stockWatches = pgTable('stock_watches', {
  variantId: uuid('variant_id')
    .primaryKey()
    .references(() => productVariants.id),
  threshold: integer('threshold').notNull(),
  lowSince: instant('low_since'),
})

/** People who wait for a sold-out variant. The mail "back in stock" deletes the row. */
export const stockWaits = pgTable(
  'stock_waits',
  {
    variantId: uuid('variant_id')
      .notNull()
      .references(() => productVariants.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.variantId, t.userId] }), index('stock_waits_user').on(t.userId)],
)
