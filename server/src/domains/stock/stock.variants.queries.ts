import type { stockProduct } from '@chaveiro/contracts/admin/stock'
import { lowStock } from '@chaveiro/contracts/product-limits'
import { soldAs } from '@chaveiro/contracts/sold-as'
import { and, asc, desc, eq, isNull, sql, type Column } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../db/rows.ts'
import {
  orderUnits,
  products,
  productVariants,
  stockCounts,
  stockWaits,
  stockWatches,
} from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'

// The variants that keys can be added to, and how long their keys last.

const salesWindowDays = 30

/**
 * Variants that keys can be added to, with their alert settings: all that exist, and deleted ones
 * that paid units still wait for (Q38).
 */
export async function stockVariants(
  app: App,
  id: string | null = null,
): Promise<z.infer<typeof stockProduct>[]> {
  const onlyVariant = (column: Column) => (id ? sql`and ${column} = ${id}` : sql``)
  const windowStart = new Date(app.clock.now().getTime() - salesWindowDays * 86_400_000)
  const countColumn = (of: 'free' | 'waiting' | 'sold' | 'awaited') =>
    value(sql`coalesce(${sql.identifier(of)}.n, 0)`, z.int())

  const variantColumns = columns({
    id: productVariants.id,
    productId: products.id,
    product: products.name,
    variant: productVariants.name,
    available: countColumn('free'),
    waiting: countColumn('waiting'),
    threshold: value(sql`coalesce(${stockWatches.threshold}, ${lowStock})`, z.int()),
    lowSince: stockWatches.lowSince,
    sold: countColumn('sold'),
    awaited: countColumn('awaited'),
  })

  const variantRows = await rowsOf(
    app,
    variantColumns,
    sql`with waiting as (select ${orderUnits.variantId}, count(*) as n from ${orderUnits}
        where ${orderUnits.status} = 'pending' and ${orderUnits.provider} = 'stock'
        group by ${orderUnits.variantId}),
      free as (select ${stockCounts.variantId}, sum(${stockCounts.n})::bigint as n from ${stockCounts}
        where ${stockCounts.status} = 'available' ${onlyVariant(stockCounts.variantId)}
        group by ${stockCounts.variantId}),
      sold as (select ${orderUnits.variantId}, count(*) as n from ${orderUnits}
        where ${orderUnits.createdAt} > ${windowStart} and ${orderUnits.status} <> 'revoked'
          ${onlyVariant(orderUnits.variantId)}
        group by ${orderUnits.variantId}),
      awaited as (select ${stockWaits.variantId}, count(*) as n from ${stockWaits}
        where true ${onlyVariant(stockWaits.variantId)} group by ${stockWaits.variantId})
    select ${variantColumns} from ${productVariants}
      join ${products} on ${products.id} = ${productVariants.productId}
      left join waiting on waiting.variant_id = ${productVariants.id}
      left join free on free.variant_id = ${productVariants.id}
      left join sold on sold.variant_id = ${productVariants.id}
      left join awaited on awaited.variant_id = ${productVariants.id}
      left join ${stockWatches} on ${stockWatches.variantId} = ${productVariants.id}
    where (num_nonnulls(${products.deletedAt}, ${productVariants.deletedAt}) = 0 or waiting.n > 0)
      ${onlyVariant(productVariants.id)}
    order by ${products.name} collate "pt-BR-x-icu", ${products.id}, ${productVariants.position},
      ${productVariants.id}`,
  )

  return variantRows.map(({ product, variant, sold, lowSince, ...counts }) => ({
    ...counts,
    _id: counts.id,
    name: soldAs(product, variant),
    productName: product,
    variantName: variant,
    lowSince: lowSince?.toISOString() ?? null,
    soldIn30Days: sold,
    daysLeft: sold ? Math.round((counts.available * salesWindowDays * 10) / sold) / 10 : null,
  }))
}

/**
 * The variant to add keys to: the named variant, or else the first variant of the product. Throws
 * product.not_found and variant.not_found.
 */
export async function requireVariant(
  app: App,
  { productId, variantId }: { productId: string; variantId?: string | undefined },
): Promise<string> {
  const [variant] = await app.db
    .select({ id: productVariants.id })
    .from(productVariants)
    .where(
      and(
        eq(productVariants.productId, productId),
        variantId ? eq(productVariants.id, variantId) : isNull(productVariants.deletedAt),
      ),
    )
    .orderBy(desc(productVariants.active), asc(productVariants.position), asc(productVariants.id))
    .limit(1)

  if (variant && (await stockVariants(app, variant.id)).length) return variant.id

  throw fail(variantId ? 'variant.not_found' : 'product.not_found')
}
