import type { Currency } from '@chaveiro/contracts/limits'
import type { priceCauses } from '@chaveiro/contracts/price-plans'
import { and, eq, sql } from 'drizzle-orm'

import { priceChanges, pricePlans, products } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import type { Variant } from './variants.admin.queries.ts'

/** A new price of a variant for the price history. */
type NewPrice = {
  productId: string
  variantId: string
  fromCents: number | null
  toCents: number
  cause: (typeof priceCauses)[number]
  actorId: string | null
  /** The product's new currency, if its row still has the old currency. */
  currency?: Currency
}

/** Add prices to the price history, in the transaction that sets them (P362). */
export async function notePrices(tx: App, ...prices: NewPrice[]): Promise<void> {
  const createdAt = tx.clock.now()
  if (!prices.length) return

  await tx.db.insert(priceChanges).values(
    prices.map(({ currency, ...price }) => ({
      id: newId(createdAt.getTime()),
      createdAt,
      currency:
        currency ??
        sql`(select ${products.currency} from ${products} where ${products.id} = ${price.productId})`,
      ...price,
    })),
  )
}

type Prices = Partial<Pick<Variant, 'priceCents' | 'compareAtCents'>>

/**
 * Record a price that staff entered, and end a running promotion, so that its end does not
 * overwrite this price. Returns another column to write: the compare-at price from before the
 * promotion, if that exceeds the new price, else null. Returns no column if staff entered a
 * compare-at price (P366).
 */
export async function priceByHand(
  tx: App,
  row: Variant,
  { priceCents, compareAtCents }: Prices,
  actorId: string | null,
): Promise<Prices> {
  if (priceCents === undefined || priceCents === row.priceCents) return {}

  const { productId, id: variantId } = row

  await notePrices(tx, {
    productId,
    variantId,
    fromCents: row.priceCents,
    toCents: priceCents,
    cause: 'hand',
    actorId,
  })

  const [overruled] = await tx.db
    .update(pricePlans)
    .set({ state: 'overruled', updatedAt: tx.clock.now() })
    .where(and(eq(pricePlans.variantId, variantId), eq(pricePlans.state, 'running')))
    .returning({ before: pricePlans.beforeCompareCents })

  if (!overruled || compareAtCents !== undefined) return {}

  const { before } = overruled

  return { compareAtCents: before !== null && before > priceCents ? before : null }
}
