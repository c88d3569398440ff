import type Stripe from 'stripe'

import type { WebhookHint, WebhookInput } from '../../ports/payments.ts'
import { isFields, parseJson, textOf, type Fields } from '../json-call.ts'
import { seconds } from './stripe-shared.ts'

const toleranceSeconds = 300

/**
 * The hints of an event that one of the secrets signed; two are valid while one is being replaced.
 * Refuses messages dated more than five minutes in the past or future (R009).
 */
export function verifyWebhook(
  stripe: Stripe,
  secrets: readonly string[],
  input: WebhookInput,
): WebhookHint[] | null {
  const signature = input.headers['stripe-signature']
  if (typeof signature !== 'string' || isFromTheFuture(signature, input.now)) return null

  const isSigned = secrets.some((secret) => isSignedBy(stripe, secret, signature, input))

  return isSigned ? hintsOf(parseJson(input.body.toString('utf8'))) : null
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
 * The SDK refuses old signatures only; a signature from the future would stay valid until then.
 */
const isFromTheFuture = (signature: string, now: Date): boolean =>
  [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].some(
    ([, at]) => Number(at) > seconds(now) + toleranceSeconds,
  )

/** The payment intent of an event's object: the object itself, or the one that it names. */
function intentOf(subject: Fields): string | null {
  if (subject.object === 'payment_intent') return textOf(subject.id)

  const intent = subject.payment_intent

  return textOf(isFields(intent) ? intent.id : intent)
}

/**
 * The hint in a genuine event. An event without an object (such as a thin event) has none, since
 * the shop follows nothing of it. Returns null for other JSON.
 */
function hintsOf(event: unknown): WebhookHint[] | null {
  if (!isFields(event)) return null

  const subject = isFields(event.data) ? event.data.object : null
  const [eventId, type] = [textOf(event.id), textOf(event.type)]
  if (!isFields(subject) || !eventId || !type) return []

  const metadata = isFields(subject.metadata) ? subject.metadata : {}

  return [
    {
      eventId,
      type,
      reference: subject.object === 'checkout.session' ? textOf(subject.id) : null,
      paymentId: textOf(subject.client_reference_id) ?? textOf(metadata.payment_id),
      receiptId: intentOf(subject),
    },
  ]
}
