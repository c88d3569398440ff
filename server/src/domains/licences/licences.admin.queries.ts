import type {
  adminLicence,
  LicenceNumbers,
  licences as contract,
} from '@chaveiro/contracts/admin/licences'
import { sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { App } from '../../platform/app.ts'
import { searchMark } from '../../platform/key-marks.ts'
import { allOf, contains } from '../../platform/list-filters.ts'
import { keyByItsEnd, staffKeys, type StaffKey } from '../../platform/staff-keys.ts'

// What staff read of delivered licences.

export type AdminLicence = z.infer<typeof adminLicence>
type Query = z.infer<typeof contract.list.query>
export type LicenceFilters = Omit<Query, 'page' | 'limit'>
type Row = {
  id: string
  product_id: string
  product_name: string
  last4: string
  key_cipher: Buffer
  customer_name: string
  customer_email: string
  user_id: string
  order_id: string
  order_number: string
  status: AdminLicence['status']
  expires_at: string | null
  created_at: string
}

/** Keys are found whole, by their last four and by their blocks, all by blind indexes (Q121); what staff took from the list is not on it. */
export const licencesMatching = (app: App, { search, status }: LicenceFilters): SQL =>
  allOf([
    sql`l.hidden_at is null`,
    status && sql`l.status = ${status}`,
    search &&
      sql`(l.key_block_indexes @> array[${searchMark(app.vault, search)}::bytea] or l.key_index = ${app.vault.index(search, 'licence-key')} or l.last4 = ${search} or ${sql.join(
        ['customer_name', 'customer_email', 'product_name'].map((column) =>
          contains(sql.raw(`l.${column}`), search),
        ),
        sql` or `,
      )})`,
  ])

async function select(
  app: App,
  { where, order, page }: { where: SQL; order: SQL; page: SQL },
  keyOf: (row: Row) => StaffKey = staffKeys(app, 'licences'),
): Promise<AdminLicence[]> {
  const { rows } = await app.db.execute<Row>(sql`
    select l.*, o.number as order_number from (select * from licences l where ${where} order by ${order} ${page}) l join orders o on o.id = l.order_id order by ${order}`)
  return rows.map((row) => ({
    id: row.id,
    _id: row.id,
    product: { id: row.product_id, _id: row.product_id, name: row.product_name },
    ...keyOf(row),
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    userId: row.user_id,
    orderId: row.order_id,
    orderNumber: row.order_number,
    status: row.status,
    expirationDate: row.expires_at && new Date(row.expires_at).toISOString(),
    createdAt: new Date(row.created_at).toISOString(),
  }))
}

/** A page of licences, newest first, with the number of all that match. */
export async function listLicences(
  app: App,
  { page, limit, ...filters }: Query,
): Promise<{ licenses: AdminLicence[]; total: number }> {
  const where = licencesMatching(app, filters)
  const {
    rows: [count],
  } = await app.db.execute<{ n: number }>(
    sql`select count(*)::int as n from licences l where ${where}`,
  )
  return {
    licenses: await select(app, {
      where,
      order: sql`l.created_at desc, l.id desc`,
      page: sql`limit ${limit} offset ${(page - 1) * limit}`,
    }),
    total: count!.n,
  }
}

/** The next licences after one, for the export; keys by their end. */
export const licencesAfter = (
  app: App,
  filters: LicenceFilters,
  last: AdminLicence | null,
  limit: number,
): Promise<AdminLicence[]> =>
  select(
    app,
    {
      where: allOf([licencesMatching(app, filters), last && sql`l.id > ${last.id}`]),
      order: sql`l.id`,
      page: sql`limit ${limit}`,
    },
    keyByItsEnd,
  )

/** A licence as staff see it; null when it is not on their list. */
export const adminLicenceOf = async (app: App, id: string): Promise<AdminLicence | null> =>
  (
    await select(app, {
      where: sql`l.id = ${id} and l.hidden_at is null`,
      order: sql`l.id`,
      page: sql``,
    })
  )[0] ?? null

/** How many licences the store has on its list, by status. */
export async function licenceNumbers(app: App): Promise<LicenceNumbers> {
  const { rows } = await app.db.execute<LicenceNumbers>(sql`
    select count(*)::int as "totalLicenses",
      count(*) filter (where status = 'active')::int as "activeLicenses",
      count(*) filter (where status = 'expired')::int as "expiredLicenses",
      count(*) filter (where status = 'revoked')::int as "revokedLicenses"
    from licences where hidden_at is null`)
  return rows[0]!
}
