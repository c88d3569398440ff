import { invalidRequest } from './errors.ts'
import type { Session } from './model.ts'
import type { Parameters, Rule, Rules } from './parameters.ts'

// Optional parts of a session: questions to the buyer, and the appearance of the page. The API
// returns them as sent, with the buyer's answers after the payment.

const oneOfRule = (...values: string[]): Rule => ({ is: 'one-of', values })

const requiredSwitch: Rule = {
  is: 'object',
  fields: { enabled: { is: 'boolean', required: true }, optional: { is: 'boolean' } },
}

const colourRule: Rule = { is: 'text', pattern: /^(#[0-9a-f]{6})?$/i }

const pictureRule: Rule = {
  is: 'object',
  fields: {
    type: { is: 'one-of', values: ['file', 'url'], required: true },
    file: { is: 'text' },
    url: { is: 'url' },
  },
}

const PAGE_FONTS = (
  'be_vietnam_pro bitter chakra_petch default hahmlet inconsolata inter lato lora m_plus_1_code ' +
  'montserrat noto_sans noto_sans_jp noto_serif nunito open_sans pridi pt_sans pt_serif raleway ' +
  'roboto roboto_slab source_sans_pro titillium_web ubuntu_mono zen_maru_gothic'
).split(' ')

export const extraRules: Rules = {
  after_expiration: {
    is: 'object',
    fields: {
      recovery: {
        is: 'object',
        fields: {
          enabled: { is: 'boolean', required: true },
          allow_promotion_codes: { is: 'boolean' },
        },
      },
    },
  },

  automatic_tax: {
    is: 'object',
    fields: {
      enabled: { is: 'boolean', required: true },
      liability: {
        is: 'object',
        fields: {
          type: { is: 'one-of', values: ['account', 'self'], required: true },
          account: { is: 'text' },
        },
      },
    },
  },

  branding_settings: {
    is: 'object',
    fields: {
      background_color: colourRule,
      border_style: oneOfRule('pill', 'rectangular', 'rounded', ''),
      button_color: colourRule,
      display_name: { is: 'text', max: 250 },
      font_family: oneOfRule(...PAGE_FONTS, ''),
      icon: pictureRule,
      logo: pictureRule,
    },
  },

  consent_collection: {
    is: 'object',
    fields: {
      payment_method_reuse_agreement: {
        is: 'object',
        fields: { position: { is: 'one-of', values: ['auto', 'hidden'], required: true } },
      },
      promotions: oneOfRule('auto', 'none'),
      terms_of_service: oneOfRule('none', 'required'),
    },
  },

  customer_update: {
    is: 'object',
    fields: {
      address: oneOfRule('auto', 'never'),
      name: oneOfRule('auto', 'never'),
      shipping: oneOfRule('auto', 'never'),
    },
  },

  name_collection: {
    is: 'object',
    fields: { business: requiredSwitch, individual: requiredSwitch },
  },

  shipping_address_collection: {
    is: 'object',
    fields: {
      allowed_countries: {
        is: 'list',
        of: { is: 'text', pattern: /^[A-Z]{2}$/ },
        required: true,
      },
    },
  },

  tax_id_collection: {
    is: 'object',
    fields: {
      enabled: { is: 'boolean', required: true },
      required: oneOfRule('if_supported', 'never'),
    },
  },

  wallet_options: {
    is: 'object',
    fields: { link: { is: 'object', fields: { display: oneOfRule('auto', 'never') } } },
  },
}

/**
 * Parameters that Stripe accepts and this sandbox does not implement. The error says so, since the
 * caller made no mistake.
 */
export const NOT_PLAYED: readonly string[] = [
  'custom_fields',
  'customer_account',
  'integration_identifier',
  'managed_payments',
  'optional_items',
  'payment_method_collection',
  'payment_method_configuration',
  'payment_method_data',
  'permissions',
  'redirect_on_completion',
  'return_url',
  'saved_payment_method_options',
  'setup_intent_data',
  'shipping_options',
  'subscription_data',
]

type Extras =
  | 'after_expiration'
  | 'automatic_tax'
  | 'branding_settings'
  | 'consent_collection'
  | 'name_collection'
  | 'shipping_address_collection'
  | 'tax_id_collection'
  | 'wallet_options'

/** The optional parameters in the format of an open session. */
export function extrasOf(input: Parameters): Pick<Session, Extras> {
  const { recovery } = enabledPart<{ recovery?: Recovery }>(input, 'after_expiration') ?? {}
  const automaticTax = enabledPart<{ enabled: boolean; liability?: object }>(input, 'automatic_tax')
  const consentCollection = enabledPart<object>(input, 'consent_collection')
  const taxIdCollection = enabledPart<{ enabled: boolean; required?: string }>(
    input,
    'tax_id_collection',
  )

  const shippingAddress = enabledPart<Session['shipping_address_collection']>(
    input,
    'shipping_address_collection',
  )

  if (shippingAddress?.allowed_countries.length === 0)
    throw invalidRequest(
      'You must provide at least one country.',
      'parameter_invalid_empty',
      'shipping_address_collection[allowed_countries]',
    )

  if (input['customer_update'] && !input['customer'])
    throw invalidRequest(
      '`customer_update` can only be used with `customer`.',
      undefined,
      'customer_update',
    )

  return {
    after_expiration: recovery
      ? {
          recovery: { allow_promotion_codes: false, ...recovery, expires_at: null, url: null },
        }
      : null,
    automatic_tax: automaticTaxOf(automaticTax),
    ...namedPart(input, 'branding_settings', noBranding),

    consent_collection: consentCollection
      ? {
          payment_method_reuse_agreement: null,
          promotions: null,
          terms_of_service: null,
          ...consentCollection,
        }
      : null,

    ...namedPart(input, 'name_collection', {}),
    shipping_address_collection: shippingAddress ?? null,
    tax_id_collection: { enabled: false, required: 'never', ...taxIdCollection },
    wallet_options: enabledPart(input, 'wallet_options') ?? null,
  }
}

type Recovery = { enabled: boolean; allow_promotion_codes?: boolean }

function automaticTaxOf(
  automaticTax: { enabled: boolean; liability?: object } | undefined,
): Session['automatic_tax'] {
  if (!automaticTax?.enabled)
    return { enabled: false, liability: null, provider: null, status: null }

  const liability = { type: 'self', ...automaticTax.liability }

  return { enabled: true, liability, provider: 'stripe', status: 'requires_location_inputs' }
}

const noBranding = {
  background_color: '#ffffff',
  border_style: 'rounded',
  button_color: '#0074d4',
  display_name: 'Loja de teste',
  font_family: 'default',
  icon: null,
  logo: null,
}

const enabledPart = <T>(input: Parameters, name: string): T | undefined =>
  (input[name] as T | null | undefined) ?? undefined

const namedPart = (input: Parameters, name: string, standard: object): object => {
  const inputPart = enabledPart<object>(input, name)
  return inputPart ? { [name]: { ...standard, ...inputPart } } : {}
}
