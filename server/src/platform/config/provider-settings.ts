import {
  providerFields,
  providerNames,
  type ProviderField,
  type ProviderName,
} from '@chaveiro/contracts/admin/provider-fields'

import { environment } from './environment.ts'

// Provider settings come from three layers: the environment wins, then values that staff entered,
// then the sandbox. Once staff entered values for a provider, all its sandbox settings are dropped.
// So real credentials never reach a sandbox, nor test credentials a real provider (P350, P358).

type Env = Record<string, string | undefined>

/** The fields of one provider as staff entered them. */
export type SavedValues = Readonly<Record<string, string>>

/** The saved fields of each provider; 'unopened' if the vault cannot decrypt them. */
export type SavedProviders = Partial<Record<ProviderName, SavedValues | 'unopened'>>
export type ProviderSource = 'environment' | 'kept' | 'sandbox' | 'off'

type ProviderRules = {
  /** Names of the provider's settings in the environment. */
  names: RegExp
  /** If the environment has any of these settings, staff cannot enter this provider. */
  decide: readonly string[]
  /**
   * Settings without which the provider cannot work: each list must have at least one setting with
   * a value.
   */
  needs: readonly (readonly string[])[]
  /** Turns the fields into environment settings, if their names differ. */
  toEnv?: (values: SavedValues) => Env
}

const providerRules: Record<ProviderName, ProviderRules> = {
  pix: {
    names: /^PIX_(?!SECONDS$)/,
    decide: ['PIX_CLIENT_ID', 'PIX_CLIENT_SECRET', 'PIX_KEY'],
    needs: [
      ['PIX_CLIENT_ID'],
      ['PIX_CLIENT_SECRET'],
      ['PIX_KEY'],
      ['PIX_BASE_URL'],
      ['PIX_WEBHOOK_SECRET'],
    ],
    toEnv: (values) => ({ PIX_BASE_URL: usualValue('pix', 'PIX_BASE_URL'), ...values }),
  },

  card: {
    names: /^STRIPE_/,
    decide: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    needs: [['STRIPE_SECRET_KEY'], ['STRIPE_WEBHOOK_SECRET']],
  },

  crypto: {
    names: /^(BINANCE_|CRYPTO_NETWORKS$)/,
    decide: ['BINANCE_API_KEY', 'BINANCE_API_SECRET'],
    needs: [['BINANCE_API_KEY'], ['BINANCE_API_SECRET'], ['BINANCE_BASE_URL']],
    toEnv: (values) => ({ BINANCE_BASE_URL: 'https://api.binance.com', ...values }),
  },

  mail: {
    names: /^(SMTP_URL|MAIL_FROM)$/,
    decide: ['SMTP_URL'],
    needs: [['SMTP_URL']],
    toEnv: ({ MAIL_FROM, ...server }) => ({ SMTP_URL: smtpUrlOf(server), MAIL_FROM }),
  },

  discord: {
    names: /^DISCORD_/,
    decide: ['DISCORD_BOT_TOKEN', 'DISCORD_CLIENT_SECRET'],
    needs: [['DISCORD_BOT_TOKEN', 'DISCORD_CLIENT_SECRET']],
  },
  keyauth: {
    names: /^KEYAUTH_/,
    decide: ['KEYAUTH_SELLER_KEY', 'KEYAUTH_SELLER_KEY_MULTI', 'KEYAUTH_SELLER_KEY_SINGLE'],
    needs: [['KEYAUTH_SELLER_KEY', 'KEYAUTH_SELLER_KEY_MULTI', 'KEYAUTH_SELLER_KEY_SINGLE']],
  },

  captcha: {
    names: /^(CAPTCHA_PROVIDER$|RECAPTCHA_|TURNSTILE_)/,
    decide: ['CAPTCHA_PROVIDER', 'RECAPTCHA_SECRET', 'TURNSTILE_SECRET'],
    needs: [['RECAPTCHA_SECRET', 'TURNSTILE_SECRET']],
    toEnv: ({ CAPTCHA_PROVIDER = '', CAPTCHA_SITE_KEY, CAPTCHA_SECRET }) => ({
      CAPTCHA_PROVIDER,
      [`${CAPTCHA_PROVIDER.toUpperCase()}_SITE_KEY`]: CAPTCHA_SITE_KEY,
      [`${CAPTCHA_PROVIDER.toUpperCase()}_SECRET`]: CAPTCHA_SECRET,
    }),
  },
}

/** The two layers that do not come from staff. */
export type Layers = { environment: Env; sandbox: Env }

const usualValue = (provider: ProviderName, name: string): string | undefined =>
  fieldsOf(provider).find((field) => field.name === name)?.usual

export const fieldsOf = (provider: ProviderName): readonly ProviderField[] =>
  providerFields[provider]

/** Whether the back office may show a saved field again; all other fields are secrets. */
export const isShownField = ({ kind }: ProviderField): boolean =>
  kind === 'text' || kind === 'choice' || kind === 'flag'

/** The environment settings that fix a provider; empty when staff may enter it. */
export const decidedBy = (
  provider: ProviderName,
  { environment: environmentValues }: Layers,
): string[] => providerRules[provider].decide.filter((name) => environmentValues[name])

/** Whether the environment sets this field, so that staff cannot change it. */
export const isInEnvironment = (
  field: string,
  { environment: environmentValues }: Layers,
): boolean => Boolean(environmentValues[field.startsWith('SMTP_') ? 'SMTP_URL' : field])

/**
 * The layer that a provider's settings come from; 'off' if the provider is not configured, or if
 * its saved settings cannot be decrypted.
 */
export function sourceOf(
  provider: ProviderName,
  layers: Layers,
  savedProviders: SavedProviders,
): ProviderSource {
  const { needs } = providerRules[provider]
  const hasNeeded = (env: Env) => needs.every((names) => names.some((name) => env[name]))
  if (decidedBy(provider, layers).length)
    return hasNeeded(layers.environment) || provider === 'captcha' ? 'environment' : 'off'
  if (savedProviders[provider] === 'unopened') return 'off'
  if (savedProviders[provider]) return 'kept'
  if (provider === 'captcha') return 'off'

  return hasNeeded({ ...layers.sandbox, ...layers.environment }) ? 'sandbox' : 'off'
}

/** The three layers merged: sandbox at the bottom, saved settings, environment on top. */
export function mergeLayers(layers: Layers, savedProviders: SavedProviders): Env {
  const sandboxLayer = { ...layers.sandbox }
  const savedLayer: Env = {}

  for (const provider of providerNames) {
    const savedValues = savedProviders[provider]
    if (!savedValues || decidedBy(provider, layers).length) continue

    for (const settingName of Object.keys(sandboxLayer))
      if (providerRules[provider].names.test(settingName)) delete sandboxLayer[settingName]
    if (savedValues !== 'unopened') Object.assign(savedLayer, asEnvironment(provider, savedValues))
  }

  return withoutEmpty({ ...sandboxLayer, ...savedLayer, ...layers.environment })
}

/** Saved settings of one provider in the form of environment settings. */
const asEnvironment = (provider: ProviderName, values: SavedValues): Env =>
  withoutEmpty(
    (providerRules[provider].toEnv ?? ((same) => same))(withoutEmpty(values) as SavedValues),
  )

const withoutEmpty = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))

/** Required fields that have no value. */
export const missingProviderFields = (provider: ProviderName, values: SavedValues): string[] => {
  const missingFields = fieldsOf(provider).filter(
    ({ name, optional }) => !optional && !values[name],
  )
  if (provider === 'keyauth' && !Object.values(values).some(Boolean)) return ['KEYAUTH_SELLER_KEY']

  return missingFields.map(({ name }) => name)
}

/** Fields that are unknown, or whose value does not fit their setting. */
export function malformedFields(provider: ProviderName, values: SavedValues): string[] {
  const knownFields = fieldsOf(provider)
  const unknownFields = Object.keys(values).filter(
    (name) => !knownFields.some((field) => field.name === name),
  )
  const parseResult = environment.safeParse(asEnvironment(provider, values))
  const invalidNames = parseResult.success
    ? []
    : parseResult.error.issues.map((issue) => String(issue.path[0]))
  const unknownChoices = knownFields.filter(
    ({ name, choices }) => choices && values[name] && !choices.includes(values[name]),
  )

  return [
    ...new Set([
      ...unknownFields,
      ...invalidNames.map(fieldOfSetting),
      ...unknownChoices.map(({ name }) => name),
    ]),
  ]
}

const fieldOfSetting = (setting: string): string => {
  if (setting === 'SMTP_URL') return 'SMTP_HOST'
  return setting.replace(/^(RECAPTCHA|TURNSTILE)_/, 'CAPTCHA_')
}

/** The SMTP URL from the fields that staff type. Port 465 uses TLS from the start. */
function smtpUrlOf({ SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD }: SavedValues): string {
  const port = SMTP_PORT || usualValue('mail', 'SMTP_PORT')!
  const credentials = SMTP_USER
    ? `${encodeURIComponent(SMTP_USER)}:${encodeURIComponent(SMTP_PASSWORD ?? '')}@`
    : ''

  return `${port === '465' ? 'smtps' : 'smtp'}://${credentials}${SMTP_HOST ?? ''}:${port}`
}

/** Whether a provider moves test money only; null for a provider that moves no money. */
export function isTest(provider: ProviderName, env: Env): boolean | null {
  if (provider === 'card')
    return /^[a-z]+_test_/.test(env.STRIPE_SECRET_KEY ?? '') || isThisMachine(env.STRIPE_BASE_URL)
  if (provider === 'pix')
    return (
      isThisMachine(env.PIX_BASE_URL) || /\/\/pix-h\.|homolog|sandbox/i.test(env.PIX_BASE_URL ?? '')
    )
  if (provider === 'crypto')
    return isThisMachine(env.BINANCE_BASE_URL) || /testnet/i.test(env.BINANCE_BASE_URL ?? '')

  return null
}

/** Whether a URL leads to this machine. */
export const isThisMachine = (url: string | undefined): boolean =>
  /^[a-z]+:\/\/([^@/]*@)?(127\.|localhost|\[::1\])/i.test(url ?? '')
