import { couponTypes, couponUseStates } from '@chaveiro/contracts/states'
import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

import { users } from './accounts.ts'
import { products, productVariants } from './catalogue.ts'
import { cents, instant } from './columns.ts'

/**
 * `value` is in cents for fixed coupons, else in hundredths of a percent. A limit of 0 means no
 * limit (Q54, Q56).
 */
export const coupons = pgTable(
  'coupons',
  {
    id: uuid('id').primaryKey(),
    code: text('code').notNull(),

    type: text('type', {
      enum: couponTypes,
    }).notNull(),

    value: integer('value').notNull(),
    minPurchaseCents: cents('min_purchase_cents').notNull().default(0),
    maxDiscountCents: cents('max_discount_cents').notNull().default(0),
    usageLimit: integer('usage_limit').notNull().default(0),
    usageCount: integer('usage_count').notNull().default(0),
    reservedCount: integer('reserved_count').notNull().default(0),
    startDate: instant('start_date').notNull(),
    endDate: instant('end_date').notNull(),
    active: boolean('active').notNull().default(true),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /**
     * When staff deleted the coupon. A deleted coupon is unusable and in no list, but past uses
     * still refer to its row.
     */
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    uniqueIndex('coupons_code')
      .on(t.code)
      .where(sql`deleted_at is null`),
    index('coupons_created').on(t.createdAt, t.id),
  ],
)

export const couponProducts = pgTable(
  'coupon_products',
  {
    couponId: uuid('coupon_id')
      .notNull()
      .references(() => coupons.id, { onDelete: 'cascade' }),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.couponId, t.productId] })],
)

/** Single variants that a coupon applies to. Whole products have their own table. */
export const couponVariants = pgTable(
  'coupon_variants',
  {
    couponId: uuid('coupon_id')
      .notNull()
      .references(() => coupons.id, { onDelete: 'cascade' }),
    variantId: uuid('variant_id')
      .notNull()
      .references(() => productVariants.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.couponId, t.variantId] })],
)

/**
 * A payment's use of a coupon: reserved when the payment is created, consumed when it is paid,
 * otherwise released.
 */
export const couponUses = pgTable(
  'coupon_uses',
  {
    paymentId: text('payment_id').primaryKey(),
    couponId: uuid('coupon_id')
      .notNull()
      .references(() => coupons.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    state: text('state', { enum: couponUseStates }).notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('coupon_uses_coupon').on(t.couponId, t.state),
    index('coupon_uses_user').on(t.userId, t.createdAt),
  ],
)
