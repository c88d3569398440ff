import type Stripe from 'stripe'
import type { WebhookHint, WebhookInput } from '../../ports/payments.ts'
import { isExpanded, seconds } from './stripe-shared.ts'

const toleranceSeconds = 300

/**
 * Any of the secrets may have signed the raw bytes: two are valid while one is being replaced.
 * Messages dated more than five minutes ago or ahead are refused (R9).
 */
export function verifyWebhook(
  stripe: Stripe,
  secrets: readonly string[],
  input: WebhookInput,
): WebhookHint[] | null {
  const signature = input.headers['stripe-signature']
  if (typeof signature !== 'string' || isFromTheFuture(signature, input.now)) return null
  for (const secret of secrets) {
    try {
      return [
        hintOf(
          stripe.webhooks.constructEvent(
            input.body,
            signature,
            secret,
            toleranceSeconds,
            undefined,
            input.now.getTime(),
          ),
        ),
      ]
    } catch {
      /* not by this one */
    }
  }
  return null
}

/**
 * The SDK refuses old signatures only; one that is dated ahead would be good for as long as it is.
 */
const isFromTheFuture = (signature: string, now: Date): boolean =>
  [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].some(
    ([, at]) => Number(at) > seconds(now) + toleranceSeconds,
  )

type About = {
  id?: string
  object?: string
  client_reference_id?: string | null
  metadata?: Record<string, string> | null
  payment_intent?: string | { id: string } | null
}

/** The payment intent that an event is about: itself, or the one it names. */
function intentOf(about: About): string | null | undefined {
  if (about.object === 'payment_intent') return about.id
  return isExpanded(about.payment_intent) ? about.payment_intent.id : about.payment_intent
}

function hintOf(event: Stripe.Event): WebhookHint {
  const about = event.data.object as About
  return {
    eventId: event.id,
    type: event.type,
    reference: about.object === 'checkout.session' ? about.id! : null,
    paymentId: about.client_reference_id ?? about.metadata?.payment_id ?? null,
    receiptId: intentOf(about) ?? null,
  }
}
