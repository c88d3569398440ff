import { sql } from 'drizzle-orm'

import type { Db } from '../../db/handle.ts'
import type { Law } from '../../db/law.ts'
import { catalogueLaws } from '../catalogue/catalogue.laws.ts'
import { couponLaws } from '../coupons/coupons.laws.ts'
import { fulfilmentLaws } from '../fulfilment/fulfilment.laws.ts'
import { jobLaws } from '../jobs-admin/jobs-admin.laws.ts'
import { licenceLaws } from '../licences/licences.laws.ts'
import { orderLaws } from '../orders/orders.laws.ts'
import { paymentLaws } from '../payments/payments.laws.ts'
import { reviewLaws } from '../reviews/reviews.laws.ts'
import { stockLaws } from '../stock/stock.laws.ts'
import { ticketLaws } from '../tickets/tickets.laws.ts'

/**
 * The laws, which are invariants of the shop's books, by the domain that owns them. A law may not
 * read tables of domains that call its own domain.
 */
export const lawsByDomain: Record<string, readonly Law[]> = {
  catalogue: catalogueLaws,
  coupons: couponLaws,
  fulfilment: fulfilmentLaws,
  'jobs-admin': jobLaws,
  licences: licenceLaws,
  orders: orderLaws,
  payments: paymentLaws,
  reviews: reviewLaws,
  stock: stockLaws,
  tickets: ticketLaws,
}

const findingsPerLaw = 5

/**
 * Violations of the laws of a shop's books: one text each, at most five a law; empty when all laws
 * hold. All laws read one snapshot, so this may run beside traffic. `now`: the app's time, when its
 * clock was moved.
 */
export async function brokenLaws(db: Db, now?: Date): Promise<string[]> {
  const checkedAt = now ? sql`${now}::timestamptz` : sql`now()`
  const checkedLaws = await applicableLaws(db)

  const findings = checkedLaws.map(
    (law) =>
      sql`(select ${law.name}::text || ': ' || broken as text
        from (${law.broken(checkedAt)}) as found (broken) limit ${findingsPerLaw})`,
  )

  const { rows } = await db.execute<{ text: string }>(sql.join(findings, sql` union all `))

  return rows.map((row) => row.text)
}

/** A schema that was migrated without its queue has no jobs to check. */
async function applicableLaws(db: Db): Promise<Law[]> {
  const allLaws = Object.values(lawsByDomain).flat()
  const neededTables = allLaws.flatMap(({ needs }) => (needs ? [needs] : []))

  const { rows } = await db.execute<{ name: string }>(
    sql`select name from unnest(${sql.param(neededTables)}::text[]) name
      where to_regclass(name) is not null`,
  )

  const existing = new Set(rows.map(({ name }) => name))

  return allLaws.filter(({ needs }) => !needs || existing.has(needs))
}
