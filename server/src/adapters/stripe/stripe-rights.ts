import Stripe from 'stripe'

import { isRefusal, knownOrUnknown } from './stripe-shared.ts'

const { StripePermissionError } = Stripe.errors

/**
 * Harmless calls, each of which needs one right that the shop uses, by its name in Stripe's
 * dashboard. Calls that would change something are incomplete or name an unknown payment: Stripe
 * checks the rights first, then refuses.
 */
const rightCalls: readonly [right: string, call: (stripe: Stripe) => Promise<unknown>][] = [
  ['Checkout Sessions: read', (stripe) => stripe.checkout.sessions.list({ limit: 1 })],
  ['Checkout Sessions: write', (stripe) => stripe.checkout.sessions.create({ mode: 'payment' })],
  ['Coupons: write', (stripe) => stripe.coupons.create({})],
  ['PaymentIntents: read', (stripe) => stripe.paymentIntents.list({ limit: 1 })],
  ['Charges and Refunds: read', (stripe) => stripe.refunds.list({ limit: 1 })],
  [
    'Charges and Refunds: write',
    (stripe) => stripe.refunds.create({ payment_intent: 'pi_chaveiro' }),
  ],
  ['Disputes: read', (stripe) => stripe.disputes.list({ limit: 1 })],
]

/**
 * Rights that the shop needs and a restricted key lacks (F257). Throws ProviderUnknown when one of
 * the calls has no answer.
 */
export async function missingRights(stripe: Stripe): Promise<string[]> {
  const missingByCall = await Promise.all(
    rightCalls.map(([right, call]) =>
      knownOrUnknown(async () => {
        try {
          await call(stripe)
          return []
        } catch (error) {
          if (error instanceof StripePermissionError) return [right]
          if (isRefusal(error)) return []

          throw error
        }
      }),
    ),
  )
  return missingByCall.flat()
}
