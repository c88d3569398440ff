import { Agent } from 'undici'
import type { Core, Provider } from '../core/core.ts'
import { listen } from '../core/provider-server.ts'
import type { Row, Table } from '../core/state.ts'
import { couponRules, createCoupon } from './coupons.ts'
import { invalid, missing } from './errors.ts'
import { webhookSender } from './events.ts'
import { lineItemsOf, listOf } from './expand.ts'
import { openIdempotency } from './idempotency.ts'
import { openModel, type Stripe } from './model.ts'
import { createRefund, refundRules } from './refunds.ts'
import { makeStripeServer, type Route } from './server.ts'
import { createSession, expireOverdue, expireSession, sessionOf, sessionRules } from './sessions.ts'

export type StripeProvider = Provider & { readonly stripe: Stripe }

/** Start Stripe's side: its API over plain HTTP on loopback, and its webhooks to /api/webhooks/stripe. */
export async function startStripe(core: Core): Promise<StripeProvider> {
  const stripe = openModel(core)
  const idempotency = openIdempotency(core)
  const agent = new Agent({ connections: 32 })
  const app = makeStripeServer(stripe, idempotency, routesOf(stripe))
  const port = await listen(core, app, 'stripe')
  core.deliveries.register('stripe', webhookSender(stripe, agent))
  const { stripeSecretKey, stripeWebhookSecret } = core.credentials
  const tables = [
    stripe.sessions,
    stripe.details,
    stripe.coupons,
    stripe.intents,
    stripe.charges,
    stripe.refunds,
    stripe.disputes,
    stripe.balance,
    stripe.events,
  ] as const
  return {
    name: 'stripe',
    stripe,
    env: {
      STRIPE_SECRET_KEY: stripeSecretKey,
      STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
      STRIPE_BASE_URL: `http://127.0.0.1:${port}`,
    },
    dump: () => ({
      sessions: stripe.sessions.all(),
      coupons: stripe.coupons.all(),
      paymentIntents: stripe.intents.all(),
      charges: stripe.charges.all(),
      refunds: stripe.refunds.all(),
      disputes: stripe.disputes.all(),
      balanceTransactions: stripe.balance.all(),
      events: stripe.events.all(),
    }),
    reset() {
      for (const table of tables) table.clear()
      idempotency.clear()
    },
    tick() {
      expireOverdue(stripe)
      idempotency.forgetOld()
    },
    async close() {
      await app.close()
      await agent.destroy() // a store that hangs must not hold us
    },
  }
}

function routesOf(stripe: Stripe): Route[] {
  const nothing = {}
  return [
    {
      method: 'POST',
      url: '/v1/checkout/sessions',
      takes: sessionRules,
      run: ({ input }) => createSession(stripe, input),
    },
    {
      method: 'GET',
      url: '/v1/checkout/sessions',
      takes: {
        ...pageRules,
        payment_intent: { is: 'text' },
        status: { is: 'one-of', values: ['open', 'complete', 'expired'] },
      },
      run: ({ input }) =>
        page(stripe.sessions, input, '/v1/checkout/sessions', ['payment_intent', 'status']),
    },
    {
      method: 'GET',
      url: '/v1/checkout/sessions/:id',
      takes: nothing,
      run: ({ params }) => sessionOf(stripe, params['id']!),
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
    {
      method: 'POST',
      url: '/v1/coupons',
      takes: couponRules,
      run: ({ input }) => createCoupon(stripe, input),
    },
    {
      method: 'GET',
      url: '/v1/coupons/:id',
      takes: nothing,
      run: ({ params }) => one(stripe.coupons, 'coupon', params['id']!, 'coupon'),
    },
    {
      method: 'DELETE',
      url: '/v1/coupons/:id',
      takes: nothing,
      run: ({ params }) => deleteCoupon(stripe, params['id']!),
    },
    {
      method: 'GET',
      url: '/v1/payment_intents/:id',
      takes: nothing,
      run: ({ params }) => one(stripe.intents, 'payment_intent', params['id']!, 'intent'),
    },
    {
      method: 'GET',
      url: '/v1/charges/:id',
      takes: nothing,
      run: ({ params }) => one(stripe.charges, 'charge', params['id']!),
    },
    {
      method: 'POST',
      url: '/v1/refunds',
      takes: refundRules,
      run: ({ input, cause }) => createRefund(stripe, input, cause),
    },
    {
      method: 'GET',
      url: '/v1/refunds',
      takes: { ...pageRules, payment_intent: { is: 'text' }, charge: { is: 'text' } },
      run: ({ input }) => page(stripe.refunds, input, '/v1/refunds', ['payment_intent', 'charge']),
    },
    {
      method: 'GET',
      url: '/v1/refunds/:id',
      takes: nothing,
      run: ({ params }) => one(stripe.refunds, 'refund', params['id']!, 'refund'),
    },
    {
      method: 'GET',
      url: '/v1/disputes',
      takes: { ...pageRules, payment_intent: { is: 'text' }, charge: { is: 'text' } },
      run: ({ input }) =>
        page(stripe.disputes, input, '/v1/disputes', ['payment_intent', 'charge']),
    },
    {
      method: 'GET',
      url: '/v1/disputes/:id',
      takes: nothing,
      run: ({ params }) => one(stripe.disputes, 'dispute', params['id']!, 'dispute'),
    },
    {
      method: 'GET',
      url: '/v1/events',
      takes: { ...pageRules, type: { is: 'text' } },
      run: ({ input }) => page(stripe.events, input, '/v1/events', ['type']),
    },
    {
      method: 'GET',
      url: '/v1/events/:id',
      takes: nothing,
      run: ({ params }) => one(stripe.events, 'event', params['id']!),
    },
  ]
}

const pageRules = {
  limit: { is: 'integer', min: 1, max: 100 },
  starting_after: { is: 'text' },
  ending_before: { is: 'text' },
  created: {
    is: 'object',
    fields: {
      gt: { is: 'integer' },
      gte: { is: 'integer' },
      lt: { is: 'integer' },
      lte: { is: 'integer' },
    },
  },
} as const

function one<T extends Row>(table: Table<T>, kind: string, id: string, param = 'id'): T {
  const row = table.get(id)
  if (!row) throw missing(kind, id, param)
  return row
}

/** A page of a list, newest first, ten by default. */
function page(
  table: Table<Row>,
  input: Record<string, unknown>,
  url: string,
  filters: readonly string[],
): object {
  const {
    gt = -Infinity,
    gte = -Infinity,
    lt = Infinity,
    lte = Infinity,
  } = (input['created'] ?? {}) as Record<string, number>
  const rows = table.newestFirst().filter((row) => {
    const fields = row as unknown as Record<string, unknown>
    const created = fields['created'] as number
    return (
      filters.every((name) => input[name] === undefined || fields[name] === input[name]) &&
      created > gt &&
      created >= gte &&
      created < lt &&
      created <= lte
    )
  })
  const limit = (input['limit'] as number | undefined) ?? 10
  const after = input['starting_after'] as string | undefined
  const start = after === undefined ? 0 : rows.findIndex((row) => row.id === after) + 1
  if (after !== undefined && start === 0) throw missing('object', after, 'starting_after')
  if (input['ending_before'] !== undefined)
    throw invalid('The sandbox pages forward only.', undefined, 'ending_before')
  return listOf(rows.slice(start, start + limit), url, rows.length > start + limit)
}

function deleteCoupon(stripe: Stripe, id: string): object {
  one(stripe.coupons, 'coupon', id, 'coupon')
  stripe.coupons.remove(id)
  return { id, object: 'coupon', deleted: true }
}
