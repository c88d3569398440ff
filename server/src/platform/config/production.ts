import type { Environment } from './environment.ts'
import { isHere } from './kept.ts'

/** The settings of each provider that only serve together. */
const blocks = {
  Stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  PIX: ['PIX_BASE_URL', 'PIX_CLIENT_ID', 'PIX_CLIENT_SECRET', 'PIX_KEY', 'PIX_WEBHOOK_SECRET'],
  Binance: ['BINANCE_BASE_URL', 'BINANCE_API_KEY', 'BINANCE_API_SECRET'],
} as const

/**
 * Addresses that may be on this machine; all others are those of providers, which a sandbox there
 * would have.
 */
const ownAddresses = [
  'PUBLIC_URL',
  'DATABASE_URL',
  'DATABASE_SESSION_URL',
  'REPLICA_URL',
  'SMTP_URL',
  // Where backups go: a MinIO, say, on this machine.
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_S3',
]

const isProviderAddress = (name: string): boolean =>
  name.endsWith('_URL') && !ownAddresses.includes(name)

/**
 * What production lacks or must not have: it requires its secrets, whole provider blocks and no
 * sandbox. Without any provider it starts: staff enter them in the back office (P359). Everything
 * is reported at once.
 */
export const missingForProduction = (e: Environment): string[] => [
  ...missingBasics(e),
  ...brokenBlocks(e),
  ...missingForDiscord(e),
  ...missingForCaptcha(e),
  ...Object.entries(e)
    .filter(([name, value]) => isProviderAddress(name) && isHere(String(value)))
    .map(([name]) => `${name} points to this machine: a sandbox is refused in production`),
]

function missingBasics(e: Environment): string[] {
  const missing: string[] = []
  if (e.DEMO_SHOP) missing.push('DEMO_SHOP is of the demo shop: production begins empty anyway')
  if (!e.PUBLIC_URL)
    missing.push('PUBLIC_URL is missing: the address that customers see, e.g. https://loja.example')
  if (!e.DATABASE_URL)
    missing.push('DATABASE_URL is missing: production uses a PostgreSQL that is backed up')

  if (e.TRUST_PROXY === undefined)
    missing.push(
      'TRUST_PROXY is missing: how many proxies stand in front of the shop, 0 when ' +
        'none does; bans and limits go by the address they pass on',
    )

  return missing
}

const brokenBlocks = (e: Environment): string[] =>
  Object.entries(blocks).flatMap(([block, names]) => {
    const absent = names.filter((name) => !e[name])
    return absent.length && absent.length < names.length
      ? [`${absent.join(', ')}: missing, the rest of the ${block} block is there`]
      : []
  })

/** A guild's id alone is enough for the bell and the widget; the bot needs all three. */
const missingForDiscord = (e: Environment): string[] =>
  (['DISCORD_GUILD_ID', 'DISCORD_APPLICATION_ID'] as const)
    .filter((name) => e.DISCORD_BOT_TOKEN && !e[name])
    .map((name) => `${name}: missing, the Discord bot needs it`)

function missingForCaptcha(e: Environment): string[] {
  if (e.CAPTCHA_PROVIDER === 'recaptcha' && !(e.RECAPTCHA_SITE_KEY && e.RECAPTCHA_SECRET))
    return ['RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET are missing']
  if (e.CAPTCHA_PROVIDER === 'turnstile' && !(e.TURNSTILE_SITE_KEY && e.TURNSTILE_SECRET))
    return ['TURNSTILE_SITE_KEY and TURNSTILE_SECRET are missing']

  return []
}
