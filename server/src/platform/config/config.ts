import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { unescape } from 'node:querystring'

import { environment, type Environment } from './environment.ts'
import { layered, type Kept, type Layers } from './kept.ts'
import { missingForProduction } from './production.ts'
import { captchaOf, cardOf, chatOf, cryptoOf, licencesOf, pixOf } from './providers.ts'
import { withSecretFiles } from './secret-files.ts'
import { keptSecrets, storeSecrets, vaultKeys } from './secrets.ts'
import { list } from './values.ts'

export type Env = Record<string, string | undefined>

/** Settings that only work together. */
const pairs = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['ADMIN_PASSWORD', 'ADMIN_EMAIL'],
  ['SUPPORT_MAIL_DOMAIN', 'SUPPORT_MAIL_SECRET'],
  ['SUPPORT_MAIL_SECRET', 'SUPPORT_MAIL_DOMAIN'],
  ['PIX_CERT_PEM', 'PIX_KEY_PEM'],
  ['PIX_KEY_PEM', 'PIX_CERT_PEM'],
  ['DATABASE_SESSION_URL', 'DATABASE_URL'],
  ['REPLICA_URL', 'DATABASE_URL'],
] as const

/** What is missing or wrong in the environment: one message, a line for each. */
export class ConfigError extends Error {}

/**
 * The whole configuration of one process, read once from the environment and, in demo mode, from
 * secrets kept in DATA_DIR (Q105). sandbox is what the sandbox beside us says of itself, over which
 * the environment and what staff entered win.
 */
export function readConfig(given: Env, sandbox: Env = {}) {
  const missing: string[] = []
  const files = withSecretFiles(given, Object.keys(environment.shape), missing)
  const layers: Layers = { environment: files, sandbox }
  const e = parse(layered(layers, {}))
  const production = e.STORE_MODE === 'production'
  const kept = production ? {} : keptSecrets(resolve(e.DATA_DIR))
  const shop = shopOf(e, production)

  const config = {
    ...shop,
    rates: ratesOf(e),
    ...storeSecrets(e.STORE_SECRET ?? kept.storeSecret, missing),
    vaultKeys: vaultKeys(e.VAULT_KEYS ?? kept.vaultKeys, missing),
    ...providersOf(e, shop.publicUrl, production),
    layers: () => layers,
  }

  for (const [one, other] of pairs)
    if (e[one] && !e[other]) missing.push(`${other} is missing: ${one} is there`)
  if (production) missing.push(...missingForProduction(e))
  if (missing.length) throw new ConfigError(missing.join('\n'))

  return config
}

export type Config = ReturnType<typeof readConfig>

/** The same configuration with what staff entered for the providers (P350). */
export function withKept(config: Config, kept: Kept): Config {
  const e = parse(layered(config.layers(), kept))
  return { ...config, ...providersOf(e, config.publicUrl, config.production) }
}

function parse(env: Env): Environment {
  const parsed = environment.safeParse(
    Object.fromEntries(Object.entries(env).filter(([, v]) => v !== '')),
  )

  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('\n'),
    )

  return parsed.data
}

/** How the shop calls itself to a mail server: its own name, an address in brackets (RFC 5321). */
function mailNameOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return isIPv4(hostname) ? `[${hostname}]` : hostname.replace(/^\[/, '[IPv6:')
}

const providersOf = (e: Environment, publicUrl: string, production: boolean) => ({
  card: cardOf(e),
  pix: pixOf(e, publicUrl),
  crypto: cryptoOf(e),
  licences: licencesOf(e),
  captcha: captchaOf(e, production),
  discordGuildId: e.DISCORD_GUILD_ID ?? 'default',
  chat: chatOf(e),
  smtp: e.SMTP_URL ? { url: e.SMTP_URL, from: e.MAIL_FROM, name: mailNameOf(publicUrl) } : null,
})

function shopOf(e: Environment, production: boolean) {
  const publicUrl = (e.PUBLIC_URL ?? `http://localhost:${e.PORT}`).replace(/\/+$/, '')
  return {
    mode: e.STORE_MODE,
    production,
    demoShop: e.DEMO_SHOP,
    port: e.PORT,
    host: e.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    publicUrl,
    secureCookies: publicUrl.startsWith('https:'),
    dataDir: resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL,
    databaseSessionUrl: e.DATABASE_SESSION_URL,
    replicaUrl: e.REPLICA_URL,
    replicaLagSeconds: e.REPLICA_LAG_SECONDS,
    databasePool: e.DATABASE_POOL,
    databaseTimeoutSeconds: e.DATABASE_TIMEOUT_SECONDS,
    stopDelaySeconds: e.STOP_DELAY_SECONDS,
    shedLagMs: e.SHED_LAG_MS,
    diskFloorMb: e.DISK_FLOOR_MB,
    logLevel: e.LOG_LEVEL,
    requestLog: e.REQUEST_LOG ?? production,
    trustProxy: e.TRUST_PROXY ?? 0,
    metricsToken: e.METRICS_TOKEN,
    otlp: otlpOf(e),
    metricsSeconds: e.METRICS_SECONDS,
    metricsPort: e.METRICS_PORT,
    timeZone: e.TIME_ZONE,
    usdRate: e.USD_RATE,
    fees: { pix: e.FEE_PIX, stripe: e.FEE_CARD, crypto: e.FEE_CRYPTO },
    sweepSeconds: e.SWEEP_SECONDS,
    pixSeconds: e.PIX_SECONDS,
    openPayments: e.OPEN_PAYMENTS,
    heldShare: e.HELD_SHARE,
    innerHosts: e.INNER_HOSTS,
    checkShapes: !production,
    sandboxUrl: e.SANDBOX_URL,
    renderPages: e.RENDER_PAGES,
    admin:
      e.ADMIN_EMAIL && e.ADMIN_PASSWORD
        ? { email: e.ADMIN_EMAIL, password: e.ADMIN_PASSWORD }
        : null,
    /** Where answers by mail come in, and what whoever brings them shows. */
    supportMail:
      e.SUPPORT_MAIL_DOMAIN && e.SUPPORT_MAIL_SECRET
        ? { domain: e.SUPPORT_MAIL_DOMAIN, secret: e.SUPPORT_MAIL_SECRET }
        : null,
    staffKeys: e.STAFF_KEYS,
    staffTwoFactor: e.STAFF_TWO_FACTOR,
    sessionDays: e.SESSION_DAYS,
    shopAlerts: e.SHOP_ALERTS ?? (production ? 'on' : 'off'),
    retentionYears: e.RETENTION_YEARS,

    retention: {
      auditMonths: e.RETENTION_AUDIT_MONTHS,
      accessMonths: e.RETENTION_ACCESS_MONTHS,
      webhookDays: e.RETENTION_WEBHOOK_DAYS,
      cartDays: e.RETENTION_CART_DAYS,
    },
  }
}

/** Where traces and metrics are sent; null unless it is set. */
const otlpOf = (e: Environment) =>
  e.OTEL_EXPORTER_OTLP_ENDPOINT
    ? {
        url: e.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
        headers: Object.fromEntries(
          list(e.OTEL_EXPORTER_OTLP_HEADERS ?? '').map((pair) => {
            const at = pair.indexOf('=')
            return [pair.slice(0, at).trim(), unescape(pair.slice(at + 1).trim())]
          }),
        ),
        service: e.OTEL_SERVICE_NAME,
        ratio: e.OTEL_TRACES_SAMPLER_ARG,
        metricsMs: e.OTEL_METRIC_EXPORT_INTERVAL,
      }
    : null

const ratesOf = (e: Environment) => ({
  login: e.RATE_LOGIN,
  account: e.RATE_ACCOUNT,
  refresh: e.RATE_REFRESH,
  register: e.RATE_REGISTER,
  recovery: e.RATE_RECOVERY,
  mailCode: e.RATE_MAIL_CODE,
  status: e.RATE_STATUS,
  checkout: e.RATE_CHECKOUT,
  chat: e.RATE_CHAT,
})
