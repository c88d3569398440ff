import StripeSdk from 'stripe'
import { request, type Agent } from 'undici'
import type { Delivery } from '../core/deliveries.ts'
import { randomText } from '../core/ids.ts'
import type { Row } from '../core/state.ts'
import { API_VERSION, seconds, type Stripe, type StripeEvent } from './model.ts'

/** Who caused an event: the API call, or nobody when the customer or time did. */
export type Cause = { id: string; idempotency_key: string | null } | null

/** Record an event with the object as it is now, and send it to the store. */
export function emit(
  stripe: Stripe,
  type: string,
  object: Row,
  { cause = null, previous }: { cause?: Cause; previous?: Record<string, unknown> } = {},
): StripeEvent {
  const event: StripeEvent = stripe.events.save({
    id: `evt_1${randomText(23)}`,
    object: 'event',
    api_version: API_VERSION,
    created: seconds(stripe),
    data: {
      object: structuredClone(object),
      ...(previous ? { previous_attributes: previous } : {}),
    },
    livemode: false,
    pending_webhooks: 1,
    request: cause,
    type,
  })
  stripe.core.deliveries.send('stripe', type, event.id, JSON.stringify(event, null, 2))
  return event
}

/**
 * Send one webhook to the store whose turn it is, signed by the SDK's own rule with the time of
 * this attempt.
 */
export function webhookSender(
  stripe: Stripe,
  agent: Agent,
): (delivery: Delivery) => Promise<number> {
  const { origins, credentials, clock } = stripe.core
  const sdk = new StripeSdk(credentials.stripeSecretKey)
  return async ({ body }) => {
    const origin = origins.next()
    if (!origin) throw new Error('no store origin is known')
    const signature = sdk.webhooks.generateTestHeaderString({
      payload: body,
      secret: credentials.stripeWebhookSecret,
      timestamp: Math.floor(clock.now() / 1000),
    })
    const reply = await request(`${origin}/api/webhooks/stripe`, {
      method: 'POST',
      body,
      dispatcher: agent,
      headersTimeout: 20_000,
      bodyTimeout: 20_000,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature,
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'cache-control': 'no-cache',
      },
    })
    await reply.body.dump()
    return reply.statusCode
  }
}
