import { CURRENCIES } from './currencies.ts'
import { MAXIMUM_AMOUNT } from './model.ts'
import type { Rule, Rules } from './parameters.ts'
import { extraRules } from './session-extras.ts'

// The parameters of POST /v1/checkout/sessions that matter to a shop with single card payments.

const PAYMENT_METHODS = ['card', 'pix', 'boleto', 'link'] as const

const PAGE_LOCALES = (
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko ' +
  'lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv ' +
  'th tr vi zh zh-HK zh-TW'
).split(' ')

const switchRule: Rule = {
  is: 'object',
  fields: { enabled: { is: 'boolean', required: true } },
}

const messageRule: Rule = {
  is: 'object',
  fields: { message: { is: 'text', max: 1200, required: true } },
}

const emailRule = { is: 'text', max: 800, pattern: /^[^@\s]+@[^@\s]+\.[^@\s]+$/ } as const

const productData: Rules = {
  name: { is: 'text', max: 250, required: true },
  description: { is: 'text', max: 500 },
  images: { is: 'list', of: { is: 'url' }, max: 8 },
  metadata: { is: 'metadata' },
  tax_code: { is: 'text' },
}

const priceData: Rules = {
  currency: { is: 'one-of', values: CURRENCIES, required: true },
  unit_amount: { is: 'integer', min: 0, max: MAXIMUM_AMOUNT },
  unit_amount_decimal: { is: 'decimal' },
  product_data: { is: 'object', fields: productData, required: true },
  tax_behavior: { is: 'one-of', values: ['exclusive', 'inclusive', 'unspecified'] },
}

const cardOptions: Rules = {
  installments: switchRule,
  request_three_d_secure: { is: 'one-of', values: ['any', 'automatic', 'challenge'] },
  setup_future_usage: { is: 'one-of', values: ['off_session', 'on_session'] },
  statement_descriptor_suffix_kana: { is: 'text', max: 22 },
  statement_descriptor_suffix_kanji: { is: 'text', max: 17 },
}

const intentData: Rules = {
  capture_method: { is: 'one-of', values: ['automatic', 'automatic_async'] },
  description: { is: 'text', max: 1000 },
  metadata: { is: 'metadata' },
  receipt_email: emailRule,
  setup_future_usage: { is: 'one-of', values: ['off_session', 'on_session'] },
  statement_descriptor: { is: 'text', max: 22 },
  statement_descriptor_suffix: { is: 'text', max: 22 },
}

const invoiceData: Rules = {
  custom_fields: {
    is: 'list',
    max: 4,
    of: {
      is: 'object',
      fields: {
        name: { is: 'text', max: 40, required: true },
        value: { is: 'text', max: 140, required: true },
      },
    },
  },
  description: { is: 'text', max: 1500 },
  footer: { is: 'text', max: 5000 },
  metadata: { is: 'metadata' },
}

export const sessionRules: Rules = {
  ...extraRules,
  currency: { is: 'one-of', values: CURRENCIES },
  mode: { is: 'one-of', values: ['payment'], required: true },
  success_url: { is: 'url', required: true },
  cancel_url: { is: 'url' },
  ui_mode: { is: 'one-of', values: ['hosted_page'] },
  client_reference_id: { is: 'text', max: 200 },
  customer: { is: 'text' },
  customer_creation: { is: 'one-of', values: ['always', 'if_required'] },
  customer_email: emailRule,

  line_items: {
    is: 'list',
    max: 100,
    required: true,
    of: {
      is: 'object',
      fields: {
        price_data: { is: 'object', fields: priceData, required: true },
        quantity: { is: 'integer', min: 1, required: true },
        metadata: { is: 'metadata' },
      },
    },
  },

  discounts: {
    is: 'list',
    max: 1,
    of: { is: 'object', fields: { coupon: { is: 'text' }, promotion_code: { is: 'text' } } },
  },
  adaptive_pricing: { is: 'object', fields: { enabled: { is: 'boolean' } } },
  allowed_payment_method_types: { is: 'list', of: { is: 'one-of', values: PAYMENT_METHODS } },
  excluded_payment_method_types: { is: 'list', of: { is: 'one-of', values: PAYMENT_METHODS } },

  custom_text: {
    is: 'object',
    fields: {
      after_submit: messageRule,
      shipping_address: messageRule,
      submit: messageRule,
      terms_of_service_acceptance: messageRule,
    },
  },

  invoice_creation: {
    is: 'object',
    fields: {
      enabled: { is: 'boolean', required: true },
      invoice_data: { is: 'object', fields: invoiceData },
    },
  },

  payment_method_options: { is: 'object', fields: { card: { is: 'object', fields: cardOptions } } },
  metadata: { is: 'metadata' },
  payment_intent_data: { is: 'object', fields: intentData },
  expires_at: { is: 'integer' },
  locale: { is: 'one-of', values: PAGE_LOCALES },
  submit_type: { is: 'one-of', values: ['auto', 'pay', 'book', 'donate'] },
  billing_address_collection: { is: 'one-of', values: ['auto', 'required'] },
  phone_number_collection: switchRule,
  allow_promotion_codes: { is: 'boolean' },
  origin_context: { is: 'one-of', values: ['mobile_app', 'web'] },
}

/** Parameters of POST /v1/checkout/sessions/:id. */
export const sessionUpdateRules: Rules = {
  metadata: { is: 'metadata' },
  payment_intent_data: { is: 'object', fields: { metadata: { is: 'metadata' } } },
}
