import type Api from 'stripe'
import type { Core } from '../core/core.ts'
import type { Row, Table } from '../core/state.ts'

export const API_VERSION = '2026-10-28.endive'
/** Smallest total that Stripe charges, in minor units; zero is allowed and needs no payment. */
export const MINIMUM_AMOUNT = 50
export const MAXIMUM_AMOUNT = 99_999_999

export type Metadata = Record<string, string>
export type LineItem = {
  id: string
  object: 'item'
  amount_discount: number
  amount_subtotal: number
  amount_tax: number
  amount_total: number
  currency: string
  description: string
  price: {
    id: string
    object: 'price'
    active: boolean
    currency: string
    product: string
    type: 'one_time'
    unit_amount: number
    unit_amount_decimal: string
  }
  quantity: number
}
export type Session = Row & {
  object: 'checkout.session'
  amount_subtotal: number
  amount_total: number
  allowed_payment_method_types: string[] | null
  cancel_url: string | null
  client_reference_id: string | null
  created: number
  currency: string
  customer: null
  customer_email: string | null
  customer_details: {
    email: string | null
    name: string | null
    phone: null
    address: null
    tax_exempt: 'none'
    tax_ids: []
  } | null
  discounts: { coupon: string | null; promotion_code: null }[]
  expires_at: number
  livemode: false
  locale: string | null
  metadata: Metadata
  mode: 'payment'
  payment_intent: string | null
  payment_method_types: string[]
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  status: 'open' | 'complete' | 'expired'
  submit_type: string | null
  success_url: string
  total_details: { amount_discount: number; amount_shipping: 0; amount_tax: 0 }
  ui_mode: 'hosted_page'
  url: string | null
}
/** What the sandbox keeps of a session beside what the API shows. */
export type SessionDetails = Row & {
  lineItems: LineItem[]
  paymentIntentMetadata: Metadata
  description: string | null
  url: string
}
export type Coupon = Row & {
  object: 'coupon'
  amount_off: number | null
  created: number
  currency: string | null
  duration: 'once'
  duration_in_months: null
  livemode: false
  max_redemptions: number | null
  metadata: Metadata
  name: string | null
  percent_off: number | null
  redeem_by: number | null
  times_redeemed: number
  valid: boolean
}
export type PaymentError = {
  type: 'card_error'
  code: string
  decline_code?: string
  message: string
}
export type PaymentIntent = Row & {
  object: 'payment_intent'
  amount: number
  amount_received: number
  canceled_at: number | null
  capture_method: 'automatic_async'
  created: number
  currency: string
  description: string | null
  last_payment_error: PaymentError | null
  latest_charge: string | null
  livemode: false
  metadata: Metadata
  payment_method_types: string[]
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled'
  receipt_email: string | null
}
export type Charge = Row & {
  object: 'charge'
  amount: number
  amount_captured: number
  amount_refunded: number
  balance_transaction: string | null
  billing_details: { email: string | null; name: string | null }
  captured: boolean
  created: number
  currency: string
  description: string | null
  disputed: boolean
  failure_code: string | null
  failure_message: string | null
  livemode: false
  metadata: Metadata
  outcome: {
    network_status: string
    reason: string | null
    risk_level: string
    seller_message: string
    type: string
  }
  paid: boolean
  payment_intent: string
  payment_method_details: {
    type: 'card'
    card: {
      brand: string
      last4: string
      exp_month: number
      exp_year: number
      country: string
      funding: 'credit'
    }
  }
  receipt_url: string | null
  refunded: boolean
  status: 'succeeded' | 'pending' | 'failed'
}
export type Refund = Row & {
  object: 'refund'
  amount: number
  balance_transaction: string | null
  charge: string
  created: number
  currency: string
  failure_balance_transaction?: string
  failure_reason?: string
  metadata: Metadata
  payment_intent: string
  reason: string | null
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'
}
/** The API's own types, with references as ids: the sandbox keeps rows, `expand` fills them in. */
export type Dispute = Api.Dispute & { charge: string; payment_intent: string }
export type BalanceTransaction = Api.BalanceTransaction & { source: string }
export type StripeEvent = Row & {
  object: 'event'
  api_version: string
  created: number
  data: { object: Row; previous_attributes?: Record<string, unknown> }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null } | null
  type: string
}

/** Stripe's side of the sandbox: its tables and the core it stands on. */
export type Stripe = {
  core: Core
  sessions: Table<Session>
  details: Table<SessionDetails>
  coupons: Table<Coupon>
  intents: Table<PaymentIntent>
  charges: Table<Charge>
  refunds: Table<Refund>
  disputes: Table<Dispute>
  balance: Table<BalanceTransaction>
  events: Table<StripeEvent>
}

export function openModel(core: Core): Stripe {
  const { state } = core
  return {
    core,
    sessions: state.table('stripe.sessions'),
    details: state.table('stripe.session-details'),
    coupons: state.table('stripe.coupons'),
    intents: state.table('stripe.payment-intents'),
    charges: state.table('stripe.charges'),
    refunds: state.table('stripe.refunds'),
    disputes: state.table('stripe.disputes'),
    balance: state.table('stripe.balance-transactions'),
    events: state.table('stripe.events'),
  }
}

/** Epoch seconds of the sandbox's clock. */
export const seconds = (stripe: Stripe): number => Math.floor(stripe.core.clock.now() / 1000)
