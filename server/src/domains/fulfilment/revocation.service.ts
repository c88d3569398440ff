import type { App } from '../../platform/app.ts'
import { enqueue } from '../../platform/queue/jobs.ts'
import { recordAudit } from '../audit/audit.service.ts'
import {
  restoreLicencesOfOrder,
  revokeLicencesOfOrder,
  suspendLicencesOfOrder,
} from '../licences/licences.revocation.service.ts'
import { lockPendingUnits } from '../orders/order-units.service.ts'
import { lockOrder, markSuspended, refundOrder, reopenRefunded } from '../orders/orders.service.ts'
import { isWithdrawn } from '../orders/withdrawal.service.ts'
import { restoreUsedKeys, revokeUsedKeys } from '../stock/stock.revocation.service.ts'
import { startGrants } from './grants/grants.service.ts'
import { dropGrants, syncGrantsOfKeys } from './grants/provider-sync.service.ts'

/**
 * Revoke a refunded order with its licences and their keys, in the caller's transaction. Returns
 * the number of revoked licences. Idempotent.
 */
export async function revokeOrder(tx: App, orderId: string): Promise<{ licences: number }> {
  if (!(await refundOrder(tx, orderId))) return { licences: 0 }

  await enqueue(tx, 'review.recheck', { orderId })
  const revokedLicences = await revokeLicencesOfOrder(tx, orderId)

  await revokeUsedKeys(
    tx,
    revokedLicences.flatMap((licence) => licence.stockKeyId ?? []),
  )

  await dropGrants(tx, { orderId })

  await syncGrantsOfKeys(
    tx,
    revokedLicences.map((licence) => licence.keyIndex),
  )

  return { licences: revokedLicences.length }
}

/**
 * Reinstate an order whose refund failed, in the caller's transaction. The order is completed
 * again, and its licences work again unless the payment is disputed. Idempotent.
 */
export async function reinstateOrder(
  tx: App,
  orderId: string,
  details: { source: string; reason?: string; disputed: boolean },
): Promise<void> {
  if (!(await lockOrder(tx, orderId)) || !(await reopenRefunded(tx, orderId))) return

  await enqueue(tx, 'review.recheck', { orderId })
  const { disputed, ...trail } = details
  if (!disputed) await restoreOrder(tx, orderId, trail)
}

/**
 * Suspend an order that is disputed or that its customer withdrew from, in the caller's
 * transaction. Its licences stop working and no more keys are delivered. Idempotent.
 */
export async function suspendOrder(
  tx: App,
  orderId: string,
  details: { source: string; reason?: string },
): Promise<{ licences: number }> {
  if (!(await lockOrder(tx, orderId)) || !(await markSuspended(tx, orderId, true)))
    return { licences: 0 }

  const suspendedLicences = await suspendLicencesOfOrder(tx, orderId)

  await revokeUsedKeys(
    tx,
    suspendedLicences.flatMap((licence) => licence.stockKeyId ?? []),
  )

  await syncGrantsOfKeys(
    tx,
    suspendedLicences.map((licence) => licence.keyIndex),
  )

  await recordAudit(tx, {
    action: 'order.suspended',
    targetType: 'order',
    targetId: orderId,
    details: { licences: suspendedLicences.length, ...details },
  })

  return { licences: suspendedLicences.length }
}

/**
 * Restore an order after a won dispute or a declined withdrawal, in the caller's transaction. Its
 * licences work again and waiting units are delivered. An order with a withdrawal that is not
 * declined stays suspended. Idempotent.
 */
export async function restoreOrder(
  tx: App,
  orderId: string,
  details: { source: string; reason?: string },
): Promise<{ licences: number }> {
  if (!(await lockOrder(tx, orderId)) || (await isWithdrawn(tx, orderId))) return { licences: 0 }
  if (!(await markSuspended(tx, orderId, false))) return { licences: 0 }

  const restoredLicences = await restoreLicencesOfOrder(tx, orderId)

  await restoreUsedKeys(
    tx,
    restoredLicences.flatMap((licence) => licence.stockKeyId ?? []),
  )

  await syncGrantsOfKeys(
    tx,
    restoredLicences.map((licence) => licence.keyIndex),
  )

  await startGrants(tx, await lockPendingUnits(tx, orderId, 'keyauth'))

  for (const variantId of new Set(
    (await lockPendingUnits(tx, orderId, 'stock')).map((unit) => unit.variantId),
  ))
    await enqueue(tx, 'stock.added', { variantId })

  await recordAudit(tx, {
    action: 'order.restored',
    targetType: 'order',
    targetId: orderId,
    details: { licences: restoredLicences.length, ...details },
  })

  return { licences: restoredLicences.length }
}
