import { z } from 'zod'

import { payMethods } from '../payment-methods.ts'
import { route } from '../route.ts'
import {
  amount,
  csvReply,
  currency,
  entityId,
  instant,
  line,
  pageQuery,
  pagination,
  success,
} from '../shared.ts'
import { paymentRemarks, paymentStatuses, refundStatuses } from '../states.ts'
import { ofCustomer, oneOf, searchText, sortBy, storeDate } from './list-query.ts'
import { moneyBack } from './money-back.ts'
import { ranges } from './ranges.ts'
import { ownDays } from './statistics.ts'

/** Names for filtering by method, each with its stored type (Q71). */
export const methodFilters = {
  pix: payMethods.pix,
  efybank: payMethods.pix,
  stripe: payMethods.card,
  card: payMethods.card,
  credit_card: payMethods.card,
  crypto: payMethods.crypto,
  binance: payMethods.crypto,
  ticket: 'ticket',
  given: 'given',
  outside: 'outside',
} as const

const methodNames = Object.keys(methodFilters) as [
  keyof typeof methodFilters,
  ...(keyof typeof methodFilters)[],
]

const transactionFilters = {
  status: oneOf(paymentStatuses),
  paymentMethod: oneOf(methodNames),
  search: searchText,
  userId: ofCustomer,
  startDate: storeDate,
  endDate: storeDate,
}

const id = { id: z.string().regex(/^[0-9A-Za-z-]{1,64}$/) }

export const transaction = z.object({
  ...entityId,
  paymentId: z.string(),
  sessionId: z.string().nullable(),
  orderId: z.string(),
  userId: z.string(),
  customer: z.object({ name: z.string(), email: z.string(), discordId: z.string().nullable() }),
  productName: z.string(),
  amount,
  originalAmount: amount,
  currency,
  discount: z.object({ applied: z.boolean(), cupomCode: z.string().nullable(), amount }),
  paymentMethod: z.object({ type: z.string(), name: z.string() }),
  status: z.enum(paymentStatuses),
  attention: z.string().nullable(),
  reason: z.string().nullable(),
  keyGenerated: z.boolean(),
  /** Made with test money (P423). */
  test: z.literal(true).optional(),
  refunded: z.boolean(),
  ...moneyBack,
  createdAt: instant,
  updatedAt: instant,
})

/**
 * An event with its author and its source: customer, staff, shop, or the provider and how the
 * provider's report arrived.
 */
const timelineEvent = z.object({
  action: z.string(),
  createdAt: instant,
  performedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  source: z.string(),
  details: z.record(z.string(), z.unknown()),
})

export const timeline = z.array(timelineEvent)

/** Another payment of the same order. */
const otherAttempt = z.object({
  ...entityId,
  method: z.string(),
  status: z.enum(paymentStatuses),
  attention: z.string().nullable(),
  amount,
  currency,
  createdAt: instant,
})

/** A contested payment: a dispute of a card, or a fraud report about a PIX (MED). */
const contested = z.object({
  id: z.string(),
  kind: z.enum(['dispute', 'infraction']),
  /** The dispute's state; for a report the provider's word. */
  state: z.string(),
  amount,
  reason: z.string().nullable(),
  dueAt: instant.nullable(),
  createdAt: instant,
})

/** A webhook from the provider. It only makes the shop check the payment at the provider. */
const providerEvent = z.object({
  id: z.string(),
  type: z.string(),
  receivedAt: instant,
})

const transactionDetails = transaction.extend({
  attempts: z.array(otherAttempt),
  contested: z.array(contested),
  events: z.array(providerEvent),
  /** Coin and network of a crypto payment. */
  coin: z.string().nullable(),
  network: z.string().nullable(),
  /** When the provider was last checked, and the next check. */
  checkedAt: instant.nullable(),
  nextCheckAt: instant.nullable(),
  orderNumber: z.string(),
  receivedAmount: amount,
  expiresAt: instant,
  paidAt: instant.nullable(),
  remark: z.enum(paymentRemarks).nullable(),
  /** Free text of staff or of the provider. */
  note: z.string().nullable(),

  receipts: z.array(
    z.object({
      receiptId: z.string(),
      amount,
      currency: z.string(),
      receivedAt: instant,
      byHand: z.boolean(),
    }),
  ),

  refunds: z.array(
    z.object({
      ...entityId,
      receiptId: z.string(),
      amount,
      reason: z.string(),
      status: z.enum(refundStatuses),
      failure: z.string().nullable(),
      createdAt: instant,
      updatedAt: instant,
    }),
  ),

  timeline,
})

/**
 * Amounts in reais. Pending, failed and rejected payments moved no money, so the total is the sum
 * of completed and refunded payments. Partial refunds are counted as refunded, not as completed
 * (Q130).
 */
export const transactionStats = z.object({
  totalTransactions: z.int(),
  totalAmount: amount,
  completedCount: z.int(),
  completedAmount: amount,
  pendingCount: z.int(),
  failedCount: z.int(),
  rejectedCount: z.int(),
  refundedCount: z.int(),
  refundedAmount: amount,
})

/** Back-office calls of transactions, which are payments (Q20, Q34 to Q36, Q67). */
export const transactions = {
  list: route({
    method: 'GET',
    path: '/api/admin/transactions',
    access: 'staff',
    fromReplica: true,
    summary:
      'Payments, newest first or sorted; stats count what the filters but the status let through',

    query: z.object({
      ...pageQuery,
      limit: pageQuery.limit.default(20),
      ...transactionFilters,
      sort: sortBy(['createdAt', 'amount']),
    }),

    reply: z.object({
      ...success,
      data: z.object({
        transactions: z.array(transaction),
        pagination: pagination.extend({
          page: z.int(),
          limit: z.int(),
          total: z.int(),
          pages: z.int(),
        }),
        stats: transactionStats,
      }),
    }),
  }),

  stats: route({
    method: 'GET',
    path: '/api/admin/transactions/stats',
    access: 'staff',
    fromReplica: true,
    summary: 'Counts and amounts by status, of all time or of a range (period)',
    query: z.object({ period: oneOf(ranges), ...ownDays }),
    reply: z.object({ ...success, ...transactionStats.shape, data: transactionStats }),
    errors: ['range.unusable'],
  }),

  export: route({
    method: 'GET',
    path: '/api/admin/transactions/export.csv',
    access: 'staff',
    fromReplica: true,
    summary: 'The filtered payments as CSV',
    query: z.object(transactionFilters),
    ...csvReply,
  }),

  read: route({
    method: 'GET',
    path: '/api/admin/transactions/:id',
    access: 'staff',
    summary: 'A payment with its receipts, refunds and trail',
    params: z.object(id),
    reply: z.object({ ...success, ...transactionDetails.shape, data: transactionDetails }),
    errors: ['payment.not_found'],
  }),

  check: route({
    method: 'POST',
    path: '/api/admin/transactions/:id/check',
    access: 'staff',
    params: z.object(id),
    summary:
      'Ask the provider about a payment now; what it tells is made real as at any other time',
    reply: z.object({ ...success, ...transactionDetails.shape, data: transactionDetails }),
    errors: ['payment.not_found', 'payment.not_answered'],
  }),

  setStatus: route({
    method: 'PATCH',
    path: '/api/admin/transactions/:id/status',
    also: ['PATCH /api/admin/transactions/:id'],
    access: 'staff',
    params: z.object(id),
    summary:
      'Confirm a payment by hand (completed: reason and reference of the money ' +
      'demanded; delivers once) or send its money back (refunded: by the provider, or ' +
      'on record with the reference of a return made by hand); everything else is ' +
      'refused (Q34)',
    body: z.object({
      status: z.enum(paymentStatuses),
      reason: line(500).optional(),
      reference: line(120).optional(),
    }),
    reply: z.object({ ...success, transaction: transactionDetails, data: transactionDetails }),

    errors: [
      'payment.not_found',
      'state.illegal',
      'payment.reference_used',
      'payment.buyer_deleted',
      'payment.order_paid',
      'payment.disputed',
      'payment.refund_open',
      'payment.refund_by_hand',
      'payment.provider_failed',
      'payment.refund_refused',
    ],
  }),
}
