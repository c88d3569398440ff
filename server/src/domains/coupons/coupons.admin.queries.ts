import {
  adminCoupon,
  type coupons as contract,
  type couponStats,
} from '@chaveiro/contracts/admin/coupons'
import { couponCodeOf } from '@chaveiro/contracts/coupon-code'
import { soldAs } from '@chaveiro/contracts/sold-as'
import { eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value, type RowOf } from '../../db/rows.ts'
import {
  couponProducts,
  coupons,
  couponVariants,
  products,
  productVariants,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { allOf, contains } from '../../platform/lists/filters.ts'
import { sortOrder } from '../../platform/lists/sort.ts'
import { toWire } from '../../platform/text/money.ts'

export type AdminCoupon = z.infer<typeof adminCoupon>
type Query = z.infer<typeof contract.list.query>
export type CouponFilters = Omit<Query, 'page' | 'limit' | 'sort'>

/**
 * SQL for the present status of a coupon (Q55). The status follows the rules of couponStatus, and
 * is `exhausted` when all uses are consumed.
 */
const statusAt = (now: Date) =>
  value(
    sql`case when not ${coupons.active} then 'inactive' when ${now}::timestamptz < ${coupons.startDate} then 'upcoming'
      when ${now}::timestamptz > ${coupons.endDate} then 'expired'
      when ${coupons.usageLimit} > 0 and ${coupons.usageCount} >= ${coupons.usageLimit} then 'exhausted'
      else 'active' end`,
    adminCoupon.shape.status,
  )

const couponFilter = (app: App, { search, status, type }: CouponFilters): SQL =>
  allOf([
    isNull(coupons.deletedAt),
    search && contains(coupons.code, couponCodeOf(search)),
    type && eq(coupons.type, type),
    status && sql`${statusAt(app.clock.now()).expression} = ${status}`,
  ])

const listColumns = (now: Date) =>
  columns({
    id: coupons.id,
    code: coupons.code,
    type: coupons.type,
    value: coupons.value,
    minPurchaseCents: coupons.minPurchaseCents,
    maxDiscountCents: coupons.maxDiscountCents,
    usageCount: coupons.usageCount,
    usageLimit: coupons.usageLimit,
    startDate: coupons.startDate,
    endDate: coupons.endDate,
    active: coupons.active,
    status: statusAt(now),

    products: value(
      sql`coalesce((
        select json_agg(json_build_object('id', ${products.id}, 'name', ${products.name}) order by ${products.name})
        from ${couponProducts} join ${products} on ${products.id} = ${couponProducts.productId}
        where ${couponProducts.couponId} = ${coupons.id} and ${products.deletedAt} is null), '[]')`,
      z.array(z.strictObject({ id: z.string(), name: z.string() })),
    ),

    variants: value(
      sql`coalesce((
        select json_agg(json_build_object('id', ${productVariants.id}, 'product', ${products.name},
            'name', ${productVariants.name}) order by ${products.name}, ${productVariants.position})
        from ${couponVariants}
          join ${productVariants} on ${productVariants.id} = ${couponVariants.variantId}
          join ${products} on ${products.id} = ${productVariants.productId}
        where ${couponVariants.couponId} = ${coupons.id} and ${products.deletedAt} is null
          and ${productVariants.deletedAt} is null), '[]')`,
      z.array(z.strictObject({ id: z.string(), product: z.string(), name: z.string() })),
    ),

    createdAt: coupons.createdAt,
    updatedAt: coupons.updatedAt,
  })

async function selectCoupons(app: App, where: SQL, page: SQL, order: SQL): Promise<AdminCoupon[]> {
  const selection = listColumns(app.clock.now())

  const couponRows = await rowsOf(
    app,
    selection,
    sql`select ${selection} from ${coupons} where ${where} order by ${order} ${page}`,
  )

  return couponRows.map(couponView)
}

const couponView = (row: RowOf<ReturnType<typeof listColumns>>): AdminCoupon => ({
  id: row.id,
  _id: row.id,
  code: row.code,
  type: row.type,
  value: toWire(row.value),
  minPurchase: toWire(row.minPurchaseCents),
  maxDiscount: toWire(row.maxDiscountCents),
  usageCount: row.usageCount,
  usageLimit: row.usageLimit,
  startDate: row.startDate.toISOString(),
  endDate: row.endDate.toISOString(),
  active: row.active,
  status: row.status,
  products: row.products.map((product) => ({ ...product, _id: product.id })),
  variants: row.variants.map(({ id, product, name }) => ({
    id,
    _id: id,
    name: soldAs(product, name),
  })),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** A page of coupons, newest first or sorted, with the number of all matching coupons. */
export async function listCoupons(
  app: App,
  { page, limit, sort, ...filters }: Query,
): Promise<{ cupons: AdminCoupon[]; total: number }> {
  const condition = couponFilter(app, filters)
  const totalCount = await app.db.$count(coupons, condition)

  return {
    cupons: await selectCoupons(
      app,
      condition,
      sql`limit ${limit} offset ${(page - 1) * limit}`,
      sortOrder(
        sort,
        { code: coupons.code, usageCount: coupons.usageCount, endDate: coupons.endDate },
        coupons,
      ),
    ),
    total: totalCount,
  }
}

/** A batch of an export: the matching coupons after `last`, by id. */
export const couponsAfter = (
  app: App,
  filters: CouponFilters,
  last: AdminCoupon | null,
  limit: number,
): Promise<AdminCoupon[]> =>
  selectCoupons(
    app,
    allOf([couponFilter(app, filters), last && gt(coupons.id, last.id)]),
    sql`limit ${limit}`,
    sql`${coupons.id}`,
  )

/** A coupon with all fields for staff; null when it does not exist. */
export const adminCouponOf = async (app: App, id: string): Promise<AdminCoupon | null> =>
  (
    await selectCoupons(
      app,
      allOf([eq(coupons.id, id), isNull(coupons.deletedAt)]),
      sql``,
      sql`${coupons.id}`,
    )
  )[0] ?? null

/** Number of coupons by status. */
export async function countCoupons(app: App): Promise<z.infer<typeof couponStats>> {
  const statusColumns = columns({
    status: statusAt(app.clock.now()),
    n: value(sql`count(*)`, z.int()),
  })

  const statusRows = await rowsOf(
    app,
    statusColumns,
    sql`select ${statusColumns} from ${coupons} where ${coupons.deletedAt} is null group by 1`,
  )

  const countWith = (status: AdminCoupon['status']): number =>
    statusRows.find((statusRow) => statusRow.status === status)?.n ?? 0

  return {
    totalCupons: statusRows.reduce((total, { n }) => total + n, 0),
    activeCupons: countWith('active'),
    inactiveCupons: countWith('inactive'),
    expiredCupons: countWith('expired'),
    upcomingCupons: countWith('upcoming'),
    exhaustedCupons: countWith('exhausted'),
  }
}
