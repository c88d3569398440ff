import type Stripe from 'stripe'

import type { WebhookHint, WebhookInput } from '../../ports/payments.ts'
import { isFields, parseJson, textOf, type Fields } from '../json-call.ts'
import { epochSeconds } from './stripe-shared.ts'

const toleranceSeconds = 300

/**
 * The hints of an event that one of the secrets signed; two secrets are valid while one replaces
 * the other. Refuses messages dated more than five minutes in the past or future (R009).
 */
export function verifyWebhook(
  stripe: Stripe,
  secrets: readonly string[],
  input: WebhookInput,
): WebhookHint[] | null {
  const signature = input.headers['stripe-signature']
  if (typeof signature !== 'string' || isFromTheFuture(signature, input.now)) return null

  const isSigned = secrets.some((secret) => isSignedBy(stripe, secret, signature, input))

  return isSigned ? eventHints(parseJson(input.body.toString('utf8'))) : null
}

function isSignedBy(
  stripe: Stripe,
  secret: string,
  signature: string,
  { body, now }: WebhookInput,
): boolean {
  try {
    return stripe.webhooks.signature!.verifyHeader(
      body,
      signature,
      secret,
      toleranceSeconds,
      undefined,
      now.getTime(),
    )
  } catch {
    return false
  }
}

/**
 * The SDK refuses old signatures only, so a signature dated in the future would stay valid for too
 * long.
 */
const isFromTheFuture = (signature: string, now: Date): boolean =>
  [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].some(
    ([, at]) => Number(at) > epochSeconds(now) + toleranceSeconds,
  )

/** The payment intent of an event's object: the object itself, or the one that it names. */
function intentOf(subject: Fields): string | null {
  if (subject.object === 'payment_intent') return textOf(subject.id)

  const paymentIntent = subject.payment_intent

  return textOf(isFields(paymentIntent) ? paymentIntent.id : paymentIntent)
}

/**
 * The hint in a genuine event. An event without an object (such as a thin event) yields no hint,
 * since the shop uses no such event. Returns null for JSON that is not an object.
 */
function eventHints(event: unknown): WebhookHint[] | null {
  if (!isFields(event)) return null

  const eventSubject = isFields(event.data) ? event.data.object : null
  const [eventId, type] = [textOf(event.id), textOf(event.type)]
  if (!isFields(eventSubject) || !eventId || !type) return []

  const metadata = isFields(eventSubject.metadata) ? eventSubject.metadata : {}

  return [
    {
      eventId,
      type,
      reference: eventSubject.object === 'checkout.session' ? textOf(eventSubject.id) : null,
      paymentId: textOf(eventSubject.client_reference_id) ?? textOf(metadata.payment_id),
      receiptId: intentOf(eventSubject),
    },
  ]
}
