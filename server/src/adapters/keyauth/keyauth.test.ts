import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'

import { newId } from '../../platform/secrets/ids.ts'
import { ProviderRefused, type LicenceProvider, type LicenceRequest } from '../../ports/licences.ts'
import { ProviderUnknown } from '../../ports/payments.ts'
import { openSandbox, originOf, type TestSandbox } from '../provider-sandbox.suite.ts'
import { createKeyAuth, type KeyAuthConfig } from './keyauth.ts'

let made = 0

const request = (change: Partial<LicenceRequest> = {}): LicenceRequest => ({
  sellerType: 'multiloader',
  level: 3,
  days: 30,
  key: `LOJA-TESTE-${String(++made).padStart(5, '0')}`,
  note: `grant ${newId()}`,
  asked: false,
  ...change,
})

describe('KeyAuth', () => {
  let sandbox: TestSandbox
  let provider: LicenceProvider

  const configOf = (change: Partial<KeyAuthConfig> = {}): KeyAuthConfig => ({
    baseUrl: sandbox.env.KEYAUTH_BASE_URL!,
    sellerKeys: { multiloader: sandbox.env.KEYAUTH_SELLER_KEY! },
    timeoutMs: 500,
    intervalMs: 0,
    ...change,
  })

  beforeAll(async () => {
    sandbox = await openSandbox()
  })
  afterAll(async () => {
    await sandbox.close()
  })

  beforeEach(async () => {
    await sandbox.control('POST', '/reset')
    provider = createKeyAuth(configOf())
  })

  const state = async () =>
    (await sandbox.control('GET', '/keyauth')) as {
      licences: { key: string; level: number; days: number; note: string; status: string }[]
      trail: { what: string; key: string }[]
    }

  const minted = async () =>
    (await state()).trail.filter((one) => one.what === 'add').map((one) => one.key)

  const fault = (type: string, what: string, times = 1) =>
    sandbox.control('POST', '/faults', [
      { provider: 'keyauth', method: 'GET', path: `/api/seller/${type}`, times, do: what },
    ])

  /**
   * Repeats the request like the job: from the second try on, `asked` marks it as requested before.
   */
  async function untilGranted(asked: LicenceRequest): Promise<string> {
    for (let n = 0; n < 6; n++) {
      try {
        const result = await provider.grant({ ...asked, asked: asked.asked || n > 0 })
        if (result.kind === 'granted') return result.key
      } catch (error) {
        expect(error).toBeInstanceOf(ProviderUnknown)
      }
    }
    throw new Error('never granted')
  }

  it('mints under our own key, with the requested level, days and note', async () => {
    const asked = request()
    expect(await provider.grant(asked)).toEqual({ kind: 'granted', key: asked.key })
    expect((await state()).licences).toMatchObject([
      { key: asked.key, level: 3, days: 30, note: asked.note, status: 'Not Used' },
    ])
  })

  it('a repeated request mints once, marked as a repeat or not', async () => {
    const asked = request()

    // The service would make a second equal key, so the adapter first searches for the key of a
    // repeated request.
    for (const again of [false, true, true])
      expect(await provider.grant({ ...asked, asked: again })).toEqual({
        kind: 'granted',
        key: asked.key,
      })

    expect(await minted()).toEqual([asked.key])
  })

  it.each([
    ['add', 'timeout'],
    ['add', 'reset'],
    ['add', 'commit-then-timeout'],
    ['add', 'commit-then-reset'],
    ['add', 'status:500'],
    ['add', 'status:502'],
    ['add', 'status:429'],
    ['add', 'status:403'],
    ['info', 'timeout'],
    ['*', 'commit-then-timeout'],
    ['*', 'status:503'],
    ['*', 'reset'],
  ])('%s met by %s: one key in the end, never two', async (type, what) => {
    const asked = request()
    await fault(type, what, what.startsWith('status:429') ? 1 : 2)

    if (what === 'status:429') {
      await provider.grant(asked).catch(() => {})
      await new Promise((done) => setTimeout(done, 1100))
    }

    expect(await untilGranted(asked)).toBe(asked.key)
    expect(await minted()).toEqual([asked.key])
    expect((await state()).licences).toHaveLength(1)
  })

  it('where KeyAuth refuses our key, the key that it made is found again by its note', async () => {
    await sandbox.control('POST', '/keyauth/settings', { customMasks: false })
    const plain = request()
    const first = await provider.grant(plain)
    expect(first).toMatchObject({ kind: 'granted', key: (await minted())[0] })
    const lost = request()
    await fault('add', 'status:500')
    await expect(provider.grant(lost)).rejects.toBeInstanceOf(ProviderUnknown)
    // KeyAuth refuses our key and creates the licence under a key of its own, but that reply is
    // lost.
    const slow = createKeyAuth(configOf())

    await sandbox.control('POST', '/faults', [
      { provider: 'keyauth', method: 'GET', path: '/api/seller/add', times: 1, do: 'delay:1' },
      {
        provider: 'keyauth',
        method: 'GET',
        path: '/api/seller/add',
        times: 1,
        do: 'commit-then-timeout',
      },
    ])

    await expect(slow.grant(lost)).rejects.toBeInstanceOf(ProviderUnknown)
    const found = await untilGranted({ ...lost, asked: true })
    expect(
      (await state()).licences.filter((one) => one.note === lost.note).map((one) => one.key),
    ).toEqual([found])
  })

  it('is disabled and enabled repeatedly; an unknown licence is gone', async () => {
    const asked = request()
    const licence = { sellerType: 'multiloader', key: asked.key }
    expect(await provider.read(licence)).toBe('gone')
    // The first licence creates a level. The application then lists its levels, which shows that it
    // answers.
    await provider.grant(request())
    expect(await provider.set(licence, 'banned', 'pedido')).toBe('gone')
    await provider.grant(asked)
    for (const wanted of ['good', 'banned', 'banned', 'good', 'good'] as const)
      expect(await provider.set(licence, wanted, 'pedido')).toBe(wanted)
    await fault('ban', 'commit-then-timeout')
    await expect(provider.set(licence, 'banned', 'pedido')).rejects.toBeInstanceOf(ProviderUnknown)
    expect(await provider.set(licence, 'banned', 'pedido')).toBe('banned')
    expect(await provider.read(licence)).toBe('banned')
  })

  const activate = (key: string, device: object = {}) =>
    sandbox.control('POST', '/keyauth/activate', { key, ...device })

  const login = (user: string) =>
    sandbox.control('POST', '/keyauth/login', { user }).then(
      ({ endsAt }) => `until ${endsAt}`,
      (error: Error) => error.message.replace(/^.*: (\d+).*$/s, '$1'),
    )

  const minutesFromNow = (text: string) =>
    Math.round((Date.parse(text.replace('until ', '')) - Date.now()) / 60_000)

  it('a key that is its own user cannot log in while disabled, and can again when enabled [F101]', async () => {
    const wanted = request()
    const licence = { sellerType: 'multiloader', key: wanted.key }
    await provider.grant(wanted)
    await activate(wanted.key, { hardwareId: 'HW-1', address: '203.0.113.9' })
    expect(minutesFromNow(await login(wanted.key))).toBe(30 * 24 * 60)
    expect(await provider.set(licence, 'banned', 'pedido')).toBe('banned')
    expect(await login(wanted.key)).toBe('403')
    // While the key is banned, its device cannot activate another key.
    const other = request()
    await provider.grant(other)
    await expect(activate(other.key, { hardwareId: 'HW-1' })).rejects.toThrow('409')
    expect(await provider.set(licence, 'banned', 'pedido')).toBe('banned')
    expect(await provider.set(licence, 'good', 'pedido')).toBe('good')
    expect(minutesFromNow(await login(wanted.key))).toBe(30 * 24 * 60)
    await activate(other.key, { hardwareId: 'HW-1' })
  })

  it('a user with another name loses the time of this key, and gets the rest of it back [F101]', async () => {
    const wanted = request()
    const licence = { sellerType: 'multiloader', key: wanted.key }
    await provider.grant(wanted)
    await activate(wanted.key, { user: 'ana' })

    for (let times = 0; times < 2; times++) {
      expect(await provider.set(licence, 'banned', 'pedido')).toBe('banned')
      expect(await login('ana')).toBe('403')
    }

    for (let times = 0; times < 2; times++) {
      expect(await provider.set(licence, 'good', 'pedido')).toBe('good')
      expect(minutesFromNow(await login('ana'))).toBe(30 * 24 * 60)
    }
  })

  it.each([
    ['setnote', 'commit-then-timeout'],
    ['subtract', 'commit-then-timeout'],
    ['subtract', 'timeout'],
    ['ban', 'commit-then-timeout'],
    ['userdata', 'timeout'],
    ['fetchallsubs', 'status:500'],
  ])(
    "a refunded key's user with two keys loses only its time, when %s fails (%s) [F101]",
    async (type, what) => {
      const [kept, refunded] = [request({ days: 10 }), request({ days: 30 })]
      const licence = { sellerType: 'multiloader', key: refunded.key }

      for (const wanted of [kept, refunded]) {
        await provider.grant(wanted)
        await activate(wanted.key, { user: 'bia' })
      }

      expect(minutesFromNow(await login('bia'))).toBe(40 * 24 * 60)
      await fault(type, what)
      await expect(provider.set(licence, 'banned', 'pedido')).rejects.toBeInstanceOf(
        ProviderUnknown,
      )
      expect(await provider.set(licence, 'banned', 'pedido')).toBe('banned')
      expect(await provider.set(licence, 'banned', 'pedido')).toBe('banned')
      expect(minutesFromNow(await login('bia'))).toBe(10 * 24 * 60)
      await fault('extend', 'commit-then-timeout')
      await expect(provider.set(licence, 'good', 'pedido')).rejects.toBeInstanceOf(ProviderUnknown)
      expect(await provider.set(licence, 'good', 'pedido')).toBe('good')
      expect(minutesFromNow(await login('bia'))).toBe(40 * 24 * 60)
      expect((await state()).licences.map(({ note }) => note)).toEqual([kept.note, refunded.note])
      expect(await provider.set(licence, 'banned', 'pedido')).toBe('banned')
      expect(minutesFromNow(await login('bia'))).toBe(10 * 24 * 60)
    },
  )

  it.each([
    ['as its newest published code', {}],
    ['that calls it used', { unbansAsUsed: true }],
    ['that answers failure to each ban and unban', { tokens: false }],
  ])('an unused key can be activated after a ban, at a service %s [F101]', async (_which, how) => {
    await sandbox.control('POST', '/keyauth/settings', how)
    const wanted = request()
    const licence = { sellerType: 'multiloader', key: wanted.key }
    await provider.grant(wanted)
    for (let times = 0; times < 2; times++)
      expect(await provider.set(licence, 'banned', 'pedido')).toBe('banned')
    await expect(activate(wanted.key)).rejects.toThrow('409')
    expect(await provider.set(licence, 'good', 'pedido')).toBe('good')
    await activate(wanted.key)
    expect(minutesFromNow(await login(wanted.key))).toBe(30 * 24 * 60)
    expect((await state()).licences).toMatchObject([
      { key: wanted.key, level: 3, days: 30, note: wanted.note, status: 'Used' },
    ])
  })

  it('a wrong, short or missing seller key is refused with a reason and mints nothing', async () => {
    for (const wrong of ['x'.repeat(32), 'curta', undefined]) {
      const refusing = createKeyAuth(configOf({ sellerKeys: { multiloader: wrong } }))
      const result = await refusing.grant(request())

      expect(result).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(/keyauth|multiloader/),
      })

      expect(JSON.stringify(result)).not.toContain(wrong ?? 'nothing')
      await expect(refusing.read({ sellerType: 'multiloader', key: 'A' })).rejects.toBeInstanceOf(
        ProviderRefused,
      )
    }

    expect(await provider.grant(request({ level: 0 }))).toMatchObject({
      kind: 'refused',
      reason: expect.any(String),
    })

    expect(await provider.grant(request({ sellerType: 'singleloader' }))).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('singleloader'),
    })

    expect(await minted()).toEqual([])
  })

  it('no failure holds the address, the seller key or the licence', async () => {
    const asked = request()
    for (const what of ['status:500', 'status:403', 'timeout', 'reset', 'status:429']) {
      provider = createKeyAuth(configOf())
      await fault('*', what, 3)

      const told = await provider.grant(asked).then(
        (result) => JSON.stringify(result),
        (error: Error) => `${error.message} ${error.stack} ${JSON.stringify(error)}`,
      )

      for (const secret of [sandbox.env.KEYAUTH_SELLER_KEY!, asked.key, 'sellerkey', '127.0.0.1'])
        expect(told).not.toContain(secret)
      await sandbox.control('DELETE', '/faults')
    }
  })
})

describe('a KeyAuth with other answers', () => {
  let server: Server
  let answers: Record<string, [status: number, body: string]>
  const asked: string[] = []
  let provider: LicenceProvider

  beforeEach(async () => {
    asked.length = 0

    server = createServer((incoming, reply) => {
      const query = new URL(incoming.url!, 'http://x').searchParams
      asked.push(query.get('type')!)

      const [status, body] = answers[query.get('type')!] ?? [
        406,
        '{"success":false,"message":"Key Not Found"}',
      ]

      reply.writeHead(status, { 'content-type': 'text/html' }).end(body)
    })

    const origin = await originOf(server)

    provider = createKeyAuth({
      baseUrl: `${origin}/`,
      sellerKeys: { multiloader: 'k'.repeat(32) },
      timeoutMs: 500,
      intervalMs: 0,
    })
  })

  afterEach(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  )

  it('a 302 without address, with HTML or other success texts is success', async () => {
    answers = { add: [302, '{"success":true,"message":"Feito","keys":["A-1"]}'] }
    expect(await provider.grant(request())).toEqual({ kind: 'granted', key: 'A-1' })
    answers = { info: [406, '{"success":true,"status":"Banned"}'] }
    expect(await provider.read({ sellerType: 'multiloader', key: 'A' })).toBe('banned')
  })

  it('text instead of JSON is an unknown outcome; with 404 a refusal that does not quote it', async () => {
    answers = { add: [200, 'ok'] }
    await expect(provider.grant(request())).rejects.toBeInstanceOf(ProviderUnknown)
    answers = { add: [404, `Invalid seller key length ${'k'.repeat(32)}`] }

    expect(await provider.grant(request())).toEqual({
      kind: 'refused',
      reason: 'keyauth: status 404',
    })

    answers = {
      add: [
        403,
        JSON.stringify({
          success: false,
          message: `not allowed: http://x/?sellerkey=${'k'.repeat(32)}`,
        }),
      ],
    }

    expect(await provider.grant(request())).toEqual({
      kind: 'refused',
      reason: 'keyauth: not allowed: ***',
    })
  })

  it('a clock set back by an hour delays no call', async () => {
    const spaced = createKeyAuth({
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      sellerKeys: { multiloader: 'k'.repeat(32) },
      timeoutMs: 500,
      intervalMs: 30,
    })

    await spaced.read({ sellerType: 'multiloader', key: 'A' })
    const set = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
    onTestFinished(() => set.mockRestore())
    await spaced.read({ sellerType: 'multiloader', key: 'A' })
    expect(asked).toEqual(['info', 'info'])
  }, 3_000)

  it('a banned key is not taken for gone while the service refuses all calls', async () => {
    const licence = { sellerType: 'multiloader', key: 'A' }
    await expect(provider.set(licence, 'banned', 'pedido')).rejects.toBeInstanceOf(ProviderUnknown)
    answers = { fetchallsubs: [200, '{"success":true,"subs":[]}'] }
    expect(await provider.set(licence, 'banned', 'pedido')).toBe('gone')
  })

  it('unreadable entries of its lists hide none of the others [F220]', async () => {
    const info = '{"success":true,"status":"Used","usedby":"ana","level":"1","duration":"86400"}'

    answers = {
      info: [200, info],
      ban: [200, '{"success":true}'],
      fetchallsubs: [200, '{"success":true,"subs":[null,7,{"name":"vip","level":1}]}'],
      userdata: [200, '{"success":true,"subscriptions":[null,{"subscription":"vip","expiry":9}]}'],
      delsub: [200, '{"success":true}'],
    }

    await provider.set({ sellerType: 'multiloader', key: 'A' }, 'banned', 'pedido')
    expect(asked).toEqual(['info', 'ban', 'fetchallsubs', 'userdata', 'delsub', 'info'])
  })

  it('after too many calls it pauses as long as the service asks', async () => {
    answers = { info: [429, 'slow down'] }

    for (let n = 0; n < 3; n++)
      await expect(provider.read({ sellerType: 'multiloader', key: 'A' })).rejects.toBeInstanceOf(
        ProviderUnknown,
      )

    expect(asked).toEqual(['info'])
  })
})
