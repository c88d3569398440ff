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

// What keys can be added to, and how long they last.

const rateDays = 30

/**
 * Variants that keys can be added to: those on the list, and deleted ones that paid units still
 * wait for (Q38); with their alert settings.
 */
export async function stockVariants(
  app: App,
  id: string | null = null,
): Promise<z.infer<typeof stockProduct>[]> {
  const only = (column: Column) => (id ? sql`and ${column} = ${id}` : sql``)
  const since = new Date(app.clock.now().getTime() - rateDays * 86_400_000)
  const counted = (of: 'free' | 'waiting' | 'sold' | 'awaited') =>
    value(sql`coalesce(${sql.identifier(of)}.n, 0)`, z.int())

  const row = columns({
    id: productVariants.id,
    productId: products.id,
    product: products.name,
    variant: productVariants.name,
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
    sql`with waiting as (select ${orderUnits.variantId}, count(*) as n from ${orderUnits}
        where ${orderUnits.status} = 'pending' and ${orderUnits.provider} = 'stock'
        group by ${orderUnits.variantId}),
      free as (select ${stockCounts.variantId}, sum(${stockCounts.n})::bigint as n from ${stockCounts}
        where ${stockCounts.status} = 'available' ${only(stockCounts.variantId)}
        group by ${stockCounts.variantId}),
      sold as (select ${orderUnits.variantId}, count(*) as n from ${orderUnits}
        where ${orderUnits.createdAt} > ${since} and ${orderUnits.status} <> 'revoked' ${only(orderUnits.variantId)}
        group by ${orderUnits.variantId}),
      awaited as (select ${stockWaits.variantId}, count(*) as n from ${stockWaits}
        where true ${only(stockWaits.variantId)} group by ${stockWaits.variantId})
    select ${row} from ${productVariants}
      join ${products} on ${products.id} = ${productVariants.productId}
      left join waiting on waiting.variant_id = ${productVariants.id}
      left join free on free.variant_id = ${productVariants.id}
      left join sold on sold.variant_id = ${productVariants.id}
      left join awaited on awaited.variant_id = ${productVariants.id}
      left join ${stockWatches} on ${stockWatches.variantId} = ${productVariants.id}
    where (num_nonnulls(${products.deletedAt}, ${productVariants.deletedAt}) = 0 or waiting.n > 0)
      ${only(productVariants.id)}
    order by ${products.name} collate "pt-BR-x-icu", ${products.id}, ${productVariants.position},
      ${productVariants.id}`,
  )

  return rows.map(({ product, variant, sold, lowSince, ...counts }) => ({
    ...counts,
    _id: counts.id,
    name: soldAs(product, variant),
    productName: product,
    variantName: variant,
    lowSince: lowSince?.toISOString() ?? null,
    soldIn30Days: sold,
    daysLeft: sold ? Math.round((counts.available * rateDays * 10) / sold) / 10 : null,
  }))
}

/**
 * The variant that keys are meant for: the one named, or the one that stands for the product. Throws
 * product.not_found and variant.not_found.
 */
export async function variantMeant(
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
