import StripeSdk from 'stripe'
import { request, type Agent } from 'undici'

import type { Delivery } from '../core/deliveries.ts'
import { randomText } from '../core/ids.ts'
import type { Row } from '../core/state.ts'
import { endpointsFor } from './endpoints.ts'
import { API_VERSION, epochSeconds, type Stripe, type StripeEvent } from './model.ts'

/** The name under which webhooks to endpoints created by the API are sent. */
export const ENDPOINTS = 'stripe.endpoints'

/** The API call that caused an event; null if the customer or the clock caused it. */
export type Cause = { id: string; idempotency_key: string | null } | null

/**
 * Records an event with the object's current state, and sends it to the store and to every endpoint
 * that subscribed to it.
 */
export function emitEvent(
  stripe: Stripe,
  type: string,
  object: Row,
  { cause = null, previous }: { cause?: Cause; previous?: Record<string, unknown> } = {},
): StripeEvent {
  const newEvent: StripeEvent = stripe.events.save({
    id: `evt_1${randomText(23)}`,
    object: 'event',
    api_version: API_VERSION,
    created: epochSeconds(stripe),
    data: {
      object: structuredClone(object),
      ...(previous ? { previous_attributes: previous } : {}),
    },
    livemode: false,
    pending_webhooks: 1,
    request: cause,
    type,
  })

  const eventBody = JSON.stringify(newEvent, null, 2)
  stripe.core.deliveries.send('stripe', type, newEvent.id, eventBody)
  for (const { id } of endpointsFor(stripe, type))
    stripe.core.deliveries.send(ENDPOINTS, type, `${newEvent.id}:${id}`, eventBody)

  return newEvent
}

/**
 * Sends one webhook, to the store's next origin or to an endpoint the API created. It is signed as
 * the SDK expects, with the time of this attempt.
 */
export function webhookSender(
  stripe: Stripe,
  agent: Agent,
): (delivery: Delivery) => Promise<number> {
  const { origins, credentials, clock } = stripe.core
  const sdk = new StripeSdk(credentials.stripeSecretKey)

  const destinationOf = (id: string): { url: string; secret: string } => {
    const endpointId = id.split(':')[1]
    const savedEndpoint = endpointId ? stripe.endpoints.get(endpointId) : undefined
    if (endpointId && !savedEndpoint) throw new Error('this endpoint is gone')
    if (savedEndpoint)
      return {
        url: savedEndpoint.url,
        secret: stripe.endpointSecrets.get(savedEndpoint.id)!.secret,
      }

    const storeOrigin = origins.next()
    if (!storeOrigin) throw new Error('no store origin is known')

    return { url: `${storeOrigin}/api/webhooks/stripe`, secret: credentials.stripeWebhookSecret }
  }

  return async ({ id, body: eventBody }) => {
    const { url, secret } = destinationOf(id)

    const signature = sdk.webhooks.generateTestHeaderString({
      payload: eventBody,
      secret,
      timestamp: Math.floor(clock.now() / 1000),
    })

    const storeReply = await request(url, {
      method: 'POST',
      body: eventBody,
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

    await storeReply.body.dump()

    return storeReply.statusCode
  }
}
