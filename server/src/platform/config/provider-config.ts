import { cryptoCoins, type CryptoCoin } from '@chaveiro/contracts/limits'

import type { Environment } from './environment.ts'
import { splitByComma } from './setting-types.ts'

/** Card payments by Stripe, or null without its settings. */
export const cardConfigOf = (settings: Environment) =>
  settings.STRIPE_SECRET_KEY && settings.STRIPE_WEBHOOK_SECRET
    ? {
        secretKey: settings.STRIPE_SECRET_KEY,
        webhookSecrets: splitByComma(settings.STRIPE_WEBHOOK_SECRET),
        baseUrl: settings.STRIPE_BASE_URL,
      }
    : null

/**
 * PIX by Efí or another bank's API, or null without its settings. Webhooks go to the shop's own URL
 * unless a setting names another URL.
 */
export const pixConfigOf = (settings: Environment, publicUrl: string) =>
  settings.PIX_BASE_URL &&
  settings.PIX_CLIENT_ID &&
  settings.PIX_CLIENT_SECRET &&
  settings.PIX_KEY &&
  settings.PIX_WEBHOOK_SECRET
    ? {
        baseUrl: settings.PIX_BASE_URL,
        oauthPath: settings.PIX_OAUTH_PATH,
        apiPath: settings.PIX_API_PATH,
        tokenForm: settings.PIX_TOKEN_FORM,
        scopes: settings.PIX_SCOPES,
        clientId: settings.PIX_CLIENT_ID,
        clientSecret: settings.PIX_CLIENT_SECRET,
        certPem: settings.PIX_CERT_PEM,
        keyPem: settings.PIX_KEY_PEM,
        certP12: settings.PIX_CERT_P12,
        certificate: settings.PIX_CERTIFICATE,
        ca: settings.PIX_CA,
        pixKey: settings.PIX_KEY,
        webhookSecret: splitByComma(settings.PIX_WEBHOOK_SECRET),
        webhookIps: splitByComma(settings.PIX_WEBHOOK_IPS ?? ''),
        webhookUrl: settings.PIX_WEBHOOK_URL ?? `${publicUrl}/api/webhooks/pix`,
      }
    : null

/** Crypto by Binance deposits, or null without its settings. */
export const cryptoConfigOf = (settings: Environment) =>
  settings.BINANCE_BASE_URL && settings.BINANCE_API_KEY && settings.BINANCE_API_SECRET
    ? {
        baseUrl: settings.BINANCE_BASE_URL,
        apiKey: settings.BINANCE_API_KEY,
        apiSecret: settings.BINANCE_API_SECRET,
        networks: coinNetworksOf(settings.CRYPTO_NETWORKS),
      }
    : null

/** Keys created by KeyAuth, or null without a seller key. */
export const licenceConfigOf = (settings: Environment) =>
  settings.KEYAUTH_SELLER_KEY ||
  settings.KEYAUTH_SELLER_KEY_MULTI ||
  settings.KEYAUTH_SELLER_KEY_SINGLE
    ? {
        baseUrl: settings.KEYAUTH_BASE_URL,
        intervalMs: settings.KEYAUTH_INTERVAL_MS,
        timeoutMs: settings.KEYAUTH_TIMEOUT_MS,
        sellerKeys: {
          multiloader: settings.KEYAUTH_SELLER_KEY_MULTI ?? settings.KEYAUTH_SELLER_KEY,
          singleloader: settings.KEYAUTH_SELLER_KEY_SINGLE ?? settings.KEYAUTH_SELLER_KEY,
        },
      }
    : null

/** The captcha service; in production it is always enforced. */
export const captchaConfigOf = (settings: Environment, production: boolean) => ({
  provider: settings.CAPTCHA_PROVIDER,
  enforce: production || settings.CAPTCHA_ENFORCE,
  cost: settings.CAPTCHA_COST,
  hostnames: splitByComma(settings.CAPTCHA_HOSTNAMES),
  recaptcha: {
    siteKey: settings.RECAPTCHA_SITE_KEY,
    secret: settings.RECAPTCHA_SECRET,
    baseUrl: settings.RECAPTCHA_BASE_URL,
  },
  turnstile: {
    siteKey: settings.TURNSTILE_SITE_KEY,
    secret: settings.TURNSTILE_SECRET,
    baseUrl: settings.TURNSTILE_BASE_URL,
  },
})

/**
 * Discord: `bot` for roles, messages and channels; `link` for login; `publicKey` for signed
 * interactions. Each is null without settings.
 */
export function chatConfigOf(settings: Environment) {
  const applicationId = settings.DISCORD_APPLICATION_ID ?? settings.DISCORD_CLIENT_ID
  const clientId = settings.DISCORD_CLIENT_ID ?? settings.DISCORD_APPLICATION_ID

  const apiOptions = {
    apiUrl: settings.DISCORD_API_URL.replace(/\/+$/, ''),
    timeoutMs: settings.DISCORD_TIMEOUT_MS,
  }

  const botConfig = botConfigOf(settings, applicationId)
  const linkConfig = linkConfigOf(settings, clientId)

  return {
    apiUrl: apiOptions.apiUrl,
    bot: botConfig && { ...apiOptions, ...botConfig },
    link: linkConfig && { ...apiOptions, ...linkConfig, joinGuild: botConfig !== null },
    login: settings.DISCORD_LOGIN && linkConfig !== null,
    applicationId: applicationId ?? null,
    publicKey: settings.DISCORD_PUBLIC_KEY ?? null,
    announceChannelId: settings.DISCORD_ANNOUNCE_CHANNEL_ID ?? null,
    staffChannelId: settings.DISCORD_STAFF_CHANNEL_ID ?? null,
    ticketsCategoryId: settings.DISCORD_TICKETS_CATEGORY_ID ?? null,
    staffRoleId: settings.DISCORD_STAFF_ROLE_ID ?? null,
  }
}

const botConfigOf = (settings: Environment, applicationId: string | undefined) =>
  settings.DISCORD_BOT_TOKEN && settings.DISCORD_GUILD_ID && applicationId
    ? { botToken: settings.DISCORD_BOT_TOKEN, guildId: settings.DISCORD_GUILD_ID, applicationId }
    : null

const linkConfigOf = (settings: Environment, clientId: string | undefined) =>
  clientId && settings.DISCORD_CLIENT_SECRET
    ? {
        authorizeUrl: settings.DISCORD_AUTHORIZE_URL,
        clientId,
        clientSecret: settings.DISCORD_CLIENT_SECRET,
      }
    : null

function coinNetworksOf(value: string): Record<CryptoCoin, string> {
  const networkPairs = Object.fromEntries(
    splitByComma(value).map((pair) => pair.split(':') as [string, string]),
  )
  return Object.fromEntries(
    cryptoCoins.map((coin) => [coin, networkPairs[coin] ?? coin]),
  ) as Record<CryptoCoin, string>
}
