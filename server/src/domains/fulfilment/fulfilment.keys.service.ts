import type { LicenceStatus, StockStatus } from '@chaveiro/contracts/states'
import { eq } from 'drizzle-orm'
import { licences } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { fail } from '../../platform/fail.ts'
import { inTransaction } from '../../platform/transaction.ts'
import type { Actor } from '../audit/audit.service.ts'
import {
  lockLicence,
  lockLicenceOfKey,
  moveLicence,
  type Licence,
} from '../licences/licences.desk.service.ts'
import { orderById } from '../orders/orders.service.ts'
import { lockKey, moveKey, type StockKey, type UsedBy } from '../stock/stock.desk.service.ts'
import { syncGrantsOfKeys } from './fulfilment.revoke.service.ts'

// A delivered stock key and the licence made of it are one thing to the shop: revoking one revokes the other (Q37).
// The stock key is locked before its licence everywhere, so that two who act on both ends cannot wait for each other.

/** Move a key of the stock by hand, and with it the licence it was delivered as. Answers the key's id. */
export function moveStockKey(
  app: App,
  given: string,
  to: StockStatus,
  usedBy: UsedBy | undefined,
  actor: Actor,
): Promise<string> {
  return inTransaction(app, async (tx) => {
    const key = await lockKey(tx, given)
    await moveKey(tx, key, to, usedBy, actor)
    const licence =
      key.unitId !== null && key.status !== to ? await lockLicenceOfKey(tx, key.keyIndex) : null
    if (licence && to === 'revoked') await moveLicence(tx, licence, 'revoked', actor)
    // A restored key gives back what was left of its licence, no more.
    if (licence?.status === 'revoked' && to === 'used') {
      await demandPaid(tx, licence)
      await moveLicence(
        tx,
        licence,
        licence.expiresAt && licence.expiresAt <= tx.clock.now() ? 'expired' : 'active',
        actor,
      )
    }
    return key.id
  })
}

/** Set the status of a licence by hand, and with it its stock key: revoked as long as the licence is, used otherwise. */
export function moveDeliveredLicence(
  app: App,
  id: string,
  to: LicenceStatus,
  actor: Actor,
): Promise<void> {
  return inTransaction(app, async (tx) => {
    const [seen] = await tx.db
      .select({ stockKeyId: licences.stockKeyId })
      .from(licences)
      .where(eq(licences.id, id))
    if (!seen) throw fail('licence.not_found')
    const key: StockKey | null = seen.stockKeyId ? await lockKey(tx, seen.stockKeyId) : null
    const licence = await lockLicence(tx, id)
    if (licence.status === 'revoked' && to !== 'revoked') await demandPaid(tx, licence)
    await moveLicence(tx, licence, to, actor)
    await syncGrantsOfKeys(tx, [licence.keyIndex])
    if (key && to === 'revoked') await moveKey(tx, key, 'revoked', undefined, actor)
    if (key?.status === 'revoked' && to !== 'revoked')
      await moveKey(tx, key, 'used', undefined, actor)
  })
}

/** Goods whose money went back stay taken back. The licence is locked: a refund that is under way revokes it after us. */
async function demandPaid(tx: App, licence: Licence): Promise<void> {
  const order = await orderById(tx, licence.orderId)
  if (order?.status !== 'completed') throw fail('licence.refunded')
  if (order.suspendedAt) throw fail('delivery.disputed')
}
