import { IDS } from '@chaveiro/sandbox/discord-ids'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createBinanceCrypto } from './binance/binance-crypto.ts'
import { createDiscord } from './discord/discord.ts'
import { createEfiPix } from './efi/efi-pix.ts'
import { configOf as pixConfig } from './efi/efi.suite.ts'
import { openSandbox, type TestSandbox } from './provider-sandbox.suite.ts'
import { createSmtpMailer } from './smtp/smtp.ts'
import { createStripeCard } from './stripe/stripe-card.ts'

// The adapters' checks of whether a provider serves the shop now. The status page shows the
// results.

const timeoutMs = 400

/** Credentials that every provider refuses; no answer may hold them. */
const wrong = 'credencial_errada_0123456789'

/** Accepts connections and sends nothing. */
type Silent = { port: number; close(): void }

let sandbox: TestSandbox
let silent: Silent

beforeAll(async () => {
  sandbox = await openSandbox()
  silent = await openPort(() => {})
})

afterAll(async () => {
  silent?.close()
  await sandbox?.close()
})

beforeEach(() => sandbox.control('POST', '/reset', { clock: true }))

async function openPort(greet: (socket: Socket) => void): Promise<Silent> {
  const sockets = new Set<Socket>()

  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    greet(socket)
  }).listen(0, '127.0.0.1')

  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** A port without a listener. */
async function closedPort(): Promise<number> {
  const { port, close } = await openPort(() => {})
  close()

  return port
}

type Change = { origin?: string; secret?: string }

/** A check of each HTTP provider, optionally at another origin or with other credentials. */
const looks: Record<string, (change?: Change) => Promise<unknown>> = {
  efi: ({ origin, secret } = {}) =>
    createEfiPix(
      pixConfig(sandbox, {
        timeoutMs,
        ...(origin ? { baseUrl: origin } : {}),
        ...(secret ? { clientSecret: secret } : {}),
      }),
      () => new Date(),
    ).check(),

  stripe: ({ origin, secret } = {}) =>
    createStripeCard({
      secretKey: secret ? `sk_test_${secret}` : sandbox.env.STRIPE_SECRET_KEY!,
      webhookSecrets: [sandbox.env.STRIPE_WEBHOOK_SECRET!],
      baseUrl: origin ?? sandbox.env.STRIPE_BASE_URL,
      timeoutMs,
    }).check(),

  binance: ({ origin, secret } = {}) =>
    createBinanceCrypto({
      baseUrl: origin ?? sandbox.env.BINANCE_BASE_URL!,
      apiKey: sandbox.env.BINANCE_API_KEY!,
      apiSecret: secret ?? sandbox.env.BINANCE_API_SECRET!,
      networks: { USDT: 'TRX', BTC: 'BTC', ETH: 'ETH', LTC: 'LTC' },
      timeoutMs,
    }).check(),

  // The chat has no check of its own: reading its guild is as cheap.
  discord: async ({ origin, secret } = {}) => {
    const answer = await createDiscord({
      apiUrl: origin ?? sandbox.env.DISCORD_API_URL!,
      botToken: secret ?? sandbox.env.DISCORD_BOT_TOKEN!,
      guildId: IDS.guild,
      applicationId: IDS.application,
      timeoutMs,
      silenceMs: 100,
    }).guild()
    if (answer.kind !== 'ok') throw new Error(`${answer.kind}: ${answer.reason}`)
  },
}

/**
 * The error text of a check, or '' for success. Expects that the error holds neither a secret nor a
 * local address.
 */
async function said(look: Promise<unknown>): Promise<string> {
  const failure: unknown = await look.then(
    () => null,
    (error: unknown) => error,
  )

  if (failure === null) return ''

  const whole = inspect(failure, { depth: 20, showHidden: true })
  const secrets = Object.entries(sandbox.env)
    .filter(([name]) => /SECRET|TOKEN|API_KEY|CLIENT_ID/.test(name))
    .map(([, value]) => value)
  for (const secret of [...secrets, wrong, '127.0.0.1:']) expect(whole).not.toContain(secret)

  return (failure as Error).message
}

const providers = Object.keys(looks)

const table = (messages: Record<string, string>) =>
  providers.map((name) => [name, messages[name]] as const)

const fault = (provider: string, action: string) =>
  sandbox.control('POST', '/faults', [{ provider, method: '*', path: '*', times: 9, do: action }])

describe('a check of a provider', () => {
  it.each(providers)('%s: succeeds when it serves us [P192]', async (name) => {
    expect(await said(looks[name]!())).toBe('')
  })

  it.each(
    table({
      efi: 'pix: no token (status 401)',
      stripe: 'stripe: StripeAuthenticationError 401',
      binance: 'binance: status 400 code -1022',
      discord: 'unavailable: discord refuses the bot token',
    }),
  )('%s: says that our credentials are refused, without them [P280]', async (name, message) => {
    expect(await said(looks[name]!({ secret: wrong }))).toBe(message)
  })

  it.each(
    table({
      efi: 'pix: POST got no answer (ECONNREFUSED)',
      stripe: 'stripe: StripeConnectionError',
      binance: 'binance: GET got no answer (ECONNREFUSED)',
      discord: 'unavailable: discord gave no answer (ECONNREFUSED)',
    }),
  )('%s: says that nobody is there, without the address [P280]', async (name, message) => {
    const origin = `http://127.0.0.1:${await closedPort()}`
    expect(await said(looks[name]!({ origin }))).toBe(message)
  })

  it.each(
    table({
      efi: 'pix: POST got no answer (TimeoutError)',
      stripe: 'stripe: StripeConnectionError',
      binance: 'binance: GET got no answer (TimeoutError)',
      discord: 'unavailable: discord gave no answer (AbortError)',
    }),
  )('%s: does not wait beyond its limit [P280]', async (name, message) => {
    const from = performance.now()
    expect(await said(looks[name]!({ origin: `http://127.0.0.1:${silent.port}` }))).toBe(message)
    const took = performance.now() - from
    expect(took).toBeGreaterThanOrEqual(timeoutMs * 0.9)
    expect(took).toBeLessThan(8_000)
  })

  it.each(
    table({
      efi: 'pix: POST answered 503',
      stripe: 'stripe: StripeAPIError 503',
      binance: 'binance: GET answered 503',
      discord: 'unavailable: discord answered 503',
    }),
  )('%s: says that it is out of order [P280]', async (name, message) => {
    await fault(name, 'status:503')
    expect(await said(looks[name]!())).toBe(message)
  })
})

describe('a check of the mail server', () => {
  const look = async (url: string) => {
    const mailer = createSmtpMailer({ url, from: 'loja@exemplo.test', timeoutMs })
    try {
      return await said(mailer.check())
    } finally {
      mailer.close()
    }
  }

  it('succeeds when it accepts mail, and sends none [P192]', async () => {
    expect(await look(sandbox.env.SMTP_URL!)).toBe('')
    expect((await sandbox.control('GET', '/state')).mail.mails).toEqual([])
  })

  it("reports refused credentials, without them and without the server's sentence [P280]", async () => {
    const server = await openPort((socket) => {
      socket.write('220 mail.example\r\n')
      socket.on('data', (data) => {
        const hello = data.toString().startsWith('EHLO')
        socket.write(
          hello ? '250-mail.example\r\n250 AUTH PLAIN\r\n' : `535 5.7.8 ${wrong} is not you\r\n`,
        )
      })
    })

    expect(await look(`smtp://loja:${wrong}@127.0.0.1:${server.port}`)).toBe(
      'the mail server answered 535 (EAUTH, AUTH PLAIN)',
    )
    server.close()
  })

  it('reports an absent, a silent and an unfriendly server [P280]', async () => {
    expect(await look(`smtp://127.0.0.1:${await closedPort()}`)).toBe(
      'the mail server did not take it (ESOCKET, CONN)',
    )
    expect(await look(`smtp://127.0.0.1:${silent.port}`)).toBe(
      'the mail server did not take it (ETIMEDOUT, CONN)',
    )
    const busy = await openPort((socket) => socket.write('421 4.7.0 busy\r\n'))
    expect(await look(`smtp://127.0.0.1:${busy.port}`)).toBe(
      'the mail server answered 421 (EPROTOCOL, CONN)',
    )
    busy.close()
  })
})
