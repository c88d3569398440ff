import type { RangeQuery } from '@chaveiro/contracts/admin/ranges'
import type { statistics } from '@chaveiro/contracts/admin/statistics'

import type { App } from '../../platform/app.ts'
import type { Handlers } from '../../platform/http/mount.ts'
import { toWire } from '../../platform/text/money.ts'
import { storeDay } from '../../platform/time/store-calendar.ts'
import { businessAdmin } from './business.admin.routes.ts'
import {
  salesByDay,
  shopTotals,
  soldByMethod,
  soldTotal,
  spentByMonth,
  takenByMonth,
  topProducts,
  usersByDay,
  usersTotal,
} from './statistics.queries.ts'
import { daysOf, feeCents, feeOf, growthPercent, lastMonths, spansOf } from './statistics.rules.ts'

const shownProducts = 8

/** Back-office calls of statistics. */
export const statisticsAdmin: Handlers<typeof statistics> = {
  ...businessAdmin,

  async summary(app) {
    const shopFigures = await shopTotals(app)

    const summaryData = {
      totalUsers: shopFigures.users,
      totalProducts: shopFigures.products,
      totalOrders: shopFigures.orders,
      totalRevenue: toWire(shopFigures.cents),
    }

    return { success: true as const, ...summaryData, data: summaryData }
  },

  async sales(app, { query }) {
    const { now } = requestedSpans(app, query)
    const salesByDate = await salesByDay(app, now)

    return {
      success: true as const,
      data: daysOf(now).map((date) => ({
        date,
        amount: toWire(salesByDate.get(date)?.cents ?? 0),
        count: salesByDate.get(date)?.n ?? 0,
      })),
    }
  },

  async users(app, { query }) {
    const { now } = requestedSpans(app, query)
    const accounts = await usersByDay(app, now)

    return {
      success: true as const,
      data: daysOf(now).map((date) => ({ date, count: accounts.get(date) ?? 0 })),
    }
  },

  async revenue(app) {
    const { months, span } = lastMonths(storeDay(app.config.timeZone, app.clock.now()))
    const [taken, spent] = await Promise.all([takenByMonth(app, span), spentByMonth(app, span)])

    const monthFigures = months.map((month) => {
      const byMethod = taken.filter((row) => row.month === month)
      const revenueCents = byMethod.reduce((total, row) => total + row.cents, 0)
      const feesCents = byMethod.reduce(
        (total, row) => total + feeCents(feeOf(app, row.method), row),
        0,
      )
      const expensesCents = feesCents + (spent.find((row) => row.month === month)?.cents ?? 0)

      return {
        month,
        revenue: toWire(revenueCents),
        expenses: toWire(expensesCents),
        profit: toWire(revenueCents - expensesCents),
      }
    })

    return { success: true as const, data: monthFigures }
  },

  async salesStats(app, { query }) {
    const { now, before } = requestedSpans(app, query)

    const [sold, earlier, users, earlierUsers] = await Promise.all([
      soldTotal(app, now),
      soldTotal(app, before),
      usersTotal(app, now),
      usersTotal(app, before),
    ])

    const comparedFigures = {
      totalSales: sold.n,
      totalRevenue: toWire(sold.cents),
      totalUsers: users,
      growthRate: growthPercent(sold.cents, earlier.cents),
      before: {
        totalSales: earlier.n,
        totalRevenue: toWire(earlier.cents),
        totalUsers: earlierUsers,
      },
    }

    return { success: true as const, ...comparedFigures, data: comparedFigures }
  },

  async topProducts(app, { query }) {
    const bestProducts = await topProducts(app, requestedSpans(app, query).now, shownProducts)
    return {
      success: true as const,
      data: bestProducts.map((row) => ({
        name: row.name,
        sales: row.sales,
        revenue: toWire(row.cents),
      })),
    }
  },

  async paymentMethods(app, { query }) {
    const methodRows = await soldByMethod(app, requestedSpans(app, query).now)
    return {
      success: true as const,
      data: methodRows.map((row) => ({
        method: row.method,
        count: row.n,
        amount: toWire(row.cents),
      })),
    }
  },
}

const requestedSpans = (app: App, query: RangeQuery) =>
  spansOf(query, storeDay(app.config.timeZone, app.clock.now()))
