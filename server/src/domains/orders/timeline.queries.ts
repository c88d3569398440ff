import { eq, inArray } from 'drizzle-orm'
import { consents, licenceViews, receipts } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { trailView } from '../audit/audit.views.ts'
import type { orderInFull } from './orders.admin.queries.ts'

type Moment = ReturnType<typeof trailView>

/** The story of an order, oldest first, each event with where it came from: what its customer, its providers, staff and the shop did. */
export async function timelineOf(
  app: App,
  { order, units, payments, trail }: NonNullable<Awaited<ReturnType<typeof orderInFull>>>,
): Promise<Moment[]> {
  const customer = { id: order.userId, name: order.customerName }
  const moment = (
    action: string,
    at: Date,
    source: string,
    details: Record<string, unknown>,
  ): Moment => ({
    action,
    createdAt: at.toISOString(),
    performedBy: source === 'customer' ? customer : null,
    source,
    details,
  })
  const endings = new Map(
    units.flatMap(({ licence }) => (licence ? [[licence.id, licence.last4] as const] : [])),
  )
  const agreed = await app.db.select().from(consents).where(eq(consents.orderId, order.id))
  const money = payments.length
    ? await app.db
        .select()
        .from(receipts)
        .where(
          inArray(
            receipts.paymentId,
            payments.map((one) => one.id),
          ),
        )
    : []
  const views = endings.size
    ? await app.db
        .select()
        .from(licenceViews)
        .where(inArray(licenceViews.licenceId, [...endings.keys()]))
    : []
  const told = [
    moment('order.created', order.createdAt, 'customer', {
      totalCents: order.totalCents,
      currency: order.currency,
      origin: order.origin,
    }),
    ...agreed.map((one) =>
      moment('order.consent', one.createdAt, 'customer', {
        version: one.version,
        channel: one.channel,
        ip: one.ip,
      }),
    ),
    ...money.map((one) =>
      moment('payment.received', one.createdAt, one.byHand ? 'staff' : one.method, {
        receivedAt: one.receivedAt.toISOString(),
        amountCents: one.amountCents,
        currency: one.currency,
        reference: one.receiptId,
      }),
    ),
    ...views.map((one) =>
      moment('licence.shown', one.createdAt, 'customer', {
        ending: endings.get(one.licenceId),
        ip: one.ip,
      }),
    ),
    ...trail.map((row) =>
      row.actorId === order.userId ? { ...trailView(row), source: 'customer' } : trailView(row),
    ),
  ]
  return told.sort((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0))
}
