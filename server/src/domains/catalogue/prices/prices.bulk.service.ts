import type { Language } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'

import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { Failure } from '../../../platform/errors.ts'
import type { ChangedRow, SkippedRow, BulkRow } from '../../../platform/lists/bulk.ts'
import { toWire } from '../../../platform/text/money.ts'
import type { Actor } from '../../audit/audit.service.ts'
import { lockIfPresent } from '../variants/product-lock.service.ts'
import { variantRows } from '../variants/variants.admin.queries.ts'
import { changeVariant } from '../variants/variants.service.ts'
import { pricesOfMany } from './prices.bulk.queries.ts'

type Priced = Awaited<ReturnType<typeof pricesOfMany>>[number]
type Rows = readonly BulkRow<number>[]
type BulkResult = { done: ChangedRow<number>[]; left: SkippedRow[] }

/**
 * Set the prices of some variants, with the same effects as a change of one price: history, audit
 * trail, and the end of a running promotion. Each product has a transaction of its own. A refused
 * price leaves all prices of its product unchanged, and the reply says why; other products change.
 */
export async function setPrices(
  app: App,
  rows: Rows,
  { actor, language }: { actor: Actor; language: Language },
): Promise<BulkResult> {
  const existingOptions = await pricesOfMany(app, { variantIds: rows.map(({ id }) => id) })
  const optionById = new Map(existingOptions.map((option) => [option.id, option]))
  const missingRows = rows.filter(({ id }) => !optionById.has(id.toLowerCase()))

  const bulkResult: BulkResult = {
    done: [],
    left: missingRows.map(({ id }) => ({ id, name: null, why: 'gone' as const })),
  }

  for (const [productId, options] of Map.groupBy(existingOptions, (option) => option.productId)) {
    const productRows = rows.flatMap((row) => {
      const option = options.find(({ id }) => id === row.id.toLowerCase())
      return option ? [{ ...row, option }] : []
    })

    try {
      const { done, left } = await setOfProduct(app, productId, productRows, actor)
      bulkResult.done.push(...done)
      bulkResult.left.push(...left)
    } catch (error) {
      if (!(error instanceof Failure)) throw error

      const reason = inLanguage(language, error.text)
      bulkResult.left.push(
        ...options.map(({ id, name }) => ({ id, name, why: 'refused' as const, reason })),
      )
    }
  }

  return bulkResult
}

/**
 * Set the prices of one product's variants. A variant that already has its new price is in neither
 * list.
 */
function setOfProduct(
  app: App,
  productId: string,
  rows: readonly (BulkRow<number> & { option: Priced })[],
  actor: Actor,
): Promise<BulkResult> {
  return inTransaction(app, async (tx) => {
    const isPresent = await lockIfPresent(tx, productId)
    const currentRows = isPresent ? await variantRows(tx, productId) : []
    const bulkResult: BulkResult = { done: [], left: [] }

    for (const { to, version, option } of rows) {
      const { id, name } = option
      const currentRow = currentRows.find((row) => row.id === id)

      if (!currentRow) {
        bulkResult.left.push({ id, name, why: 'gone' })
        continue
      }

      const previousPrice = toWire(currentRow.priceCents)
      if (previousPrice === to) continue

      if (version !== undefined && version !== String(currentRow.version)) {
        bulkResult.left.push({ id, name, why: 'changed' })
        continue
      }

      const changedVariant = await changeVariant(
        tx,
        { id: productId, variantId: id },
        { price: to },
        actor,
      )
      bulkResult.done.push({
        id,
        name,
        from: previousPrice,
        version: String(changedVariant.version),
      })
    }

    return bulkResult
  })
}
