import type { Currency } from '@chaveiro/contracts/limits'
import type { CouponType } from '@chaveiro/contracts/states'
import { getTableColumns, sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, oneRow, rowsOf, value } from '../../db/rows.ts'
import {
  carts,
  couponProducts,
  coupons,
  couponUses,
  couponVariants,
  orders,
  payments,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail, type Failure } from '../../platform/errors.ts'
import { localizedMoney } from '../../platform/text/money.ts'
import {
  couponStatus,
  discountOf,
  hasUsesLeft,
  inCurrency,
  couponRefusal,
  totalCentsOf,
  variantLink,
  type Customer,
  type Line,
  type Refusal,
} from './coupons.rules.ts'

export type PricedCart = {
  subtotalCents: number
  discountCents: number
  totalCents: number
  coupon: { id: string; code: string; type: CouponType } | null
}

/**
 * Price a cart with an optional coupon. A code that is unknown, inactive, outside its dates or used
 * up gives no discount; an unmet condition throws its coupon.* code (Q58). Nothing is written: a
 * use is counted when a payment reserves it.
 */
export async function priceCart(
  tx: App,
  cart: {
    userId: string
    cartId: string
    lines: readonly Line[]
    currency: Currency
    code: string | null
  },
): Promise<PricedCart> {
  const subtotalCents = totalCentsOf(cart.lines)
  const undiscounted = { subtotalCents, discountCents: 0, totalCents: subtotalCents, coupon: null }
  if (!cart.code || !cart.lines.length) return undiscounted

  const storedCoupon = await findCoupon(tx, cart.code, cart)
  if (!storedCoupon || couponStatus(storedCoupon, tx.clock.now()) !== 'active') return undiscounted

  const coupon = inCurrency(storedCoupon, cart.currency, tx.config.usdRate)
  if (!hasUsesLeft(coupon) && !storedCoupon.isHeld) return undiscounted

  const linkedIds = new Set([
    ...storedCoupon.linked,
    ...storedCoupon.linkedVariants.map(variantLink),
  ])
  const refusal = couponRefusal(coupon, linkedIds, cart, storedCoupon)
  if (refusal) throw failureOf(refusal, cart.currency)

  const discountCents = discountOf(coupon, linkedIds, cart.lines)

  return {
    subtotalCents,
    discountCents,
    totalCents: subtotalCents - discountCents,
    coupon: { id: coupon.id, code: coupon.code, type: coupon.type },
  }
}

type StoredCoupon = typeof coupons.$inferSelect &
  Customer & {
    linked: string[]
    linkedVariants: string[]
    isHeld: boolean
  }

/**
 * A coupon by its code, with the facts about cart and customer that its conditions need; null when
 * there is none.
 */
async function findCoupon(
  tx: App,
  code: string,
  cart: { userId: string; cartId: string },
): Promise<StoredCoupon | null> {
  const couponColumns = columns({
    ...getTableColumns(coupons),
    linked: value(
      sql`array(select ${couponProducts.productId} from ${couponProducts}
        where ${couponProducts.couponId} = ${coupons.id})`,
      z.array(z.string()),
    ),
    linkedVariants: value(
      sql`array(select ${couponVariants.variantId} from ${couponVariants}
        where ${couponVariants.couponId} = ${coupons.id})`,
      z.array(z.string()),
    ),

    // The cart's own open payment may have reserved the last use. The same cart must not be refused
    // the coupon because of that reservation.
    isHeld: value(
      sql`exists (select 1 from ${couponUses} join ${payments} on ${payments.id} = ${couponUses.paymentId}
        where ${couponUses.couponId} = ${coupons.id} and ${couponUses.state} = 'reserved'
          and ${payments.cartId} = ${cart.cartId})`,
      z.boolean(),
    ),

    completedOrders: value(
      sql`(select count(*) from ${orders}
        where ${orders.userId} = ${cart.userId} and ${orders.status} = 'completed'
          and ${orders.paymentMethod} <> 'given')`,
      z.int(),
    ),

    hasAbandonedCart: value(
      sql`exists (select 1 from ${carts} where ${carts.userId} = ${cart.userId} and ${carts.wasAbandoned})`,
      z.boolean(),
    ),

    hasOpenFirstPurchase: value(
      sql`exists (select 1 from ${couponUses} join ${coupons} on ${coupons.id} = ${couponUses.couponId}
          join ${payments} on ${payments.id} = ${couponUses.paymentId}
        where ${couponUses.userId} = ${cart.userId} and ${couponUses.state} = 'reserved'
          and ${coupons.type} = 'first_purchase' and ${payments.cartId} <> ${cart.cartId})`,
      z.boolean(),
    ),
  })

  const [coupon] = await rowsOf(
    tx,
    couponColumns,
    sql`select ${couponColumns} from ${coupons} where ${coupons.code} = ${code} and ${coupons.deletedAt} is null`,
  )

  return coupon ?? null
}

type CouponUse = { couponId: string; paymentId: string; userId: string }

/** Whether a use is left, for the update statement that takes the use and locks the coupon. */
const hasRoom = sql`(${coupons.usageLimit} = 0
  or ${coupons.usageCount} + ${coupons.reservedCount} < ${coupons.usageLimit})`

// A checkout locks the coupon's row until its transaction ends. Take this lock as late as possible,
// after orders and keys.

/**
 * Reserve one use for a payment, which later consumes or releases the use; false when none is left.
 * Idempotent for the same payment.
 */
export const reserveCouponUse = (tx: App, use: CouponUse): Promise<boolean> =>
  countUse(tx, use, 'reserved')

/** Consume one use immediately, for a payment of zero; false when none is left. */
export const takeCouponUse = (tx: App, use: CouponUse): Promise<boolean> =>
  countUse(tx, use, 'consumed')

/**
 * A single statement checks the limit and counts the use, so that concurrent calls cannot exceed
 * the limit.
 */
async function countUse(tx: App, use: CouponUse, state: 'reserved' | 'consumed'): Promise<boolean> {
  const now = tx.clock.now()

  const useColumns = columns({
    held: value(
      sql`coalesce((select standing.state = ${state} from standing), exists (select 1 from kept))`,
      z.boolean(),
    ),
  })

  const counterChange =
    state === 'reserved'
      ? sql`reserved_count = ${coupons.reservedCount} + 1`
      : sql`usage_count = ${coupons.usageCount} + 1`

  const { held } = await oneRow(
    tx,
    useColumns,
    sql`with standing as (
        select state from ${couponUses} where ${couponUses.paymentId} = ${use.paymentId}),
      taken as (
        update ${coupons} set ${counterChange}
        where ${coupons.id} = ${use.couponId} and ${coupons.deletedAt} is null and ${hasRoom}
          and not exists (select 1 from standing)
        returning ${coupons.id}),
      kept as (
        insert into ${couponUses} (payment_id, coupon_id, user_id, state, created_at, updated_at)
        select ${use.paymentId}::text, id, ${use.userId}::uuid, ${state}, ${now}::timestamptz,
          ${now}::timestamptz from taken
        returning payment_id)
      select ${useColumns}`,
  )

  return held
}

/**
 * Consume the use of a paid payment (Q56). Returns false when the use was released and the limit
 * has been reached since. Returns true for a payment without a coupon, and for a use that was
 * already consumed.
 */
export async function consumeCouponUse(tx: App, paymentId: string): Promise<boolean> {
  const useColumns = columns({
    counted: value(
      sql`not exists (select 1 from standing) or exists (select 1 from used)`,
      z.boolean(),
    ),
  })

  const { counted } = await oneRow(
    tx,
    useColumns,
    sql`with standing as materialized (
        select coupon_id, state from ${couponUses}
        where ${couponUses.paymentId} = ${paymentId} and ${couponUses.state} <> 'consumed'
        for update),
      counted as (
        update ${coupons} set usage_count = ${coupons.usageCount} + 1,
          reserved_count = ${coupons.reservedCount} - (standing.state = 'reserved')::int
        from standing
        where ${coupons.id} = standing.coupon_id and (standing.state = 'reserved' or ${hasRoom})
        returning ${coupons.id}),
      used as (
        update ${couponUses} set state = 'consumed', updated_at = ${tx.clock.now()}::timestamptz
        from counted where ${couponUses.paymentId} = ${paymentId}
        returning ${couponUses.paymentId})
      select ${useColumns}`,
  )

  return counted
}

/** Release the use of a payment that was not paid. Idempotent. */
export async function releaseCouponUse(tx: App, paymentId: string): Promise<void> {
  await tx.db.execute(
    sql`with released as (
        update ${couponUses} set state = 'released', updated_at = ${tx.clock.now()}
        where ${couponUses.paymentId} = ${paymentId} and ${couponUses.state} = 'reserved'
        returning ${couponUses.couponId})
      update ${coupons} set reserved_count = ${coupons.reservedCount} - 1
      from released where ${coupons.id} = released.coupon_id`,
  )
}

const failureOf = (refused: Refusal, currency: Currency): Failure =>
  refused.code === 'coupon.min_purchase'
    ? fail(refused.code, { amount: localizedMoney(refused.minPurchaseCents, currency) })
    : fail(refused.code)
