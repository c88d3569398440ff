import {
  providerFields,
  providerNames,
  type ProviderField,
  type ProviderName,
} from '@chaveiro/contracts/admin/provider-fields'

import { environment } from './environment.ts'

// What staff entered for the providers, laid between the environment, which wins, and the sandbox,
// which goes: of what is kept for a provider nothing of its sandbox stays, so that real credentials
// never meet a sandbox and the other way round (P350, P358).

type Env = Record<string, string | undefined>

/** The fields of one provider as staff entered them. */
export type KeptValues = Readonly<Record<string, string>>

/** What is kept for each provider; 'unopened' where the vault cannot open it. */
export type Kept = Partial<Record<ProviderName, KeptValues | 'unopened'>>
export type ProviderSource = 'environment' | 'kept' | 'sandbox' | 'off'

type Kind = {
  /** What begins the names of its settings in the environment. */
  names: RegExp
  /** Any of these in the environment decides for it. */
  decide: readonly string[]
  /** What has to be there for it to serve; one of each line. */
  needs: readonly (readonly string[])[]
  /** Its fields as settings of the environment, where they are not the same. */
  toEnv?: (values: KeptValues) => Env
}

const kinds: Record<ProviderName, Kind> = {
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
    toEnv: (values) => ({ PIX_BASE_URL: usualOf('pix', 'PIX_BASE_URL'), ...values }),
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

/** Where each of the two layers that are no person's stands. */
export type Layers = { environment: Env; sandbox: Env }

const usualOf = (provider: ProviderName, name: string): string | undefined =>
  fieldsOf(provider).find((field) => field.name === name)?.usual

export const fieldsOf = (provider: ProviderName): readonly ProviderField[] =>
  providerFields[provider]

/** Whether what is entered in a field may be shown again; anything else is secret. */
export const isShownField = ({ kind }: ProviderField): boolean =>
  kind === 'text' || kind === 'choice' || kind === 'flag'

/** The settings of the environment that decide for a provider; none where it may be entered. */
export const decidedBy = (provider: ProviderName, { environment: given }: Layers): string[] =>
  kinds[provider].decide.filter((name) => given[name])

/** Whether the environment itself sets a field, which then is nobody's to enter. */
export const isInEnvironment = (field: string, { environment: given }: Layers): boolean =>
  Boolean(given[field.startsWith('SMTP_') ? 'SMTP_URL' : field])

/** Where what a provider runs on comes from. What is kept but broken leaves it off. */
export function sourceOf(provider: ProviderName, layers: Layers, kept: Kept): ProviderSource {
  const { needs } = kinds[provider]
  const has = (env: Env) => needs.every((names) => names.some((name) => env[name]))
  if (decidedBy(provider, layers).length)
    return has(layers.environment) || provider === 'captcha' ? 'environment' : 'off'
  if (kept[provider] === 'unopened') return 'off'
  if (kept[provider]) return 'kept'
  if (provider === 'captcha') return 'off'

  return has({ ...layers.sandbox, ...layers.environment }) ? 'sandbox' : 'off'
}

/** The environment as it is with what is kept: sandbox below, what is kept, environment on top. */
export function layered(layers: Layers, kept: Kept): Env {
  const under = { ...layers.sandbox }
  const entered: Env = {}

  for (const provider of providerNames) {
    const values = kept[provider]
    if (!values || decidedBy(provider, layers).length) continue

    for (const name of Object.keys(under)) if (kinds[provider].names.test(name)) delete under[name]
    if (values !== 'unopened') Object.assign(entered, asEnvironment(provider, values))
  }

  return withoutEmpty({ ...under, ...entered, ...layers.environment })
}

/** What is kept of one provider as settings of the environment. */
const asEnvironment = (provider: ProviderName, values: KeptValues): Env =>
  withoutEmpty((kinds[provider].toEnv ?? ((same) => same))(withoutEmpty(values) as KeptValues))

const withoutEmpty = (env: Env): Env =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))

/** The fields that are not there and have to be. */
export const lackingFields = (provider: ProviderName, values: KeptValues): string[] => {
  const lacking = fieldsOf(provider).filter(({ name, optional }) => !optional && !values[name])
  if (provider === 'keyauth' && !Object.values(values).some(Boolean)) return ['KEYAUTH_SELLER_KEY']

  return lacking.map(({ name }) => name)
}

/** The fields whose value is not of the form that its setting has. */
export function malformedFields(provider: ProviderName, values: KeptValues): string[] {
  const known = fieldsOf(provider)
  const unknown = Object.keys(values).filter((name) => !known.some((field) => field.name === name))
  const read = environment.safeParse(asEnvironment(provider, values))
  const wrong = read.success ? [] : read.error.issues.map((issue) => String(issue.path[0]))
  const choice = known.filter(
    ({ name, choices }) => choices && values[name] && !choices.includes(values[name]),
  )

  return [...new Set([...unknown, ...wrong.map(fieldOfSetting), ...choice.map(({ name }) => name)])]
}

const fieldOfSetting = (setting: string): string => {
  if (setting === 'SMTP_URL') return 'SMTP_HOST'
  return setting.replace(/^(RECAPTCHA|TURNSTILE)_/, 'CAPTCHA_')
}

/** A mail server's address from what a person types; TLS from the start on the port for it. */
function smtpUrlOf({ SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD }: KeptValues): string {
  const port = SMTP_PORT || usualOf('mail', 'SMTP_PORT')!
  const who = SMTP_USER
    ? `${encodeURIComponent(SMTP_USER)}:${encodeURIComponent(SMTP_PASSWORD ?? '')}@`
    : ''

  return `${port === '465' ? 'smtps' : 'smtp'}://${who}${SMTP_HOST ?? ''}:${port}`
}

/** Whether no real money moves; null of a provider that moves none. */
export function isTest(provider: ProviderName, env: Env): boolean | null {
  if (provider === 'card')
    return /^[a-z]+_test_/.test(env.STRIPE_SECRET_KEY ?? '') || isHere(env.STRIPE_BASE_URL)
  if (provider === 'pix')
    return isHere(env.PIX_BASE_URL) || /\/\/pix-h\.|homolog|sandbox/i.test(env.PIX_BASE_URL ?? '')
  if (provider === 'crypto')
    return isHere(env.BINANCE_BASE_URL) || /testnet/i.test(env.BINANCE_BASE_URL ?? '')

  return null
}

/** Whether an address is this machine's own. */
export const isHere = (url: string | undefined): boolean =>
  /^[a-z]+:\/\/([^@/]*@)?(127\.|localhost|\[::1\])/i.test(url ?? '')
