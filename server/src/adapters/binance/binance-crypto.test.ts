import { cryptoCoins, type CryptoCoin } from '@chaveiro/contracts/limits'
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import { ProviderUnknown, type CryptoProvider } from '../../ports/payments.ts'
import { openSandbox, originOf, type TestSandbox } from '../provider-sandbox.suite.ts'
import { createSigner } from './binance-client.ts'
import { createBinanceCrypto, toCoinUnits, type BinanceConfig } from './binance-crypto.ts'

const networks: Record<CryptoCoin, string> = { USDT: 'TRX', BTC: 'BTC', ETH: 'ETH', LTC: 'LTC' }

const configOf = ({ env }: TestSandbox, change: Partial<BinanceConfig> = {}): BinanceConfig => ({
  baseUrl: env.BINANCE_BASE_URL!,
  apiKey: env.BINANCE_API_KEY!,
  apiSecret: env.BINANCE_API_SECRET!,
  networks,
  timeoutMs: 400,
  ...change,
})

describe('whole units of decimal texts', () => {
  it.each<[string, number, bigint, bigint]>([
    ['0', 8, 0n, 0n],
    ['1', 6, 1_000_000n, 1_000_000n],
    ['0.000001', 6, 1n, 1n],
    ['0.0000001', 6, 0n, 1n],
    ['0.1', 8, 10_000_000n, 10_000_000n],
    ['12.345678', 6, 12_345_678n, 12_345_678n],
    ['12.3456789', 6, 12_345_678n, 12_345_679n],
    ['0.30000000000000004', 8, 30_000_000n, 30_000_001n],
    ['0.29', 8, 29_000_000n, 29_000_000n],
    [
      '123456789012345678901234567890.12345678',
      8,
      12_345_678_901_234_567_890_123_456_789_012_345_678n,
      12_345_678_901_234_567_890_123_456_789_012_345_678n,
    ],
    ['0.000000000000000001', 8, 0n, 1n],
    ['1e-7', 8, 10n, 10n],
    ['1.5E3', 2, 150_000n, 150_000n],
    ['007.50', 2, 750n, 750n],
  ])('%s with %i decimals', (text, decimals, down, up) => {
    expect(toCoinUnits(text, decimals)).toBe(down)
    expect(toCoinUnits(text, decimals, 'up')).toBe(up)
  })

  it.each([
    '',
    '-1',
    '+1',
    '1,5',
    '.5',
    '5.',
    '0x10',
    'NaN',
    'Infinity',
    ' 1',
    '1 ',
    '1_000',
    '1.2.3',
    '1e',
    '1e999',
    '١',
  ])('%j is no amount', (text) => {
    expect(() => toCoinUnits(text, 8)).toThrow()
  })
})

describe('Crypto at Binance', () => {
  let sandbox: TestSandbox
  let offsetMs: number
  let crypto: CryptoProvider
  const clock = () => new Date(Date.now() + offsetMs)
  beforeAll(async () => {
    sandbox = await openSandbox()
  })
  afterAll(async () => {
    await sandbox.close()
  })

  beforeEach(async () => {
    await sandbox.control('POST', '/reset', { clock: true })
    offsetMs = 0
    crypto = createBinanceCrypto(configOf(sandbox), clock)
  })

  const requests = async (path: RegExp) =>
    (
      (await sandbox.control('GET', '/requests?provider=binance')) as {
        path: string
        query: string
        status: number
      }[]
    ).filter((one) => path.test(one.path))

  const deposit = (coin: string, network: string, amount: string, more: object = {}) =>
    sandbox.control('POST', '/crypto/deposit', { coin, network, amount, ...more })

  const fault = (action: string, path = '*', times = 9) =>
    sandbox.control('POST', '/faults', [
      { provider: 'crypto', method: 'GET', path, times, do: action },
    ])

  const since = () => new Date(Date.now() - 600_000)

  it("signs by the exchange's published example", () => {
    expect(
      createSigner('NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j')(
        'symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559',
      ),
    ).toBe('c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71')
  })

  it('signs with an Ed25519 key, as the exchange advises, and with no other key [F116]', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const pem = (key: typeof publicKey, type: 'spki' | 'pkcs8') =>
      key.export({ format: 'pem', type }).toString()
    const registered = { publicKey: pem(publicKey, 'spki') }
    const { apiKey } = await sandbox.control('POST', '/crypto/keys', registered)
    const apiSecret = pem(privateKey, 'pkcs8')
    await deposit('USDT', 'TRX', '12.5')

    for (const text of [apiSecret, apiSecret.replaceAll('\n', '\\n')]) {
      const signing = createBinanceCrypto(configOf(sandbox, { apiKey, apiSecret: text }))
      expect(await signing.deposits(since())).toMatchObject([{ coin: 'USDT', amount: '12.5' }])
    }

    const other = pem(generateKeyPairSync('ed25519').privateKey, 'pkcs8')
    const forged = createBinanceCrypto(configOf(sandbox, { apiKey, apiSecret: other }))
    await expect(forged.deposits(since())).rejects.toThrow('code -1022')
    const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    for (const wrong of [pem(rsa, 'pkcs8'), '-----BEGIN PRIVATE KEY-----\nAAAA'])
      expect(() => createSigner(wrong)).toThrow(/^BINANCE_API_SECRET: [^A]*$/)
  })

  // 5.40 BRL a dollar; BTC 97,000, ETH 3,400, LTC 110 dollars: R$ 19,90 are US$ 3.685185...
  it.each<[CryptoCoin, [number, 'BRL' | 'USD'], number, number]>([
    ['USDT', [1990, 'BRL'], 3_685_186, 369],
    ['BTC', [1990, 'BRL'], 3800, 369],
    ['ETH', [1990, 'BRL'], 108_388, 369],
    ['LTC', [1990, 'BRL'], 3_350_169, 369],
    ['USDT', [1990, 'USD'], 19_900_000, 1990],
    ['BTC', [1990, 'USD'], 20_516, 1990],
    ['USDT', [540, 'BRL'], 1_000_000, 100],
    ['USDT', [1, 'USD'], 10_000, 1],
    ['BTC', [9_999_999_999, 'BRL'], 19_091_256_203, 1_851_851_852],
  ])(
    '%s for cents as in %j is %i units, rounded up once [S179]',
    async (coin, [cents, currency], coinUnits, usdCents) => {
      expect(await crypto.quote(coin, cents, currency)).toEqual({
        coin,
        network: networks[coin],
        address: expect.stringMatching(/^\w{26,62}$/),
        tag: '',
        coinUnits,
        usdCents,
        unitDecimals: coin === 'USDT' ? 6 : 8,
        dustMax: expect.any(Number),
      })
      expect(crypto.decimals(coin)).toBe(coin === 'USDT' ? 6 : 8)
    },
  )

  it('a hundred amounts and prices: never below the price, never a unit more than needed', async () => {
    for (let i = 0; i < 100; i++) {
      const price = `${1 + ((i * 7919) % 100_000)}.${String((i * 104_729) % 100_000_000).padStart(8, '0')}`
      const cents = 50 + i * 7919
      await sandbox.control('POST', '/crypto/prices', { BTCUSDT: price })
      offsetMs += 61_000
      await sandbox.control('POST', '/clock', { advanceMs: 61_000 })
      const { coinUnits } = (await crypto.quote('BTC', cents, 'USD'))!
      const worth = (units: number) => BigInt(units) * toCoinUnits(price, 8) // in 10^-16 dollars

      expect(
        worth(coinUnits) >= BigInt(cents) * 10n ** 14n &&
          worth(coinUnits - 1) < BigInt(cents) * 10n ** 14n,
      ).toBe(true)
    }
  })

  it('no price is reused after the clock was set back [P568]', async () => {
    await sandbox.control('POST', '/crypto/prices', { BTCUSDT: '50000' })
    offsetMs += 3_661_000
    await sandbox.control('POST', '/clock', { advanceMs: 3_661_000 })
    expect((await crypto.quote('BTC', 5_000_000, 'USD'))!.coinUnits).toBe(100_000_000)
    await sandbox.control('POST', '/crypto/prices', { BTCUSDT: '25000' })
    offsetMs -= 3_600_000
    expect((await crypto.quote('BTC', 5_000_000, 'USD'))!.coinUnits).toBe(200_000_000)
    offsetMs += 3_600_000
  })

  it('a suspended network is not offered, another still is; the answer is cached for an hour [S082, S179]', async () => {
    await sandbox.control('POST', '/crypto/networks', {
      coin: 'USDT',
      network: 'TRX',
      depositEnable: false,
    })

    expect(await crypto.quote('USDT', 1990, 'BRL')).toBeNull()
    expect(await crypto.quote('BTC', 1990, 'BRL')).not.toBeNull()

    await sandbox.control('POST', '/crypto/networks', {
      coin: 'USDT',
      network: 'TRX',
      depositEnable: true,
    })

    expect(await crypto.quote('USDT', 1990, 'BRL')).toBeNull()
    offsetMs = 3_600_001
    await sandbox.control('POST', '/clock', { advanceMs: offsetMs })
    expect(await crypto.quote('USDT', 1990, 'BRL')).not.toBeNull()

    expect(
      await createBinanceCrypto(
        configOf(sandbox, { networks: { ...networks, USDT: 'NONE' } }),
      ).quote('USDT', 1990, 'BRL'),
    ).toBeNull()
  })

  it('an amount below our minimum, or below what the network credits, is not offered', async () => {
    const demanding = createBinanceCrypto(configOf(sandbox, { minUsdCents: 370 }))
    expect(await demanding.quote('USDT', 1990, 'BRL')).toBeNull()
    expect(await demanding.quote('USDT', 1998, 'BRL')).not.toBeNull()
    expect(await crypto.quote('USDT', 5, 'BRL')).toBeNull() // 0.009260 USDT; network TRX credits from 0.01
  })

  it('a price is at most 60 s old; with none there is no quote', async () => {
    const quoted = async () => (await crypto.quote('BTC', 1990, 'USD'))!.coinUnits
    expect(await quoted()).toBe(20_516)
    await sandbox.control('POST', '/crypto/prices', { BTCUSDT: '50000' })
    expect(await quoted()).toBe(20_516)
    offsetMs = 60_000
    await sandbox.control('POST', '/clock', { advanceMs: offsetMs })
    expect(await quoted()).toBe(39_800)
    offsetMs += 60_000
    await fault('status:500', '/api/v3/ticker/price')
    await expect(crypto.quote('BTC', 1990, 'USD')).rejects.toBeInstanceOf(ProviderUnknown)
    await sandbox.control('DELETE', '/faults')
    expect(await quoted()).toBe(39_800) // a failure is not cached
  })

  it('twenty quotes at once ask the exchange once for each answer', async () => {
    await Promise.all(Array.from({ length: 20 }, () => crypto.quote('ETH', 1990, 'BRL')))
    expect((await requests(/./)).map((one) => one.path).sort()).toEqual([
      '/api/v3/ticker/price',
      '/sapi/v1/capital/config/getall',
      '/sapi/v1/capital/deposit/address',
    ])
  })

  it("a wrong clock is corrected once by the exchange's, and the call is repeated", async () => {
    await sandbox.control('POST', '/clock', { advanceMs: 600_000 })
    await deposit('USDT', 'TRX', '3.685186')
    expect(await crypto.deposits(since())).toHaveLength(1)

    expect((await requests(/./)).map((one) => [one.path, one.status]).reverse()).toEqual([
      ['/sapi/v1/capital/deposit/hisrec', 400],
      ['/api/v3/time', 200],
      ['/sapi/v1/capital/deposit/hisrec', 200],
    ])

    expect(await crypto.deposits(since())).toHaveLength(1)
    expect(await requests(/time/)).toHaveLength(1)
    await sandbox.control('POST', '/clock', { advanceMs: -900_000 })
    expect(await crypto.deposits(since())).toEqual([]) // the deposit is now in the future
  })

  it.each([
    ['429', 'status:429'],
    ['418', 'status:418'],
  ])('after %s nothing more is sent until the exchange allows it', async (_status, action) => {
    await fault(action, '*', 1)
    await expect(crypto.deposits(since())).rejects.toThrow('status 4')
    await expect(crypto.deposits(since())).rejects.toBeInstanceOf(ProviderUnknown)
    await expect(crypto.quote('BTC', 1990, 'USD')).rejects.toThrow('waiting')
    expect(await requests(/./)).toHaveLength(1)
  })

  it('nothing is called during Retry-After', async () => {
    let calls = 0

    const server = createServer((_request, reply) => {
      calls++
      reply
        .writeHead(calls === 1 ? 429 : 200, { 'retry-after': '1' })
        .end(calls === 1 ? '{"code":-1003,"msg":"x"}' : '[]')
    })

    const limited = createBinanceCrypto(configOf(sandbox, { baseUrl: await originOf(server) }))
    await expect(limited.deposits(since())).rejects.toThrow('status 429 code -1003')
    await expect(limited.deposits(since())).rejects.toThrow('waiting')
    await new Promise((resolve) => setTimeout(resolve, 1050))
    expect(await limited.deposits(since())).toEqual([])
    expect(calls).toBe(2)
    server.closeAllConnections()
    server.close()
  })

  it('an unreadable row of the list hides none of the others [F220]', async () => {
    const good = { id: '7', amount: '1.5', coin: 'USDT', network: 'TRX', insertTime: 1_000_000_000 }

    const rows = [
      null,
      'x',
      { ...good, id: null, status: 1 },
      { ...good, id: '', status: 1 },
      { ...good, id: '1', status: 1, insertTime: 'yesterday' },
      { ...good, id: '2', status: 1, insertTime: null },
      { ...good, status: 1 },
      // Numbers as texts, texts as numbers, and missing fields.
      { id: 8, amount: 2.25, status: '6', insertTime: 1_000_000_001 },
      { ...good, id: '9', status: null },
    ]

    const server = createServer((_request, reply) => reply.end(JSON.stringify(rows)))

    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })

    const odd = createBinanceCrypto(configOf(sandbox, { baseUrl: await originOf(server) }))

    expect(
      (await odd.deposits(since())).map((row) => [row.id, row.coin, row.coinUnits, row.status]),
    ).toEqual([
      ['7', 'USDT', 1_500_000, 1],
      ['8', '', 225_000_000, 6],
      ['9', 'USDT', 1_500_000, -1],
    ])
  })

  it.each(['status:500', 'status:403', 'status:451', 'timeout', 'reset'])(
    '%s: nothing is known, and no error holds the key, the signature or the address',
    async (action) => {
      await fault(action)
      for (const call of [() => crypto.deposits(since()), () => crypto.quote('BTC', 1990, 'USD')]) {
        const error = (await call().catch((thrown: unknown) => thrown)) as Error
        expect(error).toBeInstanceOf(ProviderUnknown)
        const said = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`

        for (const secret of [
          sandbox.env.BINANCE_API_KEY!,
          sandbox.env.BINANCE_API_SECRET!,
          'signature',
          'http:',
        ])
          expect(said).not.toContain(secret)
      }
    },
  )

  it('a refused key is reported with its code', async () => {
    await expect(
      createBinanceCrypto(configOf(sandbox, { apiSecret: 'x' })).deposits(since()),
    ).rejects.toThrow('binance: status 400 code -1022')
    await expect(
      createBinanceCrypto(configOf(sandbox, { apiKey: 'A'.repeat(64) })).deposits(since()),
    ).rejects.toThrow('binance: status 401 code -2015')
  })

  it('deposits are exact, with state and confirmations, each in its newest state', async () => {
    const usdt = await deposit('USDT', 'TRX', '3.685186', { status: 0 })
    const eth = await deposit('ETH', 'ARBITRUM', '0.123456789012345678', { internal: true })

    expect(await crypto.deposits(since())).toEqual([
      {
        id: eth.id,
        coin: 'ETH',
        network: 'ARBITRUM',
        coinUnits: 12_345_678,
        amount: '0.123456789012345678',
        txId: expect.stringContaining('Off-chain'),
        status: 1,
        confirmations: '1/1',
        insertedAt: new Date(eth.insertTime),
      },
      {
        id: usdt.id,
        coin: 'USDT',
        network: 'TRX',
        coinUnits: 3_685_186,
        amount: '3.685186',
        txId: usdt.txId,
        status: 0,
        confirmations: '0/1',
        insertedAt: new Date(usdt.insertTime),
      },
    ])

    await sandbox.control('POST', `/crypto/deposits/${usdt.id}`, { status: 6 })

    expect((await crypto.deposits(since())).find((one) => one.id === usdt.id)).toMatchObject({
      status: 6,
      confirmations: '1/1',
    })

    expect(await crypto.deposits(new Date(eth.insertTime + 1))).toEqual([])
    expect(await crypto.deposits(new Date(0))).toHaveLength(2) // the exchange answers for 90 days only
  })

  it.each(cryptoCoins)('%s: a deposit has exactly the quoted amount', async (coin) => {
    const { coinUnits, unitDecimals, network } = (await crypto.quote(coin, 123_457, 'BRL'))!
    const digits = String(coinUnits).padStart(unitDecimals + 1, '0')
    await deposit(coin, network, `${digits.slice(0, -unitDecimals)}.${digits.slice(-unitDecimals)}`)
    expect(await crypto.deposits(since())).toMatchObject([{ coin, network, coinUnits }])
  })

  it('a list of several pages has every deposit once, even one that moved to the next page', async () => {
    const row = (i: number) => ({
      id: `${i}`,
      amount: '1',
      coin: 'USDT',
      network: 'TRX',
      status: 1,
      txId: `t${i}`,
      insertTime: 1_700_000_000_000 + i,
      confirmTimes: '1/1',
    })

    let rows = Array.from({ length: 2100 }, (_, i) => row(i)).reverse()
    const offsets: string[] = []

    const server = createServer((request, reply) => {
      const query = new URL(request.url!, 'http://x').searchParams
      const offset = Number(query.get('offset'))
      offsets.push(`${offset}/${query.get('limit')}`)
      reply.end(JSON.stringify(rows.slice(offset, offset + 1000)))
      if (offset === 0) rows = [row(9999), ...rows]
    })

    const told = await createBinanceCrypto(
      configOf(sandbox, { baseUrl: await originOf(server) }),
    ).deposits(since())
    server.closeAllConnections()
    server.close()
    expect(offsets).toEqual(['0/1000', '1000/1000', '2000/1000'])
    expect(new Set(told.map((one) => one.id)).size).toBe(2100)
    expect(told).toHaveLength(2100)
  })

  it('deposits of other coins and with unreadable amounts are listed too', async () => {
    const server = createServer((_request, reply) =>
      reply.end(
        JSON.stringify([
          {
            id: 1,
            amount: '5000000000000',
            coin: 'SHIB',
            network: 'ETH',
            status: 1,
            insertTime: 1,
          },
          { id: '2', amount: 'muito', coin: 'USDT', network: 'TRX', status: 7, insertTime: 2 },
        ]),
      ),
    )

    const told = await createBinanceCrypto(
      configOf(sandbox, { baseUrl: await originOf(server) }),
    ).deposits(since())
    server.closeAllConnections()
    server.close()

    expect(told).toMatchObject([
      {
        id: '1',
        coin: 'SHIB',
        coinUnits: Number.MAX_SAFE_INTEGER,
        amount: '5000000000000',
        txId: '',
      },
      { id: '2', coinUnits: 0, amount: 'muito', status: 7 },
    ])
  })
})
