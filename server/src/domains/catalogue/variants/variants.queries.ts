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
 * The variant that stands for a joined product where none is named: its first active one, or else
 * its first that is not deleted.
 */
export const leadingVariant = sql`(select v.id from product_variants v
  where v.product_id = ${products.id} and v.deleted_at is null
  order by v.active desc, v.position, v.id limit 1)`

/** A join of products with the variant that stands for each. */
export const withLeadingVariant = sql`join ${productVariants}
  on ${productVariants.id} = ${leadingVariant}`

const sold = sql`v.product_id = ${products.id} and ${isSold(sql`v`)}`

/** Whether anything of a joined product is sold. */
export const hasVariantOnSale = sql`exists (select 1 from product_variants v where ${sold})`

/** Whether a joined product can be bought now: a variant with a free key, or not sold from stock. */
export const isInStock = sql`exists (select 1 from product_variants v
  where ${sold} and (v.provider <> 'stock' or exists (
    select 1 from stock_keys k where k.variant_id = v.id and k.status = 'available')))`

/**
 * How many free keys a variant has, as far as the shop distinguishes their number: a full stock
 * costs no more than a small one, and what is not sold from stock never runs low.
 */
const freeOf = (variant: ReturnType<typeof sql>) => sql`case
  when ${variant}.provider <> 'stock' then ${lowStock + 1}::int
  else (select count(*) from (select 1 from stock_keys k
    where k.variant_id = ${variant}.id and k.status = 'available' limit ${lowStock + 1}) few) end`

/** The price and the free keys of each variant that is sold of a joined product. */
const soldVariants = sql`(select v.price_cents, ${freeOf(sql`v`)} as free
  from product_variants v where ${sold}) one`

/** The lowest price of what can be bought now; of what is sold, where all of it is out. */
const least = sql`coalesce(
  min(one.price_cents) filter (where one.free > 0), min(one.price_cents))`

/** What a joined product can be bought from. */
export const lowestPrice = sql`(select ${least} from ${soldVariants})`

/** What is sold of a joined product, as one row offers: n, least, most and the fullest stock. */
export const offersOfProduct = sql`cross join lateral (
  select count(*) as n, ${least} as least, max(one.price_cents) as most,
    coalesce(max(one.free), 0) as free
  from ${soldVariants}) offers`

/** What shop pages show of so many free keys. */
export function stockLevel(free: number): ShopVariant['stock'] {
  if (free > lowStock) return 'in'
  return free > 0 ? 'low' : 'out'
}

const listed = z.object({
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

type Listed = z.infer<typeof listed>

/** What is sold of a joined product, in the shop's order, as one value of its row. */
export const variantsOfProduct = value(
  sql`coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name,
      'nameEn', v.name_en, 'priceCents', v.price_cents, 'compareAtCents', v.compare_at_cents,
      'free', ${freeOf(sql`v`)}, 'validityDays', v.validity_days, 'minQuantity', v.min_quantity,
      'maxQuantity', v.max_quantity) order by v.position, v.id)
    from product_variants v where ${sold}), '[]')`,
  z.array(listed),
)

/** A variant as the shop shows it, named in a language. */
export const toShopVariant =
  (currency: Currency, language: Language) =>
  ({
    nameEn,
    priceCents,
    compareAtCents,
    free,
    validityDays,
    ...variant
  }: Listed): ShopVariant => ({
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

/** What is sold of a product, in the shop's order, named in a language. */
export async function variantsOnSale(
  app: App,
  { id, currency }: { id: string; currency: Currency },
  language: Language = defaultLanguage,
): Promise<ShopVariant[]> {
  const row = columns({ variants: variantsOfProduct })

  const [found] = await rowsOf(
    app,
    row,
    sql`select ${row} from ${products} where ${products.id} = ${id}`,
  )

  return (found?.variants ?? []).map(toShopVariant(currency, language))
}
