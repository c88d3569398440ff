import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { cryptoCoins, type CryptoCoin } from '@chaveiro/contracts/limits'
import { z } from 'zod'

export type Env = Record<string, string | undefined>

const text = z.string().min(1).optional()
const number = (fallback: number) => z.coerce.number().finite().default(fallback)
const snowflake = z
  .string()
  .regex(/^\d{17,20}$/, 'the number of something at Discord, 17 to 20 digits')
  .optional()
const publicKey = z
  .string()
  .regex(/^[\da-f]{64}$/i, 'the public key of the Discord application, 64 hex digits')
  .optional()
const flag = z.stringbool().default(false)
const zone = z.string().refine((name) => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}, 'not a time zone, e.g. America/Sao_Paulo')
/** What a provider takes of a payment, e.g. 3.99%+0.39: a share of the amount and a fixed part in reais. */
const fee = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((given, context) => {
      const m = /^(\d{1,2}(?:\.\d+)?)%(?:\+(\d{1,6})(?:\.(\d{2}))?)?$/.exec(
        given.replace(/\s/g, ''),
      )
      if (m)
        return { percent: Number(m[1]), fixedCents: Number(m[2] ?? 0) * 100 + Number(m[3] ?? 0) }
      context.addIssue({
        code: 'custom',
        message: 'a percentage and, if there is one, a fixed part in reais, e.g. 3.99%+0.39',
      })
      return z.NEVER
    })

const environment = z.object({
  STORE_MODE: z.enum(['demo', 'production']).default('demo'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: text,
  PUBLIC_URL: z.url().optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: text,
  ADMIN_EMAIL: text,
  ADMIN_PASSWORD: text,
  STORE_SECRET: text,
  VAULT_KEYS: text,
  LOG_LEVEL: z.string().default('info'),
  TRUST_PROXY: number(0),
  METRICS_TOKEN: text,
  TIME_ZONE: zone.default('America/Sao_Paulo'),
  USD_RATE: number(5.4),
  SWEEP_SECONDS: number(5),
  PIX_SECONDS: number(0),
  DATABASE_POOL: number(20),
  FEE_PIX: fee('1.19%'),
  FEE_CARD: fee('3.99%+0.39'),
  FEE_CRYPTO: fee('0%'),
  RATE_LOGIN: number(20),
  RATE_ACCOUNT: number(5),
  RATE_REFRESH: number(60),
  RATE_STATUS: number(600),
  RATE_CHECKOUT: number(60),
  RATE_CHAT: number(120),
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_BASE_URL: text,
  PIX_BASE_URL: text,
  PIX_OAUTH_PATH: z.string().default('/oauth/token'),
  PIX_CLIENT_ID: text,
  PIX_CLIENT_SECRET: text,
  PIX_CERT_PEM: text,
  PIX_KEY_PEM: text,
  PIX_CERT_P12: text,
  PIX_CA: text,
  PIX_KEY: text,
  PIX_WEBHOOK_SECRET: text,
  PIX_WEBHOOK_IPS: text,
  BINANCE_BASE_URL: text,
  BINANCE_API_KEY: text,
  BINANCE_API_SECRET: text,
  CRYPTO_NETWORKS: z.string().default('USDT:TRX,BTC:BTC,ETH:ETH,LTC:LTC'),
  KEYAUTH_BASE_URL: z.string().default('https://keyauth.win/api/seller/'),
  KEYAUTH_SELLER_KEY: text,
  KEYAUTH_SELLER_KEY_MULTI: text,
  KEYAUTH_SELLER_KEY_SINGLE: text,
  KEYAUTH_INTERVAL_MS: number(1000),
  KEYAUTH_TIMEOUT_MS: number(10_000),
  CAPTCHA_PROVIDER: z.enum(['altcha', 'recaptcha', 'turnstile']).default('altcha'),
  CAPTCHA_ENFORCE: flag,
  CAPTCHA_COST: number(1000),
  RECAPTCHA_SITE_KEY: text,
  RECAPTCHA_SECRET: text,
  RECAPTCHA_BASE_URL: text,
  TURNSTILE_SITE_KEY: text,
  TURNSTILE_SECRET: text,
  TURNSTILE_BASE_URL: text,
  DISCORD_API_URL: z.string().default('https://discord.com/api'),
  DISCORD_AUTHORIZE_URL: z.string().default('https://discord.com/oauth2/authorize'),
  DISCORD_BOT_TOKEN: text,
  DISCORD_APPLICATION_ID: snowflake,
  DISCORD_PUBLIC_KEY: publicKey,
  DISCORD_GUILD_ID: text,
  DISCORD_CLIENT_ID: snowflake,
  DISCORD_CLIENT_SECRET: text,
  DISCORD_ANNOUNCE_CHANNEL_ID: snowflake,
  DISCORD_STAFF_CHANNEL_ID: snowflake,
  DISCORD_TICKETS_CATEGORY_ID: snowflake,
  DISCORD_STAFF_ROLE_ID: snowflake,
  DISCORD_TIMEOUT_MS: number(5_000),
  SMTP_URL: text,
  MAIL_FROM: z.string().default('Chaveiro <loja@localhost>'),
  STAFF_TWO_FACTOR: z.enum(['optional', 'required']).default('optional'),
  SANDBOX_URL: text,
  RENDER_PAGES: z.stringbool().default(true),
})

/** What is missing or wrong in the environment, said in one message a line. */
export class ConfigError extends Error {}

/** The whole configuration of one process, read once from the environment and, in demo mode, from secrets kept in DATA_DIR (decisions Q105). */
export function readConfig(env: Env) {
  const parsed = environment.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, v]) => v !== '')),
  )
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('\n'),
    )
  const e = parsed.data
  const production = e.STORE_MODE === 'production'
  const dataDir = resolve(e.DATA_DIR)
  const kept = production ? {} : keptSecrets(dataDir)
  const missing: string[] = []
  const publicUrl = (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, '')
  const config = {
    mode: e.STORE_MODE,
    production,
    port: e.PORT,
    host: e.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    dataDir,
    databaseUrl: e.DATABASE_URL,
    databasePool: e.DATABASE_POOL,
    logLevel: e.LOG_LEVEL,
    trustProxy: e.TRUST_PROXY,
    metricsToken: e.METRICS_TOKEN,
    timeZone: e.TIME_ZONE,
    usdRate: e.USD_RATE,
    fees: { pix: e.FEE_PIX, stripe: e.FEE_CARD, crypto: e.FEE_CRYPTO },
    sweepSeconds: e.SWEEP_SECONDS,
    pixSeconds: e.PIX_SECONDS,
    checkReplies: !production,
    sandboxUrl: e.SANDBOX_URL,
    renderPages: e.RENDER_PAGES,
    discordGuildId: e.DISCORD_GUILD_ID ?? 'default',
    chat: chatOf(e),
    admin:
      e.ADMIN_EMAIL && e.ADMIN_PASSWORD
        ? { email: e.ADMIN_EMAIL, password: e.ADMIN_PASSWORD }
        : null,
    staffTwoFactor: e.STAFF_TWO_FACTOR,
    storeSecret: secretBytes(e.STORE_SECRET ?? kept.storeSecret, missing),
    vaultKeys: vaultKeys(e.VAULT_KEYS ?? kept.vaultKeys, missing),
    rates: {
      login: e.RATE_LOGIN,
      account: e.RATE_ACCOUNT,
      refresh: e.RATE_REFRESH,
      status: e.RATE_STATUS,
      checkout: e.RATE_CHECKOUT,
      chat: e.RATE_CHAT,
    },
    card:
      e.STRIPE_SECRET_KEY && e.STRIPE_WEBHOOK_SECRET
        ? {
            secretKey: e.STRIPE_SECRET_KEY,
            webhookSecrets: list(e.STRIPE_WEBHOOK_SECRET),
            baseUrl: e.STRIPE_BASE_URL,
          }
        : null,
    pix:
      e.PIX_BASE_URL && e.PIX_CLIENT_ID && e.PIX_CLIENT_SECRET && e.PIX_KEY && e.PIX_WEBHOOK_SECRET
        ? {
            baseUrl: e.PIX_BASE_URL,
            oauthPath: e.PIX_OAUTH_PATH,
            clientId: e.PIX_CLIENT_ID,
            clientSecret: e.PIX_CLIENT_SECRET,
            certPem: e.PIX_CERT_PEM,
            keyPem: e.PIX_KEY_PEM,
            certP12: e.PIX_CERT_P12,
            ca: e.PIX_CA,
            pixKey: e.PIX_KEY,
            webhookSecret: list(e.PIX_WEBHOOK_SECRET),
            webhookIps: list(e.PIX_WEBHOOK_IPS ?? ''),
          }
        : null,
    crypto:
      e.BINANCE_BASE_URL && e.BINANCE_API_KEY && e.BINANCE_API_SECRET
        ? {
            baseUrl: e.BINANCE_BASE_URL,
            apiKey: e.BINANCE_API_KEY,
            apiSecret: e.BINANCE_API_SECRET,
            networks: networks(e.CRYPTO_NETWORKS),
          }
        : null,
    licences:
      e.KEYAUTH_SELLER_KEY || e.KEYAUTH_SELLER_KEY_MULTI || e.KEYAUTH_SELLER_KEY_SINGLE
        ? {
            baseUrl: e.KEYAUTH_BASE_URL,
            intervalMs: e.KEYAUTH_INTERVAL_MS,
            timeoutMs: e.KEYAUTH_TIMEOUT_MS,
            sellerKeys: {
              multiloader: e.KEYAUTH_SELLER_KEY_MULTI ?? e.KEYAUTH_SELLER_KEY,
              singleloader: e.KEYAUTH_SELLER_KEY_SINGLE ?? e.KEYAUTH_SELLER_KEY,
            },
          }
        : null,
    captcha: {
      provider: e.CAPTCHA_PROVIDER,
      enforce: production || e.CAPTCHA_ENFORCE,
      cost: e.CAPTCHA_COST,
      recaptcha: {
        siteKey: e.RECAPTCHA_SITE_KEY,
        secret: e.RECAPTCHA_SECRET,
        baseUrl: e.RECAPTCHA_BASE_URL,
      },
      turnstile: {
        siteKey: e.TURNSTILE_SITE_KEY,
        secret: e.TURNSTILE_SECRET,
        baseUrl: e.TURNSTILE_BASE_URL,
      },
    },
    smtp: e.SMTP_URL ? { url: e.SMTP_URL, from: e.MAIL_FROM } : null,
  }
  if (production) missing.push(...demandForProduction(e, config))
  if (missing.length) throw new ConfigError(missing.join('\n'))
  return config
}
export type Config = ReturnType<typeof readConfig>

/** Discord as it is set up: bot for roles, messages and channels; link for signing in; publicKey for its interactions; each null without its settings. */
function chatOf(e: z.infer<typeof environment>) {
  const applicationId = e.DISCORD_APPLICATION_ID ?? e.DISCORD_CLIENT_ID
  const clientId = e.DISCORD_CLIENT_ID ?? e.DISCORD_APPLICATION_ID
  const apiUrl = e.DISCORD_API_URL.replace(/\/+$/, '')
  const bot =
    e.DISCORD_BOT_TOKEN && e.DISCORD_GUILD_ID && applicationId
      ? {
          apiUrl,
          botToken: e.DISCORD_BOT_TOKEN,
          guildId: e.DISCORD_GUILD_ID,
          applicationId,
          timeoutMs: e.DISCORD_TIMEOUT_MS,
        }
      : null
  return {
    apiUrl,
    bot,
    link:
      clientId && e.DISCORD_CLIENT_SECRET
        ? {
            apiUrl,
            authorizeUrl: e.DISCORD_AUTHORIZE_URL,
            clientId,
            clientSecret: e.DISCORD_CLIENT_SECRET,
            joinGuild: bot !== null,
            timeoutMs: e.DISCORD_TIMEOUT_MS,
          }
        : null,
    applicationId: applicationId ?? null,
    publicKey: e.DISCORD_PUBLIC_KEY ?? null,
    announceChannelId: e.DISCORD_ANNOUNCE_CHANNEL_ID ?? null,
    staffChannelId: e.DISCORD_STAFF_CHANNEL_ID ?? null,
    ticketsCategoryId: e.DISCORD_TICKETS_CATEGORY_ID ?? null,
    staffRoleId: e.DISCORD_STAFF_ROLE_ID ?? null,
  }
}

const list = (value: string): string[] =>
  value
    .split(',')
    .map((v) => v.trim())
    .filter(Boolean)
const isLoopback = (url: string | undefined): boolean =>
  !!url && /^[a-z]+:\/\/([^@/]*@)?(127\.|localhost|\[::1\])/i.test(url)

function networks(value: string): Record<CryptoCoin, string> {
  const given = Object.fromEntries(list(value).map((pair) => pair.split(':') as [string, string]))
  return Object.fromEntries(cryptoCoins.map((coin) => [coin, given[coin] ?? coin])) as Record<
    CryptoCoin,
    string
  >
}

function secretBytes(value: string | undefined, missing: string[]): Buffer {
  const secret = Buffer.from(value ?? '', 'base64')
  if (secret.length < 32)
    missing.push('STORE_SECRET: at least 32 random bytes in base64 (openssl rand -base64 32)')
  return secret
}

function vaultKeys(value: string | undefined, missing: string[]): { id: number; key: Buffer }[] {
  const keys = list(value ?? '').map((pair) => ({
    id: Number(pair.split(':')[0]),
    key: Buffer.from(pair.split(':')[1] ?? '', 'base64'),
  }))
  if (!keys.length || keys.some((k) => k.key.length !== 32 || !(k.id > 0 && k.id < 256)))
    missing.push(
      'VAULT_KEYS: id:base64 of 32 random bytes, newest first, e.g. 1:$(openssl rand -base64 32)',
    )
  return keys
}

/** Secrets of the demo shop: made once, kept in DATA_DIR for its owner only, so that a restart still opens what was sealed. */
function keptSecrets(dataDir: string): { storeSecret?: string; vaultKeys?: string } {
  const file = join(dataDir, 'secrets.json')
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true })
    try {
      writeFileSync(
        file,
        JSON.stringify({
          storeSecret: randomBytes(32).toString('base64'),
          vaultKeys: `1:${randomBytes(32).toString('base64')}`,
        }),
        { flag: 'wx', mode: 0o600 },
      )
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    chmodSync(file, 0o600)
  }
  return JSON.parse(readFileSync(file, 'utf8')) as { storeSecret: string; vaultKeys: string }
}

/** The settings of each provider that only serve together. */
const blocks = {
  Stripe: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  PIX: ['PIX_BASE_URL', 'PIX_CLIENT_ID', 'PIX_CLIENT_SECRET', 'PIX_KEY', 'PIX_WEBHOOK_SECRET'],
  Binance: ['BINANCE_BASE_URL', 'BINANCE_API_KEY', 'BINANCE_API_SECRET'],
} as const

/** What production lacks or must not have: it demands its secrets, whole provider blocks and no sandbox; everything is said at once. */
function demandForProduction(
  e: z.infer<typeof environment>,
  config: { publicUrl: string; smtp: unknown; card: unknown; pix: unknown; crypto: unknown },
): string[] {
  const missing: string[] = []
  if (!e.PUBLIC_URL)
    missing.push('PUBLIC_URL is missing: the address that customers see, e.g. https://loja.example')
  if (!e.DATABASE_URL)
    missing.push('DATABASE_URL is missing: production uses a PostgreSQL that is backed up')
  if (!config.smtp)
    missing.push('SMTP_URL is missing: receipts and password links are sent by mail')
  if (!config.card && !config.pix && !config.crypto)
    missing.push('no payment method is configured: set the block of PIX, Stripe or Binance')
  for (const [block, names] of Object.entries(blocks)) {
    const absent = names.filter((name) => !e[name])
    if (absent.length && absent.length < names.length)
      missing.push(`${absent.join(', ')}: missing, the rest of the ${block} block is there`)
  }
  // A guild's id alone serves the bell and the widget; the bot needs all three.
  if (e.DISCORD_BOT_TOKEN)
    for (const name of ['DISCORD_GUILD_ID', 'DISCORD_APPLICATION_ID'] as const)
      if (!e[name]) missing.push(`${name}: missing, the Discord bot needs it`)
  if (e.CAPTCHA_PROVIDER === 'recaptcha' && !(e.RECAPTCHA_SITE_KEY && e.RECAPTCHA_SECRET))
    missing.push('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET are missing')
  if (e.CAPTCHA_PROVIDER === 'turnstile' && !(e.TURNSTILE_SITE_KEY && e.TURNSTILE_SECRET))
    missing.push('TURNSTILE_SITE_KEY and TURNSTILE_SECRET are missing')
  for (const name of [
    'STRIPE_BASE_URL',
    'PIX_BASE_URL',
    'BINANCE_BASE_URL',
    'KEYAUTH_BASE_URL',
    'DISCORD_API_URL',
    'DISCORD_AUTHORIZE_URL',
    'RECAPTCHA_BASE_URL',
    'TURNSTILE_BASE_URL',
    'SANDBOX_URL',
  ] as const)
    if (isLoopback(e[name]))
      missing.push(`${name} points to this machine: a sandbox is refused in production`)
  return missing
}
