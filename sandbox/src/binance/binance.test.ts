import { describe, expect, it } from 'vitest'

import { bench, useBench } from '../testing/use-bench.ts'
import { NETWORKS } from './coins.ts'
import { signQuery } from './signature.ts'

useBench()

const base = () => bench.sandbox.env['BINANCE_BASE_URL']!
const plain = (path: string) => bench.http('GET', `${base()}${path}`)

function signed(
  path: string,
  query = '',
  change: { key?: string; secret?: string; timestamp?: number; tail?: string } = {},
) {
  const { env } = bench.sandbox
  const payload = `${query}${query ? '&' : ''}timestamp=${change.timestamp ?? Date.now()}`
  const key = change.key ?? env['BINANCE_API_KEY']!

  return bench.http(
    'GET',
    `${base()}${path}?${payload}&signature=${signQuery(change.secret ?? env['BINANCE_API_SECRET']!, payload)}${change.tail ?? ''}`,
    { headers: key ? { 'x-mbx-apikey': key } : {} },
  )
}

const deposit = (more: object = {}) =>
  bench.control('POST', '/crypto/deposit', {
    coin: 'USDT',
    network: 'TRX',
    amount: '12.345678',
    ...more,
  })

describe('signed calls', () => {
  it("agrees with the exchange's published HMAC example", () => {
    expect(
      signQuery(
        'NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j',
        'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559',
      ),
    ).toBe('c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71')
  })

  it.each([
    ['no key', { key: '' }, 401, -2014],
    ['a malformed key', { key: 'abc' }, 401, -2014],
    ['another key', { key: 'A'.repeat(64) }, 401, -2015],
    ['another secret', { secret: 'x' }, 400, -1022],
    ['a parameter behind the signature', { tail: '&coin=BTC' }, 400, -1022],
    ['an old timestamp', { timestamp: Date.now() - 3_600_000 }, 400, -1021],
    ['a timestamp ahead', { timestamp: Date.now() + 3_600_000 }, 400, -1021],
  ])('refuses %s', async (_name, change, status, code) => {
    expect(await signed('/sapi/v1/capital/deposit/hisrec', '', change)).toMatchObject({
      status,
      body: { code, msg: expect.any(String) },
    })
  })

  it('judges the timestamp by its own clock, which can be asked', async () => {
    await bench.control('POST', '/clock', { advanceMs: 60_000 })
    expect((await signed('/sapi/v1/capital/config/getall')).body.code).toBe(-1021)
    const { serverTime } = (await plain('/api/v3/time')).body
    expect(
      (await signed('/sapi/v1/capital/config/getall', '', { timestamp: serverTime })).status,
    ).toBe(200)
    await bench.control('POST', '/clock', { advanceMs: -60_000 })
  })
})

describe('market and wallet', () => {
  it('prices for one symbol, several or all, with the weight used', async () => {
    expect((await plain('/api/v3/ticker/price?symbol=USDTBRL')).body).toEqual({
      symbol: 'USDTBRL',
      price: '5.40000000',
    })

    const several = await plain(
      `/api/v3/ticker/price?symbols=${encodeURIComponent('["USDTBRL","BTCUSDT","ETHUSDT","LTCUSDT"]')}`,
    )
    expect(several.body.map((one: { price: string }) => Number(one.price))).toEqual([
      5.4, 97_000, 3400, 110,
    ])
    expect(Number(several.headers['x-mbx-used-weight-1m'])).toBeGreaterThanOrEqual(6)
    expect((await plain('/api/v3/ticker/price?symbol=NONE')).body.code).toBe(-1121)
    expect((await plain('/api/v3/ticker/price?coin=USDT')).body.code).toBe(-1104)
    await bench.control('POST', '/crypto/prices', { BTCUSDT: '50000' })
    expect((await plain('/api/v3/avgPrice?symbol=BTCUSDT')).body.price).toBe('50000')
  })

  it('networks, which can be suspended, and one address for each', async () => {
    const coins = await signed('/sapi/v1/capital/config/getall')

    expect(coins.body.map((one: { coin: string }) => one.coin)).toEqual([
      'USDT',
      'BTC',
      'ETH',
      'LTC',
    ])

    await bench.control('POST', '/crypto/networks', {
      coin: 'USDT',
      network: 'TRX',
      depositEnable: false,
    })

    const usdt = (await signed('/sapi/v1/capital/config/getall')).body[0]
    expect(
      usdt.networkList.find((one: { network: string }) => one.network === 'TRX'),
    ).toMatchObject({ depositEnable: false, isDefault: true })

    for (const { coin, network, addressRegex } of NETWORKS) {
      const { body } = await signed(
        '/sapi/v1/capital/deposit/address',
        `coin=${coin}&network=${network}`,
      )

      expect(body).toMatchObject({
        coin,
        tag: '',
        address: expect.stringMatching(new RegExp(addressRegex)),
      })
    }

    expect((await signed('/sapi/v1/capital/deposit/address')).body.code).toBe(-1102)
    expect((await signed('/sapi/v1/capital/deposit/address', 'coin=DOGE')).status).toBe(400)
  })

  it('deposits: newest first, filtered, and moved on', async () => {
    const first = await deposit()

    expect(first).toMatchObject({
      amount: '12.345678',
      status: 1,
      confirmTimes: '1/1',
      transferType: 0,
    })

    const second = await deposit({ coin: 'BTC', network: 'BTC', amount: 0.00012345, status: 0 })
    expect(second).toMatchObject({ status: 0, confirmTimes: '0/1', completeTime: null })

    const ids = async (query: string) =>
      (await signed('/sapi/v1/capital/deposit/hisrec', query)).body.map(
        (one: { id: string }) => one.id,
      )

    expect(await ids('')).toEqual([second.id, first.id])
    expect(await ids('coin=USDT')).toEqual([first.id])
    expect(await ids('status=0')).toEqual([second.id])
    expect(await ids(`txId=${first.txId}`)).toEqual([first.id])
    expect(await ids('limit=1&offset=1')).toEqual([first.id])
    expect(await ids(`startTime=${second.insertTime + 1}`)).toEqual([])
    expect(
      await bench.control('POST', `/crypto/deposits/${second.id}`, { status: 6 }),
    ).toMatchObject({ status: 6, confirmTimes: '1/1', completeTime: null })

    expect(
      await bench.control('POST', `/crypto/deposits/${second.id}`, {
        status: 1,
        confirmTimes: '3/3',
      }),
    ).toMatchObject({ status: 1, confirmTimes: '3/3', completeTime: expect.any(Number) })

    const day = 86_400_000

    expect(
      (
        await signed(
          '/sapi/v1/capital/deposit/hisrec',
          `startTime=${Date.now() - 100 * day}&endTime=${Date.now()}`,
        )
      ).status,
    ).toBe(400)
  })

  it.each([[{ network: 'DOGE' }], [{ amount: '0' }], [{ amount: '1,5' }], [{ status: 99 }]])(
    'a wrong deposit %j is refused with a text',
    async (more) => {
      await expect(deposit(more)).rejects.toThrow('400')
    },
  )

  it('too much weight is 429 with Retry-After', async () => {
    const fault = { provider: 'crypto', method: 'GET', path: '/sapi/*', times: 1, do: 'status:429' }
    await bench.control('POST', '/faults', [fault])
    expect((await signed('/sapi/v1/capital/config/getall')).body.code).toBe(-1003)
    let limited: Awaited<ReturnType<typeof plain>> | undefined

    for (let sent = 0; sent < 4000 && !limited; sent += 50) {
      // The count restarts with each new minute, so one pass may not reach the limit.
      limited = (
        await Promise.all(Array.from({ length: 50 }, () => plain('/api/v3/ticker/price')))
      ).find((one) => one.status === 429)
    }

    expect(Number(limited?.headers['retry-after'])).toBeGreaterThan(0)
  })
})
