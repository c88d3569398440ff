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
// Locks go order, stock key, licence, as in a refund and a replacement, so that there is no
// deadlock.

/**
 * Set the status of a stock key by hand, found by its text or id, and that of its licence if it was
 * delivered. Returns the key's id.
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

    // A restored key restores the rest of its licence's time, no more.
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

/** Set the status of a licence by hand, and its stock key to revoked or used accordingly. */
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
 * Remove a licence from the lists of staff. One that works, or may work again, is revoked for good
 * in the same transaction (Q122). Throws licence.not_found.
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
 * Lock a licence on the lists of staff and its stock key, after their order. Throws
 * licence.not_found.
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

/** Lock the order that a stock key was delivered to; most keys have none. */
async function lockOrderOfKey(tx: App, keyId: string): Promise<void> {
  const [licence] = await tx.db
    .select({ orderId: licences.orderId })
    .from(licences)
    .innerJoin(stockKeys, eq(stockKeys.keyIndex, licences.keyIndex))
    .where(eq(stockKeys.id, keyId))
  if (licence) await lockOrder(tx, licence.orderId)
}

/**
 * Licences of a refunded order stay revoked. The licence is locked, so a refund in progress revokes
 * it after this transaction.
 */
async function assertPaid(tx: App, licence: Licence): Promise<void> {
  const order = await orderById(tx, licence.orderId)
  if (order?.status !== 'completed') throw fail('licence.refunded')
  if (order.suspendedAt) throw fail('delivery.disputed')
}
