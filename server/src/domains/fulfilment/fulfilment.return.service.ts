import type { App } from '../../platform/app.ts'
import { revokeLicencesOfOrder } from '../licences/licences.return.service.ts'
import { refundOrder } from '../orders/orders.service.ts'
import { revokeUsedKeys } from '../stock/stock.return.service.ts'

/** Undo a delivery whose money went back, in the caller's transaction: order refunded, licences and their keys revoked; answers how many. Twice is once. */
export async function takeBackOrder(tx: App, orderId: string): Promise<{ licences: number }> {
  if (!(await refundOrder(tx, orderId))) return { licences: 0 }
  const revoked = await revokeLicencesOfOrder(tx, orderId)
  await revokeUsedKeys(tx, revoked.flatMap((licence) => licence.stockKeyId ?? []))
  return { licences: revoked.length }
}
