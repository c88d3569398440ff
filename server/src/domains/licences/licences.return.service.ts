import { and, eq, ne } from 'drizzle-orm'
import { licences } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'

/** Revoke the licences of an order whose money went back; answers the stock keys they were made of. */
export async function revokeLicencesOfOrder(tx: App, orderId: string): Promise<{ id: string; stockKeyId: string | null }[]> {
  return tx.db.update(licences).set({ status: 'revoked' }).where(and(eq(licences.orderId, orderId), ne(licences.status, 'revoked'))).returning({ id: licences.id, stockKeyId: licences.stockKeyId })
}
