import type { CustomerLicenceStatus } from '@chaveiro/contracts/states'
import { asc, eq, inArray, sql, type SQL } from 'drizzle-orm'

import { keyReplacements, licences, orderLines, orderUnits } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { keyIndexes } from '../../platform/secrets/key-marks.ts'
import { unitStatus } from './licences.rules.ts'

export type UnitView = {
  productName: string
  variantId: string
  licenseId: string | null
  licenseKey: string | null
  status: CustomerLicenceStatus
  expirationDate: string | null
}

/** The columns of a joined licence that its owner may see. */
export const shownLicence = {
  id: licences.id,
  keyCipher: licences.keyCipher,
  status: licences.status,
  expiresAt: licences.expiresAt,
}

export type ShownLicence = Pick<typeof licences.$inferSelect, keyof typeof shownLicence>
type UnitRow = Awaited<ReturnType<typeof unitRows>>[number]

/** The units of an order with their licences, in the order of lines and units. */
export const unitRows = (app: App, orderId: string, isNoted: SQL<boolean>) =>
  app.db
    .select({
      name: orderLines.name,
      variantId: orderUnits.variantId,
      unit: orderUnits.status,
      licence: shownLicence,
      isNoted,
    })
    .from(orderUnits)
    .innerJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
    .leftJoin(licences, eq(licences.unitId, orderUnits.id))
    .where(eq(orderUnits.orderId, orderId))
    .orderBy(asc(orderLines.position), asc(orderUnits.unitIndex))

/** Units as their owner sees them, keys decrypted. A unit that waits or is revoked has no key. */
export function unitViews(app: App, rows: readonly UnitRow[]): UnitView[] {
  const now = app.clock.now()
  return rows.map(({ name, variantId, unit, licence }) => ({
    productName: name,
    variantId,
    ...heldLicence(app, licence),
    status: unitStatus(unit, licence, now),
    expirationDate: licence?.expiresAt?.toISOString() ?? null,
  }))
}

/** The units of an order as their owner sees them. */
export const unitsOfOrder = async (app: App, orderId: string): Promise<UnitView[]> =>
  unitViews(app, await unitRows(app, orderId, sql`false`))

/** The id and key of a licence for its owner; both are null for a revoked or missing licence. */
export function heldLicence(app: App, licence: ShownLicence | null) {
  if (!licence || licence.status === 'revoked') return { licenseId: null, licenseKey: null }
  return { licenseId: licence.id, licenseKey: openLicence(app, licence) }
}

/** The key of a licence row, for its owner. */
export const openLicence = (app: App, licence: { id: string; keyCipher: Buffer }): string =>
  app.vault.open(licence.keyCipher, 'licences', licence.id)

/** Whether a key belongs or ever belonged to a licence, replaced keys included. */
export async function isKeyKnown(app: App, licenceKey: string): Promise<boolean> {
  const blindIndexes = keyIndexes(app.vault, licenceKey)

  const [held] = await app.db
    .select({ id: licences.id })
    .from(licences)
    .where(inArray(licences.keyIndex, blindIndexes))
    .limit(1)

  if (held) return true

  const [replacedKey] = await app.db
    .select({ id: keyReplacements.id })
    .from(keyReplacements)
    .where(inArray(keyReplacements.oldIndex, blindIndexes))
    .limit(1)

  return replacedKey !== undefined
}
