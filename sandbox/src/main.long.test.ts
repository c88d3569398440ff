import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startProcess, type Running } from './testing/as-process.ts'
import { openReceiver, stripeFor, until, type Receiver } from './testing/bench.ts'

let folder: string
let store: Receiver

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chaveiro-sandbox-'))
  store = await openReceiver()
})

afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = (env?: Record<string, string>) => startProcess(folder, store, env)

const post = (running: Running, path: string, body: object = {}) =>
  fetch(`${running.origin}/sandbox/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const line = {
  quantity: 1,
  price_data: { currency: 'brl', unit_amount: 1990, product_data: { name: 'X' } },
}

const create = (running: Running, key: string) =>
  stripeFor(running.env).checkout.sessions.create(
    { mode: 'payment', line_items: [line], success_url: 'http://localhost:3000/status' },
    { idempotencyKey: key },
  )

describe('as a process', () => {
  it('keeps ports, credentials, data and clock over a restart, and sends what was waiting', async () => {
    const first = await start()

    expect(Object.keys(first.env).sort()).toEqual([
      'BINANCE_API_KEY',
      'BINANCE_API_SECRET',
      'BINANCE_BASE_URL',
      'DISCORD_ANNOUNCE_CHANNEL_ID',
      'DISCORD_API_URL',
      'DISCORD_APPLICATION_ID',
      'DISCORD_AUTHORIZE_URL',
      'DISCORD_BOT_TOKEN',
      'DISCORD_CLIENT_ID',
      'DISCORD_CLIENT_SECRET',
      'DISCORD_GUILD_ID',
      'DISCORD_LOGIN',
      'DISCORD_PUBLIC_KEY',
      'DISCORD_STAFF_CHANNEL_ID',
      'DISCORD_STAFF_ROLE_ID',
      'DISCORD_TICKETS_CATEGORY_ID',
      'KEYAUTH_BASE_URL',
      'KEYAUTH_SELLER_KEY',
      'MAIL_FROM',
      'PIX_BASE_URL',
      'PIX_CA',
      'PIX_CERT_PEM',
      'PIX_CLIENT_ID',
      'PIX_CLIENT_SECRET',
      'PIX_KEY',
      'PIX_KEY_PEM',
      'PIX_OAUTH_PATH',
      'PIX_WEBHOOK_SECRET',
      'PIX_WEBHOOK_URL',
      'RECAPTCHA_BASE_URL',
      'RECAPTCHA_SECRET',
      'RECAPTCHA_SITE_KEY',
      'SMTP_URL',
      'STRIPE_BASE_URL',
      'STRIPE_SECRET_KEY',
      'STRIPE_WEBHOOK_SECRET',
    ])

    const session = await create(first, 'k1')
    store.answer = () => 500
    await post(first, `/card/${session.id}/pay`, { outcome: 'paid' })
    await post(first, '/clock', { advanceMs: 5000 })
    await until(() => store.received.length >= 4)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    store.answer = () => 200
    store.received.length = 0
    const second = await start()

    expect({ origin: second.origin, env: second.env }).toEqual({
      origin: first.origin,
      env: first.env,
    })

    expect((await stripeFor(second.env).checkout.sessions.retrieve(session.id)).status).toBe(
      'complete',
    )
    expect((await create(second, 'k1')).id).toBe(session.id)

    await until(
      () => store.received.some((one) => one.json.type === 'checkout.session.completed'),
      10_000,
    )

    expect(
      ((await (await fetch(`${second.origin}/sandbox/api/clock`)).json()) as { offsetMs: number })
        .offsetMs,
    ).toBe(5000)

    second.child.stdin.end()
    expect(await second.ended).toBe(0)
  })

  it('keys and state are readable by their owner only', () => {
    expect(statSync(join(folder, 'certificates', 'client.key')).mode & 0o077).toBe(0)
    expect(statSync(join(folder, 'state.jsonl')).mode & 0o077).toBe(0)
  })

  it.each([['STORE_MODE'], ['NODE_ENV']])(
    'refuses to start when %s is production',
    async (name) => {
      await expect(start({ [name]: 'production' })).rejects.toThrow('does not start in production')
    },
  )

  it('says what is missing', async () => {
    await expect(start({ SANDBOX_STATE_DIR: '' })).rejects.toThrow('SANDBOX_STATE_DIR is missing')
    await expect(start({ STORE_ORIGINS: 'nonsense' })).rejects.toThrow('not an origin')
  })
})
