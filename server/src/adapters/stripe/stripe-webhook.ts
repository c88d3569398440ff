import type Stripe from 'stripe'

import type { WebhookHint, WebhookInput } from '../../ports/payments.ts'
import { isFields, parseJson, textOf, type Fields } from '../json-call.ts'
import { seconds } from './stripe-shared.ts'

const toleranceSeconds = 300

/**
 * Any of the secrets may have signed the raw bytes: two are valid while one is being replaced.
 * Messages dated more than five minutes ago or ahead are refused (R009).
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
 * The SDK refuses old signatures only; one that is dated ahead would be good for as long as it is.
 */
const isFromTheFuture = (signature: string, now: Date): boolean =>
  [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].some(
    ([, at]) => Number(at) > seconds(now) + toleranceSeconds,
  )

/** The payment intent that an event is about: itself, or the one it names. */
function intentOf(about: Fields): string | null {
  if (about.object === 'payment_intent') return textOf(about.id)

  const intent = about.payment_intent

  return textOf(isFields(intent) ? intent.id : intent)
}

/**
 * The hint in a genuine event; none in one without an object (a thin event, say), since it is about
 * nothing that the shop follows. null for what is no event at all.
 */
function hintsOf(event: unknown): WebhookHint[] | null {
  if (!isFields(event)) return null

  const about = isFields(event.data) ? event.data.object : null
  const [eventId, type] = [textOf(event.id), textOf(event.type)]
  if (!isFields(about) || !eventId || !type) return []

  const metadata = isFields(about.metadata) ? about.metadata : {}

  return [
    {
      eventId,
      type,
      reference: about.object === 'checkout.session' ? textOf(about.id) : null,
      paymentId: textOf(about.client_reference_id) ?? textOf(metadata.payment_id),
      receiptId: intentOf(about),
    },
  ]
}
