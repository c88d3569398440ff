import type { App } from '../../../platform/app.ts'
import { enqueue } from '../../../platform/jobs.ts'
import { inTransaction } from '../../../platform/transaction.ts'
import { recordAudit } from '../../audit/audit.service.ts'
import { issueLicences } from '../../licences/licences.service.ts'
import { holdBuyer } from '../../orders/buyers.queries.ts'
import {
  lockPendingUnits,
  markDelivered,
  ordersWaitingFor,
  productsAwaited,
  waitingUnitsOf,
} from '../../orders/order-units.service.ts'
import { linesOf, lockOrder, orderById, type PaidOrder } from '../../orders/orders.service.ts'
import { openKey, useKeys } from '../../stock/stock.service.ts'
import { startGrants } from '../minting/mint.service.ts'

/**
 * Deliver keys to the waiting stock units of an order, as far as there are keys, in the caller's
 * transaction. The caller made or locked the units in that transaction, so that each is served
 * once. Answers what was delivered and what still waits.
 */
async function deliverFromStock(
  tx: App,
  { order, lines: all, units: made }: PaidOrder,
  paymentId: string | null,
): Promise<{ delivered: number; waiting: number }> {
  const units = made.filter((unit) => unit.provider === 'stock')
  if (!units.length) return { delivered: 0, waiting: 0 }
  const lines = new Map(all.map((line) => [line.id, line]))
  const byProduct = Map.groupBy(units, (unit) => unit.productId)
  let delivered = 0
  for (const productId of [...byProduct.keys()].sort()) {
    const waiting = byProduct.get(productId)!
    const keys = await useKeys(
      tx,
      { productId, paymentId },
      waiting.map((unit) => unit.id),
      { email: order.customerEmail, name: order.customerName },
    )
    const lineOf = (unitId: string) =>
      lines.get(waiting.find((unit) => unit.id === unitId)!.lineId)!
    const issued = issueLicences(
      tx,
      keys.map((key) => {
        const line = lineOf(key.unitId)
        return {
          unitId: key.unitId,
          orderId: order.id,
          userId: order.userId,
          productId,
          productName: line.name,
          stockKeyId: key.id,
          licenceKey: openKey(tx, key),
          priceCents: line.unitCents,
          currency: order.currency,
          customerName: order.customerName,
          customerEmail: order.customerEmail,
          expirationDays: line.expirationDays,
        }
      }),
    )
    await Promise.all([
      issued,
      markDelivered(
        tx,
        keys.map((key) => key.unitId),
      ),
    ])
    delivered += keys.length
  }
  return { delivered, waiting: units.length - delivered }
}

/**
 * Deliver a paid order, in the transaction that made it paid: keys from stock at once, minted keys
 * by their jobs; the rest waits for staff.
 */
export async function deliverOrder(
  tx: App,
  paid: PaidOrder,
  paymentId: string | null,
): Promise<void> {
  await deliverFromStock(tx, paid, paymentId)
  await startGrants(tx, paid.units)
}

/**
 * Serve the orders that wait for a product, oldest first, each in its own transaction, until there
 * are no more keys or orders.
 */
export async function serveWaiting(app: App, productId: string): Promise<void> {
  for (;;) {
    const waiting = await ordersWaitingFor(app, productId, 50)
    let served = 0
    for (const orderId of waiting) {
      const { delivered } = await serveOrder(app, orderId)
      if (!delivered) return
      served += delivered
    }
    if (!served) return
  }
}

/**
 * Serve one paid order from stock and notify the buyer when something was delivered. A banned or
 * deleted buyer gets nothing (Q114).
 */
export async function serveOrder(
  app: App,
  orderId: string,
): Promise<{ delivered: number; waiting: number }> {
  return inTransaction(app, async (tx) => {
    const seen = await orderById(tx, orderId)
    const buyer = seen && (await holdBuyer(tx, seen.userId))
    const order = await lockOrder(tx, orderId)
    if (buyer !== 'there' || order?.status !== 'completed' || order.suspendedAt)
      return { delivered: 0, waiting: 0 }
    const units = await lockPendingUnits(tx, orderId, 'stock')
    const result = await deliverFromStock(
      tx,
      { order, units, lines: await linesOf(tx, orderId) },
      null,
    )
    if (!result.delivered) return result
    await recordAudit(tx, {
      action: 'order.served',
      targetType: 'order',
      targetId: orderId,
      details: result,
    })
    await enqueue(tx, 'order.receipt', { orderId })
    return result
  })
}

/** Find paid units that could be served now, and so repair what a lost job left undone. */
export async function serveAllWaiting(app: App): Promise<void> {
  for (const productId of await productsAwaited(app)) await serveWaiting(app, productId)
}

/** Deliver what was held during a ban that is lifted now, like anything that waits (Q114). */
export async function serveBuyer(app: App, userId: string): Promise<void> {
  const held = await waitingUnitsOf(app, userId)
  await startGrants(app, held)
  for (const productId of new Set(
    held.flatMap((unit) => (unit.provider === 'stock' ? unit.productId : [])),
  ))
    await serveWaiting(app, productId)
}
