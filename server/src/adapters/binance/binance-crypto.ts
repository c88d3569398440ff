import type { CryptoCoin, Currency } from '@chaveiro/contracts/limits'

import { ProviderUnknown, type CryptoProvider, type Deposit } from '../../ports/payments.ts'
import {
  createBinanceClient,
  provider,
  type BinanceCall,
  type BinanceConnection,
} from './binance-client.ts'

export type BinanceConfig = BinanceConnection & {
  networks: Record<CryptoCoin, string>
  /**
   * Least amount of a payment in coins, in US cents: below it the network's fee outweighs the
   * purchase.
   */
  minUsdCents?: number | undefined
}

/** Decimals of the units we count in, and how much dust may be added to make an amount unique. */
const coinDetails: Record<CryptoCoin, { decimals: number; dust: number }> = {
  USDT: { decimals: 6, dust: 9_999 },
  BTC: { decimals: 8, dust: 999 },
  ETH: { decimals: 8, dust: 999 },
  LTC: { decimals: 8, dust: 9_999 },
}

const priceSymbols = ['USDTBRL', 'BTCUSDT', 'ETHUSDT', 'LTCUSDT']
const priceDecimals = 8
const priceLifeMs = 60_000
const walletLifeMs = 3_600_000

/**
 * Stored for a status that is not a number. Staff review such a deposit, like any with an unknown
 * status.
 */
const unreadableStatus = -1

/** Limits of the deposit history (hisrec): rows of one page, and the age of its oldest row. */
const pageRows = 1000
const historyMs = 90 * 86_400_000 - 60_000

type Row = {
  id: string | number
  amount: string
  coin: string
  network: string
  status: number
  txId?: string
  insertTime: number
  confirmTimes?: string
}

type Coin = { coin: string; depositAllEnable?: boolean; networkList: Network[] }
type Network = { network: string; depositEnable: boolean; depositDust?: string }
type Address = { address: string; tag?: string }

/**
 * Payments in coins by the exchange's wallet API with a read-only key: prices, the account's
 * addresses, deposits.
 */
export function createBinanceCrypto(
  config: BinanceConfig,
  clock: () => Date = () => new Date(),
): CryptoProvider {
  const callBinance = createBinanceClient(config, clock)
  const cachedPrices = cacheAnswer(priceLifeMs, clock, () => readPrices(callBinance))
  const cachedWallet = cacheAnswer(walletLifeMs, clock, async () =>
    requireRows<Coin>(await callBinance.signed('/sapi/v1/capital/config/getall', {})),
  )
  const addresses = new Map<CryptoCoin, () => Promise<Address>>()

  const depositAddress = (coin: CryptoCoin): Promise<Address> => {
    const readAddress =
      addresses.get(coin) ??
      cacheAnswer(walletLifeMs, clock, () =>
        callBinance.signed('/sapi/v1/capital/deposit/address', {
          coin,
          network: config.networks[coin],
        }),
      )

    addresses.set(coin, readAddress)

    return readAddress()
  }

  return {
    decimals: (coin) => coinDetails[coin].decimals,

    async quote(coin, amountCents, currency) {
      const listedCoin = (await cachedWallet()).find((balance) => balance.coin === coin)
      const network = listedCoin?.networkList.find(
        (network) => network.network === config.networks[coin],
      )
      if (!network?.depositEnable || listedCoin?.depositAllEnable === false) return null

      const { address, tag } = await depositAddress(coin)
      if (!address) throw new ProviderUnknown(provider, 'no deposit address')

      const { coinUnits, usdCents } = priceInCoin(coin, amountCents, currency, await cachedPrices())
      const { decimals, dust } = coinDetails[coin]

      if (
        usdCents < (config.minUsdCents ?? 0) ||
        coinUnits < Number(toCoinUnits(network.depositDust ?? '0', decimals, 'up'))
      )
        return null

      return {
        coin,
        network: network.network,
        address,
        tag: tag ?? '',
        coinUnits,
        unitDecimals: decimals,
        usdCents,
        dustMax: dust,
      }
    },

    deposits: (since) => readDeposits(callBinance, since),
    async check() {
      await readDeposits(callBinance, new Date(callBinance.now() - priceLifeMs))
    },
  }
}

async function readPrices(call: BinanceCall): Promise<Map<string, bigint>> {
  const priceRows = requireRows<{ symbol: string; price: string }>(
    await call.open('/api/v3/ticker/price', { symbols: JSON.stringify(priceSymbols) }),
  )

  return new Map(
    priceRows
      .filter(({ price }) => isDecimal(price))
      .map(({ symbol, price }) => [symbol, toCoinUnits(price, priceDecimals)]),
  )
}

function requireRows<T>(body: unknown): T[] {
  if (!Array.isArray(body)) throw new ProviderUnknown(provider, 'a list that is none')
  return body as T[]
}

/**
 * The price of an amount in a coin. Integers throughout, rounded up once to the coin's unit; USDT
 * counts as dollars.
 */
function priceInCoin(
  coin: CryptoCoin,
  amountCents: number,
  currency: Currency,
  prices: Map<string, bigint>,
): { coinUnits: number; usdCents: number } {
  const priceUnit = 10n ** BigInt(priceDecimals)

  const priceOfSymbol = (symbol: string): bigint => {
    const symbolPrice = prices.get(symbol)
    if (!symbolPrice) throw new ProviderUnknown(provider, `no price of ${symbol}`)

    return symbolPrice
  }

  const brlPerUsd = currency === 'USD' ? priceUnit : priceOfSymbol('USDTBRL')
  const usdPerCoin = coin === 'USDT' ? priceUnit : priceOfSymbol(`${coin}USDT`)
  const bigCents = BigInt(amountCents)

  return {
    coinUnits: Number(
      divideRoundingUp(
        bigCents * priceUnit * priceUnit * 10n ** BigInt(coinDetails[coin].decimals),
        100n * brlPerUsd * usdPerCoin,
      ),
    ),
    usdCents: Number((bigCents * priceUnit * 2n + brlPerUsd) / (2n * brlPerUsd)),
  }
}

const divideRoundingUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/**
 * All deposits since an instant, page by page, newest first. A deposit that moves to the next page
 * meanwhile is read twice; its newer state wins.
 */
async function readDeposits(call: BinanceCall, since: Date): Promise<Deposit[]> {
  const depositsById = new Map<string, Deposit>()
  const startTime = String(Math.max(since.getTime(), call.now() - historyMs))

  for (let offset = 0; ; offset += pageRows) {
    const depositRows = requireRows<Row>(
      await call.signed('/sapi/v1/capital/deposit/hisrec', {
        startTime,
        limit: String(pageRows),
        offset: String(offset),
      }),
    )

    for (const row of depositRows.filter(isDeposit))
      depositsById.set(String(row.id), depositOf(row))
    if (depositRows.length < pageRows) return [...depositsById.values()]
  }
}

/** Whether a row has an id and a time. An unreadable row must not hide the others. */
const isDeposit = (row: Row | null): row is Row =>
  ['string', 'number'].includes(typeof row?.id) &&
  row!.id !== '' &&
  Number.isSafeInteger(row!.insertTime)

/**
 * A row as the shop stores it. Deposits of other coins are included, since a buyer may send the
 * wrong one. An unreadable amount has zero units.
 */
function depositOf(row: Row): Deposit {
  const amountText = String(row.amount)
  const coinUnits = isDecimal(amountText)
    ? toCoinUnits(amountText, coinDetails[row.coin as CryptoCoin]?.decimals ?? 8)
    : 0n

  return {
    coinUnits: Math.min(Number(coinUnits), Number.MAX_SAFE_INTEGER),
    id: String(row.id),
    coin: String(row.coin ?? ''),
    network: String(row.network ?? ''),
    amount: amountText,
    txId: String(row.txId ?? ''),
    status: /^\d{1,4}$/.test(String(row.status)) ? Number(row.status) : unreadableStatus,
    confirmations: String(row.confirmTimes ?? ''),
    insertedAt: new Date(row.insertTime),
  }
}

const decimalPattern = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/
const isDecimal = (text: unknown): text is string =>
  typeof text === 'string' && decimalPattern.test(text)

/**
 * A decimal text as whole units of 10^-decimals, exact at any length; an exponent is allowed.
 * Finer digits are cut off or rounded up. Throws for anything else.
 */
export function toCoinUnits(
  text: string,
  decimals: number,
  rounding: 'down' | 'up' = 'down',
): bigint {
  const [, whole, fraction = '', exponent = '0'] = decimalPattern.exec(text) ?? []
  if (whole === undefined) throw new Error('not a decimal')

  const allDigits = BigInt(whole + fraction)
  const decimalShift = decimals + Number(exponent) - fraction.length
  if (decimalShift >= 0) return allDigits * 10n ** BigInt(decimalShift)

  const divisor = 10n ** BigInt(-decimalShift)

  return rounding === 'up' ? divideRoundingUp(allDigits, divisor) : allDigits / divisor
}

/**
 * Caches an answer from the time of its request on. Callers at the same time share one request;
 * failures are not cached.
 */
function cacheAnswer<T>(
  milliseconds: number,
  clock: () => Date,
  ask: () => Promise<T>,
): () => Promise<T> {
  let cachedAnswer: { answer: Promise<T>; from: number } | null = null
  return () => {
    const now = clock().getTime()
    // When the clock is set back nothing is reused: an old price would be charged for an hour.
    if (cachedAnswer && now >= cachedAnswer.from && now < cachedAnswer.from + milliseconds)
      return cachedAnswer.answer

    const freshAnswer = { answer: ask(), from: now }
    cachedAnswer = freshAnswer
    freshAnswer.answer.catch(() => {
      if (cachedAnswer === freshAnswer) cachedAnswer = null
    })

    return freshAnswer.answer
  }
}
