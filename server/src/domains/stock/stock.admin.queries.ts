import type {
  adminStockKey,
  stock as contract,
  stockProduct,
  stockStats,
} from '@chaveiro/contracts/admin/stock'
import { lowStock } from '@chaveiro/contracts/limits'
import { uuid } from '@chaveiro/contracts/shared'
import { and, desc, eq, gt, or, sql, sum, type Column, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { columns, orNull, rowsOf, value, type RowOf } from '../../db/rows.ts'
import {
  keyReplacements,
  orders,
  orderUnits,
  payments,
  products,
  stockCounts,
  stockKeys,
  stockWaits,
  stockWatches,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { searchMark } from '../../platform/key-marks.ts'
import { allOf, contains } from '../../platform/list-filters.ts'
import { keyByItsEnd, staffKeys, type StaffKey } from '../../platform/staff-keys.ts'

// What staff read of the stock.

export type AdminStockKey = z.infer<typeof adminStockKey>
type Query = z.infer<typeof contract.list.query>
export type StockFilters = Omit<Query, 'page' | 'limit'>

const listed = columns({
  id: stockKeys.id,
  last4: stockKeys.last4,
  keyCipher: stockKeys.keyCipher,
  status: stockKeys.status,
  productId: stockKeys.productId,
  productName: orNull(products.name),
  usedByEmail: stockKeys.usedByEmail,
  usedByName: stockKeys.usedByName,
  usedAt: stockKeys.usedAt,
  sold: value(
    sql`(${stockKeys.unitId} is not null or exists (
      select 1 from ${keyReplacements} where ${keyReplacements.oldIndex} = ${stockKeys.keyIndex}))`,
    z.boolean(),
  ),
  orderId: orNull(orders.id),
  orderNumber: orNull(orders.number),
  createdAt: stockKeys.createdAt,
  updatedAt: stockKeys.updatedAt,
})
type Row = RowOf<typeof listed>

/**
 * Keys are found by their whole text, their last four characters and their blocks, all by blind
 * indexes (Q121). last4 serves keys whose blocks are not computed yet.
 */
export const keysMatching = (app: App, { search, status, productId }: StockFilters): SQL =>
  allOf([
    status && eq(stockKeys.status, status),
    productId && eq(stockKeys.productId, productId),
    search &&
      sql`(${stockKeys.keyBlockIndexes} @> array[${searchMark(app.vault, search)}::bytea]
        or ${stockKeys.keyIndex} = ${app.vault.index(search, 'licence-key')}
        or ${stockKeys.last4} = ${search} or ${contains(stockKeys.usedByEmail, search)})`,
  ])

async function selectKeys(
  app: App,
  where: SQL,
  page: SQL,
  keyOf: (row: Row) => StaffKey = staffKeys(app, 'stock_keys'),
): Promise<AdminStockKey[]> {
  const rows = await rowsOf(
    app,
    listed,
    sql`select ${listed} from (select * from ${stockKeys} where ${where} ${page}) as ${stockKeys}
      left join ${products} on ${products.id} = ${stockKeys.productId} and ${products.deletedAt} is null
      left join ${orderUnits} on ${orderUnits.id} = ${stockKeys.unitId}
      left join ${payments} on ${payments.id} = ${stockKeys.paymentId} and ${stockKeys.unitId} is null
      left join ${orders} on ${orders.id} = coalesce(${orderUnits.orderId}, ${payments.orderId})`,
  )
  return rows.map((row) => shown(row, keyOf(row)))
}

const shown = (row: Row, key: StaffKey): AdminStockKey => ({
  id: row.id,
  _id: row.id,
  ...key,
  product:
    row.productName === null
      ? null
      : { id: row.productId, _id: row.productId, name: row.productName },
  productId: row.productId,
  status: row.status,
  usedBy:
    row.usedByEmail === null
      ? null
      : {
          email: row.usedByEmail,
          name: row.usedByName ?? '',
          usedAt: row.usedAt?.toISOString() ?? null,
        },
  sold: row.sold,
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
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
  const total = filters.search
    ? await app.db.$count(stockKeys, where)
    : await countedKeys(app, filters)
  return {
    licenses: newestFirst(
      await selectKeys(
        app,
        where,
        sql`order by ${stockKeys.createdAt} desc, ${stockKeys.id} desc limit ${limit} offset ${(page - 1) * limit}`,
      ),
    ),
    total,
  }
}

async function countedKeys(
  app: App,
  { status, productId }: Pick<StockFilters, 'status' | 'productId'>,
): Promise<number> {
  const [counted] = await app.db
    .select({ n: sum(stockCounts.n).mapWith(Number) })
    .from(stockCounts)
    .where(
      and(
        status && eq(stockCounts.status, status),
        productId ? eq(stockCounts.productId, productId) : undefined,
      ),
    )
  return counted!.n ?? 0
}

/** The next keys after one, for the export, sorted by their last four characters. */
export const keysAfter = async (
  app: App,
  filters: StockFilters,
  last: AdminStockKey | null,
  limit: number,
): Promise<AdminStockKey[]> =>
  (
    await selectKeys(
      app,
      allOf([keysMatching(app, filters), last && gt(stockKeys.id, last.id)]),
      sql`order by ${stockKeys.id} limit ${limit}`,
      keyByItsEnd,
    )
  ).sort((a, b) => (a.id < b.id ? -1 : 1))

/** A key by its id as staff see it; null when there is none. */
export const adminKeyOf = async (app: App, id: string): Promise<AdminStockKey | null> =>
  (await selectKeys(app, eq(stockKeys.id, id), sql``))[0] ?? null

/** The id of a key, given its text or its id (Q20); null when the stock has none. */
export async function keyIdOf(app: App, given: string): Promise<string | null> {
  const isKey = eq(stockKeys.keyIndex, app.vault.index(given.trim(), 'licence-key'))
  const isId = uuid.safeParse(given).success ? eq(stockKeys.id, given) : undefined
  const [row] = await app.db
    .select({ id: stockKeys.id })
    .from(stockKeys)
    .where(or(isKey, isId))
    .orderBy(...(isId ? [desc(isId)] : []))
    .limit(1)
  return row?.id ?? null
}

/** Keys by status. */
export async function countKeys(app: App): Promise<z.infer<typeof stockStats>> {
  const rows = await app.db
    .select({ status: stockCounts.status, n: sum(stockCounts.n).mapWith(Number) })
    .from(stockCounts)
    .groupBy(stockCounts.status)
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

const rateDays = 30

/**
 * Products that keys can be added to: those on the list, and deleted ones that paid units still
 * wait for (Q38); with their alert settings.
 */
export async function stockProducts(
  app: App,
  id: string | null = null,
): Promise<z.infer<typeof stockProduct>[]> {
  const only = (column: Column) => (id ? sql`and ${column} = ${id}` : sql``)
  const since = new Date(app.clock.now().getTime() - rateDays * 86_400_000)
  const counted = (of: 'free' | 'waiting' | 'sold' | 'awaited') =>
    value(sql`coalesce(${sql.identifier(of)}.n, 0)`, z.int())
  const row = columns({
    id: products.id,
    name: products.name,
    available: counted('free'),
    waiting: counted('waiting'),
    threshold: value(sql`coalesce(${stockWatches.threshold}, ${lowStock})`, z.int()),
    lowSince: stockWatches.lowSince,
    sold: counted('sold'),
    awaited: counted('awaited'),
  })
  const rows = await rowsOf(
    app,
    row,
    sql`with waiting as (select ${orderUnits.productId}, count(*) as n from ${orderUnits}
        where ${orderUnits.status} = 'pending' and ${orderUnits.provider} = 'stock'
        group by ${orderUnits.productId}),
      free as (select ${stockCounts.productId}, sum(${stockCounts.n})::bigint as n from ${stockCounts}
        where ${stockCounts.status} = 'available' ${only(stockCounts.productId)}
        group by ${stockCounts.productId}),
      sold as (select ${orderUnits.productId}, count(*) as n from ${orderUnits}
        where ${orderUnits.createdAt} > ${since} and ${orderUnits.status} <> 'revoked' ${only(orderUnits.productId)}
        group by ${orderUnits.productId}),
      awaited as (select ${stockWaits.productId}, count(*) as n from ${stockWaits}
        where true ${only(stockWaits.productId)} group by ${stockWaits.productId})
    select ${row} from ${products}
      left join waiting on waiting.product_id = ${products.id}
      left join free on free.product_id = ${products.id}
      left join sold on sold.product_id = ${products.id}
      left join awaited on awaited.product_id = ${products.id}
      left join ${stockWatches} on ${stockWatches.productId} = ${products.id}
    where (${products.deletedAt} is null or waiting.n > 0) ${only(products.id)}
    order by ${products.name} collate "pt-BR-x-icu", ${products.id}`,
  )
  return rows.map(({ sold, lowSince, ...product }) => ({
    ...product,
    _id: product.id,
    lowSince: lowSince?.toISOString() ?? null,
    soldIn30Days: sold,
    daysLeft: sold ? Math.round((product.available * rateDays * 10) / sold) / 10 : null,
  }))
}
