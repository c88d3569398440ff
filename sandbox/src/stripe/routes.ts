import type { Row, Table } from '../core/state.ts'
import { accountOf } from './account.ts'
import { couponRules, createCoupon } from './coupons.ts'
import { createCustomer, customerRules, deleteCustomer, updateCustomer } from './customers.ts'
import { answerDispute, closeDispute, disputeRules } from './dispute-calls.ts'
import {
  createEndpoint,
  deleteEndpoint,
  endpointRules,
  endpointUpdateRules,
  updateEndpoint,
} from './endpoints.ts'
import { lineItemsOf } from './expand.ts'
import { requiredRow, listPage, pageRules } from './lists.ts'
import type { Stripe } from './model.ts'
import type { Rules } from './parameters.ts'
import { createRefund, refundRules, refundUpdateRules, updateRefund } from './refunds.ts'
import { searchTable, SEARCHABLE_FIELDS, searchRules } from './search.ts'
import type { Route } from './server.ts'
import { NOT_PLAYED } from './session-extras.ts'
import { sessionRules, sessionUpdateRules } from './session-parameters.ts'
import { createSession, expireSession, sessionOf, updateSession } from './sessions.ts'

const textRule = { is: 'text' } as const
const noRules: Rules = {}

/** All routes of the sandbox's Stripe. */
export const routesOf = (stripe: Stripe): Route[] => [
  ...sessionRoutes(stripe),
  ...goodsRoutes(stripe),
  ...moneyRoutes(stripe),
  ...disputeRoutes(stripe),
  ...accountRoutes(stripe),
  listRoute(plainRows(stripe.events), '/v1/events', { type: textRule }),
  readRoute(stripe.events, '/v1/events/:id', 'event'),
]

function listRoute(table: Table<Row>, url: string, filters: Rules): Route {
  return {
    method: 'GET',
    url,
    takes: { ...pageRules, ...filters },
    run: ({ input }) => listPage(table, input, url, Object.keys(filters)),
  }
}

function readRoute<T extends Row>(table: Table<T>, url: string, kind: string, param = 'id'): Route {
  return {
    method: 'GET',
    url,
    takes: noRules,
    run: ({ params }) => requiredRow(table, kind, params['id']!, param),
  }
}

function searchRoute(table: Table<Row>, name: keyof typeof SEARCHABLE_FIELDS): Route {
  const url = `/v1/${name}/search`
  return {
    method: 'GET',
    url,
    takes: searchRules,
    run: ({ input }) => searchTable(table, input, url, SEARCHABLE_FIELDS[name]),
  }
}

const sessionRoutes = (stripe: Stripe): Route[] => [
  {
    method: 'POST',
    url: '/v1/checkout/sessions',
    takes: sessionRules,
    notPlayed: NOT_PLAYED,
    run: ({ input }) => createSession(stripe, input),
  },
  listRoute(plainRows(stripe.sessions), '/v1/checkout/sessions', {
    customer: textRule,
    payment_intent: textRule,
    status: { is: 'one-of', values: ['open', 'complete', 'expired'] },
  }),
  {
    method: 'GET',
    url: '/v1/checkout/sessions/:id',
    takes: noRules,
    run: ({ params }) => sessionOf(stripe, params['id']!),
  },
  {
    method: 'POST',
    url: '/v1/checkout/sessions/:id',
    takes: sessionUpdateRules,
    run: ({ params, input }) => updateSession(stripe, params['id']!, input),
  },
  {
    method: 'POST',
    url: '/v1/checkout/sessions/:id/expire',
    takes: noRules,
    run: ({ params, cause }) => expireSession(stripe, params['id']!, cause),
  },
  {
    method: 'GET',
    url: '/v1/checkout/sessions/:id/line_items',
    takes: pageRules,
    run: ({ params }) => lineItemsOf(stripe, sessionOf(stripe, params['id']!).id),
  },
]

const goodsRoutes = (stripe: Stripe): Route[] => [
  {
    method: 'POST',
    url: '/v1/coupons',
    takes: couponRules,
    run: ({ input }) => createCoupon(stripe, input),
  },
  listRoute(plainRows(stripe.coupons), '/v1/coupons', {}),
  readRoute(stripe.coupons, '/v1/coupons/:id', 'coupon', 'coupon'),
  {
    method: 'DELETE',
    url: '/v1/coupons/:id',
    takes: noRules,
    run: ({ params }) => {
      const { id } = requiredRow(stripe.coupons, 'coupon', params['id']!, 'coupon')
      stripe.coupons.remove(id)

      return { id, object: 'coupon', deleted: true }
    },
  },
  {
    method: 'POST',
    url: '/v1/customers',
    takes: customerRules,
    run: ({ input }) => createCustomer(stripe, input),
  },
  listRoute(plainRows(stripe.customers), '/v1/customers', { email: textRule }),
  searchRoute(plainRows(stripe.customers), 'customers'),
  readRoute(stripe.customers, '/v1/customers/:id', 'customer'),
  {
    method: 'POST',
    url: '/v1/customers/:id',
    takes: customerRules,
    run: ({ params, input }) => updateCustomer(stripe, params['id']!, input),
  },
  {
    method: 'DELETE',
    url: '/v1/customers/:id',
    takes: noRules,
    run: ({ params }) => deleteCustomer(stripe, params['id']!),
  },
]

const moneyRoutes = (stripe: Stripe): Route[] => [
  listRoute(plainRows(stripe.intents), '/v1/payment_intents', { customer: textRule }),
  searchRoute(plainRows(stripe.intents), 'payment_intents'),
  readRoute(stripe.intents, '/v1/payment_intents/:id', 'payment_intent', 'intent'),
  listRoute(plainRows(stripe.charges), '/v1/charges', {
    customer: textRule,
    payment_intent: textRule,
  }),
  searchRoute(plainRows(stripe.charges), 'charges'),
  readRoute(stripe.charges, '/v1/charges/:id', 'charge'),
  {
    method: 'POST',
    url: '/v1/refunds',
    takes: refundRules,
    run: ({ input, cause }) => createRefund(stripe, input, cause),
  },
  listRoute(plainRows(stripe.refunds), '/v1/refunds', {
    payment_intent: textRule,
    charge: textRule,
  }),
  readRoute(stripe.refunds, '/v1/refunds/:id', 'refund', 'refund'),
  {
    method: 'POST',
    url: '/v1/refunds/:id',
    takes: refundUpdateRules,
    run: ({ params, input, cause }) => updateRefund(stripe, params['id']!, input, cause),
  },
  listRoute(plainRows(stripe.balance), '/v1/balance_transactions', {
    currency: textRule,
    source: textRule,
    type: textRule,
  }),
  readRoute(stripe.balance, '/v1/balance_transactions/:id', 'balance_transaction'),
]

const disputeRoutes = (stripe: Stripe): Route[] => [
  listRoute(plainRows(stripe.disputes), '/v1/disputes', {
    payment_intent: textRule,
    charge: textRule,
  }),
  readRoute(stripe.disputes, '/v1/disputes/:id', 'dispute', 'dispute'),
  {
    method: 'POST',
    url: '/v1/disputes/:id',
    takes: disputeRules,
    run: ({ params, input }) => answerDispute(stripe, params['id']!, input),
  },
  {
    method: 'POST',
    url: '/v1/disputes/:id/close',
    takes: noRules,
    run: ({ params }) => closeDispute(stripe, params['id']!),
  },
]

const accountRoutes = (stripe: Stripe): Route[] => [
  { method: 'GET', url: '/v1/account', takes: noRules, run: () => accountOf() },
  {
    method: 'GET',
    url: '/v1/accounts/:id',
    takes: noRules,
    run: ({ params }) => accountOf(params['id']!),
  },
  {
    method: 'POST',
    url: '/v1/webhook_endpoints',
    takes: endpointRules,
    run: ({ input }) => createEndpoint(stripe, input),
  },
  listRoute(plainRows(stripe.endpoints), '/v1/webhook_endpoints', {}),
  readRoute(stripe.endpoints, '/v1/webhook_endpoints/:id', 'webhook endpoint', 'webhook_endpoint'),
  {
    method: 'POST',
    url: '/v1/webhook_endpoints/:id',
    takes: endpointUpdateRules,
    run: ({ params, input }) => updateEndpoint(stripe, params['id']!, input),
  },
  {
    method: 'DELETE',
    url: '/v1/webhook_endpoints/:id',
    takes: noRules,
    run: ({ params }) => deleteEndpoint(stripe, params['id']!),
  },
]

/** A table as plain rows, since lists read fields by name. */
const plainRows = <T extends Row>(table: Table<T>): Table<Row> => table as unknown as Table<Row>
