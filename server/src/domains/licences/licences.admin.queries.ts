import type {
  adminLicence,
  LicenceNumbers,
  licences as contract,
} from '@chaveiro/contracts/admin/licences'
import { count, eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'

import { columns, countIf, rowsOf, type RowOf } from '../../db/rows.ts'
import { licences, orders } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { allOf, anyOf, contains } from '../../platform/lists/filters.ts'
import { sortOrder } from '../../platform/lists/sort.ts'
import { keyCondition } from '../../platform/secrets/key-marks.ts'
import { maskKey, staffKeys, type StaffKey } from '../../platform/secrets/staff-keys.ts'

// Delivered licences as staff see them.

export type AdminLicence = z.infer<typeof adminLicence>
type Query = z.infer<typeof contract.list.query>
export type LicenceFilters = Omit<Query, 'page' | 'limit' | 'sort'>

const licenceColumns = columns({
  id: licences.id,
  productId: licences.productId,
  productName: licences.productName,
  last4: licences.last4,
  keyCipher: licences.keyCipher,
  customerName: licences.customerName,
  customerEmail: licences.customerEmail,
  userId: licences.userId,
  orderId: licences.orderId,
  orderNumber: orders.number,
  status: licences.status,
  expiresAt: licences.expiresAt,
  createdAt: licences.createdAt,
})

/**
 * SQL condition of a search by customer, email, product, or key. A key matches by its last four
 * characters, or, through blind indexes, by its whole text or its blocks (Q121). Licences that
 * staff removed are left out.
 */
export async function licencesMatching(
  app: App,
  { search, status, userId }: LicenceFilters,
): Promise<SQL> {
  const keyMatches = search && (await keyCondition(app, search, licences))
  const searchedColumns = [licences.customerName, licences.customerEmail, licences.productName]

  return allOf([
    isNull(licences.hiddenAt),
    status && eq(licences.status, status),
    userId && eq(licences.userId, userId),
    keyMatches &&
      anyOf([
        keyMatches,
        sql`${licences.last4} = ${search}`,
        ...searchedColumns.map((text) => contains(text, search)),
      ]),
  ])
}

async function selectLicences(
  app: App,
  { where: condition, order, page }: { where: SQL; order: SQL; page: SQL },
  keyOf: (row: RowOf<typeof licenceColumns>) => StaffKey = staffKeys(app, 'licences'),
): Promise<AdminLicence[]> {
  const licenceRows = await rowsOf(
    app,
    licenceColumns,
    sql`select ${licenceColumns} from (
        select * from ${licences} where ${condition} order by ${order} ${page}) as ${licences}
      join ${orders} on ${orders.id} = ${licences.orderId} order by ${order}`,
  )

  return licenceRows.map((row) => ({
    id: row.id,
    _id: row.id,
    product: { id: row.productId, _id: row.productId, name: row.productName },
    ...keyOf(row),
    customerName: row.customerName,
    customerEmail: row.customerEmail,
    userId: row.userId,
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    status: row.status,
    expirationDate: row.expiresAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }))
}

/** A page of licences, newest first or sorted, with the number of all that match. */
export async function listLicences(
  app: App,
  { page, limit, sort, ...filters }: Query,
): Promise<{ licenses: AdminLicence[]; total: number }> {
  const condition = await licencesMatching(app, filters)
  const totalCount = await app.db.$count(licences, condition)

  return {
    licenses: await selectLicences(app, {
      where: condition,
      order: sortOrder(sort, { expirationDate: licences.expiresAt }, licences),
      page: sql`limit ${limit} offset ${(page - 1) * limit}`,
    }),
    total: totalCount,
  }
}

/**
 * The next licences after the given one, for the export; keys are cut to their last four letters.
 */
export const licencesAfter = async (
  app: App,
  filters: LicenceFilters,
  last: AdminLicence | null,
  limit: number,
): Promise<AdminLicence[]> =>
  selectLicences(
    app,
    {
      where: allOf([await licencesMatching(app, filters), last && gt(licences.id, last.id)]),
      order: sql`${licences.id}`,
      page: sql`limit ${limit}`,
    },
    maskKey,
  )

/**
 * A licence as staff see it, with the whole key or only its last four characters; null for a
 * licence that staff removed.
 */
export const adminLicenceOf = async (
  app: App,
  id: string,
  ...keyOf: [typeof maskKey?]
): Promise<AdminLicence | null> =>
  (
    await selectLicences(
      app,
      {
        where: allOf([eq(licences.id, id), isNull(licences.hiddenAt)]),
        order: sql`${licences.id}`,
        page: sql``,
      },
      ...keyOf,
    )
  )[0] ?? null

/** The number of licences on the list of staff, by status. */
export async function licenceNumbers(app: App): Promise<LicenceNumbers> {
  const countOf = (status: AdminLicence['status']) => countIf(eq(licences.status, status))

  const [statusCounts] = await app.db
    .select({
      totalLicenses: count(),
      activeLicenses: countOf('active'),
      expiredLicenses: countOf('expired'),
      revokedLicenses: countOf('revoked'),
    })
    .from(licences)
    .where(isNull(licences.hiddenAt))

  return statusCounts!
}
