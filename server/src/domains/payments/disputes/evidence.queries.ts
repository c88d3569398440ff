import { asc, eq, inArray } from 'drizzle-orm'

import { auditLog, consents, licences, orderUnits } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { revealsOf } from '../../licences/reveals.service.ts'
import { linesOfOrder, orderById } from '../../orders/orders.service.ts'
import { paymentInFull } from '../state/payment-in-full.queries.ts'
import { disputesOf } from '../state/payments.queries.ts'
import { infractionsOf } from './infractions.service.ts'

export type EvidenceFacts = NonNullable<Awaited<ReturnType<typeof evidenceFacts>>>

/** Everything on record about a payment and its order; null when there is no such payment. */
export async function evidenceFacts(app: App, paymentId: string) {
  const paymentRecord = await paymentInFull(app, paymentId)
  if (!paymentRecord) return null

  const { payment, receipts, refunds } = paymentRecord
  const order = (await orderById(app, payment.orderId))!

  const [lines, disputes, reports, accepted, issued] = await Promise.all([
    linesOfOrder(app, order.id),
    disputesOf(app, [payment.id]),
    infractionsOf(app, payment.id),
    app.db
      .select()
      .from(consents)
      .where(eq(consents.orderId, order.id))
      .orderBy(asc(consents.createdAt)),
    licencesOf(app, order.id),
  ])

  const licenceIds = issued.map((licence) => licence.id)
  const storyRows = [...paymentRecord.trail, ...(await trailOfLicences(app, licenceIds))].sort(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  )
  const keyReveals = (await Promise.all(licenceIds.map((id) => revealsOf(app, id)))).flat()

  return {
    payment,
    receipts,
    refunds,
    order,
    lines,
    disputes,
    reports,
    consents: accepted,
    licences: issued,
    story: storyRows,
    reveals: keyReveals,
  }
}

const licencesOf = (app: App, orderId: string) =>
  app.db
    .select({
      id: licences.id,
      last4: licences.last4,
      name: licences.productName,
      status: licences.status,
      at: orderUnits.deliveredAt,
    })
    .from(licences)
    .innerJoin(orderUnits, eq(orderUnits.id, licences.unitId))
    .where(eq(licences.orderId, orderId))
    .orderBy(asc(orderUnits.deliveredAt))

async function trailOfLicences(
  app: App,
  licenceIds: string[],
): Promise<(typeof auditLog.$inferSelect)[]> {
  if (!licenceIds.length) return []

  const trailRows = await app.db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.targetId, licenceIds))
    .orderBy(asc(auditLog.createdAt))

  return trailRows.filter((row) => row.targetType === 'licence')
}
