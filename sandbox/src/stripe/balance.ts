import { randomText } from '../core/ids.ts'
import { epochSeconds, type BalanceTransaction, type Stripe } from './model.ts'

/** Types of balance transactions, with the category names of Stripe's reports. */
const CATEGORIES = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund_failure',
  dispute: 'dispute',
  dispute_reversal: 'dispute_reversal',
} as const

type Category = keyof typeof CATEGORIES

/**
 * Records money in (positive) or out (negative) in minor units; `source` is the charge, refund or
 * dispute.
 */
export function bookBalance(
  stripe: Stripe,
  entry: { amount: number; currency: string; source: string; category: Category; fee?: number },
): BalanceTransaction {
  const { amount, currency, source, category, fee = 0 } = entry
  const createdAt = epochSeconds(stripe)
  const isDispute = category === 'dispute' || category === 'dispute_reversal'

  return stripe.balance.save({
    id: `txn_3${randomText(23)}`,
    object: 'balance_transaction',
    amount,
    available_on: createdAt + 2 * 86_400,
    balance_type: 'payments',
    created: createdAt,
    currency,
    description: null,
    exchange_rate: null,
    fee,

    fee_details:
      fee > 0
        ? [
            {
              amount: fee,
              application: null,
              currency,
              description: isDispute ? 'Dispute fee' : 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ]
        : [],

    net: amount - fee,
    reporting_category: CATEGORIES[category],
    source,
    status: 'pending',
    type: isDispute ? 'adjustment' : category,
  })
}
