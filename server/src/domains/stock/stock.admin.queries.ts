import type { adminStockKey, stock as contract, stockStats } from '@chaveiro/contracts/admin/stock'
import { uuid } from '@chaveiro/contracts/shared'
import { and, desc, eq, gt, inArray, or, sql, sum, type Column, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { columns, orNull, rowsOf, value, type RowOf } from '../../db/rows.ts'
import {
  keyReplacements,
  orders,
  orderUnits,
  payments,
  products,
  productVariants,
  stockCounts,
  stockKeys,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { allOf, anyOf, contains } from '../../platform/lists/filters.ts'
import { sortOrder } from '../../platform/lists/sort.ts'
import { keyCondition, keyIndexes } from '../../platform/secrets/key-marks.ts'
import { maskKey, staffKeys, type StaffKey } from '../../platform/secrets/staff-keys.ts'

// Stock keys as the back office reads them.

export type AdminStockKey = z.infer<typeof adminStockKey>
type Query = z.infer<typeof contract.list.query>
export type StockFilters = Omit<Query, 'page' | 'limit' | 'sort'>

const keyColumns = columns({
  id: stockKeys.id,
  last4: stockKeys.last4,
  keyCipher: stockKeys.keyCipher,
  status: stockKeys.status,
  variantId: stockKeys.variantId,
  productId: productVariants.productId,
  productName: orNull(products.name),
  variantName: productVariants.name,
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

type Row = RowOf<typeof keyColumns>

/** Filters with the product replaced by its variants, deleted ones included. */
type VariantFilters = Omit<StockFilters, 'productId' | 'variantId'> & {
  variantIds: string[] | undefined
}

async function resolveVariants(
  app: App,
  { productId, variantId, ...filters }: StockFilters,
): Promise<VariantFilters> {
  if (!productId && !variantId) return { ...filters, variantIds: undefined }

  const variantRows = await app.db
    .select({ id: productVariants.id })
    .from(productVariants)
    .where(
      and(
        productId ? eq(productVariants.productId, productId) : undefined,
        variantId ? eq(productVariants.id, variantId) : undefined,
      ),
    )

  return { ...filters, variantIds: variantRows.map(({ id }) => id) }
}

// For a single variant a plain comparison, so that PostgreSQL reads the newest keys from the index
// in order.
const isOneOf = (column: Column, ids: readonly string[]): SQL =>
  ids.length === 1 ? eq(column, ids[0]!) : sql`${column} = any(${sql.param(ids)}::uuid[])`

/**
 * Keys are searched by their whole text, their last four characters and their blocks, all through
 * blind indexes (Q121). `last4` covers keys whose blocks are not computed yet.
 */
export async function keysMatching(
  app: App,
  { search, status, variantIds }: VariantFilters,
): Promise<SQL> {
  const keyMatch = search && (await keyCondition(app, search, stockKeys))
  return allOf([
    status && eq(stockKeys.status, status),
    variantIds && isOneOf(stockKeys.variantId, variantIds),
    keyMatch &&
      anyOf([
        keyMatch,
        sql`${stockKeys.last4} = ${search}`,
        contains(stockKeys.usedByEmail, search),
      ]),
  ])
}

async function selectKeys(
  app: App,
  where: SQL,
  page: SQL,
  keyOf: (row: Row) => StaffKey = staffKeys(app, 'stock_keys'),
): Promise<AdminStockKey[]> {
  const keyRows = await rowsOf(
    app,
    keyColumns,
    sql`select ${keyColumns} from (select * from ${stockKeys} where ${where} ${page}) as ${stockKeys}
      join ${productVariants} on ${productVariants.id} = ${stockKeys.variantId}
      left join ${products} on ${products.id} = ${productVariants.productId}
        and ${products.deletedAt} is null and ${productVariants.deletedAt} is null
      left join ${orderUnits} on ${orderUnits.id} = ${stockKeys.unitId}
      left join ${payments} on ${payments.id} = ${stockKeys.paymentId} and ${stockKeys.unitId} is null
      left join ${orders} on ${orders.id} = coalesce(${orderUnits.orderId}, ${payments.orderId})`,
  )
  return keyRows.map((row) => keyView(row, keyOf(row)))
}

const keyView = (row: Row, key: StaffKey): AdminStockKey => ({
  id: row.id,
  _id: row.id,
  ...key,

  product:
    row.productName === null
      ? null
      : {
          id: row.productId,
          _id: row.productId,
          name: row.productName,
          variant: { id: row.variantId, _id: row.variantId, name: row.variantName },
        },

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

const byCreation = (rows: AdminStockKey[]): AdminStockKey[] =>
  rows.sort((a, b) => {
    const isOlder = a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt
    return isOlder ? -1 : 1
  })

/** A page of keys, newest or oldest first, with the count of all that match. */
export async function listKeys(
  app: App,
  { page, limit, sort, ...queryFilters }: Query,
): Promise<{ licenses: AdminStockKey[]; total: number }> {
  const resolvedFilters = await resolveVariants(app, queryFilters)
  const condition = await keysMatching(app, resolvedFilters)
  const totalCount = resolvedFilters.search
    ? await app.db.$count(stockKeys, condition)
    : await countFromTotals(app, resolvedFilters)
  const keyOrder = sortOrder(sort, { createdAt: stockKeys.createdAt }, stockKeys)

  const keyRows = byCreation(
    await selectKeys(
      app,
      condition,
      sql`order by ${keyOrder} limit ${limit} offset ${(page - 1) * limit}`,
    ),
  )

  return { licenses: sort === 'createdAt' ? keyRows : keyRows.toReversed(), total: totalCount }
}

async function countFromTotals(
  app: App,
  { status, variantIds }: Pick<VariantFilters, 'status' | 'variantIds'>,
): Promise<number> {
  const [totalRow] = await app.db
    .select({ n: sum(stockCounts.n).mapWith(Number) })
    .from(stockCounts)
    .where(
      and(
        status && eq(stockCounts.status, status),
        variantIds && isOneOf(stockCounts.variantId, variantIds),
      ),
    )
  return totalRow!.n ?? 0
}

/** The next keys after `last` by id, for the export; each shows only its last characters. */
export const keysAfter = async (
  app: App,
  filters: StockFilters,
  last: AdminStockKey | null,
  limit: number,
): Promise<AdminStockKey[]> => {
  const condition = await keysMatching(app, await resolveVariants(app, filters))

  const keyRows = await selectKeys(
    app,
    allOf([condition, last && gt(stockKeys.id, last.id)]),
    sql`order by ${stockKeys.id} limit ${limit}`,
    maskKey,
  )

  return keyRows.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** A key by its id as staff see it; null when there is none. */
export const adminKeyOf = async (app: App, id: string): Promise<AdminStockKey | null> =>
  (await selectKeys(app, eq(stockKeys.id, id), sql``))[0] ?? null

/** The id of a key by its text or its id (Q20); null when the stock has none. */
export async function keyIdOf(app: App, keyOrId: string): Promise<string | null> {
  const isKey = inArray(stockKeys.keyIndex, keyIndexes(app.vault, keyOrId.trim()))
  const isId = uuid.safeParse(keyOrId).success ? eq(stockKeys.id, keyOrId) : undefined

  const [row] = await app.db
    .select({ id: stockKeys.id })
    .from(stockKeys)
    .where(or(isKey, isId))
    .orderBy(...(isId ? [desc(isId)] : []))
    .limit(1)

  return row?.id ?? null
}

/** Number of keys by status. */
export async function countKeys(app: App): Promise<z.infer<typeof stockStats>> {
  const statusRows = await app.db
    .select({ status: stockCounts.status, n: sum(stockCounts.n).mapWith(Number) })
    .from(stockCounts)
    .groupBy(stockCounts.status)

  const countWith = (status: AdminStockKey['status']): number =>
    statusRows.find((row) => row.status === status)?.n ?? 0

  return {
    totalLicenses: statusRows.reduce((total, row) => total + row.n, 0),
    availableLicenses: countWith('available'),
    usedLicenses: countWith('used'),
    revokedLicenses: countWith('revoked'),
    reservedLicenses: countWith('reserved'),
  }
}
