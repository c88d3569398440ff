import type { LicenceStatus } from '@chaveiro/contracts/states'
import { eq } from 'drizzle-orm'

import { licences, stockKeys } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { fail } from '../../../platform/errors.ts'
import type { Actor } from '../../audit/audit.service.ts'
import {
  hideLicence,
  lockLicence,
  lockLicenceOfKey,
  moveLicence,
  type Licence,
} from '../../licences/licences.admin.service.ts'
import { lockOrder, orderById } from '../../orders/orders.service.ts'
import { keyIdOf } from '../../stock/stock.admin.queries.ts'
import {
  lockKey,
  moveKey,
  type LockedKey,
  type StockMove,
} from '../../stock/stock.admin.service.ts'
import { syncGrantsOfKeys } from '../grants/provider-sync.service.ts'

// A delivered stock key and its licence share their status: revoking one revokes the other (Q37).
// Rows are locked in the order that refunds and replacements use: order, stock key, licence. So
// there is no deadlock.

/**
 * Set the status of a stock key by hand, found by its text or id. If the key was delivered, its
 * licence changes too. Returns the key's id.
 */
export function moveStockKey(
  app: App,
  keyOrId: string,
  move: StockMove,
  actor: Actor,
): Promise<string> {
  return inTransaction(app, async (tx) => {
    const id = await keyIdOf(tx, keyOrId)
    if (!id) throw fail('stock.not_found')

    await lockOrderOfKey(tx, id)
    const key = await lockKey(tx, id)
    await moveKey(tx, key, move, actor)
    const licence = key.unitId === null ? null : await lockLicenceOfKey(tx, key.keyIndex)
    if (licence && move.to === 'revoked') await moveLicence(tx, licence, 'revoked', actor)

    // A licence keeps its end when its key is restored, so it may already have expired.
    if (licence?.status === 'revoked' && move.to === 'used') {
      await assertPaid(tx, licence)
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

/** Set the status of a licence by hand; its stock key becomes revoked or used accordingly. */
export function moveDeliveredLicence(
  app: App,
  id: string,
  to: LicenceStatus,
  actor: Actor,
): Promise<void> {
  return inTransaction(app, async (tx) =>
    moveLicenceAndKey(tx, await lockDelivered(tx, id), to, actor),
  )
}

/**
 * Hide a licence from the lists of staff. An active or suspended licence is permanently revoked in
 * the same transaction (Q122). Throws licence.not_found.
 */
export function removeLicence(app: App, id: string, actor: Actor): Promise<void> {
  return inTransaction(app, async (tx) => {
    const delivered = await lockDelivered(tx, id)
    const { licence } = delivered
    if (licence.status === 'active' || licence.suspendedAt)
      await moveLicenceAndKey(tx, delivered, 'revoked', actor)
    await hideLicence(tx, licence, actor)
  })
}

type Delivered = { licence: Licence; key: LockedKey | null }

/**
 * Lock a licence and its stock key, after their order. Throws licence.not_found, also for a licence
 * that staff removed.
 */
async function lockDelivered(tx: App, id: string): Promise<Delivered> {
  const [unlockedLicence] = await tx.db
    .select({ orderId: licences.orderId })
    .from(licences)
    .where(eq(licences.id, id))

  if (!unlockedLicence) throw fail('licence.not_found')

  await lockOrder(tx, unlockedLicence.orderId)

  const [now] = await tx.db
    .select({ stockKeyId: licences.stockKeyId })
    .from(licences)
    .where(eq(licences.id, id))

  const key = now!.stockKeyId ? await lockKey(tx, now!.stockKeyId) : null

  return { licence: await lockLicence(tx, id), key }
}

async function moveLicenceAndKey(
  tx: App,
  { licence, key }: Delivered,
  to: LicenceStatus,
  actor: Actor,
): Promise<void> {
  if (licence.status === 'revoked' && to !== 'revoked') await assertPaid(tx, licence)
  await moveLicence(tx, licence, to, actor)
  await syncGrantsOfKeys(tx, [licence.keyIndex])
  if (key && to === 'revoked') await moveKey(tx, key, { to: 'revoked' }, actor)
  if (key?.status === 'revoked' && to !== 'revoked') await moveKey(tx, key, { to: 'used' }, actor)
}

/** Lock the order that a stock key was delivered to; most stock keys have no order. */
async function lockOrderOfKey(tx: App, keyId: string): Promise<void> {
  const [licence] = await tx.db
    .select({ orderId: licences.orderId })
    .from(licences)
    .innerJoin(stockKeys, eq(stockKeys.keyIndex, licences.keyIndex))
    .where(eq(stockKeys.id, keyId))
  if (licence) await lockOrder(tx, licence.orderId)
}

/**
 * Throws for a licence of a refunded or suspended order, which must stay revoked. The order is
 * locked, so a concurrent refund waits and then revokes the licence again.
 */
async function assertPaid(tx: App, licence: Licence): Promise<void> {
  const order = await orderById(tx, licence.orderId)
  if (order?.status !== 'completed') throw fail('licence.refunded')
  if (order.suspendedAt) throw fail('delivery.disputed')
}
