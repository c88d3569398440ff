import { cardBrandOf, type Card } from './cards.ts'
import type { Charge, PaymentError, PaymentIntent, SessionDetails } from './model.ts'

type IntentPart =
  | 'id'
  | 'amount'
  | 'client_secret'
  | 'created'
  | 'currency'
  | 'customer'
  | 'metadata'
  | 'payment_method_types'
  | 'receipt_email'

/**
 * An intent before its first attempt; most fields stay empty, since there is only a single card
 * payment.
 */
export const plainIntent = (asked: SessionDetails['intent']): Omit<PaymentIntent, IntentPart> => ({
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  confirmation_method: 'automatic',
  customer_account: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: { enabled: false },
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,

  payment_method_options: {
    card: {
      installments: null,
      mandate_options: null,
      network: null,
      request_three_d_secure: 'automatic',
    },
  },

  payment_record: null,
  processing: null,
  review: null,
  shipping: null,
  source: null,
  status: 'requires_payment_method',
  transfer_data: null,
  transfer_group: null,
  ...asked,
})

type ChargePart =
  | 'id'
  | 'amount'
  | 'amount_captured'
  | 'balance_transaction'
  | 'created'
  | 'currency'
  | 'customer'
  | 'description'
  | 'metadata'
  | 'payment_intent'
  | 'payment_method'
  | 'receipt_email'
  | 'receipt_url'
  | 'statement_descriptor'
  | 'statement_descriptor_suffix'

/** A charge of a card with the bank's answer; `error` is set if the card was declined. */
export function plainCharge(card: Card, error: PaymentError | null): Omit<Charge, ChargePart> {
  const isAccepted = error === null
  return {
    object: 'charge',
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,

    billing_details: {
      address: null,
      email: card.email,
      name: card.name,
      phone: null,
      tax_id: null,
    },

    calculated_statement_descriptor: 'SANDBOX',
    captured: isAccepted,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    fraud_details: {},
    livemode: false,
    on_behalf_of: null,

    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: error ? '05' : null,
      network_status: isAccepted ? 'approved_by_network' : 'declined_by_network',
      reason: error?.decline_code ?? null,
      risk_level: 'normal',
      seller_message: isAccepted
        ? 'Payment complete.'
        : 'The bank did not return any further details with this decline.',
      type: isAccepted ? 'authorized' : 'issuer_declined',
    },

    paid: isAccepted,
    payment_method_details: { type: 'card', card: cardDetails(card) },
    receipt_number: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    status: isAccepted ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
}

const cardDetails = (card: Card): Charge['payment_method_details']['card'] => ({
  amount_authorized: null,
  authorization_code: null,
  brand: cardBrandOf(card.number),
  checks: {
    address_line1_check: null,
    address_postal_code_check: null,
    cvc_check: 'pass',
  },
  country: 'BR',
  electronic_commerce_indicator: null,
  exp_month: card.expMonth,
  exp_year: card.expYear,
  funding: 'credit',
  installments: null,
  last4: card.number.slice(-4),
  mandate: null,
  network: cardBrandOf(card.number),
  network_transaction_id: null,
  regulated_status: 'unregulated',
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
})
