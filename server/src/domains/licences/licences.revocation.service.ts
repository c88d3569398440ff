import { and, eq, isNotNull, ne, or, sql } from 'drizzle-orm'

import { licences } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { rolesChanged } from '../discord-roles/roles.service.ts'

type Touched = { id: string; userId: string; stockKeyId: string | null; keyIndex: Buffer }

const touchedColumns = {
  id: licences.id,
  userId: licences.userId,
  stockKeyId: licences.stockKeyId,
  keyIndex: licences.keyIndex,
}

async function withRolesChanged(tx: App, licences: Touched[]): Promise<Touched[]> {
  await rolesChanged(
    tx,
    licences.map((licence) => licence.userId),
  )
  return licences
}

/**
 * Revoke the licences of a refunded order, marked so that a failed refund can restore them. Returns
 * the revoked licences with their stock keys.
 */
export async function revokeLicencesOfOrder(tx: App, orderId: string): Promise<Touched[]> {
  return withRolesChanged(
    tx,
    await tx.db
      .update(licences)
      .set({ status: 'revoked', suspendedAt: tx.clock.now() })
      .where(
        and(
          eq(licences.orderId, orderId),
          or(ne(licences.status, 'revoked'), isNotNull(licences.suspendedAt)),
        ),
      )
      .returning(touchedColumns),
  )
}

/**
 * Suspend the licences of a disputed order so that they can be restored. Licences that are already
 * revoked stay unchanged.
 */
export async function suspendLicencesOfOrder(tx: App, orderId: string): Promise<Touched[]> {
  return withRolesChanged(
    tx,
    await tx.db
      .update(licences)
      .set({ status: 'revoked', suspendedAt: tx.clock.now() })
      .where(and(eq(licences.orderId, orderId), ne(licences.status, 'revoked')))
      .returning(touchedColumns),
  )
}

/**
 * Restore the licences that a dispute or a refund suspended: to active, or to expired when their
 * expiry passed meanwhile.
 */
export async function restoreLicencesOfOrder(tx: App, orderId: string): Promise<Touched[]> {
  return withRolesChanged(
    tx,
    await tx.db
      .update(licences)
      .set({
        status: sql`case when expires_at <= ${tx.clock.now()} then 'expired' else 'active' end`,
        suspendedAt: null,
      })
      .where(and(eq(licences.orderId, orderId), isNotNull(licences.suspendedAt)))
      .returning(touchedColumns),
  )
}
