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
import { daysOf, feeCents, feeOf, growth, lastMonths, spansOf } from './statistics.rules.ts'

const shownProducts = 8

/** Back-office calls of statistics. */
export const statisticsAdmin: Handlers<typeof statistics> = {
  ...businessAdmin,

  async summary(app) {
    const totals = await shopTotals(app)

    const data = {
      totalUsers: totals.users,
      totalProducts: totals.products,
      totalOrders: totals.orders,
      totalRevenue: toWire(totals.cents),
    }

    return { success: true as const, ...data, data }
  },

  async sales(app, { query }) {
    const { now } = spans(app, query)
    const sold = await salesByDay(app, now)

    return {
      success: true as const,
      data: daysOf(now).map((date) => ({
        date,
        amount: toWire(sold.get(date)?.cents ?? 0),
        count: sold.get(date)?.n ?? 0,
      })),
    }
  },

  async users(app, { query }) {
    const { now } = spans(app, query)
    const accounts = await usersByDay(app, now)

    return {
      success: true as const,
      data: daysOf(now).map((date) => ({ date, count: accounts.get(date) ?? 0 })),
    }
  },

  async revenue(app) {
    const { months, span } = lastMonths(storeDay(app.config.timeZone, app.clock.now()))
    const [taken, spent] = await Promise.all([takenByMonth(app, span), spentByMonth(app, span)])

    const data = months.map((month) => {
      const byMethod = taken.filter((row) => row.month === month)
      const revenue = byMethod.reduce((sum, row) => sum + row.cents, 0)
      const fees = byMethod.reduce((sum, row) => sum + feeCents(feeOf(app, row.method), row), 0)
      const expenses = fees + (spent.find((row) => row.month === month)?.cents ?? 0)

      return {
        month,
        revenue: toWire(revenue),
        expenses: toWire(expenses),
        profit: toWire(revenue - expenses),
      }
    })

    return { success: true as const, data }
  },

  async salesStats(app, { query }) {
    const { now, before } = spans(app, query)

    const [sold, earlier, users, earlierUsers] = await Promise.all([
      soldTotal(app, now),
      soldTotal(app, before),
      usersTotal(app, now),
      usersTotal(app, before),
    ])

    const data = {
      totalSales: sold.n,
      totalRevenue: toWire(sold.cents),
      totalUsers: users,
      growthRate: growth(sold.cents, earlier.cents),
      before: {
        totalSales: earlier.n,
        totalRevenue: toWire(earlier.cents),
        totalUsers: earlierUsers,
      },
    }

    return { success: true as const, ...data, data }
  },

  async topProducts(app, { query }) {
    const best = await topProducts(app, spans(app, query).now, shownProducts)
    return {
      success: true as const,
      data: best.map((row) => ({ name: row.name, sales: row.sales, revenue: toWire(row.cents) })),
    }
  },

  async paymentMethods(app, { query }) {
    const methods = await soldByMethod(app, spans(app, query).now)
    return {
      success: true as const,
      data: methods.map((row) => ({ method: row.method, count: row.n, amount: toWire(row.cents) })),
    }
  },
}

const spans = (app: App, query: RangeQuery) =>
  spansOf(query, storeDay(app.config.timeZone, app.clock.now()))
