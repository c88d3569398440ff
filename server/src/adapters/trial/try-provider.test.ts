import type { ProviderName } from '@chaveiro/contracts/admin/provider-fields'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { readConfig, type Env } from '../../platform/config/config.ts'
import { memoryFolder } from '../../testing/database.ts'
import { openSandbox, type TestSandbox } from '../provider-sandbox.suite.ts'
import { tryProvider } from './try-provider.ts'

// Trials of each provider, against the sandbox and against silent servers.

let sandbox: TestSandbox
let certificate: string
let silent: { origin: string; close(): void }
const dataDir = memoryFolder('trial')

beforeAll(async () => {
  sandbox = await openSandbox()
  const { PIX_CERT_PEM, PIX_KEY_PEM } = sandbox.env
  certificate = `${readFileSync(PIX_CERT_PEM!, 'utf8')}\n${readFileSync(PIX_KEY_PEM!, 'utf8')}`
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  silent = {
    origin: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
})

afterAll(async () => {
  silent?.close()
  await sandbox?.close()
})

beforeEach(() => sandbox.control('POST', '/reset', { clock: true }))

type Change = Env & { now?: string }

/** The reason of a trial with these settings instead of the sandbox's; '' for success. */
async function reason(name: ProviderName, { now, ...change }: Change = {}): Promise<string> {
  const base: Env = { ...sandbox.env, CAPTCHA_PROVIDER: 'recaptcha', KEYAUTH_INTERVAL_MS: '0' }
  if (change.PIX_CERTIFICATE) for (const own of ['PIX_CERT_PEM', 'PIX_KEY_PEM']) delete base[own]
  const config = readConfig({ DATA_DIR: dataDir, ...base, ...change })
  const at = () => (now ? new Date(now) : new Date())
  const trial = await tryProvider(name, config, { now: at, timeoutMs: 1_500 })
  if (trial.works) return ''

  return trial.detail ? `${trial.reason} ${trial.detail}` : trial.reason
}

const file = (name: string): string =>
  readFileSync(
    fileURLToPath(new URL(`../../testing/certificates/${name}`, import.meta.url)),
  ).toString('base64')

const pix = (change: Change) => reason('pix', { PIX_CERTIFICATE: certificate, ...change })

it("every provider's trial succeeds with answers to our credentials only [P354]", async () => {
  for (const name of ['pix', 'card', 'crypto', 'mail', 'discord', 'keyauth', 'captcha'] as const)
    expect(await reason(name), name).toBe('')
  expect((await sandbox.control('GET', '/state')).mail.mails).toEqual([])
})

it('PIX: names a wrong certificate, application, scope or key [P354]', async () => {
  expect(await pix({})).toBe('')
  expect(await pix({ PIX_CERTIFICATE: Buffer.from(certificate).toString('base64') })).toBe('')
  expect(await pix({ PIX_CLIENT_SECRET: 'Client_Secret_errado' })).toBe('secret')
  expect(await pix({ PIX_KEY: 'outra@chave.test' })).toBe('pix_key')
  expect(await pix({ PIX_CERTIFICATE: certificate.split('-----BEGIN PRIVATE')[0] })).toBe(
    'certificate_key',
  )
  expect(await pix({ PIX_CERTIFICATE: file('rc2.p12') })).toBe('certificate_old')
  expect(await pix({ PIX_CERTIFICATE: file('aes.p12') })).toBe('certificate_refused')
  expect(await pix({ PIX_CERTIFICATE: Buffer.from('%PDF-1.7 fatura').toString('base64') })).toBe(
    'certificate_kind',
  )
  expect(await pix({ now: '2099-01-01T00:00:00Z' })).toBe('certificate_expired')
  expect(await pix({ PIX_CA: '' })).toBe('insecure')
  await sandbox.control('POST', '/pix/settings', { scopes: 'cob.read cob.write' })
  expect(await pix({})).toBe('permission pix.write pix.read webhook.write webhook.read')
})

it('PIX: names every scope that the token lacks, also those of fraud reports [F257, P354]', async () => {
  const all =
    'cob.write cob.read pix.write pix.read webhook.write webhook.read payloadlocation.read ' +
    'gn.infractions.read gn.infractions.write'

  for (const [lacks, told] of [
    [[], ''],
    [['payloadlocation.read'], ''],
    [['cob.write'], 'permission cob.write'],
    [['pix.write', 'pix.read'], 'permission pix.write pix.read'],
    [['webhook.write'], 'permission webhook.write'],
    [['gn.infractions.read'], 'permission gn.infractions.read'],
    [['gn.infractions.write'], 'permission gn.infractions.write'],
  ] as const) {
    const scopes = all
      .split(' ')
      .filter((scope) => !(lacks as readonly string[]).includes(scope))
      .join(' ')

    await sandbox.control('POST', '/pix/settings', { scopes })
    expect([lacks, await pix({})]).toEqual([lacks, told])
  }

  await sandbox.control('POST', '/pix/settings', { scopes: 'cob.read webhook.read' })
  expect(await pix({})).toBe(
    'permission cob.write pix.write pix.read webhook.write gn.infractions.read gn.infractions.write',
  )
})

it('cards: names every right that a restricted key lacks [F257, P354]', async () => {
  const key = { STRIPE_SECRET_KEY: sandbox.env.STRIPE_SECRET_KEY!.replace('sk_', 'rk_') }

  for (const [lacks, told] of [
    [[], ''],
    [['checkout_sessions.read'], 'permission Checkout Sessions'],
    [['checkout_sessions.write'], 'permission Checkout Sessions: write'],
    [['coupons.write', 'refunds.write'], 'permission Coupons: write, Charges and Refunds: write'],
    [['disputes.read', 'payment_intents.read'], 'permission PaymentIntents: read, Disputes: read'],
    [['customers.write', 'coupons.read'], ''],
  ] as const) {
    await sandbox.control('POST', '/card/account', { lacks })
    expect([lacks, await reason('card', key)]).toEqual([lacks, told])
  }

  // A trial changes nothing.
  const { stripe } = await sandbox.control('GET', '/state')
  expect([stripe.sessions, stripe.coupons, stripe.refunds]).toEqual([[], [], []])
})

it('cards and coins: a wrong secret, a missing right and a rate limit are different [P354]', async () => {
  expect(await reason('card', { STRIPE_SECRET_KEY: 'sk_test_errada' })).toBe('secret')
  expect(await reason('card', { STRIPE_SECRET_KEY: 'pk_test_publica' })).toBe('secret')
  expect(await reason('card', { STRIPE_WEBHOOK_SECRET: 'sk_test_trocada' })).toBe('webhook_secret')
  expect(await reason('crypto', { BINANCE_API_SECRET: 'outro' })).toBe('secret')
  expect(await reason('crypto', { BINANCE_API_KEY: 'A'.repeat(64) })).toBe('permission')
  expect(await reason('crypto', { BINANCE_API_KEY: 'curta' })).toBe('secret')
  expect(
    await reason('crypto', { BINANCE_API_SECRET: '-----BEGIN PRIVATE KEY-----\nx\n-----END' }),
  ).toBe('private_key')
  expect(await reason('crypto', { CRYPTO_NETWORKS: 'USDT:NADA' })).toBe('network USDT:NADA')
  // A rate limit of the exchange is reported as its own reason.
  await sandbox.control('POST', '/faults', [
    { provider: 'binance', method: 'GET', path: '/sapi/*', times: 1, do: 'status:429' },
  ])
  expect(await reason('crypto')).toBe('limited')
})

it('mail, chat, licences and captcha: the trial names what is wrong [P354]', async () => {
  const { SMTP_URL } = sandbox.env
  const wrong = SMTP_URL!.replace(/loja:[^@]+@/, 'loja:errada@')
  expect(await reason('mail', { SMTP_URL: wrong })).toBe('secret')
  expect(await reason('discord', { DISCORD_BOT_TOKEN: 'a.b.c' })).toBe('secret')
  expect(await reason('discord', { DISCORD_GUILD_ID: '100000000000000009' })).toBe('guild')
  expect(await reason('discord', { DISCORD_APPLICATION_ID: '100000000000000009' })).toBe(
    'application',
  )
  expect(await reason('discord', { DISCORD_STAFF_ROLE_ID: '100000000000000009' })).toBe(
    'channel 100000000000000009',
  )
  expect(await reason('keyauth', { KEYAUTH_SELLER_KEY: 'f'.repeat(32) })).toBe('secret')
  expect(await reason('keyauth', { KEYAUTH_SELLER_KEY: 'curta' })).toBe('secret')
  expect(await reason('captcha', { RECAPTCHA_SECRET: 'errada' })).toBe('secret')
})

it('a silent, absent or broken provider is reported as such, within the timeout [P354, P355]', async () => {
  const at = (origin: string): Record<string, Change> => ({
    pix: { PIX_BASE_URL: `https://${origin}` },
    card: { STRIPE_BASE_URL: `http://${origin}` },
    crypto: { BINANCE_BASE_URL: `http://${origin}` },
    mail: { SMTP_URL: `smtp://${origin}` },
    discord: { DISCORD_API_URL: `http://${origin}` },
    keyauth: { KEYAUTH_BASE_URL: `http://${origin}/` },
  })

  const from = performance.now()

  const said = async (origin: string) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(at(origin)).map(async ([name, change]) => [
          name,
          await reason(name as ProviderName, change),
        ]),
      ),
    )

  expect(await said(silent.origin)).toEqual({
    pix: 'silent',
    card: 'silent',
    crypto: 'silent',
    mail: 'silent',
    discord: 'silent',
    keyauth: 'silent',
  })

  expect(performance.now() - from).toBeLessThan(15_500)

  expect(await said('127.0.0.1:1')).toEqual({
    pix: 'unreachable',
    card: 'unreachable',
    crypto: 'unreachable',
    mail: 'unreachable',
    discord: 'unreachable',
    keyauth: 'unreachable',
  })

  await sandbox.control('POST', '/faults', [
    { provider: 'efi', method: '*', path: '*', times: 9, do: 'status:503' },
    { provider: 'discord', method: '*', path: '*', times: 9, do: 'status:503' },
  ])

  expect(await reason('pix')).toBe('out_of_order')
  expect(await reason('discord')).toBe('out_of_order')
})
