import type { Environment } from './environment.ts'
import { isThisMachine } from './provider-settings.ts'

/** Settings of each provider that must be set together. */
const providerBlocks = {
  Stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  PIX: ['PIX_BASE_URL', 'PIX_CLIENT_ID', 'PIX_CLIENT_SECRET', 'PIX_KEY', 'PIX_WEBHOOK_SECRET'],
  Binance: ['BINANCE_BASE_URL', 'BINANCE_API_KEY', 'BINANCE_API_SECRET'],
} as const

/**
 * Settings whose URL may lead to this machine. A provider's URL may not: on this machine only a
 * sandbox would answer.
 */
const ownAddresses = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'DATABASE_SESSION_URL',
  'REPLICA_URL',
  'SMTP_URL',
  // A backup target such as MinIO may run on this machine.
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_S3',
]

const isProviderAddress = (name: string): boolean =>
  name.endsWith('_URL') && !ownAddresses.includes(name)

/**
 * Faults that forbid production: missing secrets, incomplete provider settings, or a sandbox. All
 * are reported at once. No provider is required, because staff can enter providers in the back
 * office (P359).
 */
export const missingForProduction = (settings: Environment): string[] => [
  ...missingBasics(settings),
  ...brokenBlocks(settings),
  ...missingForDiscord(settings),
  ...missingForCaptcha(settings),
  ...Object.entries(settings)
    .filter(([name, value]) => isProviderAddress(name) && isThisMachine(String(value)))
    .map(([name]) => `${name} points to this machine: a sandbox is refused in production`),
]

function missingBasics(settings: Environment): string[] {
  const basicFaults: string[] = []
  if (settings.DEMO_SHOP)
    basicFaults.push('DEMO_SHOP is for the demo shop: remove it, production begins empty')
  if (!settings.PUBLIC_URL)
    basicFaults.push(
      'PUBLIC_URL is missing: the address that customers see, e.g. https://loja.example',
    )
  if (!settings.DATABASE_URL)
    basicFaults.push('DATABASE_URL is missing: production uses a PostgreSQL that is backed up')

  if (settings.TRUST_PROXY === undefined)
    basicFaults.push(
      'TRUST_PROXY is missing: how many proxies stand in front of the shop, 0 when ' +
        'none does; bans and limits go by the address they pass on',
    )

  return basicFaults
}

const brokenBlocks = (settings: Environment): string[] =>
  Object.entries(providerBlocks).flatMap(([block, names]) => {
    const absentNames = names.filter((name) => !settings[name])
    return absentNames.length && absentNames.length < names.length
      ? [`${absentNames.join(', ')}: missing, the rest of the ${block} block is there`]
      : []
  })

/**
 * The guild id alone is enough for notifications and the widget; the bot needs all three settings.
 */
const missingForDiscord = (settings: Environment): string[] =>
  (['DISCORD_GUILD_ID', 'DISCORD_APPLICATION_ID'] as const)
    .filter((name) => settings.DISCORD_BOT_TOKEN && !settings[name])
    .map((name) => `${name}: missing, the Discord bot needs it`)

function missingForCaptcha(settings: Environment): string[] {
  if (
    settings.CAPTCHA_PROVIDER === 'recaptcha' &&
    !(settings.RECAPTCHA_SITE_KEY && settings.RECAPTCHA_SECRET)
  )
    return ['RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET are missing']
  if (
    settings.CAPTCHA_PROVIDER === 'turnstile' &&
    !(settings.TURNSTILE_SITE_KEY && settings.TURNSTILE_SECRET)
  )
    return ['TURNSTILE_SITE_KEY and TURNSTILE_SECRET are missing']

  return []
}
