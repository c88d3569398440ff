import type { Currency } from '@chaveiro/contracts/limits'
import type { CouponType } from '@chaveiro/contracts/states'
import { and, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { columns, rowsOf, value } from '../../db/rows.ts'
import {
  carts,
  couponProducts,
  coupons,
  couponUses,
  orders,
  payments,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail, type Failure } from '../../platform/errors.ts'
import { localizedMoney } from '../../platform/money.ts'
import {
  couponStatus,
  discountOf,
  hasUsesLeft,
  inCurrency,
  refusal,
  sum,
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
  const linked = new Set(stored.linked)
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

type StoredCoupon = typeof coupons.$inferSelect & Customer & { linked: string[]; isHeld: boolean }

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
        where ${orders.userId} = ${cart.userId} and ${orders.status} = 'completed')`,
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

/**
 * Reserve one use for a payment: a single statement counts against the limit, so a thousand at once
 * take exactly what is left. Idempotent for the same payment.
 */
export async function reserveCouponUse(
  tx: App,
  use: { couponId: string; paymentId: string; userId: string },
): Promise<boolean> {
  const [standing] = await tx.db
    .select({ state: couponUses.state })
    .from(couponUses)
    .where(eq(couponUses.paymentId, use.paymentId))
  if (standing) return standing.state === 'reserved'
  const now = tx.clock.now()
  const taken = await tx.db
    .update(coupons)
    .set({ reservedCount: sql`${coupons.reservedCount} + 1` })
    .where(
      and(
        eq(coupons.id, use.couponId),
        isNull(coupons.deletedAt),
        sql`(${coupons.usageLimit} = 0
          or ${coupons.usageCount} + ${coupons.reservedCount} < ${coupons.usageLimit})`,
      ),
    )
    .returning({ id: coupons.id })
  if (!taken.length) return false
  await tx.db
    .insert(couponUses)
    .values({ ...use, state: 'reserved', createdAt: now, updatedAt: now })
  return true
}

/**
 * Consume the use of a paid payment (Q56). A released one is counted again only while the limit has
 * room; the promised price holds either way.
 */
export async function consumeCouponUse(tx: App, paymentId: string): Promise<void> {
  const [use] = await tx.db
    .select()
    .from(couponUses)
    .where(and(eq(couponUses.paymentId, paymentId), ne(couponUses.state, 'consumed')))
    .for('update')
  if (!use) return
  const reserved = use.state === 'reserved'
  const counted = await tx.db
    .update(coupons)
    .set({
      usageCount: sql`${coupons.usageCount} + 1`,
      ...(reserved ? { reservedCount: sql`${coupons.reservedCount} - 1` } : {}),
    })
    .where(
      and(
        eq(coupons.id, use.couponId),
        reserved
          ? undefined
          : sql`(${coupons.usageLimit} = 0
            or ${coupons.usageCount} + ${coupons.reservedCount} < ${coupons.usageLimit})`,
      ),
    )
    .returning({ id: coupons.id })
  if (counted.length)
    await tx.db
      .update(couponUses)
      .set({ state: 'consumed', updatedAt: tx.clock.now() })
      .where(eq(couponUses.paymentId, paymentId))
}

/** Release the use of a payment that was not paid. Idempotent. */
export async function releaseCouponUse(tx: App, paymentId: string): Promise<void> {
  const [use] = await tx.db
    .update(couponUses)
    .set({ state: 'released', updatedAt: tx.clock.now() })
    .where(and(eq(couponUses.paymentId, paymentId), eq(couponUses.state, 'reserved')))
    .returning({ couponId: couponUses.couponId })
  if (use)
    await tx.db
      .update(coupons)
      .set({ reservedCount: sql`${coupons.reservedCount} - 1` })
      .where(eq(coupons.id, use.couponId))
}

const failureOf = (refused: Refusal, currency: Currency): Failure =>
  refused.code === 'coupon.min_purchase'
    ? fail(refused.code, { amount: localizedMoney(refused.minPurchaseCents, currency) })
    : fail(refused.code)
