import { eq } from 'drizzle-orm'

import { orders, orderUnits } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import { enqueue } from '../../../platform/queue/jobs.ts'
import { lockKeyAdding } from '../../../platform/secrets/key-marks.ts'
import { recordAudit, type Actor } from '../../audit/audit.service.ts'
import { isKeyKnown } from '../../licences/licences.queries.ts'
import {
  openReplacement,
  storeReplacementKey,
  type Replacement,
} from '../../licences/licences.replace.service.ts'
import { issueLicences } from '../../licences/licences.service.ts'
import { assertServed, holdBuyer } from '../../orders/buyers.queries.ts'
import { lockUnit, markDelivered } from '../../orders/order-units.service.ts'
import { linesOfOrder, lockOrder, type OrderUnit } from '../../orders/orders.service.ts'
import { keyIdOf } from '../../stock/stock.admin.queries.ts'
import { dropGrants, syncGrantsOfKeys } from '../grants/provider-sync.service.ts'

/**
 * Deliver a key to a locked unit that waits for one, in the caller's transaction, and notify the
 * buyer.
 */
export async function deliverKeyToUnit(
  tx: App,
  unit: OrderUnit,
  licenceKey: string,
  { actor, ...details }: { provider: string; source: 'keyauth' | 'staff'; actor?: Actor },
): Promise<void> {
  const order = (await lockOrder(tx, unit.orderId))!
  const orderLine = (await linesOfOrder(tx, unit.orderId)).find((line) => line.id === unit.lineId)!

  await issueLicences(tx, [
    {
      unitId: unit.id,
      orderId: order.id,
      userId: order.userId,
      productId: orderLine.productId,
      variantId: orderLine.variantId,
      productName: orderLine.name,
      variantName: orderLine.variantName,
      stockKeyId: null,
      licenceKey,
      priceCents: orderLine.unitCents,
      currency: order.currency,
      customerName: order.customerName,
      customerEmail: order.customerEmail,
      validityDays: orderLine.validityDays,
    },
  ])

  await markDelivered(tx, [unit.id])

  await recordAudit(tx, {
    action: 'order.served',
    targetType: 'order',
    targetId: order.id,
    details: { delivered: 1, unitId: unit.id, product: orderLine.name, ...details },
    ...actor,
  })

  await enqueue(tx, 'order.receipt', { orderId: order.id })
}

/**
 * Deliver a key that staff enter, for a unit of manual delivery or of a provider that fails (Q39).
 * Throws delivery.not_found, delivery.served, delivery.disputed, delivery.buyer_banned,
 * delivery.buyer_deleted, delivery.from_stock and delivery.key_known.
 */
export async function deliverByHand(
  app: App,
  unitId: string,
  licenceKey: string,
  actor: Actor,
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const { unit, replacement } = await lockWaiting(tx, unitId)
    // For a stock unit, staff must add the key to the stock, so that each key is counted there
    // once.
    if (unit.provider === 'stock') throw fail('delivery.from_stock')

    await assertUnknownKey(tx, licenceKey)
    await dropGrants(tx, { unitId })

    if (replacement) {
      const oldIndex = await storeReplacementKey(
        tx,
        { ...replacement, ...actor },
        { key: licenceKey, stockKeyId: null },
        { source: 'staff' },
      )
      return syncGrantsOfKeys(tx, [oldIndex])
    }

    await deliverKeyToUnit(tx, unit, licenceKey, {
      provider: unit.provider,
      source: 'staff',
      actor,
    })
  })
}

/**
 * Lock a unit of a paid order that waits for its first key or a replacement. Its order is locked
 * first.
 */
async function lockWaiting(
  tx: App,
  unitId: string,
): Promise<{ unit: OrderUnit; replacement: Replacement | null }> {
  const [unlockedUnit] = await tx.db
    .select({ orderId: orders.id, userId: orders.userId })
    .from(orderUnits)
    .innerJoin(orders, eq(orders.id, orderUnits.orderId))
    .where(eq(orderUnits.id, unitId))

  if (!unlockedUnit) throw fail('delivery.not_found')

  const buyerState = await holdBuyer(tx, unlockedUnit.userId)
  const order = (await lockOrder(tx, unlockedUnit.orderId))!
  const unit = (await lockUnit(tx, unitId))!
  const replacement = unit.status === 'pending' ? null : await openReplacement(tx, unitId)
  if (order.suspendedAt) throw fail('delivery.disputed')
  if ((unit.status !== 'pending' && !replacement) || order.status !== 'completed')
    throw fail('delivery.served')

  assertServed(buyerState)

  return { unit, replacement }
}

/**
 * Refuse a key that is in stock or has ever belonged to a licence: each key is delivered only once.
 */
export async function assertUnknownKey(tx: App, licenceKey: string): Promise<void> {
  await lockKeyAdding(tx)
  if ((await keyIdOf(tx, licenceKey)) || (await isKeyKnown(tx, licenceKey)))
    throw fail('delivery.key_known')
}
