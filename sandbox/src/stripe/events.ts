import StripeSdk from 'stripe'
import { request, type Agent } from 'undici'

import type { Delivery } from '../core/deliveries.ts'
import { randomText } from '../core/ids.ts'
import type { Row } from '../core/state.ts'
import { endpointsFor } from './endpoints.ts'
import { API_VERSION, seconds, type Stripe, type StripeEvent } from './model.ts'

/** The sender name of API-made endpoints among the deliveries. */
export const ENDPOINTS = 'stripe.endpoints'

/** The API call that caused an event; null when the customer or time did. */
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

  const body = JSON.stringify(event, null, 2)
  stripe.core.deliveries.send('stripe', type, event.id, body)
  for (const { id } of endpointsFor(stripe, type))
    stripe.core.deliveries.send(ENDPOINTS, type, `${event.id}:${id}`, body)

  return event
}

/**
 * Send one webhook to the store's next origin, signed by the SDK's rule with the time of this
 * attempt.
 */
export function webhookSender(
  stripe: Stripe,
  agent: Agent,
): (delivery: Delivery) => Promise<number> {
  const { origins, credentials, clock } = stripe.core
  const sdk = new StripeSdk(credentials.stripeSecretKey)

  const placeOf = (id: string): { url: string; secret: string } => {
    const made = id.split(':')[1]
    const endpoint = made ? stripe.endpoints.get(made) : undefined
    if (made && !endpoint) throw new Error('this endpoint is gone')
    if (endpoint)
      return { url: endpoint.url, secret: stripe.endpointSecrets.get(endpoint.id)!.secret }

    const origin = origins.next()
    if (!origin) throw new Error('no store origin is known')

    return { url: `${origin}/api/webhooks/stripe`, secret: credentials.stripeWebhookSecret }
  }

  return async ({ id, body }) => {
    const { url, secret } = placeOf(id)

    const signature = sdk.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: Math.floor(clock.now() / 1000),
    })

    const reply = await request(url, {
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
