import { Spot, BadRequestError as SpotBadRequest } from '@binance/spot'
import { BadRequestError, Wallet } from '@binance/wallet'
import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import { bench, useBench } from '../testing/use-bench.ts'

// The exchange's own clients, with only their base URL changed: the sandbox accepts their calls,
// and they can read its answers.

useBench()

const restApi = (change: object = {}) => ({
  configurationRestAPI: {
    apiKey: bench.sandbox.env['BINANCE_API_KEY']!,
    apiSecret: bench.sandbox.env['BINANCE_API_SECRET']!,
    basePath: bench.sandbox.env['BINANCE_BASE_URL']!,
    retries: 0,
    ...change,
  },
})

const wallet = (change: object = {}) => new Wallet(restApi(change)).restAPI
const spot = () => new Spot(restApi()).restAPI
const deposit = (fields: object) => bench.control('POST', '/crypto/deposit', fields)

describe("the exchange's wallet client", () => {
  it('reads coins, networks and addresses', async () => {
    const coins = await (await wallet().allCoinsInformation()).data()
    expect(coins.map(({ coin }) => coin).sort()).toEqual(['BTC', 'ETH', 'LTC', 'USDT'])
    const usdt = coins.find(({ coin }) => coin === 'USDT')!

    expect(usdt.networkList!.find(({ network }) => network === 'TRX')).toMatchObject({
      isDefault: true,
      depositEnable: true,
      depositDust: '0.01',
      withdrawTag: false,
    })

    const address = await wallet().depositAddress({ coin: 'USDT', network: 'TRX' })

    expect(await address.data()).toEqual({
      address: 'THYcsiWewhz6VgWUYm3dBhXFGVAMu4ymFo',
      coin: 'USDT',
      tag: '',
      url: 'https://tronscan.org/#/address/THYcsiWewhz6VgWUYm3dBhXFGVAMu4ymFo',
    })
  })

  it('reads the state of its account with a signed call only', async () => {
    expect(await (await wallet().accountStatus()).data()).toEqual({ data: 'Normal' })
    await expect(wallet({ apiSecret: 'wrong' }).accountStatus()).rejects.toThrow(BadRequestError)
  })

  it('reads deposits, filtered and page by page, the newest first', async () => {
    for (const amount of ['1', '2', '3']) await deposit({ coin: 'USDT', network: 'TRX', amount })
    await deposit({ coin: 'BTC', network: 'BTC', amount: '0.5', status: 8 })
    const read = async (query: object) =>
      (await (await wallet().depositHistory(query)).data()).map(({ amount }) => amount)
    expect(await read({})).toEqual(['0.5', '3', '2', '1'])
    expect(await read({ coin: 'USDT', limit: 2, offset: 1 })).toEqual(['2', '1'])
    expect(await read({ status: 8 })).toEqual(['0.5'])
    const [held] = await (await wallet().depositHistory({ coin: 'BTC' })).data()
    expect(held).toMatchObject({ network: 'BTC', status: 8, transferType: 0 })
    expect(held).not.toHaveProperty('completeTime')
  })

  it('is refused with its own errors: another secret, a coin that is none', async () => {
    await expect(wallet({ apiSecret: 'wrong' }).depositHistory()).rejects.toThrow(BadRequestError)
    await expect(wallet({ apiSecret: 'wrong' }).depositHistory()).rejects.toMatchObject({
      code: -1022,
    })
    await expect(wallet().depositAddress({ coin: 'XYZ' })).rejects.toMatchObject({ code: -4018 })
  })

  it('signs with a registered Ed25519 key', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const { apiKey } = await bench.control('POST', '/crypto/keys', {
      publicKey: publicKey.export({ format: 'pem', type: 'spki' }),
    })
    await deposit({ coin: 'LTC', network: 'LTC', amount: '7.25' })

    const signed = wallet({
      apiKey,
      apiSecret: undefined,
      privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }),
    })

    expect(await (await signed.depositHistory()).data()).toMatchObject([{ amount: '7.25' }])
  })
})

describe("the exchange's market client", () => {
  it('reads time and prices, and is refused a symbol that is none', async () => {
    const { serverTime } = await (await spot().time()).data()
    expect(Math.abs(Number(serverTime) - Date.now())).toBeLessThan(5_000)
    const prices = await (await spot().tickerPrice({ symbols: ['BTCUSDT', 'USDTBRL'] })).data()

    expect(prices).toEqual([
      { symbol: 'BTCUSDT', price: '97000.00000000' },
      { symbol: 'USDTBRL', price: '5.40000000' },
    ])

    const average = await (await spot().avgPrice({ symbol: 'LTCUSDT' })).data()
    expect(average).toMatchObject({ mins: 5, price: '110.00000000' })
    await expect(spot().avgPrice({ symbol: 'NOPE' })).rejects.toThrow(SpotBadRequest)
  })
})
