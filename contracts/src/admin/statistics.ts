import { z } from 'zod'

import { route } from '../route.ts'
import { amount, csvReply, success } from '../shared.ts'
import { defaultRange, ranges } from './ranges.ts'

const dayText = z.string().max(40).optional()

/** The days of a custom range, YYYY-MM-DD by the shop's calendar; rangeFault validates them. */
export const ownDays = { from: dayText, to: dayText }
export const rangeQuery = { range: z.enum(ranges).default(defaultRange), ...ownDays }

const calendarDay = z.iso.date()
const rangeInput = z.object(rangeQuery)

const salesStats = {
  totalSales: z.int(),
  totalRevenue: amount,
  totalUsers: z.int(),
  growthRate: z.number(),
  /** The same three figures for the previous range. */
  before: z.object({ totalSales: z.int(), totalRevenue: amount, totalUsers: z.int() }).optional(),
}

const summaryFigures = {
  totalUsers: z.int(),
  totalProducts: z.int(),
  totalOrders: z.int(),
  totalRevenue: amount,
}

const countAndAmount = z.object({ count: z.int(), amount })

/** Figures of a range of days; amounts are in reais. */
const businessFigures = z.object({
  /** Paid orders and their sum. */
  sold: countAndAmount,
  /** Received money; orders that were refunded later are included here, and in the refunds too. */
  takenIn: amount,
  fees: amount,
  refunds: countAndAmount,
  net: amount,
  disputes: countAndAmount,
  visits: z.int(),
  carts: z.int(),
  checkouts: z.int(),
  /** Paid orders of the site, the last step of the visit funnel. */
  paid: z.int(),
  abandonedCarts: countAndAmount,
  unpaidPix: countAndAmount,
})

/**
 * Back-office calls of statistics (Q20, Q30, Q81, Q82). Days are the store's, amounts are in reais.
 */
export const statistics = {
  summary: route({
    method: 'GET',
    path: '/api/admin/stats',
    access: 'staff',
    fromReplica: true,
    summary: 'People, products, orders and revenue since the shop opened',
    reply: z.object({ ...success, ...summaryFigures, data: z.object(summaryFigures) }),
  }),

  sales: route({
    method: 'GET',
    path: '/api/admin/stats/sales',
    access: 'staff',
    fromReplica: true,
    summary: 'Paid orders a day, days without any filled with 0',
    query: rangeInput,
    errors: ['range.unusable'],
    reply: z.object({
      ...success,
      data: z.array(z.object({ date: calendarDay, amount, count: z.int() })),
    }),
  }),

  users: route({
    method: 'GET',
    path: '/api/admin/stats/users',
    access: 'staff',
    fromReplica: true,
    summary: 'New accounts a day',
    query: rangeInput,
    errors: ['range.unusable'],
    reply: z.object({ ...success, data: z.array(z.object({ date: calendarDay, count: z.int() })) }),
  }),

  revenue: route({
    method: 'GET',
    path: '/api/admin/stats/revenue',
    access: 'staff',
    fromReplica: true,
    summary:
      'Revenue, expenses and profit of the last 12 months; expenses are refunds, fees and what keys cost (Q82)',

    reply: z.object({
      ...success,
      data: z.array(
        z.object({
          month: z.string().regex(/^\d{4}-\d{2}$/),
          revenue: amount,
          expenses: amount,
          profit: amount,
        }),
      ),
    }),
  }),

  salesStats: route({
    method: 'GET',
    path: '/api/admin/stats/sales-stats',
    access: 'staff',
    fromReplica: true,
    summary:
      'Sales, revenue and new accounts of a range; growthRate compares its revenue with the range before, in percent',
    query: rangeInput,
    errors: ['range.unusable'],
    reply: z.object({ ...success, ...salesStats, data: z.object(salesStats) }),
  }),

  topProducts: route({
    method: 'GET',
    path: '/api/admin/stats/top-products',
    access: 'staff',
    fromReplica: true,
    summary: 'The eight products that sold most, revenue after discounts',
    query: rangeInput,
    errors: ['range.unusable'],
    reply: z.object({
      ...success,
      data: z.array(z.object({ name: z.string(), sales: z.int(), revenue: amount })),
    }),
  }),

  paymentMethods: route({
    method: 'GET',
    path: '/api/admin/stats/payment-methods',
    access: 'staff',
    fromReplica: true,
    summary: 'Paid orders by payment method (stripe, pix, crypto)',
    query: rangeInput,
    errors: ['range.unusable'],
    reply: z.object({
      ...success,
      data: z.array(z.object({ method: z.string(), count: z.int(), amount })),
    }),
  }),

  business: route({
    method: 'GET',
    path: '/api/admin/stats/business',
    access: 'staff',
    fromReplica: true,
    summary: 'What a range brought beside the range before, from the visit to the money that stays',
    query: rangeInput,
    errors: ['range.unusable'],

    reply: z.object({
      ...success,
      now: businessFigures,
      before: businessFigures,
      /** Revenue of each day, beside the day at the same position of the previous range. */
      days: z.array(z.object({ date: calendarDay, revenue: amount, before: amount })),
      /** The customers with the highest revenue. */
      customers: z.array(
        z.object({ id: z.string(), name: z.string(), orders: z.int(), revenue: amount }),
      ),
      coupons: z.array(
        z.object({ code: z.string(), orders: z.int(), discount: amount, revenue: amount }),
      ),
      /** Visits by source; '' is direct, discord is a purchase in the chat. */
      sources: z.array(
        z.object({ source: z.string(), visits: z.int(), orders: z.int(), revenue: amount }),
      ),
      /** Days of stock left at the pace of the last 30 days, shortest first. */
      stock: z.array(z.object({ name: z.string(), left: z.int(), sold: z.int(), days: z.int() })),
    }),
  }),

  month: route({
    method: 'GET',
    path: '/api/admin/stats/month.csv',
    access: 'staff',
    fromReplica: true,
    summary:
      'The movements of a month for the accountant, in the words of its reader: sales with their ' +
      'fees, and refunds in the month in which they were paid; amounts in reais',

    /** The current month by default. */
    query: z.object({
      month: z
        .string()
        .regex(/^20\d{2}-(0[1-9]|1[0-2])$/)
        .optional(),
    }),

    ...csvReply,
  }),
}
