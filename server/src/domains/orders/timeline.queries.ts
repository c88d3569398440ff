import { eq, inArray, sql } from 'drizzle-orm'

import { consents, keyReplacements, licenceViews, receipts } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import { trailView } from '../audit/audit.views.ts'
import type { orderInFull } from './orders.admin.queries.ts'

type OrderInFull = NonNullable<Awaited<ReturnType<typeof orderInFull>>>
type Moment = ReturnType<typeof trailView>

/**
 * The history of an order, oldest first. Each event has its source: customer, provider, staff or
 * the shop.
 */
export async function timelineOf(app: App, inFull: OrderInFull): Promise<Moment[]> {
  const { order, units, payments, trail } = inFull
  const customer = { id: order.userId, name: order.customerName }
  const keyEndings = new Map(
    units.flatMap(({ licence }) => (licence ? [[licence.id, licence.last4] as const] : [])),
  )
  const givenConsents = await app.db.select().from(consents).where(eq(consents.orderId, order.id))

  const moneyReceipts = await receiptsOfPayments(
    app,
    payments.map((payment) => payment.id),
  )

  const licenceViewRows = await viewsOfLicences(app, [...keyEndings.keys()])

  const derivedEvents = [
    orderCreated(order),
    ...givenConsents.map(consentGiven),
    ...moneyReceipts.map(moneyReceived),
    ...licenceViewRows.map((view) =>
      licenceShown(view, view.earlierEnding ?? keyEndings.get(view.licenceId)),
    ),
  ].map(({ action, at, source, details }) => ({
    action,
    createdAt: at.toISOString(),
    performedBy: source === 'customer' ? customer : null,
    source,
    details,
  }))

  const auditedEvents = trail.map((row) => trailView(row, order.userId))

  return [...derivedEvents, ...auditedEvents].sort(compareTimes)
}

const receiptsOfPayments = async (app: App, paymentIds: string[]): Promise<Receipt[]> =>
  paymentIds.length
    ? app.db.select().from(receipts).where(inArray(receipts.paymentId, paymentIds))
    : []

/**
 * Ending of the key that a licence had when it was viewed; null when that key was never replaced.
 */
const earlierEnding = sql<string | null>`(
  select ${keyReplacements.oldLast4} from ${keyReplacements}
  where ${keyReplacements.licenceId} = ${licenceViews.licenceId}
    and ${keyReplacements.doneAt} > ${licenceViews.createdAt}
  order by ${keyReplacements.doneAt} limit 1)`

const viewsOfLicences = async (app: App, licenceIds: string[]): Promise<LicenceView[]> =>
  licenceIds.length
    ? app.db
        .select({
          licenceId: licenceViews.licenceId,
          ip: licenceViews.ip,
          createdAt: licenceViews.createdAt,
          earlierEnding,
        })
        .from(licenceViews)
        .where(inArray(licenceViews.licenceId, licenceIds))
    : []

type Consent = typeof consents.$inferSelect
type Receipt = typeof receipts.$inferSelect
type LicenceView = Pick<typeof licenceViews.$inferSelect, 'licenceId' | 'ip' | 'createdAt'> & {
  earlierEnding: string | null
}

/** An event without an audit entry, derived from a row that records it. */
type Event = Pick<Moment, 'action' | 'details'> & { source: string; at: Date }

const orderCreated = (order: OrderInFull['order']): Event => ({
  action: 'order.created',
  at: order.createdAt,
  source: order.origin === 'manual' ? 'staff' : 'customer',
  details: { totalCents: order.totalCents, currency: order.currency, origin: order.origin },
})

const consentGiven = ({ createdAt, version, channel, ip }: Consent): Event => ({
  action: 'order.consent',
  at: createdAt,
  source: 'customer',
  details: { version, channel, ip },
})

const moneyReceived = (receipt: Receipt): Event => ({
  action: 'payment.received',
  at: receipt.createdAt,
  source: receipt.byHand ? 'staff' : receipt.method,
  details: {
    receivedAt: receipt.receivedAt.toISOString(),
    amountCents: receipt.amountCents,
    currency: receipt.currency,
    reference: receipt.receiptId,
  },
})

const licenceShown = ({ createdAt, ip }: LicenceView, ending: string | undefined): Event => ({
  action: 'licence.shown',
  at: createdAt,
  source: 'customer',
  details: { ending, ip },
})

function compareTimes(a: Moment, b: Moment): number {
  if (a.createdAt === b.createdAt) return 0
  return a.createdAt < b.createdAt ? -1 : 1
}
