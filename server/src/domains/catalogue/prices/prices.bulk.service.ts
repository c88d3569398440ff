import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Failure } from '../../../platform/errors.ts'
import type { BulkDone, BulkLeft, BulkRow } from '../../../platform/lists/bulk.ts'
import { toWire } from '../../../platform/text/money.ts'
import type { Actor } from '../../audit/audit.service.ts'
import { isLocked } from '../variants/product-lock.service.ts'
import { variantRows } from '../variants/variants.admin.queries.ts'
import { changeVariant } from '../variants/variants.service.ts'
import { pricesOfMany } from './prices.bulk.queries.ts'

type Priced = Awaited<ReturnType<typeof pricesOfMany>>[number]
type Rows = readonly BulkRow<number>[]
type Told = { done: BulkDone<number>[]; left: BulkLeft[] }

/**
 * Give each of some options a price as staff do with one: with its history, its line in the trail
 * and its end of a scheduled price. One transaction a product: what is refused leaves that product
 * as it was and is told in words, the others change.
 */
export async function setPrices(
  app: App,
  rows: Rows,
  { actor, language }: { actor: Actor; language: Language },
): Promise<Told> {
  const known = await pricesOfMany(app, { variantIds: rows.map(({ id }) => id) })
  const of = new Map(known.map((option) => [option.id, option]))
  const gone = rows.filter(({ id }) => !of.has(id.toLowerCase()))

  const told: Told = {
    done: [],
    left: gone.map(({ id }) => ({ id, name: null, why: 'gone' as const })),
  }

  for (const [productId, options] of Map.groupBy(known, (option) => option.productId)) {
    const ofProduct = rows.flatMap((row) => {
      const option = options.find(({ id }) => id === row.id.toLowerCase())
      return option ? [{ ...row, option }] : []
    })

    try {
      const { done, left } = await setOfProduct(app, productId, ofProduct, actor)
      told.done.push(...done)
      told.left.push(...left)
    } catch (error) {
      if (!(error instanceof Failure)) throw error

      const reason = inLanguage(language, error.text)
      told.left.push(
        ...options.map(({ id, name }) => ({ id, name, why: 'refused' as const, reason })),
      )
    }
  }

  return told
}

/** The options of one product; one that has its price already is neither done nor left. */
function setOfProduct(
  app: App,
  productId: string,
  rows: readonly (BulkRow<number> & { option: Priced })[],
  actor: Actor,
): Promise<Told> {
  return inTransaction(app, async (tx) => {
    const there = await isLocked(tx, productId)
    const standing = there ? await variantRows(tx, productId) : []
    const told: Told = { done: [], left: [] }

    for (const { to, version, option } of rows) {
      const { id, name } = option
      const now = standing.find((row) => row.id === id)

      if (!now) {
        told.left.push({ id, name, why: 'gone' })
        continue
      }

      const from = toWire(now.priceCents)
      if (from === to) continue

      if (version !== undefined && version !== String(now.version)) {
        told.left.push({ id, name, why: 'changed' })
        continue
      }

      const after = await changeVariant(tx, { id: productId, variantId: id }, { price: to }, actor)
      told.done.push({ id, name, from, version: String(after.version) })
    }

    return told
  })
}
