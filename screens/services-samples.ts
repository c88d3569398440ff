import { adminApi } from '@chaveiro/contracts/admin'

import { on, type Body } from './answers.ts'
import { show, type Given } from './show.ts'

// Samples that the tests of payments and services share.

type Provider = Body<typeof adminApi.providers.list>['providers'][number]

const field = (name: string, change: Partial<Provider['fields'][number]> = {}) => ({
  name,
  set: false,
  fromEnvironment: false,
  value: null,
  ...change,
})

const provider = (name: Provider['name'], change: Partial<Provider>): Provider => ({
  name,
  source: 'off',
  test: null,
  kept: false,
  fault: null,
  updatedAt: null,
  fields: [],
  other: null,
  decidedBy: [],
  openPayments: 0,
  webhookUrl: null,
  webhookEvents: [],
  ...change,
})

const storedSecret = { set: true }

export const card = provider('card', {
  source: 'kept',
  test: true,
  kept: true,
  updatedAt: '2026-02-03T17:05:00.000Z',
  fields: [field('STRIPE_SECRET_KEY', storedSecret), field('STRIPE_WEBHOOK_SECRET', storedSecret)],
  openPayments: 2,
  webhookUrl: 'https://loja.exemplo.test/api/webhooks/stripe',
  webhookEvents: ['checkout.session.completed', 'charge.refunded'],
})

export const providers = [
  provider('pix', {
    source: 'environment',
    test: false,
    kept: true,
    decidedBy: ['PIX_CLIENT_ID', 'PIX_KEY'],
    webhookUrl: 'https://loja.exemplo.test/api/webhooks/pix',
    fields: [
      field('PIX_CLIENT_ID', { set: true, fromEnvironment: true }),
      field('PIX_CLIENT_SECRET'),
      field('PIX_CERTIFICATE'),
      field('PIX_KEY', { set: true, fromEnvironment: true }),
      field('PIX_BASE_URL', { value: 'https://pix-h.api.efipay.com.br' }),
    ],
  }),
  card,
  provider('crypto', {
    kept: true,
    fault: 'unopened',
    fields: [
      field('BINANCE_API_KEY'),
      field('BINANCE_API_SECRET'),
      field('CRYPTO_NETWORKS', { value: 'USDT:BSC' }),
    ],
  }),
  provider('mail', {
    source: 'sandbox',
    fields: [
      field('SMTP_HOST', { value: 'mail.exemplo.test' }),
      field('SMTP_PORT'),
      field('SMTP_USER'),
      field('SMTP_PASSWORD'),
      field('MAIL_FROM', { fromEnvironment: true, set: true }),
    ],
  }),
  provider('discord', {
    webhookUrl: 'https://loja.exemplo.test/api/webhooks/discord',
    fields: [
      field('DISCORD_BOT_TOKEN'),
      field('DISCORD_APPLICATION_ID', { value: '111111111111111111' }),
      field('DISCORD_GUILD_ID', { value: '222222222222222222' }),
      field('DISCORD_PUBLIC_KEY'),
      field('DISCORD_CLIENT_SECRET'),
      field('DISCORD_LOGIN', { value: '1' }),
      field('DISCORD_ANNOUNCE_CHANNEL_ID'),
      field('DISCORD_STAFF_CHANNEL_ID'),
      field('DISCORD_TICKETS_CATEGORY_ID'),
      field('DISCORD_STAFF_ROLE_ID'),
    ],
  }),
  provider('keyauth', {
    kept: true,
    fault: 'unusable',
    fields: [
      field('KEYAUTH_SELLER_KEY'),
      field('KEYAUTH_SELLER_KEY_MULTI'),
      field('KEYAUTH_SELLER_KEY_SINGLE'),
    ],
  }),
  provider('captcha', {
    fields: [
      field('CAPTCHA_PROVIDER', { value: 'turnstile' }),
      field('CAPTCHA_SITE_KEY', { value: '0x4AAA' }),
      field('CAPTCHA_SECRET'),
    ],
  }),
]

export const servicesSetup: Given = {
  as: { role: 'admin' },
  replies: [on(adminApi.providers.list, { success: true, providers })],
}

export const works = { works: true, reason: null, message: 'Funciona.' }
export const wrong = { works: false, reason: 'secret' as const, message: 'A chave foi recusada.' }

export const open = (name: string, given: Given = {}) =>
  show(`/admin/settings?view=services&service=${name}`, { ...servicesSetup, ...given })

export const replied = (change: object) =>
  on(adminApi.providers.save, {
    success: true,
    saved: true,
    trial: works,
    provider: card,
    ...change,
  })

export const at = '/api/admin/providers/card'
