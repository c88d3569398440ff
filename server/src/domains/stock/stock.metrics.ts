import type { ShopMetric } from '../../platform/observe/metrics/shop-metric.ts'

/** How many low variants are listed by name; `chaveiro_variants_low` counts all of them. */
const listedVariants = 20

export const stockMetrics: readonly ShopMetric[] = [
  {
    name: 'chaveiro_variants_low',
    help: 'Variants whose unsold keys fell to their threshold',
    labels: [],
    statement: 'select count(*)::int as n from stock_watches where low_since is not null',
  },
  {
    name: 'chaveiro_keys_left',
    help: `Unsold keys of the variants that run low, at most ${listedVariants} of them`,
    labels: ['product', 'variant'],
    statement: `select p.name as product, v.name as variant, k.n from (select variant_id, threshold
        from stock_watches where low_since is not null
        order by low_since desc, variant_id limit ${listedVariants}) w
      join product_variants v on v.id = w.variant_id join products p on p.id = v.product_id
      cross join lateral (select count(*)::int as n from (select 1 from stock_keys s
        where s.variant_id = w.variant_id and s.status in ('available', 'reserved')
        limit w.threshold + 1) few) k`,
  },
]
