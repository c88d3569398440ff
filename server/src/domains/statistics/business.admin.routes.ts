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

/** Most customers, coupons, sources and options in an answer. */
const listLimit = 8

const onWire = ({ n, cents }: CountAndCents) => ({ count: n, amount: toWire(cents) })

/** The calls of statistics about the business. */
export const businessAdmin: Pick<Handlers<typeof statistics>, 'business' | 'month'> = {
  async business(app, { query }) {
    const spans = spansOf(query, storeDay(app.config.timeZone, app.clock.now()))

    const [now, before, days, customers, coupons, sources, stock] = await Promise.all([
      figuresOf(app, spans.now),
      figuresOf(app, spans.before),
      comparedDays(app, spans),
      bestCustomers(app, spans.now, listLimit),
      usedCoupons(app, spans.now, listLimit),
      bySource(app, spans.now),
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
    const month = query.month ?? storeDay(app.config.timeZone, app.clock.now()).slice(0, 7)
    const from = `${month}-01`
    const until = `${daysAfter(from, 31).slice(0, 7)}-01`

    return csvFile(
      `pedidos-${month}`,
      monthColumns(app, caller.language),
      (last, limit) => movementsAfter(app, { from, until }, last, limit),
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

  const incomeCents = taken.reduce((sum, { cents }) => sum + cents, 0)

  const fees = taken.reduce(
    (sum, { method, n, cents }) => sum + feeCents(feeOf(app, method), { paid: n, cents }),
    0,
  )

  const sumOf = (of: 'visits' | 'carts' | 'checkouts') =>
    visits.reduce((sum, row) => sum + row[of], 0)

  return {
    sold: onWire(sold),
    takenIn: toWire(incomeCents),
    fees: toWire(fees),
    refunds: onWire(refunds),
    net: toWire(incomeCents - fees - refunds.cents),
    disputes: onWire(disputes),
    visits: sumOf('visits'),
    carts: sumOf('carts'),
    checkouts: sumOf('checkouts'),
    paid,
    abandonedCarts: onWire(abandonedCarts),
    unpaidPix: onWire(unpaidPix),
  }
}

/** Revenue by day, beside the day at the same position of the previous range. */
async function comparedDays(app: App, { now, before }: { now: Span; before: Span }) {
  const sold = await salesByDay(app, { from: before.from, until: now.until })
  const reaisOf = (day: string | undefined) => toWire(sold.get(day ?? '')?.cents ?? 0)
  const earlier = daysOf(before)

  return daysOf(now).map((date, place) => ({
    date,
    revenue: reaisOf(date),
    before: reaisOf(earlier[place]),
  }))
}

/** Visits and sold orders by source, highest revenue first. */
async function bySource(app: App, span: Span) {
  const [visitRows, sold] = await Promise.all([visitsIn(app, span), soldBySource(app, span)])
  const names = new Set([...sold, ...visitRows].map(({ source }) => source))

  const rows = [...names].map((source) => {
    const orders = sold.find((row) => row.source === source)
    const visits = visitRows.find((row) => row.source === source)?.visits ?? 0

    return { source, visits, orders: orders?.n ?? 0, revenue: toWire(orders?.cents ?? 0) }
  })

  return rows.toSorted((a, b) => b.revenue - a.revenue || b.visits - a.visits).slice(0, listLimit)
}
