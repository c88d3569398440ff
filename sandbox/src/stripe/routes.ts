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
import { one, page, pageRules } from './lists.ts'
import type { Stripe } from './model.ts'
import type { Rules } from './parameters.ts'
import { createRefund, refundRules, refundUpdateRules, updateRefund } from './refunds.ts'
import { search, SEARCHED, searchRules } from './search.ts'
import type { Route } from './server.ts'
import { NOT_PLAYED } from './session-extras.ts'
import { sessionRules, sessionUpdateRules } from './session-parameters.ts'
import { createSession, expireSession, sessionOf, updateSession } from './sessions.ts'

const text = { is: 'text' } as const
const nothing: Rules = {}

/** All calls of the sandbox's Stripe. */
export const routesOf = (stripe: Stripe): Route[] => [
  ...sessionRoutes(stripe),
  ...goodsRoutes(stripe),
  ...moneyRoutes(stripe),
  ...disputeRoutes(stripe),
  ...accountRoutes(stripe),
  list(rows(stripe.events), '/v1/events', { type: text }),
  get(stripe.events, '/v1/events/:id', 'event'),
]

function list(table: Table<Row>, url: string, filters: Rules): Route {
  return {
    method: 'GET',
    url,
    takes: { ...pageRules, ...filters },
    run: ({ input }) => page(table, input, url, Object.keys(filters)),
  }
}

function get<T extends Row>(table: Table<T>, url: string, kind: string, param = 'id'): Route {
  return {
    method: 'GET',
    url,
    takes: nothing,
    run: ({ params }) => one(table, kind, params['id']!, param),
  }
}

function searchOf(table: Table<Row>, name: keyof typeof SEARCHED): Route {
  const url = `/v1/${name}/search`
  return {
    method: 'GET',
    url,
    takes: searchRules,
    run: ({ input }) => search(table, input, url, SEARCHED[name]),
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
  list(rows(stripe.sessions), '/v1/checkout/sessions', {
    customer: text,
    payment_intent: text,
    status: { is: 'one-of', values: ['open', 'complete', 'expired'] },
  }),
  {
    method: 'GET',
    url: '/v1/checkout/sessions/:id',
    takes: nothing,
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
    takes: nothing,
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
  list(rows(stripe.coupons), '/v1/coupons', {}),
  get(stripe.coupons, '/v1/coupons/:id', 'coupon', 'coupon'),
  {
    method: 'DELETE',
    url: '/v1/coupons/:id',
    takes: nothing,
    run: ({ params }) => {
      const { id } = one(stripe.coupons, 'coupon', params['id']!, 'coupon')
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
  list(rows(stripe.customers), '/v1/customers', { email: text }),
  searchOf(rows(stripe.customers), 'customers'),
  get(stripe.customers, '/v1/customers/:id', 'customer'),
  {
    method: 'POST',
    url: '/v1/customers/:id',
    takes: customerRules,
    run: ({ params, input }) => updateCustomer(stripe, params['id']!, input),
  },
  {
    method: 'DELETE',
    url: '/v1/customers/:id',
    takes: nothing,
    run: ({ params }) => deleteCustomer(stripe, params['id']!),
  },
]

const moneyRoutes = (stripe: Stripe): Route[] => [
  list(rows(stripe.intents), '/v1/payment_intents', { customer: text }),
  searchOf(rows(stripe.intents), 'payment_intents'),
  get(stripe.intents, '/v1/payment_intents/:id', 'payment_intent', 'intent'),
  list(rows(stripe.charges), '/v1/charges', { customer: text, payment_intent: text }),
  searchOf(rows(stripe.charges), 'charges'),
  get(stripe.charges, '/v1/charges/:id', 'charge'),
  {
    method: 'POST',
    url: '/v1/refunds',
    takes: refundRules,
    run: ({ input, cause }) => createRefund(stripe, input, cause),
  },
  list(rows(stripe.refunds), '/v1/refunds', { payment_intent: text, charge: text }),
  get(stripe.refunds, '/v1/refunds/:id', 'refund', 'refund'),
  {
    method: 'POST',
    url: '/v1/refunds/:id',
    takes: refundUpdateRules,
    run: ({ params, input, cause }) => updateRefund(stripe, params['id']!, input, cause),
  },
  list(rows(stripe.balance), '/v1/balance_transactions', {
    currency: text,
    source: text,
    type: text,
  }),
  get(stripe.balance, '/v1/balance_transactions/:id', 'balance_transaction'),
]

const disputeRoutes = (stripe: Stripe): Route[] => [
  list(rows(stripe.disputes), '/v1/disputes', { payment_intent: text, charge: text }),
  get(stripe.disputes, '/v1/disputes/:id', 'dispute', 'dispute'),
  {
    method: 'POST',
    url: '/v1/disputes/:id',
    takes: disputeRules,
    run: ({ params, input }) => answerDispute(stripe, params['id']!, input),
  },
  {
    method: 'POST',
    url: '/v1/disputes/:id/close',
    takes: nothing,
    run: ({ params }) => closeDispute(stripe, params['id']!),
  },
]

const accountRoutes = (stripe: Stripe): Route[] => [
  { method: 'GET', url: '/v1/account', takes: nothing, run: () => accountOf() },
  {
    method: 'GET',
    url: '/v1/accounts/:id',
    takes: nothing,
    run: ({ params }) => accountOf(params['id']!),
  },
  {
    method: 'POST',
    url: '/v1/webhook_endpoints',
    takes: endpointRules,
    run: ({ input }) => createEndpoint(stripe, input),
  },
  list(rows(stripe.endpoints), '/v1/webhook_endpoints', {}),
  get(stripe.endpoints, '/v1/webhook_endpoints/:id', 'webhook endpoint', 'webhook_endpoint'),
  {
    method: 'POST',
    url: '/v1/webhook_endpoints/:id',
    takes: endpointUpdateRules,
    run: ({ params, input }) => updateEndpoint(stripe, params['id']!, input),
  },
  {
    method: 'DELETE',
    url: '/v1/webhook_endpoints/:id',
    takes: nothing,
    run: ({ params }) => deleteEndpoint(stripe, params['id']!),
  },
]

/** A table as plain rows: lists read fields by name. */
const rows = <T extends Row>(table: Table<T>): Table<Row> => table as unknown as Table<Row>
