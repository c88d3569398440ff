import { cryptoCoins, type CryptoCoin } from '@chaveiro/contracts/limits'

import type { Environment } from './environment.ts'
import { list } from './values.ts'

/** Card payments by Stripe, or null without its settings. */
export const cardOf = (e: Environment) =>
  e.STRIPE_SECRET_KEY && e.STRIPE_WEBHOOK_SECRET
    ? {
        secretKey: e.STRIPE_SECRET_KEY,
        webhookSecrets: list(e.STRIPE_WEBHOOK_SECRET),
        baseUrl: e.STRIPE_BASE_URL,
      }
    : null

/**
 * PIX by Efí or another bank's API, or null without its settings; its webhooks come to the shop's
 * own address unless another is set.
 */
export const pixOf = (e: Environment, publicUrl: string) =>
  e.PIX_BASE_URL && e.PIX_CLIENT_ID && e.PIX_CLIENT_SECRET && e.PIX_KEY && e.PIX_WEBHOOK_SECRET
    ? {
        baseUrl: e.PIX_BASE_URL,
        oauthPath: e.PIX_OAUTH_PATH,
        apiPath: e.PIX_API_PATH,
        tokenForm: e.PIX_TOKEN_FORM,
        scopes: e.PIX_SCOPES,
        clientId: e.PIX_CLIENT_ID,
        clientSecret: e.PIX_CLIENT_SECRET,
        certPem: e.PIX_CERT_PEM,
        keyPem: e.PIX_KEY_PEM,
        certP12: e.PIX_CERT_P12,
        certificate: e.PIX_CERTIFICATE,
        ca: e.PIX_CA,
        pixKey: e.PIX_KEY,
        webhookSecret: list(e.PIX_WEBHOOK_SECRET),
        webhookIps: list(e.PIX_WEBHOOK_IPS ?? ''),
        webhookUrl: e.PIX_WEBHOOK_URL ?? `${publicUrl}/api/webhooks/pix`,
      }
    : null

/** Crypto by Binance deposits, or null without its settings. */
export const cryptoOf = (e: Environment) =>
  e.BINANCE_BASE_URL && e.BINANCE_API_KEY && e.BINANCE_API_SECRET
    ? {
        baseUrl: e.BINANCE_BASE_URL,
        apiKey: e.BINANCE_API_KEY,
        apiSecret: e.BINANCE_API_SECRET,
        networks: networks(e.CRYPTO_NETWORKS),
      }
    : null

/** Keys made by KeyAuth, or null without a seller key. */
export const licencesOf = (e: Environment) =>
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
    : null

/** The captcha service; production always enforces it. */
export const captchaOf = (e: Environment, production: boolean) => ({
  provider: e.CAPTCHA_PROVIDER,
  enforce: production || e.CAPTCHA_ENFORCE,
  cost: e.CAPTCHA_COST,
  hostnames: list(e.CAPTCHA_HOSTNAMES),
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
})

/**
 * Discord as it is set up: bot for roles, messages and channels; link for signing in; publicKey for
 * its interactions; each null without its settings.
 */
export function chatOf(e: Environment) {
  const applicationId = e.DISCORD_APPLICATION_ID ?? e.DISCORD_CLIENT_ID
  const clientId = e.DISCORD_CLIENT_ID ?? e.DISCORD_APPLICATION_ID

  const service = {
    apiUrl: e.DISCORD_API_URL.replace(/\/+$/, ''),
    timeoutMs: e.DISCORD_TIMEOUT_MS,
  }

  const bot = botOf(e, applicationId)
  const link = linkOf(e, clientId)

  return {
    apiUrl: service.apiUrl,
    bot: bot && { ...service, ...bot },
    link: link && { ...service, ...link, joinGuild: bot !== null },
    login: e.DISCORD_LOGIN && link !== null,
    applicationId: applicationId ?? null,
    publicKey: e.DISCORD_PUBLIC_KEY ?? null,
    announceChannelId: e.DISCORD_ANNOUNCE_CHANNEL_ID ?? null,
    staffChannelId: e.DISCORD_STAFF_CHANNEL_ID ?? null,
    ticketsCategoryId: e.DISCORD_TICKETS_CATEGORY_ID ?? null,
    staffRoleId: e.DISCORD_STAFF_ROLE_ID ?? null,
  }
}

const botOf = (e: Environment, applicationId: string | undefined) =>
  e.DISCORD_BOT_TOKEN && e.DISCORD_GUILD_ID && applicationId
    ? { botToken: e.DISCORD_BOT_TOKEN, guildId: e.DISCORD_GUILD_ID, applicationId }
    : null

const linkOf = (e: Environment, clientId: string | undefined) =>
  clientId && e.DISCORD_CLIENT_SECRET
    ? {
        authorizeUrl: e.DISCORD_AUTHORIZE_URL,
        clientId,
        clientSecret: e.DISCORD_CLIENT_SECRET,
      }
    : null

function networks(value: string): Record<CryptoCoin, string> {
  const pairs = Object.fromEntries(list(value).map((pair) => pair.split(':') as [string, string]))
  return Object.fromEntries(cryptoCoins.map((coin) => [coin, pairs[coin] ?? coin])) as Record<
    CryptoCoin,
    string
  >
}
