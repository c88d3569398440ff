import { soldDays, soldMost } from '@chaveiro/contracts/admin/product-figures'
import { inArray, isNull, and, sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../../db/rows.ts'
import { orderUnits, productVariants, stockCounts } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { countsInBooks } from '../../books/test-money.queries.ts'

export type Figures = { freeKeys: number | null; soldLately: number }
const noFigures: Figures = { freeKeys: null, soldLately: 0 }

/**
 * Add free keys and units sold in 30 days to some products, in one statement. freeKeys is null for
 * a product that is not sold from stock. Lists count units by an index alone, and only up to the
 * largest number they show, so the cost does not grow with sales. Exports count all units.
 */
export async function withFigures<P extends { id: string }>(
  app: App,
  products: readonly P[],
  most: 'shown' | 'all' = 'shown',
): Promise<(P & Figures)[]> {
  if (!products.length) return []

  const windowStart = secondsAfter(app.clock.now(), -soldDays * 86_400)
  const countLimit = most === 'all' ? sql`` : sql`limit ${soldMost + 1}::int`

  const figureColumns = columns({
    id: productVariants.productId,
    freeKeys: value(
      sql`(sum(coalesce(free.n, 0)) filter (where ${productVariants.provider} = 'stock'))::int`,
      z.int().nullable(),
    ),
    soldLately: value(sql`sum(sold.n)::int`, z.int()),
  })

  const productIds = products.map(({ id }) => id)

  const figureRows = await rowsOf(
    app,
    figureColumns,
    sql`with free as (select ${stockCounts.variantId}, sum(${stockCounts.n}) as n from ${stockCounts}
        where ${stockCounts.status} = 'available' group by ${stockCounts.variantId})
      select ${figureColumns} from ${productVariants}
        left join free on free.variant_id = ${productVariants.id},
        lateral (select count(*) as n from (select from ${orderUnits}
          where ${orderUnits.variantId} = ${productVariants.id}
            and ${orderUnits.createdAt} >= ${windowStart} and ${orderUnits.status} <> 'revoked'
            and ${countsInBooks(app, orderUnits.orderId)} ${countLimit}) counted) sold
      where ${and(inArray(productVariants.productId, productIds), isNull(productVariants.deletedAt))}
      group by ${productVariants.productId}`,
  )

  const figuresById = new Map(figureRows.map(({ id, ...figures }) => [id, figures]))

  return products.map((product) => {
    const { freeKeys, soldLately } = figuresById.get(product.id) ?? noFigures
    return {
      ...product,
      freeKeys,
      soldLately: most === 'all' ? soldLately : Math.min(soldLately, soldMost + 1),
    }
  })
}
