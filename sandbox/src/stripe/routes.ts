import type { Row, Table } from '../core/state.ts'
import { couponRules, createCoupon } from './coupons.ts'
import { createCustomer, customerRules, deleteCustomer, updateCustomer } from './customers.ts'
import { answerDispute, closeDispute, disputeRules } from './dispute-calls.ts'
import { lineItemsOf } from './expand.ts'
import { one, page, pageRules } from './lists.ts'
import type { Stripe } from './model.ts'
import type { Rules } from './parameters.ts'
import { createRefund, refundRules } from './refunds.ts'
import type { Route } from './server.ts'
import { sessionRules, sessionUpdateRules } from './session-parameters.ts'
import { createSession, expireSession, sessionOf, updateSession } from './sessions.ts'

const text = { is: 'text' } as const
const nothing: Rules = {}

/** Every call that the sandbox's Stripe answers. */
export const routesOf = (stripe: Stripe): Route[] => [
  ...sessionRoutes(stripe),
  ...goodsRoutes(stripe),
  ...moneyRoutes(stripe),
  ...disputeRoutes(stripe),
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

const sessionRoutes = (stripe: Stripe): Route[] => [
  {
    method: 'POST',
    url: '/v1/checkout/sessions',
    takes: sessionRules,
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
  get(stripe.intents, '/v1/payment_intents/:id', 'payment_intent', 'intent'),
  list(rows(stripe.charges), '/v1/charges', { customer: text, payment_intent: text }),
  get(stripe.charges, '/v1/charges/:id', 'charge'),
  {
    method: 'POST',
    url: '/v1/refunds',
    takes: refundRules,
    run: ({ input, cause }) => createRefund(stripe, input, cause),
  },
  list(rows(stripe.refunds), '/v1/refunds', { payment_intent: text, charge: text }),
  get(stripe.refunds, '/v1/refunds/:id', 'refund', 'refund'),
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

/** A table as plain rows: lists look at fields by name. */
const rows = <T extends Row>(table: Table<T>): Table<Row> => table as unknown as Table<Row>
