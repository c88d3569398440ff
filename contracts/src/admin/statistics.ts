import { z } from 'zod'
import { route } from '../route.ts'
import { amount, success } from '../shared.ts'
import { defaultRange, ranges } from './ranges.ts'

export const rangeQuery = { range: z.enum(ranges).default(defaultRange) }

const day = z.iso.date()
const range = z.object(rangeQuery)
const salesStats = {
  totalSales: z.int(),
  totalRevenue: amount,
  totalUsers: z.int(),
  growthRate: z.number(),
}
const summary = {
  totalUsers: z.int(),
  totalProducts: z.int(),
  totalOrders: z.int(),
  totalRevenue: amount,
}

/**
 * Back-office calls of statistics (Q20, Q30, Q81, Q82). Days are the store's, amounts are in reais.
 */
export const statistics = {
  summary: route({
    method: 'GET',
    path: '/api/admin/stats',
    access: 'staff',
    summary: 'People, products, orders and revenue since the shop opened',
    reply: z.object({ ...success, ...summary, data: z.object(summary) }),
  }),
  sales: route({
    method: 'GET',
    path: '/api/admin/stats/sales',
    access: 'staff',
    summary: 'Paid orders a day, days without any filled with 0',
    query: range,
    reply: z.object({ ...success, data: z.array(z.object({ date: day, amount, count: z.int() })) }),
  }),
  users: route({
    method: 'GET',
    path: '/api/admin/stats/users',
    access: 'staff',
    summary: 'New accounts a day',
    query: range,
    reply: z.object({ ...success, data: z.array(z.object({ date: day, count: z.int() })) }),
  }),
  revenue: route({
    method: 'GET',
    path: '/api/admin/stats/revenue',
    access: 'staff',
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
    summary:
      'Sales, revenue and new accounts of a range; growthRate compares its revenue with the range before, in percent',
    query: range,
    reply: z.object({ ...success, ...salesStats, data: z.object(salesStats) }),
  }),
  topProducts: route({
    method: 'GET',
    path: '/api/admin/stats/top-products',
    access: 'staff',
    summary: 'The eight products that sold most, revenue after discounts',
    query: range,
    reply: z.object({
      ...success,
      data: z.array(z.object({ name: z.string(), sales: z.int(), revenue: amount })),
    }),
  }),
  paymentMethods: route({
    method: 'GET',
    path: '/api/admin/stats/payment-methods',
    access: 'staff',
    summary: 'Paid orders by payment method (stripe, pix, crypto)',
    query: range,
    reply: z.object({
      ...success,
      data: z.array(z.object({ method: z.string(), count: z.int(), amount })),
    }),
  }),
}
