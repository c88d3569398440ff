import { mayMove, type LicenceStatus } from '@chaveiro/contracts/states'
import { and, eq, isNull } from 'drizzle-orm'

import { licences } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { recordAudit, type Actor } from '../audit/audit.service.ts'
import { rolesChanged } from '../discord-roles/roles.service.ts'
import { openLicence } from './licences.queries.ts'
import { renewedExpiry } from './licences.rules.ts'

// Changes that staff make to delivered licences.

export type Licence = typeof licences.$inferSelect

/** Lock a licence on the lists of staff. Throws licence.not_found. */
export async function lockLicence(tx: App, id: string): Promise<Licence> {
  const [licence] = await tx.db
    .select()
    .from(licences)
    .where(and(eq(licences.id, id), isNull(licences.hiddenAt)))
    .for('update')

  if (!licence) throw fail('licence.not_found')

  return licence
}

/**
 * Lock the licence of a delivered stock key, even if staff removed the licence from their lists;
 * null without a licence.
 */
export async function lockLicenceOfKey(tx: App, keyIndex: Buffer): Promise<Licence | null> {
  const [licence] = await tx.db
    .select()
    .from(licences)
    .where(eq(licences.keyIndex, keyIndex))
    .for('update')
  return licence ?? null
}

/**
 * Set the status of a locked licence. A licence that staff activate after its expiry gets its first
 * duration again; otherwise it would expire at once.
 */
export async function moveLicence(
  tx: App,
  licence: Licence,
  to: LicenceStatus,
  actor: Actor,
): Promise<void> {
  // Revoking a suspended licence is final: the end of its refund or dispute does not restore it.
  const isFinal = to === 'revoked' && licence.suspendedAt !== null
  if (licence.status === to && !isFinal) return
  if (licence.status !== to && !mayMove('licence', licence.status, to))
    throw fail('state.illegal', { from: licence.status, to })

  const expiresAt = to === 'active' ? renewedExpiry(licence, tx.clock.now()) : licence.expiresAt

  await tx.db
    .update(licences)
    .set({ status: to, expiresAt, suspendedAt: null })
    .where(eq(licences.id, licence.id))

  await rolesChanged(tx, [licence.userId])
  const isRenewed = expiresAt?.getTime() !== licence.expiresAt?.getTime()

  await recordAudit(tx, {
    action: 'licence.status',
    targetType: 'licence',
    targetId: licence.id,
    ...actor,
    details: {
      before: {
        status: licence.status,
        ...(isRenewed ? { expirationDate: licence.expiresAt } : {}),
      },
      after: { status: to, ...(isRenewed ? { expirationDate: expiresAt } : {}) },
    },
  })
}

/**
 * Remove a locked licence from the lists of staff. The order, its customer and the books still show
 * the licence (Q122).
 */
export async function hideLicence(tx: App, licence: Licence, actor: Actor): Promise<void> {
  await tx.db.update(licences).set({ hiddenAt: tx.clock.now() }).where(eq(licences.id, licence.id))
  await recordAudit(tx, {
    action: 'licence.deleted',
    targetType: 'licence',
    targetId: licence.id,
    details: {
      before: {
        status: licence.status,
        product: licence.productName,
        last4: licence.last4,
        orderId: licence.orderId,
      },
    },
    ...actor,
  })
}

/**
 * The whole key of a licence, for staff. The audit trail records who read the key, never the key
 * itself.
 */
export function revealLicence(app: App, id: string, actor: Actor): Promise<string> {
  return inTransaction(app, async (tx) => {
    const licence = await lockLicence(tx, id)

    await recordAudit(tx, {
      action: 'licence.revealed',
      targetType: 'licence',
      targetId: id,
      details: { orderId: licence.orderId },
      ...actor,
    })

    return openLicence(tx, licence)
  })
}
