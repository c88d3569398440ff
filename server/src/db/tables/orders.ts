import { currencies } from '@chaveiro/contracts/limits'
import {
  orderOrigins,
  orderStatuses,
  productProviders,
  unitStatuses,
} from '@chaveiro/contracts/states'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

import { users } from './accounts.ts'
import { productVariants } from './catalogue.ts'
import { cents, instant } from './columns.ts'

/** An order: a snapshot of lines and totals that never changes; only the status does. */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey(),
    number: text('number')
      .notNull()
      .default(sql`next_name('ORD-', 'order_number', 6)`),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    cartId: uuid('cart_id').notNull(),
    /**
     * Hash of lines, coupon and totals: a retry of the same purchase reuses the order, a changed
     * cart creates a new one.
     */
    fingerprint: text('fingerprint').notNull(),
    status: text('status', { enum: orderStatuses }).notNull().default('pending'),
    currency: text('currency', { enum: currencies }).notNull(),
    subtotalCents: cents('subtotal_cents').notNull(),
    discountCents: cents('discount_cents').notNull(),
    totalCents: cents('total_cents').notNull(),
    couponCode: text('coupon_code'),
    paymentMethod: text('payment_method').notNull(),
    origin: text('origin', { enum: orderOrigins }).notNull().default('site'),
    /** Chosen by the dialog of a manual order, so that a retry creates no second order (Q134). */
    requestKey: uuid('request_key'),
    /** The source of the visit (P401); null for the chat and for older orders. */
    source: text('source'),
    customerName: text('customer_name').notNull(),
    customerEmail: text('customer_email').notNull(),
    /**
     * The name that the checkout sent for the receipt (Q126); null when the receipt has the
     * account's name.
     */
    receiptName: text('receipt_name'),
    receiptEmail: text('receipt_email'),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
    /** Whether test money paid the order (P423). */
    testMode: boolean('test_mode').notNull().default(false),
    /**
     * When staff deleted the unpaid order. A deleted order is in no list; a late payment restores
     * the order.
     */
    deletedAt: instant('deleted_at'),
    /**
     * When staff archived the paid order. Lists of staff hide the order, but it stays in the books
     * and in the customer's list (Q122).
     */
    archivedAt: instant('archived_at'),
    /**
     * When the payment was disputed. Until the dispute is won or the money goes back, the licences
     * are suspended and nothing is delivered.
     */
    suspendedAt: instant('suspended_at'),
  },
  (t) => [
    uniqueIndex('orders_number').on(t.number),
    index('orders_user').on(t.userId, t.createdAt),
    index('orders_cart').on(t.cartId),
    index('orders_created').on(t.createdAt, t.id),
    index('orders_status').on(t.status, t.createdAt),
    index('orders_sold')
      .on(t.completedAt)
      .where(sql`completed_at is not null`),
    index('orders_test')
      .on(t.id)
      .where(sql`test_mode`),
    uniqueIndex('orders_request_key')
      .on(t.requestKey)
      .where(sql`request_key is not null`),
    index('orders_manual')
      .on(t.createdAt, t.id)
      .where(sql`origin = 'manual'`),
    index('orders_archived')
      .on(t.createdAt)
      .where(sql`archived_at is not null`),
  ],
)

export const orderLines = pgTable(
  'order_lines',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    position: integer('position').notNull(),
    productId: uuid('product_id').notNull(),
    variantId: uuid('variant_id').notNull(),
    /** The names of product and variant, if the variant has one: 'Editor · 30 dias'. */
    name: text('name').notNull(),
    variantName: text('variant_name').notNull().default(''),
    image: text('image'),
    unitCents: cents('unit_cents').notNull(),
    quantity: integer('quantity').notNull(),
    provider: text('provider', { enum: productProviders }).notNull(),
    sellerType: text('seller_type').notNull(),
    level: integer('level').notNull(),
    /** Purchased days; null means lifetime. */
    validityDays: integer('validity_days'),
  },
  (t) => [index('order_lines_product').on(t.productId), index('order_lines_sold').on(t.orderId)],
)

/** One row for each sold unit, created when its order is paid; pending until it has its key. */
export const orderUnits = pgTable(
  'order_units',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    lineId: uuid('line_id')
      .notNull()
      .references(() => orderLines.id),
    unitIndex: integer('unit_index').notNull(),
    variantId: uuid('variant_id')
      .notNull()
      .references(() => productVariants.id),
    provider: text('provider', { enum: productProviders }).notNull(),
    status: text('status', { enum: unitStatuses }).notNull().default('pending'),
    createdAt: instant('created_at').notNull(),
    deliveredAt: instant('delivered_at'),
  },
  (t) => [
    uniqueIndex('order_units_once').on(t.lineId, t.unitIndex),
    index('order_units_order').on(t.orderId),
    index('order_units_waiting')
      .on(t.variantId, t.createdAt)
      .where(sql`status = 'pending'`),
    index('order_units_pending')
      .on(t.createdAt, t.id)
      .where(sql`status = 'pending'`),
    index('order_units_sold').on(t.createdAt),
    index('order_units_variant')
      .on(t.variantId, t.createdAt)
      .where(sql`status <> 'revoked'`),
  ],
)

/**
 * Withdrawals from a purchase within seven days (CDC, art. 49), at most one per order. Staff refund
 * the order, or decline with an answer.
 */
export const orderWithdrawals = pgTable(
  'order_withdrawals',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    reason: text('reason'),
    createdAt: instant('created_at').notNull(),
    declinedAt: instant('declined_at'),
    declinedBy: uuid('declined_by'),
    answer: text('answer'),
  },
  (t) => [index('order_withdrawals_user').on(t.userId)],
)
