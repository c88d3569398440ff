import { currencies } from '@chaveiro/contracts/limits'
import { licenceStatuses } from '@chaveiro/contracts/states'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

import { users } from './accounts.ts'
import { bytes, bytesList, cents, instant } from './columns.ts'
import { orderUnits } from './orders.ts'

/** Licences of customers, one for each delivered unit. */
export const licences = pgTable(
  'licences',
  {
    id: uuid('id').primaryKey(),
    unitId: uuid('unit_id')
      .notNull()
      .references(() => orderUnits.id),
    orderId: uuid('order_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    productId: uuid('product_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    /** The names of product and variant, as on the order's line. */
    productName: text('product_name').notNull(),
    variantName: text('variant_name').notNull().default(''),
    /** Purchased days; null means lifetime. */
    validityDays: integer('validity_days'),
    stockKeyId: uuid('stock_key_id'),
    keyCipher: bytes('key_cipher').notNull(),
    keyIndex: bytes('key_index').notNull(),
    /**
     * Blind indexes of the key's blocks, for the search (Q121); null until they are computed, see
     * platform/secrets/key-marks.
     */
    keyBlockIndexes: bytesList('key_block_indexes'),
    last4: text('last4').notNull(),
    priceCents: cents('price_cents').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    status: text('status', { enum: licenceStatuses }).notNull().default('active'),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at'),
    /** When staff hid the licence from their list; order and customer still show it. */
    hiddenAt: instant('hidden_at'),
    /**
     * When a dispute or refund of the order suspended the licence. A won dispute or a failed refund
     * lifts the suspension.
     */
    suspendedAt: instant('suspended_at'),
    /** The end date that the last reminder to the customer named. */
    expiryTold: instant('expiry_told'),
  },
  (t) => [
    uniqueIndex('licences_unit').on(t.unitId),
    uniqueIndex('licences_key').on(t.keyIndex),
    index('licences_user').on(t.userId, t.createdAt),
    index('licences_order').on(t.orderId),
    index('licences_expires')
      .on(t.expiresAt)
      .where(sql`status = 'active'`),
    index('licences_listed')
      .on(t.createdAt, t.id)
      .where(sql`hidden_at is null`),
    index('licences_last4').on(t.last4),
    index('licences_blocks')
      .using('gin', t.keyBlockIndexes)
      .with({ gin_pending_list_limit: 64 })
      .where(sql`key_block_indexes is not null`),
    index('licences_without_blocks')
      .on(t.id)
      .where(sql`key_block_indexes is null`),
    index('licences_role')
      .on(t.variantId, t.userId)
      .where(sql`status = 'active'`),
  ],
)

/**
 * A replaced key of a licence, with the reason; the replaced key is never sold again. While done_at
 * is null, the new key is missing.
 */
export const keyReplacements = pgTable(
  'key_replacements',
  {
    id: uuid('id').primaryKey(),
    licenceId: uuid('licence_id')
      .notNull()
      .references(() => licences.id),
    unitId: uuid('unit_id').notNull(),
    orderId: uuid('order_id').notNull(),
    reason: text('reason').notNull(),
    oldCipher: bytes('old_cipher').notNull(),
    oldIndex: bytes('old_index').notNull(),
    oldLast4: text('old_last4').notNull(),
    oldStockKeyId: uuid('old_stock_key_id'),
    actorId: uuid('actor_id'),
    actorName: text('actor_name'),
    createdAt: instant('created_at').notNull(),
    doneAt: instant('done_at'),
  },
  (t) => [
    index('key_replacements_licence').on(t.licenceId, t.createdAt),
    index('key_replacements_order').on(t.orderId),
    index('key_replacements_old').on(t.oldIndex),
    uniqueIndex('key_replacements_open')
      .on(t.licenceId)
      .where(sql`done_at is null`),
  ],
)

/** When a customer first saw a key, once per IP address: the proof of delivery. */
export const licenceViews = pgTable(
  'licence_views',
  {
    licenceId: uuid('licence_id')
      .notNull()
      .references(() => licences.id),
    ip: text('ip').notNull(),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.licenceId, t.ip] })],
)
