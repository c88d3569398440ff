import type { statistics } from '@chaveiro/contracts/admin/statistics'

import type { App } from '../../platform/app.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { csvFile } from '../../platform/lists/csv.ts'
import { toWire } from '../../platform/text/money.ts'
import { daysAfter, storeDay } from '../../platform/time/store-calendar.ts'
import type { Span } from '../../platform/time/store-ranges.ts'
import {
  abandonedIn,
  bestCustomers,
  disputesIn,
  paidOnSite,
  refundsIn,
  soldBySource,
  stockDays,
  takenByMethod,
  unpaidPixIn,
  usedCoupons,
  visitsIn,
  type CountAndCents,
} from './business.queries.ts'
import { movementsAfter } from './month.queries.ts'
import { monthColumns } from './month.views.ts'
import { salesByDay, soldTotal } from './statistics.queries.ts'
import { daysOf, feeCents, feeOf, spansOf } from './statistics.rules.ts'

/** Maximum number of customers, coupons, sources and options in a response. */
const listLimit = 8

const countAndAmount = ({ n, cents }: CountAndCents) => ({ count: n, amount: toWire(cents) })

/** The calls of statistics about the business. */
export const businessAdmin: Pick<Handlers<typeof statistics>, 'business' | 'month'> = {
  async business(app, { query }) {
    const comparedSpans = spansOf(query, storeDay(app.config.timeZone, app.clock.now()))

    const [now, before, days, customers, coupons, sources, stock] = await Promise.all([
      figuresOf(app, comparedSpans.now),
      figuresOf(app, comparedSpans.before),
      comparedDays(app, comparedSpans),
      bestCustomers(app, comparedSpans.now, listLimit),
      usedCoupons(app, comparedSpans.now, listLimit),
      bySource(app, comparedSpans.now),
      stockDays(app, listLimit),
    ])

    return {
      success: true as const,
      now,
      before,
      days,

      customers: customers.map(({ id, name, n, cents }) => ({
        id,
        name,
        orders: n,
        revenue: toWire(cents),
      })),

      coupons: coupons.map(({ code, n, discountCents, cents }) => ({
        code,
        orders: n,
        discount: toWire(discountCents),
        revenue: toWire(cents),
      })),

      sources,
      stock,
    }
  },

  async month(app, { query, caller }) {
    const chosenMonth = query.month ?? storeDay(app.config.timeZone, app.clock.now()).slice(0, 7)
    const firstDay = `${chosenMonth}-01`
    const firstDayOfNext = `${daysAfter(firstDay, 31).slice(0, 7)}-01`

    return csvFile(
      `pedidos-${chosenMonth}`,
      monthColumns(app, caller.language),
      (last, limit) => movementsAfter(app, { from: firstDay, until: firstDayOfNext }, last, limit),
      { reader: caller.language },
    )
  },
}

async function figuresOf(app: App, span: Span) {
  const [sold, taken, refunds, disputes, visits, paid, abandonedCarts, unpaidPix] =
    await Promise.all([
      soldTotal(app, span),
      takenByMethod(app, span),
      refundsIn(app, span),
      disputesIn(app, span),
      visitsIn(app, span),
      paidOnSite(app, span),
      abandonedIn(app, span),
      unpaidPixIn(app, span),
    ])

  const incomeCents = taken.reduce((total, { cents }) => total + cents, 0)

  const feesCents = taken.reduce(
    (total, { method, n, cents }) => total + feeCents(feeOf(app, method), { paid: n, cents }),
    0,
  )

  const sumOfStep = (step: 'visits' | 'carts' | 'checkouts') =>
    visits.reduce((total, row) => total + row[step], 0)

  return {
    sold: countAndAmount(sold),
    takenIn: toWire(incomeCents),
    fees: toWire(feesCents),
    refunds: countAndAmount(refunds),
    net: toWire(incomeCents - feesCents - refunds.cents),
    disputes: countAndAmount(disputes),
    visits: sumOfStep('visits'),
    carts: sumOfStep('carts'),
    checkouts: sumOfStep('checkouts'),
    paid,
    abandonedCarts: countAndAmount(abandonedCarts),
    unpaidPix: countAndAmount(unpaidPix),
  }
}

/** Revenue by day, beside the day at the same position of the previous range. */
async function comparedDays(app: App, { now, before }: { now: Span; before: Span }) {
  const salesByDate = await salesByDay(app, { from: before.from, until: now.until })
  const revenueOn = (day: string | undefined) => toWire(salesByDate.get(day ?? '')?.cents ?? 0)
  const earlierDays = daysOf(before)

  return daysOf(now).map((date, index) => ({
    date,
    revenue: revenueOn(date),
    before: revenueOn(earlierDays[index]),
  }))
}

/** Visits and sold orders by source, highest revenue first. */
async function bySource(app: App, span: Span) {
  const [visitRows, sold] = await Promise.all([visitsIn(app, span), soldBySource(app, span)])
  const sourceNames = new Set([...sold, ...visitRows].map(({ source }) => source))

  const sourceRows = [...sourceNames].map((source) => {
    const soldOrders = sold.find((row) => row.source === source)
    const visitCount = visitRows.find((row) => row.source === source)?.visits ?? 0

    return {
      source,
      visits: visitCount,
      orders: soldOrders?.n ?? 0,
      revenue: toWire(soldOrders?.cents ?? 0),
    }
  })

  return sourceRows
    .toSorted((a, b) => b.revenue - a.revenue || b.visits - a.visits)
    .slice(0, listLimit)
}
