import { eq } from 'drizzle-orm'

import { licences } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import type { Actor } from '../../audit/audit.service.ts'
import { lockLicence, type Licence } from '../../licences/licences.admin.service.ts'
import { openLicence } from '../../licences/licences.queries.ts'
import {
  askReplacement,
  openReplacement,
  storeReplacementKey,
} from '../../licences/licences.replace.service.ts'
import { assertServed, holdBuyer } from '../../orders/buyers.queries.ts'
import { lockUnit } from '../../orders/order-units.service.ts'
import { lockOrder, type OrderUnit } from '../../orders/orders.service.ts'
import { lockKey } from '../../stock/stock.admin.service.ts'
import { keysFor, openKey, useKeys } from '../../stock/stock.delivery.service.ts'
import { retireKey } from '../../stock/stock.revocation.service.ts'
import { assertUnknownKey } from '../delivery/manual.service.ts'
import { dropGrants, syncGrantsOfKeys } from '../grants/provider-sync.service.ts'

/**
 * Replace the key of a licence, with a reason: by a key from stock, a key that staff enter, or a
 * key that the provider mints. The old key works until its replacement arrives; then the old key is
 * revoked and never sold again. The licence's dates and price stay. Returns whether the replacement
 * is done or a minted key was requested.
 */
export function replaceKey(
  app: App,
  licenceId: string,
  input: { reason: string; licenceKey: string | null },
  actor: Actor,
): Promise<'done' | 'asked'> {
  return inTransaction(app, async (tx) => {
    const unlockedLicence = await licenceWithKey(tx, licenceId)
    const buyerState = await holdBuyer(tx, unlockedLicence.userId)
    const order = (await lockOrder(tx, unlockedLicence.orderId))!
    const unit = (await lockUnit(tx, unlockedLicence.unitId))!
    // The key changes only under the unit's lock. A different key here means that another request
    // replaced it first.
    const now = await licenceWithKey(tx, licenceId)
    if (openLicence(tx, now) !== openLicence(tx, unlockedLicence)) throw fail('licence.key_changed')

    const { stockKeyId } = now
    const oldStockKey = stockKeyId ? await lockKey(tx, stockKeyId) : null
    const licence = await lockLicence(tx, licenceId)
    if (order.status !== 'completed') throw fail('licence.refunded')
    if (order.suspendedAt) throw fail('delivery.disputed')

    assertServed(buyerState)
    const replacement = await askReplacement(tx, licence, input.reason, actor)

    if (unit.provider === 'stock') {
      // A key that staff enter would be missing in the count of the stock.
      if (input.licenceKey) throw fail('delivery.from_stock')

      if (oldStockKey) await retireKey(tx, oldStockKey, actor)
      const [key] = await keysFor(tx, [{ id: unit.id, variantId: licence.variantId }])
      if (!key) throw fail('licence.none_left', { product: licence.productName })

      await useKeys(tx, [key], {
        paymentId: null,
        email: order.customerEmail,
        name: order.customerName,
      })

      await storeReplacementKey(
        tx,
        replacement,
        { key: openKey(tx, key), stockKeyId: key.id, stockIndex: key.keyIndex },
        { source: 'stock' },
      )

      return 'done'
    }

    if (input.licenceKey) {
      await assertUnknownKey(tx, input.licenceKey)

      await storeReplacementKey(
        tx,
        replacement,
        { key: input.licenceKey, stockKeyId: null },
        { source: 'staff' },
      )

      await syncGrantsOfKeys(tx, [licence.keyIndex])

      return 'done'
    }

    if (unit.provider === 'manual') throw fail('licence.key_needed')

    await dropGrants(tx, { unitId: unit.id })
    await enqueue(tx, 'unit.grant', { unitId: unit.id })

    return 'asked'
  })
}

async function licenceWithKey(
  tx: App,
  licenceId: string,
): Promise<Pick<Licence, 'id' | 'keyCipher' | 'stockKeyId' | 'orderId' | 'unitId' | 'userId'>> {
  const { id, keyCipher, stockKeyId, orderId, unitId, userId } = licences

  const [licenceRow] = await tx.db
    .select({ id, keyCipher, stockKeyId, orderId, unitId, userId })
    .from(licences)
    .where(eq(licences.id, licenceId))

  if (!licenceRow) throw fail('licence.not_found')

  return licenceRow
}

/**
 * Store the newly minted key of a locked unit, and synchronise the old and the new key with the
 * provider.
 */
export async function finishReplacement(tx: App, unit: OrderUnit, key: string): Promise<void> {
  const replacement = (await openReplacement(tx, unit.id))!
  const oldIndex = await storeReplacementKey(
    tx,
    replacement,
    { key, stockKeyId: null },
    { source: 'keyauth' },
  )
  await syncGrantsOfKeys(tx, [oldIndex, tx.vault.index(key, 'licence-key')])
}
