import type { coupons as contract } from '@chaveiro/contracts/admin/coupons'
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'

import { columns, instantOf, oneRow } from '../../db/rows.ts'
import {
  couponProducts,
  coupons,
  couponVariants,
  products,
  productVariants,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction, isDuplicate } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { setEachState, type BulkRow } from '../../platform/lists/bulk.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { daysAfter, startOfDay } from '../../platform/time/store-calendar.ts'
import { changeOf, recordAudit, type Actor } from '../audit/audit.service.ts'
import { adminCouponOf, type AdminCoupon } from './coupons.admin.queries.ts'

// Changes of coupons by staff. Uses are counted in coupons.service.ts.

type NewCoupon = z.infer<typeof contract.create.body>
type Changes = z.infer<typeof contract.update.body>

type Terms = Pick<
  typeof coupons.$inferSelect,
  'type' | 'value' | 'startDate' | 'endDate' | 'usageLimit'
>

/**
 * Create a coupon. Its code is unique in the shop. Throws coupon.code_taken, coupon.dates,
 * coupon.value and coupon.unknown_products.
 */
export function createCoupon(app: App, input: NewCoupon, actor: Actor): Promise<AdminCoupon> {
  return withUniqueCode(
    input.code,
    inTransaction(app, async (tx) => {
      const now = tx.clock.now()
      const id = newId(now.getTime())
      const { code, type } = input
      const couponColumns = await columnsFromInput(tx, input)

      const terms = {
        type,
        value: couponColumns.value!,
        startDate: couponColumns.startDate!,
        endDate: couponColumns.endDate!,
        usageLimit: input.usageLimit,
      }

      assertTerms(terms, 0)
      await tx.db
        .insert(coupons)
        .values({ ...couponColumns, ...terms, id, code, createdAt: now, updatedAt: now })
      await linkProducts(tx, id, input.products)
      await linkVariants(tx, id, input.variants)

      return recordChange(tx, actor, 'coupon.created', { id, before: null })
    }),
  )
}

/**
 * Change some fields of a coupon. Open payments keep their price. If all values stay the same,
 * neither the coupon nor the audit trail changes.
 */
export function updateCoupon(
  app: App,
  id: string,
  input: Changes,
  actor: Actor,
): Promise<AdminCoupon> {
  return withUniqueCode(
    input.code ?? '',
    inTransaction(app, async (tx) => {
      const { row, before } = await lockCoupon(tx, id)
      const couponColumns = await columnsFromInput(tx, input)
      assertTerms({ ...row, ...couponColumns }, row.usageCount + row.reservedCount)

      // Drizzle refuses an empty set, so this writes the old updatedAt; the new one is written
      // below if anything changed.
      await tx.db
        .update(coupons)
        .set({ ...couponColumns, updatedAt: row.updatedAt })
        .where(eq(coupons.id, id))

      const linksChanged = [
        input.products && (await linkProducts(tx, id, input.products)),
        input.variants && (await linkVariants(tx, id, input.variants)),
      ].some(Boolean)

      if (!linksChanged && isDeepStrictEqual(await adminCouponOf(tx, id), before)) return before

      await tx.db.update(coupons).set({ updatedAt: tx.clock.now() }).where(eq(coupons.id, id))

      return recordChange(tx, actor, 'coupon.updated', { id, before })
    }),
  )
}

/** Toggle or set the active flag. The rest of a coupon's status depends on dates and uses (Q55). */
export function toggleCoupon(
  app: App,
  id: string,
  active: boolean | undefined,
  actor: Actor,
): Promise<AdminCoupon> {
  return inTransaction(app, async (tx) => {
    const { before } = await lockCoupon(tx, id)

    await tx.db
      .update(coupons)
      .set({ active: active ?? !before.active, updatedAt: tx.clock.now() })
      .where(eq(coupons.id, id))

    return recordChange(tx, actor, 'coupon.updated', { id, before })
  })
}

/** Activate or deactivate many coupons: all of them, or none when one fails (P409). */
export function switchCoupons(app: App, rows: readonly BulkRow<boolean>[], actor: Actor) {
  const bulkState = ({ code, active, updatedAt }: AdminCoupon) => ({
    name: code,
    state: active,
    version: updatedAt,
  })

  return setEachState(
    app,
    rows,
    async (tx, id) => {
      const lockedCoupon = await lockCouponIfAny(tx, id)
      return lockedCoupon && bulkState(lockedCoupon.before)
    },
    async (tx, id, active) => bulkState(await toggleCoupon(tx, id, active, actor)),
  )
}

/**
 * Delete a coupon: lists no longer show it, and it cannot be used again. Orders and open payments
 * keep its code and their price (Q111).
 */
export function removeCoupon(app: App, id: string, actor: Actor): Promise<void> {
  return inTransaction(app, async (tx) => {
    const { before } = await lockCoupon(tx, id)
    const now = tx.clock.now()
    await tx.db.update(coupons).set({ deletedAt: now, updatedAt: now }).where(eq(coupons.id, id))

    await recordAudit(tx, {
      action: 'coupon.deleted',
      targetType: 'coupon',
      targetId: id,
      details: changeOf(before, null),
      ...actor,
    })
  })
}

type LockedCoupon = { row: typeof coupons.$inferSelect; before: AdminCoupon }

async function lockCoupon(tx: App, id: string): Promise<LockedCoupon> {
  const lockedCoupon = await lockCouponIfAny(tx, id)
  if (!lockedCoupon) throw fail('coupon.not_found')

  return lockedCoupon
}

/** Lock a coupon and read it; null when it is deleted or unknown. */
async function lockCouponIfAny(tx: App, id: string): Promise<LockedCoupon | null> {
  const [row] = await tx.db
    .select()
    .from(coupons)
    .where(and(eq(coupons.id, id), isNull(coupons.deletedAt)))
    .for('update')

  if (!row) return null

  return { row, before: (await adminCouponOf(tx, id))! }
}

async function recordChange(
  tx: App,
  actor: Actor,
  action: string,
  { id, before }: { id: string; before: AdminCoupon | null },
): Promise<AdminCoupon> {
  const changedCoupon = (await adminCouponOf(tx, id))!

  await recordAudit(tx, {
    action,
    targetType: 'coupon',
    targetId: id,
    details: changeOf(before, changedCoupon),
    ...actor,
  })

  return changedCoupon
}

function assertTerms(terms: Terms, uses: number): void {
  if (terms.type !== 'fixed' && terms.value > 10_000) throw fail('coupon.value')
  if (terms.endDate < terms.startDate) throw fail('coupon.dates')
  if (terms.usageLimit > 0 && terms.usageLimit < uses) throw fail('coupon.limit', { used: uses })
}

/**
 * The columns for the fields of a request. Amounts and percentages become hundredths; a day becomes
 * its first or last instant.
 */
async function columnsFromInput(
  tx: App,
  input: Changes,
): Promise<Partial<typeof coupons.$inferSelect>> {
  const hundredths = (value: number | undefined) =>
    value === undefined ? undefined : Math.round(value * 100)

  const [startDate, endDate] = [
    input.startDate && (await instantFromInput(tx, input.startDate, 'first')),
    input.endDate && (await instantFromInput(tx, input.endDate, 'last')),
  ]

  const columnValues = {
    code: input.code,
    type: input.type,
    usageLimit: input.usageLimit,
    active: input.active,
    value: hundredths(input.value),
    minPurchaseCents: hundredths(input.minPurchase),
    maxDiscountCents: hundredths(input.maxDiscount),
    startDate,
    endDate,
  }

  return Object.fromEntries(Object.entries(columnValues).filter(([, value]) => value !== undefined))
}

/**
 * The first or last instant of a day in the store's time zone; an instant is returned unchanged.
 */
async function instantFromInput(tx: App, moment: string, end: 'first' | 'last'): Promise<Date> {
  if (moment.length > 10) return new Date(moment)

  const boundary: SQL =
    end === 'first'
      ? startOfDay(tx.config.timeZone, moment)
      : sql`${startOfDay(tx.config.timeZone, daysAfter(moment, 1))} - interval '1 millisecond'`

  const boundaryColumns = columns({ at: instantOf(boundary) })

  return (await oneRow(tx, boundaryColumns, sql`select ${boundaryColumns}`)).at
}

/** Replace the products that a coupon is linked to; returns whether the list changed. */
async function linkProducts(
  tx: App,
  couponId: string,
  productIds: readonly string[],
): Promise<boolean> {
  const uniqueIds = [...new Set(productIds.map((id) => id.toLowerCase()))]

  const knownProducts = uniqueIds.length
    ? await tx.db
        .select({ id: products.id })
        .from(products)
        .where(and(inArray(products.id, uniqueIds), isNull(products.deletedAt)))
    : []

  if (knownProducts.length !== uniqueIds.length) throw fail('coupon.unknown_products')

  const previousLinks = await tx.db
    .delete(couponProducts)
    .where(eq(couponProducts.couponId, couponId))
    .returning({ id: couponProducts.productId })

  if (uniqueIds.length)
    await tx.db
      .insert(couponProducts)
      .values(uniqueIds.map((productId) => ({ couponId, productId })))

  return !isDeepStrictEqual(previousLinks.map(({ id }) => id).sort(), uniqueIds.sort())
}

async function linkVariants(
  tx: App,
  couponId: string,
  variantIds: readonly string[],
): Promise<boolean> {
  const uniqueIds = [...new Set(variantIds.map((id) => id.toLowerCase()))]

  const knownVariants = uniqueIds.length
    ? await tx.db
        .select({ id: productVariants.id })
        .from(productVariants)
        .innerJoin(products, eq(products.id, productVariants.productId))
        .where(
          and(
            inArray(productVariants.id, uniqueIds),
            isNull(productVariants.deletedAt),
            isNull(products.deletedAt),
          ),
        )
    : []

  if (knownVariants.length !== uniqueIds.length) throw fail('coupon.unknown_products')

  const previousLinks = await tx.db
    .delete(couponVariants)
    .where(eq(couponVariants.couponId, couponId))
    .returning({ id: couponVariants.variantId })

  if (uniqueIds.length)
    await tx.db
      .insert(couponVariants)
      .values(uniqueIds.map((variantId) => ({ couponId, variantId })))

  return !isDeepStrictEqual(previousLinks.map(({ id }) => id).sort(), uniqueIds.sort())
}

// The unique index decides: of two concurrent requests for a code only one succeeds.
async function withUniqueCode<T>(code: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isDuplicate(error)) throw fail('coupon.code_taken', { code })
    throw error
  }
}
