import { Agent } from 'undici'

import type { Core, Provider } from '../core/core.ts'
import { listen } from '../core/provider-server.ts'
import { ENDPOINTS, webhookSender } from './events.ts'
import { openIdempotency } from './idempotency.ts'
import { openModel, type Stripe } from './model.ts'
import { routesOf } from './routes.ts'
import { makeStripeServer } from './server.ts'
import { expireOverdue } from './sessions.ts'

export type StripeProvider = Provider & { readonly stripe: Stripe }

/**
 * Starts Stripe's side: its API over plain HTTP on loopback, and webhooks to /api/webhooks/stripe.
 */
export async function startStripe(core: Core): Promise<StripeProvider> {
  const stripe = openModel(core)
  const idempotency = openIdempotency(core)
  const webhookAgent = new Agent({ connections: 32 })
  const app = makeStripeServer(stripe, idempotency, routesOf(stripe))
  const port = await listen(core, app, 'stripe')
  const sendWebhook = webhookSender(stripe, webhookAgent)
  for (const name of ['stripe', ENDPOINTS]) core.deliveries.register(name, sendWebhook)
  const { stripeSecretKey, stripeWebhookSecret } = core.credentials

  const clearedTables = [
    stripe.sessions,
    stripe.details,
    stripe.coupons,
    stripe.customers,
    stripe.intents,
    stripe.charges,
    stripe.refunds,
    stripe.disputes,
    stripe.balance,
    stripe.events,
    stripe.endpoints,
    stripe.endpointSecrets,
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
      customers: stripe.customers.all(),
      paymentIntents: stripe.intents.all(),
      charges: stripe.charges.all(),
      refunds: stripe.refunds.all(),
      disputes: stripe.disputes.all(),
      balanceTransactions: stripe.balance.all(),
      events: stripe.events.all(),
      webhookEndpoints: stripe.endpoints.all(),
    }),

    reset() {
      for (const table of clearedTables) table.clear()
      idempotency.clear()
      stripe.account.set({ customDomain: null, lacks: [] })
    },
    tick() {
      expireOverdue(stripe)
      idempotency.forgetOld()
    },
    async close() {
      await app.close()
      await webhookAgent.destroy() // a store may hang
    },
  }
}
