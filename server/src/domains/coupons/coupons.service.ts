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
  refusal,
  sum,
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
 * Price a cart with an optional coupon. A code that is unknown, inactive, out of its dates or used
 * up gives no coupon; one whose conditions fail throws its coupon.* code (Q58). Reads only: uses
 * are counted when a payment reserves one.
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
  const subtotalCents = sum(cart.lines)
  const plain = { subtotalCents, discountCents: 0, totalCents: subtotalCents, coupon: null }
  if (!cart.code || !cart.lines.length) return plain

  const stored = await couponFor(tx, cart.code, cart)
  if (!stored || couponStatus(stored, tx.clock.now()) !== 'active') return plain

  const coupon = inCurrency(stored, cart.currency, tx.config.usdRate)
  if (!hasUsesLeft(coupon) && !stored.isHeld) return plain

  const linked = new Set([...stored.linked, ...stored.linkedVariants.map(variantLink)])
  const refused = refusal(coupon, linked, cart, stored)
  if (refused) throw failureOf(refused, cart.currency)

  const discountCents = discountOf(coupon, linked, cart.lines)

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

/** A coupon by its code with all that its terms ask of a cart and its customer, if there is one. */
async function couponFor(
  tx: App,
  code: string,
  cart: { userId: string; cartId: string },
): Promise<StoredCoupon | null> {
  const row = columns({
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

    // The cart's own open payment may have reserved the last use; pricing the same cart again must
    // not refuse it.
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
    row,
    sql`select ${row} from ${coupons} where ${coupons.code} = ${code} and ${coupons.deletedAt} is null`,
  )

  return coupon ?? null
}

type CouponUse = { couponId: string; paymentId: string; userId: string }

/** Whether a use is left, as the statement sees it that takes the use and locks the coupon. */
const hasRoom = sql`(${coupons.usageLimit} = 0
  or ${coupons.usageCount} + ${coupons.reservedCount} < ${coupons.usageLimit})`

// Whoever pays with a coupon waits for the lock of its row: take it as late in a transaction as can
// be, after orders and keys.

/**
 * Reserve one use for a payment, which consumes or releases it; false when none is left. Idempotent
 * for the same payment.
 */
export const reserveCouponUse = (tx: App, use: CouponUse): Promise<boolean> =>
  holdUse(tx, use, 'reserved')

/** Consume one use at once, for a payment of nothing; false when none is left. */
export const takeCouponUse = (tx: App, use: CouponUse): Promise<boolean> =>
  holdUse(tx, use, 'consumed')

/** A single statement counts against the limit, so a thousand at once take exactly what is left. */
async function holdUse(tx: App, use: CouponUse, state: 'reserved' | 'consumed'): Promise<boolean> {
  const now = tx.clock.now()

  const row = columns({
    held: value(
      sql`coalesce((select standing.state = ${state} from standing), exists (select 1 from kept))`,
      z.boolean(),
    ),
  })

  const counted =
    state === 'reserved'
      ? sql`reserved_count = ${coupons.reservedCount} + 1`
      : sql`usage_count = ${coupons.usageCount} + 1`

  const { held } = await oneRow(
    tx,
    row,
    sql`with standing as (
        select state from ${couponUses} where ${couponUses.paymentId} = ${use.paymentId}),
      taken as (
        update ${coupons} set ${counted}
        where ${coupons.id} = ${use.couponId} and ${coupons.deletedAt} is null and ${hasRoom}
          and not exists (select 1 from standing)
        returning ${coupons.id}),
      kept as (
        insert into ${couponUses} (payment_id, coupon_id, user_id, state, created_at, updated_at)
        select ${use.paymentId}::text, id, ${use.userId}::uuid, ${state}, ${now}::timestamptz,
          ${now}::timestamptz from taken
        returning payment_id)
      select ${row}`,
  )

  return held
}

/**
 * Consume the use of a paid payment (Q56); false when it was released and the limit has no room for
 * it any more. A payment without a use has nothing to count.
 */
export async function consumeCouponUse(tx: App, paymentId: string): Promise<boolean> {
  const row = columns({
    counted: value(
      sql`not exists (select 1 from standing) or exists (select 1 from used)`,
      z.boolean(),
    ),
  })

  const { counted } = await oneRow(
    tx,
    row,
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
      select ${row}`,
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
