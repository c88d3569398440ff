import { z } from 'zod'

import { lengths } from '../lengths.ts'
import { route } from '../route.ts'
import {
  amount,
  csvReply,
  currency,
  entityId,
  instant,
  line,
  moneyIn,
  pageQuery,
  pagination,
  quantityIn,
  success,
  uuid,
} from '../shared.ts'
import { customerLicenceStatuses, orderOrigins, orderStatuses, paymentStatuses } from '../states.ts'
import { ofCustomer, oneOf, searchText, sortBy } from './list-query.ts'
import { moneyBack } from './money-back.ts'
import { rangeQuery } from './statistics.ts'
import { timeline } from './transactions.ts'

/** Reasons why an order waits: staff review its money, or a key is missing. */
export const orderWaits = ['review', 'delivery'] as const

/** The views of orders are counted up to this number; above it the screen shows "more". */
export const orderCountsEnd = 1000

const orderFilters = {
  status: oneOf(orderStatuses),
  search: searchText,
  userId: ofCustomer,
  waits: oneOf(orderWaits),
  origin: oneOf(orderOrigins),
  archived: z
    .enum(['true', 'false', ''])
    .optional()
    .transform((text) => text === 'true'),
}

const id = { id: uuid }

export const adminOrder = z.object({
  ...entityId,
  orderNumber: z.string(),
  userId: z.string(),
  cartId: z.string(),
  customer: z.object({ name: z.string(), email: z.string() }),
  status: z.enum(orderStatuses),
  totalAmount: amount,
  subtotal: amount,
  discount: z.object({ applied: z.boolean(), cupomCode: z.string().nullable(), amount }),
  currency,
  paymentMethod: z.string(),
  origin: z.string(),
  itemCount: z.int(),
  /** Names of the products when they were bought, without repeats, in the order of the lines. */
  productNames: z.array(z.string()),
  /** Deleted by staff after payment; only the `archived` filter lists it (Q122). */
  archived: z.boolean(),
  ...moneyBack,
  /** Paid with test money; statistics leave out the order (P423). */
  test: z.literal(true).optional(),
  createdAt: instant,
  completedAt: instant.nullable(),
})

const orderUnit = z.object({
  ...entityId,
  productName: z.string(),
  status: z.enum(customerLicenceStatuses),
  /**
   * Suspended until a dispute or a refund is decided; without this field the licence is revoked.
   */
  suspended: z.literal(true).optional(),
  licenseId: z.string().nullable(),
  /** The whole key unless STAFF_KEYS=masked (Q120); null while the unit waits for its key. */
  licenseKey: z.string().nullable(),
  maskedKey: z.string().nullable(),
  keyEnding: z.string().nullable(),
  expirationDate: instant.nullable(),
  deliveredAt: instant.nullable(),
})

const orderDetails = adminOrder.extend({
  /** Since when mail to the customer bounces; null if it does not bounce. */
  mailRefusedSince: instant.nullable(),

  items: z.array(
    z.object({
      ...entityId,
      productId: z.string(),
      variantId: z.string(),
      variantName: z.string(),
      name: z.string(),
      image: z.string().nullable(),
      price: amount,
      quantity: z.int(),
      provider: z.string(),
    }),
  ),

  units: z.array(orderUnit),

  payments: z.array(
    z.object({
      ...entityId,
      status: z.enum(paymentStatuses),
      method: z.string(),
      amount,
      test: z.literal(true).optional(),
      attention: z.string().nullable(),
      ...moneyBack,
      createdAt: instant,
      updatedAt: instant,
    }),
  ),

  timeline,
})

const orderedFields = {
  /**
   * The client's key of this order: a retry with the same key returns the order that the first call
   * made.
   */
  requestKey: uuid,
  userId: uuid,
  variantId: uuid,
  quantity: quantityIn,
}

const orderStats = {
  totalOrders: z.int(),
  completedOrders: z.int(),
  pendingOrders: z.int(),
  cancelledOrders: z.int(),
  refundedOrders: z.int(),
  totalRevenue: amount,
}

/** Back-office calls of orders (Q20, Q30, Q67, Q80). */
export const orders = {
  list: route({
    method: 'GET',
    path: '/api/admin/orders',
    access: 'staff',
    fromReplica: true,
    summary:
      'Orders, newest first or sorted; search by number, e-mail or name; archived=true lists the ' +
      'paid ones that staff deleted',
    query: z.object({ ...pageQuery, ...orderFilters, sort: sortBy(['createdAt', 'totalAmount']) }),

    reply: z.object({
      ...success,
      orders: z.array(adminOrder),
      data: z.array(adminOrder),
      total: z.int(),
      pagination,
    }),
  }),

  stats: route({
    method: 'GET',
    path: '/api/admin/orders/stats',
    access: 'staff',
    fromReplica: true,
    summary: 'Orders made in a range, by status; revenue of the completed ones in reais',
    query: z.object(rangeQuery),
    reply: z.object({ ...success, ...orderStats, data: z.object(orderStats) }),
    errors: ['range.unusable'],
  }),

  counts: route({
    method: 'GET',
    path: '/api/admin/orders/counts',
    access: 'staff',
    fromReplica: true,
    summary: 'How many orders there are in each view of the list, counted up to a thousand',
    reply: z.object({
      ...success,
      all: z.int(),
      review: z.int(),
      delivery: z.int(),
      pending: z.int(),
    }),
  }),

  export: route({
    method: 'GET',
    path: '/api/admin/orders/export.csv',
    access: 'staff',
    fromReplica: true,
    summary: 'The filtered orders as CSV',
    query: z.object(orderFilters),
    ...csvReply,
  }),

  read: route({
    method: 'GET',
    path: '/api/admin/orders/:id',
    access: 'staff',
    summary: 'An order with its lines, units, payments and trail',
    params: z.object(id),
    reply: z.object({ ...success, order: orderDetails, data: orderDetails }),
    errors: ['order.not_found'],
  }),

  create: route({
    method: 'POST',
    path: '/api/admin/orders',
    access: 'staff',
    summary:
      'Make an order for a customer: given (a reason is demanded) or paid outside the shop ' +
      '(amount and reference are demanded); it is delivered like any other, and the same ' +
      'requestKey makes it once (Q134)',

    body: z.discriminatedUnion('method', [
      z.object({
        ...orderedFields,
        method: z.literal('given'),
        reason: line(lengths.reason),
        amount: z.never().optional(),
        reference: z.never().optional(),
      }),
      z.object({
        ...orderedFields,
        method: z.literal('outside'),
        amount: moneyIn.refine((value) => value > 0),
        reference: line(lengths.reference),
        reason: line(lengths.reason).optional(),
      }),
    ]),

    reply: z.object({ ...success, order: orderDetails, data: orderDetails }),

    errors: [
      'account.not_found',
      'order.buyer_banned',
      'order.buyer_deleted',
      'variant.not_found',
      'cart.limit_order',
      'cart.quantity',
      'stock.short',
      'payment.reference_used',
      'order.request_key_used',
    ],
  }),

  setStatus: route({
    method: 'PATCH',
    path: '/api/admin/orders/:id/status',
    also: ['PATCH /api/admin/orders/:id'],
    access: 'staff',
    params: z.object(id),
    summary:
      'Do what the status says: completed confirms the money of an unpaid order by ' +
      'hand (reason and reference demanded), refunded sends the money of a paid one ' +
      'back, cancelled closes the charge of an unpaid one, pending opens a cancelled ' +
      'unpaid one again (Q122)',
    body: z.object({
      status: z.enum(orderStatuses),
      reason: line(lengths.reason).optional(),
      reference: line(lengths.reference).optional(),
    }),
    reply: z.object({ ...success, order: orderDetails, data: orderDetails }),

    errors: [
      'order.not_found',
      'state.illegal',
      'order.unchanged',
      'order.cancel_paid',
      'order.stays_paid',
      'order.stays_refunded',
      'order.nothing_paid',
      'order.money_came',
      'order.paid_meanwhile',
      'payment.not_found',
      'payment.order_paid',
      'payment.reference_used',
      'payment.disputed',
      'payment.refund_open',
      'payment.refund_by_hand',
      'payment.provider_failed',
      'payment.refund_refused',
    ],
  }),

  resend: route({
    method: 'POST',
    path: '/api/admin/orders/:id/receipt',
    access: 'staff',
    summary: 'Mail the receipt of a paid order once more',
    params: z.object(id),
    reply: z.object(success),
    errors: ['order.not_found', 'order.no_receipt'],
  }),

  remove: route({
    method: 'DELETE',
    path: '/api/admin/orders/:id',
    access: 'staff',
    summary:
      'Take any order off the lists: the charge of an unpaid one is closed first, and ' +
      'money that comes late brings it back; a paid one is archived, its customer and ' +
      'the books keep it (Q122)',
    params: z.object(id),
    reply: z.object({ ...success, message: z.string() }),
    errors: ['order.not_found', 'order.paid_meanwhile', 'order.being_paid'],
  }),
}
