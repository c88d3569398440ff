import { randomText } from '../core/ids.ts'
import type { LineItem, Metadata, Session } from './model.ts'
import type { Parameters } from './parameters.ts'
import { extrasOf } from './session-extras.ts'

type Computed =
  | 'id'
  | 'amount_subtotal'
  | 'amount_total'
  | 'created'
  | 'currency'
  | 'customer'
  | 'customer_details'
  | 'discounts'
  | 'expires_at'
  | 'payment_method_types'
  | 'payment_status'
  | 'total_details'
  | 'url'

/**
 * The fields of a session that repeat its input, and those that a single card payment leaves empty.
 */
export function plainSession(input: Parameters): Omit<Session, Computed> {
  const optionalText = (name: string): string | null => (input[name] as string | undefined) ?? null
  const methodOptions = (input['payment_method_options'] ?? {}) as { card?: object }

  return {
    object: 'checkout.session',
    adaptive_pricing: { enabled: isEnabled(input['adaptive_pricing']) },
    allow_promotion_codes: (input['allow_promotion_codes'] as boolean | undefined) ?? null,
    allowed_payment_method_types:
      (input['allowed_payment_method_types'] as string[] | undefined) ?? null,
    billing_address_collection: optionalText('billing_address_collection'),
    cancel_url: optionalText('cancel_url'),
    client_reference_id: optionalText('client_reference_id'),
    client_secret: null,
    collected_information: null,
    consent: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: customTextOf(input),
    customer_account: null,
    customer_creation: input['customer']
      ? null
      : (optionalText('customer_creation') ?? 'if_required'),
    customer_email: optionalText('customer_email'),
    integration_identifier: null,
    invoice: null,
    invoice_creation: invoiceOf(input),
    livemode: false,
    locale: optionalText('locale'),
    managed_payments: { enabled: false },
    metadata: (input['metadata'] as Metadata | undefined) ?? {},
    mode: 'payment',
    origin_context: optionalText('origin_context'),
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { request_three_d_secure: 'automatic', ...methodOptions.card },
    },
    permissions: null,
    phone_number_collection: { enabled: isEnabled(input['phone_number_collection']) },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: optionalText('submit_type'),
    subscription: null,
    success_url: input['success_url'] as string,
    ui_mode: 'hosted_page',
    ...extrasOf(input),
  }
}

const isEnabled = (value: unknown): boolean => (value as { enabled?: boolean })?.enabled ?? false

const customTextOf = (input: Parameters): Session['custom_text'] => ({
  after_submit: null,
  shipping_address: null,
  submit: null,
  terms_of_service_acceptance: null,
  ...(input['custom_text'] as object | undefined),
})

function invoiceOf(input: Parameters): Session['invoice_creation'] {
  const invoiceInput = input['invoice_creation'] as { invoice_data?: object } | undefined
  return {
    enabled: isEnabled(invoiceInput),
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: null,
      metadata: {},
      rendering_options: null,
      ...invoiceInput?.invoice_data,
    },
  }
}

/** The buyer's details, as far as the page has them. */
export const detailsOf = (
  email: string | null,
  name: string | null,
): NonNullable<Session['customer_details']> => ({
  address: null,
  business_name: null,
  email,
  individual_name: name,
  name,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
})

/** The price object for a line's price_data. */
export const priceObject = (
  currency: string,
  unit: number,
  created: number,
): LineItem['price'] => ({
  id: `price_1${randomText(23)}`,
  object: 'price',
  active: false,
  billing_scheme: 'per_unit',
  created,
  currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: {},
  nickname: null,
  product: `prod_${randomText(14)}`,
  recurring: null,
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'one_time',
  unit_amount: Math.round(unit),
  unit_amount_decimal: String(unit),
})
