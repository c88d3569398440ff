import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { unescape } from 'node:querystring'

import { environment, type Environment } from './environment.ts'
import { missingForProduction } from './production-settings.ts'
import {
  captchaConfigOf,
  cardConfigOf,
  chatConfigOf,
  cryptoConfigOf,
  licenceConfigOf,
  pixConfigOf,
} from './provider-config.ts'
import { mergeLayers, type SavedProviders, type Layers } from './provider-settings.ts'
import { withSecretFiles } from './secret-files.ts'
import { readDemoSecrets, parseStoreSecrets, parseVaultKeys } from './secrets.ts'
import { splitByComma } from './setting-types.ts'

export type Env = Record<string, string | undefined>

/** Pairs of settings: the first one requires the second. */
const jointSettings = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['ADMIN_PASSWORD', 'ADMIN_EMAIL'],
  ['SUPPORT_MAIL_DOMAIN', 'SUPPORT_MAIL_SECRET'],
  ['SUPPORT_MAIL_SECRET', 'SUPPORT_MAIL_DOMAIN'],
  ['PIX_CERT_PEM', 'PIX_KEY_PEM'],
  ['PIX_KEY_PEM', 'PIX_CERT_PEM'],
  ['DATABASE_SESSION_URL', 'DATABASE_URL'],
  ['REPLICA_URL', 'DATABASE_URL'],
] as const

/** Settings are missing or wrong; the message has one line for each fault. */
export class ConfigError extends Error {}

/**
 * The whole configuration of one process, read once from the environment. Throws ConfigError with
 * all faults at once. In demo mode, secrets come from DATA_DIR (Q105). `sandbox` has the settings
 * of the sandbox that runs with the shop; the environment and values that staff entered override
 * these settings.
 */
export function readConfig(environmentValues: Env, sandbox: Env = {}) {
  const configFaults: string[] = []
  const environmentLayer = withSecretFiles(
    environmentValues,
    Object.keys(environment.shape),
    configFaults,
  )
  const layers: Layers = { environment: environmentLayer, sandbox }
  const settings = parseEnvironment(mergeLayers(layers, {}))
  const production = settings.STORE_MODE === 'production'
  const demoSecrets = production ? {} : readDemoSecrets(resolve(settings.DATA_DIR))
  const shopConfig = shopConfigOf(settings, production)

  const config = {
    ...shopConfig,
    rates: rateLimitsOf(settings),
    ...parseStoreSecrets(settings.STORE_SECRET ?? demoSecrets.storeSecret, configFaults),
    vaultKeys: parseVaultKeys(settings.VAULT_KEYS ?? demoSecrets.vaultKeys, configFaults),
    ...providersOf(settings, shopConfig.publicUrl, production),
    layers: () => layers,
  }

  for (const [setting, partner] of jointSettings)
    if (settings[setting] && !settings[partner])
      configFaults.push(`${partner} is missing: ${setting} is there`)
  if (production) configFaults.push(...missingForProduction(settings))
  if (configFaults.length) throw new ConfigError(configFaults.join('\n'))

  return config
}

export type Config = ReturnType<typeof readConfig>

/** A configuration with the provider settings that staff entered (P350). */
export function withSavedProviders(config: Config, savedProviders: SavedProviders): Config {
  const settings = parseEnvironment(mergeLayers(config.layers(), savedProviders))
  return { ...config, ...providersOf(settings, config.publicUrl, config.production) }
}

function parseEnvironment(env: Env): Environment {
  const parseResult = environment.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  )

  if (!parseResult.success)
    throw new ConfigError(
      parseResult.error.issues
        .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
        .join('\n'),
    )

  return parseResult.data
}

/** The name for SMTP's HELO: the shop's host name, or its IP address in brackets (RFC 5321). */
function mailNameOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return isIPv4(hostname) ? `[${hostname}]` : hostname.replace(/^\[/, '[IPv6:')
}

const providersOf = (settings: Environment, publicUrl: string, production: boolean) => ({
  card: cardConfigOf(settings),
  pix: pixConfigOf(settings, publicUrl),
  crypto: cryptoConfigOf(settings),
  licences: licenceConfigOf(settings),
  captcha: captchaConfigOf(settings, production),
  discordGuildId: settings.DISCORD_GUILD_ID ?? 'default',
  chat: chatConfigOf(settings),
  smtp: settings.SMTP_URL
    ? { url: settings.SMTP_URL, from: settings.MAIL_FROM, name: mailNameOf(publicUrl) }
    : null,
})

function shopConfigOf(settings: Environment, production: boolean) {
  const publicUrl = (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, '')
  return {
    mode: settings.STORE_MODE,
    production,
    demoShop: settings.DEMO_SHOP,
    port: settings.PORT,
    host: settings.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    databaseSessionUrl: settings.DATABASE_SESSION_URL,
    replicaUrl: settings.REPLICA_URL,
    replicaLagSeconds: settings.REPLICA_LAG_SECONDS,
    databasePool: settings.DATABASE_POOL,
    databaseTimeoutSeconds: settings.DATABASE_TIMEOUT_SECONDS,
    stopDelaySeconds: settings.STOP_DELAY_SECONDS,
    shedLagMs: settings.SHED_LAG_MS,
    diskFloorMb: settings.DISK_FLOOR_MB,
    logLevel: settings.LOG_LEVEL,
    requestLog: settings.REQUEST_LOG ?? production,
    trustProxy: settings.TRUST_PROXY ?? 0,
    metricsToken: settings.METRICS_TOKEN,
    otlp: otlpConfigOf(settings),
    metricsSeconds: settings.METRICS_SECONDS,
    metricsPort: settings.METRICS_PORT,
    timeZone: settings.TIME_ZONE,
    usdRate: settings.USD_RATE,
    fees: { pix: settings.FEE_PIX, stripe: settings.FEE_CARD, crypto: settings.FEE_CRYPTO },
    sweepSeconds: settings.SWEEP_SECONDS,
    pixSeconds: settings.PIX_SECONDS,
    openPayments: settings.OPEN_PAYMENTS,
    heldShare: settings.HELD_SHARE,
    innerHosts: settings.INNER_HOSTS,
    checkShapes: !production,
    sandboxUrl: settings.SANDBOX_URL,
    renderPages: settings.RENDER_PAGES,
    admin:
      settings.ADMIN_EMAIL && settings.ADMIN_PASSWORD
        ? { email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD }
        : null,
    /**
     * The domain that receives replies by mail, and the secret of the mail relay that delivers
     * them.
     */
    supportMail:
      settings.SUPPORT_MAIL_DOMAIN && settings.SUPPORT_MAIL_SECRET
        ? { domain: settings.SUPPORT_MAIL_DOMAIN, secret: settings.SUPPORT_MAIL_SECRET }
        : null,
    staffKeys: settings.STAFF_KEYS,
    staffTwoFactor: settings.STAFF_TWO_FACTOR,
    sessionDays: settings.SESSION_DAYS,
    shopAlerts: settings.SHOP_ALERTS ?? (production ? 'on' : 'off'),
    retentionYears: settings.RETENTION_YEARS,

    retention: {
      auditMonths: settings.RETENTION_AUDIT_MONTHS,
      accessMonths: settings.RETENTION_ACCESS_MONTHS,
      webhookDays: settings.RETENTION_WEBHOOK_DAYS,
      cartDays: settings.RETENTION_CART_DAYS,
    },
  }
}

/** Where traces and metrics are sent; null without an endpoint. */
const otlpConfigOf = (settings: Environment) =>
  settings.OTEL_EXPORTER_OTLP_ENDPOINT
    ? {
        url: settings.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
        headers: Object.fromEntries(
          splitByComma(settings.OTEL_EXPORTER_OTLP_HEADERS ?? '').map((pair) => {
            const separatorIndex = pair.indexOf('=')
            return [
              pair.slice(0, separatorIndex).trim(),
              unescape(pair.slice(separatorIndex + 1).trim()),
            ]
          }),
        ),
        service: settings.OTEL_SERVICE_NAME,
        ratio: settings.OTEL_TRACES_SAMPLER_ARG,
        metricsMs: settings.OTEL_METRIC_EXPORT_INTERVAL,
      }
    : null

const rateLimitsOf = (settings: Environment) => ({
  login: settings.RATE_LOGIN,
  account: settings.RATE_ACCOUNT,
  refresh: settings.RATE_REFRESH,
  register: settings.RATE_REGISTER,
  recovery: settings.RATE_RECOVERY,
  mailCode: settings.RATE_MAIL_CODE,
  status: settings.RATE_STATUS,
  checkout: settings.RATE_CHECKOUT,
  chat: settings.RATE_CHAT,
})
