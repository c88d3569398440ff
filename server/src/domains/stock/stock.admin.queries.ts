import type {
  adminStockKey,
  stock as contract,
  stockProduct,
  stockStats,
} from '@chaveiro/contracts/admin/stock'
import { lowStock } from '@chaveiro/contracts/limits'
import { uuid } from '@chaveiro/contracts/shared'
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { App } from '../../platform/app.ts'
import { searchMark } from '../../platform/key-marks.ts'
import { allOf, contains } from '../../platform/list-filters.ts'
import { keyByItsEnd, staffKeys, type StaffKey } from '../../platform/staff-keys.ts'

// What staff read of the stock.

export type AdminStockKey = z.infer<typeof adminStockKey>
type Query = z.infer<typeof contract.list.query>
export type StockFilters = Omit<Query, 'page' | 'limit'>
type Row = {
  id: string
  last4: string
  key_cipher: Buffer
  status: AdminStockKey['status']
  product_id: string
  product_name: string | null
  used_by_email: string | null
  used_by_name: string | null
  used_at: string | null
  sold: boolean
  order_id: string | null
  order_number: string | null
  created_at: string
  updated_at: string
}

/** Keys are found whole, by their last four and by their blocks, all by blind indexes (Q121); last4 serves those whose blocks are not computed yet. */
export const keysMatching = (app: App, { search, status, productId }: StockFilters): SQL =>
  allOf([
    status && sql`k.status = ${status}`,
    productId && sql`k.product_id = ${productId}`,
    search &&
      sql`(k.key_block_indexes @> array[${searchMark(app.vault, search)}::bytea] or k.key_index = ${app.vault.index(search, 'licence-key')} or k.last4 = ${search} or ${contains(sql`k.used_by_email`, search)})`,
  ])

async function select(
  app: App,
  where: SQL,
  page: SQL,
  keyOf: (row: Row) => StaffKey = staffKeys(app, 'stock_keys'),
): Promise<AdminStockKey[]> {
  const { rows } = await app.db.execute<Row>(sql`
    select k.*, (k.unit_id is not null or exists (select 1 from key_replacements r where r.old_index = k.key_index)) as sold, p.name as product_name, o.id as order_id, o.number as order_number from (select * from stock_keys k where ${where} ${page}) k
      left join products p on p.id = k.product_id and p.deleted_at is null left join order_units u on u.id = k.unit_id left join payments pay on pay.id = k.payment_id and k.unit_id is null
      left join orders o on o.id = coalesce(u.order_id, pay.order_id)`)
  return rows.map((row) => shown(row, keyOf(row)))
}

const at = (value: string): string => new Date(value).toISOString()
const shown = (row: Row, key: StaffKey): AdminStockKey => ({
  id: row.id,
  _id: row.id,
  ...key,
  product:
    row.product_name === null
      ? null
      : { id: row.product_id, _id: row.product_id, name: row.product_name },
  productId: row.product_id,
  status: row.status,
  usedBy:
    row.used_by_email === null
      ? null
      : {
          email: row.used_by_email,
          name: row.used_by_name ?? '',
          usedAt: row.used_at && at(row.used_at),
        },
  sold: row.sold,
  orderId: row.order_id,
  orderNumber: row.order_number,
  createdAt: at(row.created_at),
  updatedAt: at(row.updated_at),
})
const newestFirst = (rows: AdminStockKey[]): AdminStockKey[] =>
  rows.sort((a, b) => {
    const isOlder = a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt
    return isOlder ? 1 : -1
  })

/** A page of keys, newest first, with the number of all that match. */
export async function listKeys(
  app: App,
  { page, limit, ...filters }: Query,
): Promise<{ licenses: AdminStockKey[]; total: number }> {
  const where = keysMatching(app, filters)
  const {
    rows: [count],
  } = await app.db.execute<{ n: number }>(
    filters.search
      ? sql`select count(*)::int as n from stock_keys k where ${where}`
      : sql`select coalesce(sum(k.n), 0)::int as n from stock_counts k where ${where}`,
  )
  return {
    licenses: newestFirst(
      await select(
        app,
        where,
        sql`order by k.created_at desc, k.id desc limit ${limit} offset ${(page - 1) * limit}`,
      ),
    ),
    total: count!.n,
  }
}

/** The next keys after one, for the export; by their end. */
export const keysAfter = async (
  app: App,
  filters: StockFilters,
  last: AdminStockKey | null,
  limit: number,
): Promise<AdminStockKey[]> =>
  (
    await select(
      app,
      allOf([keysMatching(app, filters), last && sql`k.id > ${last.id}`]),
      sql`order by k.id limit ${limit}`,
      keyByItsEnd,
    )
  ).sort((a, b) => (a.id < b.id ? -1 : 1))

/** A key by its id as staff see it; null when there is none. */
export const adminKeyOf = async (app: App, id: string): Promise<AdminStockKey | null> =>
  (await select(app, sql`k.id = ${id}`, sql``))[0] ?? null

/** The id of a key given by itself or by its id (Q20); null when the stock has none. */
export async function keyIdOf(app: App, given: string): Promise<string | null> {
  const isId = uuid.safeParse(given).success
  const {
    rows: [row],
  } = await app.db.execute<{ id: string }>(
    sql`select id from stock_keys where key_index = ${app.vault.index(given.trim(), 'licence-key')} ${isId ? sql`or id = ${given} order by (id = ${given}) desc` : sql``} limit 1`,
  )
  return row?.id ?? null
}

/** Keys by status. */
export async function countKeys(app: App): Promise<z.infer<typeof stockStats>> {
  const { rows } = await app.db.execute<{ status: AdminStockKey['status']; n: number }>(
    sql`select status, sum(n)::int as n from stock_counts group by status`,
  )
  const of = (status: AdminStockKey['status']): number =>
    rows.find((row) => row.status === status)?.n ?? 0
  return {
    totalLicenses: rows.reduce((total, row) => total + row.n, 0),
    availableLicenses: of('available'),
    usedLicenses: of('used'),
    revokedLicenses: of('revoked'),
    reservedLicenses: of('reserved'),
  }
}

type ProductRow = {
  id: string
  name: string
  available: number
  waiting: number
  threshold: number
  low_since: string | null
  sold: number
  awaited: number
}
const rateDays = 30

/** Products keys can be added to: those on the list, and deleted ones that paid units still wait for (Q38); with what the watch knows of them. */
export async function stockProducts(
  app: App,
  id: string | null = null,
): Promise<z.infer<typeof stockProduct>[]> {
  const only = id ? sql`and product_id = ${id}` : sql``
  const since = new Date(app.clock.now().getTime() - rateDays * 86_400_000)
  const { rows } = await app.db.execute<ProductRow>(sql`
    with waiting as (select product_id, count(*)::int as n from order_units where status = 'pending' and provider = 'stock' group by product_id),
      free as (select product_id, sum(n)::int as n from stock_counts where status = 'available' ${only} group by product_id),
      sold as (select product_id, count(*)::int as n from order_units where created_at > ${since} and status <> 'revoked' ${only} group by product_id),
      awaited as (select product_id, count(*)::int as n from stock_waits where true ${only} group by product_id)
    select p.id, p.name, coalesce(f.n, 0) as available, coalesce(w.n, 0) as waiting, coalesce(t.threshold, ${lowStock}) as threshold, t.low_since, coalesce(s.n, 0) as sold, coalesce(a.n, 0) as awaited
    from products p left join waiting w on w.product_id = p.id left join free f on f.product_id = p.id left join sold s on s.product_id = p.id left join awaited a on a.product_id = p.id left join stock_watches t on t.product_id = p.id
    where (p.deleted_at is null or w.n > 0) ${id ? sql`and p.id = ${id}` : sql``} order by p.name collate "pt-BR-x-icu", p.id`)
  return rows.map((row) => ({
    id: row.id,
    _id: row.id,
    name: row.name,
    available: row.available,
    waiting: row.waiting,
    threshold: row.threshold,
    lowSince: row.low_since && at(row.low_since),
    soldIn30Days: row.sold,
    awaited: row.awaited,
    daysLeft: row.sold ? Math.round((row.available * rateDays * 10) / row.sold) / 10 : null,
  }))
}
