import type { shopVariant } from '@chaveiro/contracts/catalogue'
import { defaultLanguage, type Currency, type Language } from '@chaveiro/contracts/limits'
import { lowStock } from '@chaveiro/contracts/product-limits'
import { sql } from 'drizzle-orm'
import { z } from 'zod'

import { isSold } from '../../../db/on-sale.ts'
import { columns, rowsOf, value } from '../../../db/rows.ts'
import { products, productVariants } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { toWire } from '../../../platform/text/money.ts'

export type ShopVariant = z.infer<typeof shopVariant>

/**
 * The variant that represents a joined product: the first active variant, or the first that is not
 * deleted when no variant is active.
 */
export const leadingVariant = sql`(select v.id from product_variants v
  where v.product_id = ${products.id} and v.deleted_at is null
  order by v.active desc, v.position, v.id limit 1)`

/** A join of products with the leading variant of each. */
export const withLeadingVariant = sql`join ${productVariants}
  on ${productVariants.id} = ${leadingVariant}`

const isOnSale = sql`v.product_id = ${products.id} and ${isSold(sql`v`)}`

/** Whether a joined product has a variant on sale. */
export const hasVariantOnSale = sql`exists (select 1 from product_variants v where ${isOnSale})`

/**
 * Whether a joined product can be bought now: a variant on sale has a free key, or is not sold from
 * stock.
 */
export const isInStock = sql`exists (select 1 from product_variants v
  where ${isOnSale} and (v.provider <> 'stock' or exists (
    select 1 from stock_keys k where k.variant_id = v.id and k.status = 'available')))`

/**
 * The free keys of a variant, counted only up to the number that the shop distinguishes. So a large
 * stock costs no more than a small one. A variant that is not sold from stock never runs low.
 */
const freeKeysOf = (variant: ReturnType<typeof sql>) => sql`case
  when ${variant}.provider <> 'stock' then ${lowStock + 1}::int
  else (select count(*) from (select 1 from stock_keys k
    where k.variant_id = ${variant}.id and k.status = 'available' limit ${lowStock + 1}) few) end`

/** The price and the free keys of each variant on sale of a joined product. */
const variantsWithStock = sql`(select v.price_cents, ${freeKeysOf(sql`v`)} as free
  from product_variants v where ${isOnSale}) one`

/**
 * The lowest price among variants in stock; if none is in stock, the lowest price of all variants
 * on sale.
 */
const lowestOffer = sql`coalesce(
  min(one.price_cents) filter (where one.free > 0), min(one.price_cents))`

/** The price from which a joined product can be bought. */
export const lowestPrice = sql`(select ${lowestOffer} from ${variantsWithStock})`

/**
 * The variants on sale of a joined product as one row `offers`: count, lowest and highest price,
 * and highest number of free keys.
 */
export const offersOfProduct = sql`cross join lateral (
  select count(*) as n, ${lowestOffer} as least, max(one.price_cents) as most,
    coalesce(max(one.free), 0) as free
  from ${variantsWithStock}) offers`

/** The stock level that shop pages show for a number of free keys. */
export function stockLevel(free: number): ShopVariant['stock'] {
  if (free > lowStock) return 'in'
  return free > 0 ? 'low' : 'out'
}

const variantShape = z.object({
  id: z.string(),
  name: z.string(),
  nameEn: z.string().nullable(),
  priceCents: z.number(),
  compareAtCents: z.number().nullable(),
  free: z.number(),
  validityDays: z.int().nullable(),
  minQuantity: z.int(),
  maxQuantity: z.int(),
})

type ListedVariant = z.infer<typeof variantShape>

/** The variants on sale of a joined product, in the shop's order, as a JSON array in one column. */
export const variantsOfProduct = value(
  sql`coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name,
      'nameEn', v.name_en, 'priceCents', v.price_cents, 'compareAtCents', v.compare_at_cents,
      'free', ${freeKeysOf(sql`v`)}, 'validityDays', v.validity_days, 'minQuantity', v.min_quantity,
      'maxQuantity', v.max_quantity) order by v.position, v.id)
    from product_variants v where ${isOnSale}), '[]')`,
  z.array(variantShape),
)

/** A variant in the form of shop pages, with its name in a language. */
export const toShopVariant =
  (currency: Currency, language: Language) =>
  ({
    nameEn,
    priceCents,
    compareAtCents,
    free,
    validityDays,
    ...variant
  }: ListedVariant): ShopVariant => ({
    ...variant,
    _id: variant.id,
    name: (language === 'en-US' && nameEn) || variant.name,
    price: toWire(priceCents),
    compareAtPrice: compareAtCents === null ? null : toWire(compareAtCents),
    currency,
    stock: stockLevel(free),
    isAvailable: free > 0,
    validity: { days: validityDays, basis: 'purchase' },
  })

/** The variants on sale of a product, in the shop's order, with their names in a language. */
export async function variantsOnSale(
  app: App,
  { id, currency }: { id: string; currency: Currency },
  language: Language = defaultLanguage,
): Promise<ShopVariant[]> {
  const variantColumns = columns({ variants: variantsOfProduct })

  const [found] = await rowsOf(
    app,
    variantColumns,
    sql`select ${variantColumns} from ${products} where ${products.id} = ${id}`,
  )

  return (found?.variants ?? []).map(toShopVariant(currency, language))
}
