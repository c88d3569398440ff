import { soldDays, soldMost } from '@chaveiro/contracts/admin/product-figures'
import { inArray, isNull, and, sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../../db/rows.ts'
import { orderUnits, productVariants, stockCounts } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { countsInBooks } from '../../books/test-money.queries.ts'

export type Figures = { freeKeys: number | null; soldLately: number }
const none: Figures = { freeKeys: null, soldLately: 0 }

/**
 * Free keys and units sold in 30 days of each of some products, in one statement. An index alone
 * tells of the units, and no more of a variant are counted than are shown, so that the list costs
 * the same however much was sold; all are counted for a file.
 */
export async function withFigures<P extends { id: string }>(
  app: App,
  products: readonly P[],
  most: 'shown' | 'all' = 'shown',
): Promise<(P & Figures)[]> {
  if (!products.length) return []

  const since = secondsAfter(app.clock.now(), -soldDays * 86_400)
  const upTo = most === 'all' ? sql`` : sql`limit ${soldMost + 1}::int`

  const row = columns({
    id: productVariants.productId,
    freeKeys: value(
      sql`(sum(coalesce(free.n, 0)) filter (where ${productVariants.provider} = 'stock'))::int`,
      z.int().nullable(),
    ),
    soldLately: value(sql`sum(sold.n)::int`, z.int()),
  })

  const ids = products.map(({ id }) => id)

  const rows = await rowsOf(
    app,
    row,
    sql`with free as (select ${stockCounts.variantId}, sum(${stockCounts.n}) as n from ${stockCounts}
        where ${stockCounts.status} = 'available' group by ${stockCounts.variantId})
      select ${row} from ${productVariants}
        left join free on free.variant_id = ${productVariants.id},
        lateral (select count(*) as n from (select from ${orderUnits}
          where ${orderUnits.variantId} = ${productVariants.id}
            and ${orderUnits.createdAt} >= ${since} and ${orderUnits.status} <> 'revoked'
            and ${countsInBooks(app, orderUnits.orderId)} ${upTo}) counted) sold
      where ${and(inArray(productVariants.productId, ids), isNull(productVariants.deletedAt))}
      group by ${productVariants.productId}`,
  )

  const of = new Map(rows.map(({ id, ...figures }) => [id, figures]))

  return products.map((product) => {
    const { freeKeys, soldLately } = of.get(product.id) ?? none
    return {
      ...product,
      freeKeys,
      soldLately: most === 'all' ? soldLately : Math.min(soldLately, soldMost + 1),
    }
  })
}
