import type Api from 'stripe'

import type { Core } from '../core/core.ts'
import type { Row, Table } from '../core/state.ts'

export const API_VERSION = '2026-10-28.endive'
export const MAXIMUM_AMOUNT = 99_999_999

export type Metadata = Record<string, string>

/*
 * Every row has the API's own type, so that tsc checks the sandbox's answers. A type is narrower
 * where the sandbox stores less. References are ids, which `expand` replaces with objects.
 */
export type LineItem = Omit<Api.LineItem, 'price'> & {
  description: string
  quantity: number
  /** Decimals are text on the wire; the client parses them. */
  price: Omit<Api.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string }
}

export type Session = Api.Checkout.Session & {
  amount_subtotal: number
  amount_total: number
  currency: string
  customer: string | null
  discounts: { coupon: string | null; promotion_code: null }[]
  metadata: Metadata
  payment_intent: string | null
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  status: 'open' | 'complete' | 'expired'
  success_url: string
  total_details: { amount_discount: number; amount_shipping: number; amount_tax: number }
}

/** Data of a session that the API does not return. */
export type SessionDetails = Row & {
  lineItems: LineItem[]
  paymentIntentMetadata: Metadata
  intent: Pick<
    PaymentIntent,
    'description' | 'setup_future_usage' | 'statement_descriptor' | 'statement_descriptor_suffix'
  >
  receiptEmail: string | null
  url: string
  /** The original input, from which an expired session is recovered. */
  input?: Record<string, unknown>
}

export type WebhookEndpoint = Api.WebhookEndpoint
export type Coupon = Api.Coupon
export type Customer = Api.Customer & { metadata: Metadata }

export type PaymentError = {
  type: 'card_error'
  code: string
  decline_code?: string
  message: string
}

export type PaymentIntent = Api.PaymentIntent & {
  customer: string | null
  latest_charge: string | null
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled'
}

export type Charge = Api.Charge & {
  balance_transaction: string | null
  customer: string | null
  payment_intent: string
  payment_method_details: { card: CardDetails; type: 'card' }
  status: 'succeeded' | 'pending' | 'failed'
}

type CardDetails = Api.Charge.PaymentMethodDetails.Card & { brand: string; last4: string }

export type Refund = Api.Refund & {
  balance_transaction: string | null
  charge: string
  metadata: Metadata
  payment_intent: string
}

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

/** The account's differences from a new one. */
type Account = Row & {
  /** Origin of a custom domain for payment pages. */
  customDomain: string | null
  /** Rights that its restricted key does not have, such as `coupons.write`. */
  lacks: string[]
}

export type Stripe = {
  core: Core
  account: { get(): Account; set(change: Partial<Account>): void }
  sessions: Table<Session>
  details: Table<SessionDetails>
  coupons: Table<Coupon>
  customers: Table<Customer>
  intents: Table<PaymentIntent>
  charges: Table<Charge>
  refunds: Table<Refund>
  disputes: Table<Dispute>
  balance: Table<BalanceTransaction>
  events: Table<StripeEvent>
  endpoints: Table<WebhookEndpoint>
  endpointSecrets: Table<Row & { secret: string }>
}

export function openModel(core: Core): Stripe {
  const { state } = core
  const accountTable = state.table<Account>('stripe.account')
  const defaultAccount: Account = { id: 'account', customDomain: null, lacks: [] }
  const readAccount = (): Account => ({ ...defaultAccount, ...accountTable.get('account') })

  return {
    core,
    account: {
      get: readAccount,
      set: (change) => void accountTable.save({ ...readAccount(), ...change, id: 'account' }),
    },
    sessions: state.table('stripe.sessions'),
    details: state.table('stripe.session-details'),
    coupons: state.table('stripe.coupons'),
    customers: state.table('stripe.customers'),
    intents: state.table('stripe.payment-intents'),
    charges: state.table('stripe.charges'),
    refunds: state.table('stripe.refunds'),
    disputes: state.table('stripe.disputes'),
    balance: state.table('stripe.balance-transactions'),
    events: state.table('stripe.events'),
    endpoints: state.table('stripe.webhook-endpoints'),
    endpointSecrets: state.table('stripe.webhook-endpoint-secrets'),
  }
}

/** Epoch seconds of the sandbox's clock. */
export const epochSeconds = (stripe: Stripe): number => Math.floor(stripe.core.clock.now() / 1000)
