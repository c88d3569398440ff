// Fields that staff enter for each provider; separate from the calls, so that the browser draws the
// forms without loading schemas.

/** Providers whose credentials staff may enter (P350). */
export const providerNames = [
  'pix',
  'card',
  'crypto',
  'mail',
  'discord',
  'keyauth',
  'captcha',
] as const

export type ProviderName = (typeof providerNames)[number]

/**
 * One field of a provider. A secret is never returned. A file is read by the browser and sent as
 * base64. An optional field may stay empty.
 */
export type ProviderField = {
  name: string
  kind: 'secret' | 'text' | 'lines' | 'file' | 'choice' | 'flag'
  optional?: true
  /**
   * The field is the provider's URL or host. A new value drops the saved secrets, because they
   * belong to the previous host.
   */
  address?: true
  choices?: readonly string[]
  /** The default when nothing is entered. */
  usual?: string
}

const secretField = (name: string): ProviderField => ({ name, kind: 'secret' })
const optionalText = (name: string): ProviderField => ({ name, kind: 'text', optional: true })

/** Fields of each provider, in the order of the form. */
export const providerFields = {
  pix: [
    secretField('PIX_CLIENT_ID'),
    secretField('PIX_CLIENT_SECRET'),
    { name: 'PIX_CERTIFICATE', kind: 'file' },
    secretField('PIX_KEY'),
    {
      name: 'PIX_BASE_URL',
      kind: 'text',
      optional: true,
      address: true,
      usual: 'https://pix.api.efipay.com.br',
    },
  ],

  card: [secretField('STRIPE_SECRET_KEY'), secretField('STRIPE_WEBHOOK_SECRET')],

  crypto: [
    secretField('BINANCE_API_KEY'),
    { name: 'BINANCE_API_SECRET', kind: 'lines' },
    {
      name: 'CRYPTO_NETWORKS',
      kind: 'text',
      optional: true,
      usual: 'USDT:TRX,BTC:BTC,ETH:ETH,LTC:LTC',
    },
  ],

  mail: [
    { name: 'SMTP_HOST', kind: 'text', address: true },
    { name: 'SMTP_PORT', kind: 'text', optional: true, address: true, usual: '465' },
    optionalText('SMTP_USER'),
    { name: 'SMTP_PASSWORD', kind: 'secret', optional: true },
    { name: 'MAIL_FROM', kind: 'text' },
  ],

  discord: [
    secretField('DISCORD_BOT_TOKEN'),
    { name: 'DISCORD_APPLICATION_ID', kind: 'text' },
    { name: 'DISCORD_GUILD_ID', kind: 'text' },
    optionalText('DISCORD_PUBLIC_KEY'),
    { name: 'DISCORD_CLIENT_SECRET', kind: 'secret', optional: true },
    { name: 'DISCORD_LOGIN', kind: 'flag', optional: true },
    optionalText('DISCORD_ANNOUNCE_CHANNEL_ID'),
    optionalText('DISCORD_STAFF_CHANNEL_ID'),
    optionalText('DISCORD_TICKETS_CATEGORY_ID'),
    optionalText('DISCORD_STAFF_ROLE_ID'),
  ],

  keyauth: [
    { name: 'KEYAUTH_SELLER_KEY', kind: 'secret', optional: true },
    { name: 'KEYAUTH_SELLER_KEY_MULTI', kind: 'secret', optional: true },
    { name: 'KEYAUTH_SELLER_KEY_SINGLE', kind: 'secret', optional: true },
  ],
  captcha: [
    { name: 'CAPTCHA_PROVIDER', kind: 'choice', choices: ['turnstile', 'recaptcha'] },
    { name: 'CAPTCHA_SITE_KEY', kind: 'text' },
    secretField('CAPTCHA_SECRET'),
  ],
} as const satisfies Record<ProviderName, readonly ProviderField[]>

/** The source of a provider's credentials; the environment wins (P350). */
export const providerSources = ['environment', 'kept', 'sandbox', 'off'] as const

/**
 * Why saved credentials are not used: they cannot be decrypted, or no client can be made from them.
 */
export const keptFaults = ['unopened', 'unusable'] as const

/** Reasons why a trial of credentials failed (P354). */
export const trialReasons = [
  'secret',
  'permission',
  'certificate_kind',
  'certificate_key',
  'certificate_old',
  'certificate_expired',
  'certificate_refused',
  'pix_key',
  'webhook_secret',
  'private_key',
  'clock',
  'network',
  'guild',
  'application',
  'channel',
  'sender',
  'recipient',
  'unreachable',
  'insecure',
  'silent',
  'limited',
  'out_of_order',
  'unexpected',
] as const

export type TrialReason = (typeof trialReasons)[number]
