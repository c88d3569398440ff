import { and, eq } from 'drizzle-orm'

import {
  keyReplacements,
  licenceGrants,
  licences,
  orderLines,
  orders,
  orderUnits,
  users,
} from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { motifPath } from '../../../platform/drawing/motif-paths.ts'
import { sendMail, sendToStaff } from '../../mails/mails.service.ts'

// Mails about exceptional deliveries: to staff when a provider fails, to the buyer when their key
// was replaced.

/**
 * Notify staff that a provider fails to deliver a paid unit. Sends nothing when the unit was
 * delivered meanwhile.
 */
export async function sendDeliveryFailing(app: App, unitId: string): Promise<void> {
  const [failedUnit] = await app.db
    .select({ product: orderLines.name, number: orders.number, problem: licenceGrants.problem })
    .from(orderUnits)
    .innerJoin(orders, eq(orders.id, orderUnits.orderId))
    .innerJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
    .innerJoin(
      licenceGrants,
      and(eq(licenceGrants.unitId, orderUnits.id), eq(licenceGrants.state, 'asked')),
    )
    .where(and(eq(orderUnits.id, unitId), eq(orderUnits.status, 'pending')))

  if (!failedUnit) return

  await sendToStaff(app, 'deliveryFailing', {
    id: `failing-${unitId}`,
    values: { ...failedUnit, problem: failedUnit.problem ?? '' },
  })
}

/**
 * Notify a buyer that their key was replaced, and why. The new key is shown only on the order's
 * page.
 */
export async function sendKeyReplaced(app: App, replacementId: string): Promise<void> {
  const [replacement] = await app.db
    .select({
      product: licences.productName,
      image: orderLines.image,
      number: orders.number,
      last4: keyReplacements.oldLast4,
      reason: keyReplacements.reason,
      name: orders.customerName,
      email: users.email,
      language: users.language,
      deletedAt: users.deletedAt,
    })
    .from(keyReplacements)
    .innerJoin(licences, eq(licences.id, keyReplacements.licenceId))
    .innerJoin(orders, eq(orders.id, keyReplacements.orderId))
    .leftJoin(orderUnits, eq(orderUnits.id, licences.unitId))
    .leftJoin(orderLines, eq(orderLines.id, orderUnits.lineId))
    .innerJoin(users, eq(users.id, licences.userId))
    .where(eq(keyReplacements.id, replacementId))

  if (replacement && !replacement.deletedAt)
    await sendMail(app, 'keyReplaced', {
      id: `replaced-${replacementId}`,
      to: replacement,
      values: { ...replacement, picture: motifPath(replacement.image) },
    })
}
