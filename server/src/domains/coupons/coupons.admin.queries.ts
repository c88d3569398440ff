import type {
  adminCoupon,
  coupons as contract,
  couponStats,
} from '@chaveiro/contracts/admin/coupons'
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { App } from '../../platform/app.ts'
import { allOf, contains } from '../../platform/list-filters.ts'
import { toWire } from '../../platform/money.ts'

// What staff read of coupons.

export type AdminCoupon = z.infer<typeof adminCoupon>
type Query = z.infer<typeof contract.list.query>
export type CouponFilters = Omit<Query, 'page' | 'limit'>
type Row = {
  id: string
  code: string
  type: AdminCoupon['type']
  value: number
  min_purchase_cents: string
  max_discount_cents: string
  usage_count: number
  usage_limit: number
  start_date: string
  end_date: string
  active: boolean
  status: AdminCoupon['status']
  created_at: string
  updated_at: string
  products: { id: string; name: string }[]
}

/** Where a coupon stands now (Q55), as coupons.rules says it. */
const statusAt = (now: Date): SQL =>
  sql`case when not c.active then 'inactive' when ${now}::timestamptz < c.start_date then 'upcoming' when ${now}::timestamptz > c.end_date then 'expired' else 'active' end`

const matching = (app: App, { search, status, type }: CouponFilters): SQL =>
  allOf([
    sql`c.deleted_at is null`,
    search && contains(sql`c.code`, search),
    type && sql`c.type = ${type}`,
    status && sql`${statusAt(app.clock.now())} = ${status}`,
  ])

async function select(app: App, where: SQL, page: SQL, order: SQL): Promise<AdminCoupon[]> {
  const { rows } = await app.db.execute<Row>(sql`
    select c.*, ${statusAt(app.clock.now())} as status, coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name) from coupon_products l join products p on p.id = l.product_id where l.coupon_id = c.id and p.deleted_at is null), '[]') as products
    from coupons c where ${where} order by ${order} ${page}`)
  return rows.map(shown)
}

const at = (value: string): string => new Date(value).toISOString()
const shown = (row: Row): AdminCoupon => ({
  id: row.id,
  _id: row.id,
  code: row.code,
  type: row.type,
  value: toWire(row.value),
  minPurchase: toWire(Number(row.min_purchase_cents)),
  maxDiscount: toWire(Number(row.max_discount_cents)),
  usageCount: row.usage_count,
  usageLimit: row.usage_limit,
  startDate: at(row.start_date),
  endDate: at(row.end_date),
  active: row.active,
  status: row.status,
  products: row.products.map((product) => ({ ...product, _id: product.id })),
  createdAt: at(row.created_at),
  updatedAt: at(row.updated_at),
})

/** A page of coupons, newest first, with the number of all that match. */
export async function listCoupons(
  app: App,
  { page, limit, ...filters }: Query,
): Promise<{ cupons: AdminCoupon[]; total: number }> {
  const where = matching(app, filters)
  const {
    rows: [count],
  } = await app.db.execute<{ n: number }>(
    sql`select count(*)::int as n from coupons c where ${where}`,
  )
  return {
    cupons: await select(
      app,
      where,
      sql`limit ${limit} offset ${(page - 1) * limit}`,
      sql`c.created_at desc, c.id desc`,
    ),
    total: count!.n,
  }
}

/** The next coupons after one, for the export. */
export const couponsAfter = (
  app: App,
  filters: CouponFilters,
  last: AdminCoupon | null,
  limit: number,
): Promise<AdminCoupon[]> =>
  select(
    app,
    allOf([matching(app, filters), last && sql`c.id > ${last.id}`]),
    sql`limit ${limit}`,
    sql`c.id`,
  )

/** A coupon as staff see it; null when there is none. */
export const adminCouponOf = async (app: App, id: string): Promise<AdminCoupon | null> =>
  (await select(app, sql`c.id = ${id} and c.deleted_at is null`, sql``, sql`c.id`))[0] ?? null

/** Coupons by status. */
export async function countCoupons(app: App): Promise<z.infer<typeof couponStats>> {
  const { rows } = await app.db.execute<{ status: AdminCoupon['status']; n: number }>(
    sql`select status, count(*)::int as n from (select ${statusAt(app.clock.now())} as status from coupons c where c.deleted_at is null) s group by status`,
  )
  const of = (status: AdminCoupon['status']): number =>
    rows.find((row) => row.status === status)?.n ?? 0
  return {
    totalCupons: rows.reduce((total, row) => total + row.n, 0),
    activeCupons: of('active'),
    inactiveCupons: of('inactive'),
    expiredCupons: of('expired'),
    upcomingCupons: of('upcoming'),
  }
}
