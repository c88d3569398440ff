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
   * Least worth in dollar cents of what is paid in coins: below it the network's own fee outweighs
   * the purchase.
   */
  minUsdCents?: number | undefined
}

/** Decimals of the units we count in, and how much dust may be added to make an amount unique. */
const coins: Record<CryptoCoin, { decimals: number; dust: number }> = {
  USDT: { decimals: 6, dust: 9_999 },
  BTC: { decimals: 8, dust: 999 },
  ETH: { decimals: 8, dust: 999 },
  LTC: { decimals: 8, dust: 9_999 },
}

const symbols = ['USDTBRL', 'BTCUSDT', 'ETHUSDT', 'LTCUSDT']
const priceDecimals = 8
const priceMs = 60_000
const hourMs = 3_600_000

/** Stands for a status that is no number: like any that we do not know, it is for staff. */
const unreadableStatus = -1

/** hisrec answers at most so many rows, and of at most 90 days. */
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
 * Coins by the exchange's wallet API with a key that can only read: prices, the account's address,
 * the list of deposits.
 */
export function createBinanceCrypto(
  config: BinanceConfig,
  clock: () => Date = () => new Date(),
): CryptoProvider {
  const call = createBinanceClient(config, clock)
  const prices = keptFor(priceMs, clock, () => readPrices(call))
  const wallet = keptFor(hourMs, clock, async () =>
    rowsOf<Coin>(await call.signed('/sapi/v1/capital/config/getall', {})),
  )
  const addresses = new Map<CryptoCoin, () => Promise<Address>>()

  const addressOf = (coin: CryptoCoin): Promise<Address> => {
    const known =
      addresses.get(coin) ??
      keptFor(hourMs, clock, () =>
        call.signed('/sapi/v1/capital/deposit/address', { coin, network: config.networks[coin] }),
      )

    addresses.set(coin, known)

    return known()
  }

  return {
    decimals: (coin) => coins[coin].decimals,

    async quote(coin, amountCents, currency) {
      const listed = (await wallet()).find((balance) => balance.coin === coin)
      const network = listed?.networkList.find(
        (network) => network.network === config.networks[coin],
      )
      if (!network?.depositEnable || listed?.depositAllEnable === false) return null

      const { address, tag } = await addressOf(coin)
      if (!address) throw new ProviderUnknown(provider, 'no deposit address')

      const { coinUnits, usdCents } = priceIn(coin, amountCents, currency, await prices())
      const { decimals, dust } = coins[coin]

      if (
        usdCents < (config.minUsdCents ?? 0) ||
        coinUnits < Number(toUnits(network.depositDust ?? '0', decimals, 'up'))
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

    deposits: (since) => readDeposits(call, since),
    async check() {
      await readDeposits(call, new Date(call.now() - priceMs))
    },
  }
}

async function readPrices(call: BinanceCall): Promise<Map<string, bigint>> {
  const list = rowsOf<{ symbol: string; price: string }>(
    await call.open('/api/v3/ticker/price', { symbols: JSON.stringify(symbols) }),
  )

  return new Map(
    list
      .filter(({ price }) => isDecimal(price))
      .map(({ symbol, price }) => [symbol, toUnits(price, priceDecimals)]),
  )
}

function rowsOf<T>(body: unknown): T[] {
  if (!Array.isArray(body)) throw new ProviderUnknown(provider, 'a list that is none')
  return body as T[]
}

/**
 * What an amount costs in a coin, whole numbers all the way and rounded up once, to the coin's
 * unit; USDT is read as dollars.
 */
function priceIn(
  coin: CryptoCoin,
  amountCents: number,
  currency: Currency,
  prices: Map<string, bigint>,
): { coinUnits: number; usdCents: number } {
  const unit = 10n ** BigInt(priceDecimals)

  const price = (symbol: string): bigint => {
    const found = prices.get(symbol)
    if (!found) throw new ProviderUnknown(provider, `no price of ${symbol}`)

    return found
  }

  const brlPerUsd = currency === 'USD' ? unit : price('USDTBRL')
  const usdPerCoin = coin === 'USDT' ? unit : price(`${coin}USDT`)
  const cents = BigInt(amountCents)

  return {
    coinUnits: Number(
      ceil(
        cents * unit * unit * 10n ** BigInt(coins[coin].decimals),
        100n * brlPerUsd * usdPerCoin,
      ),
    ),
    usdCents: Number((cents * unit * 2n + brlPerUsd) / (2n * brlPerUsd)),
  }
}

const ceil = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/**
 * All deposits since an instant: newest first, page by page; one that moves to the next page while
 * we read is met again, with its newer state.
 */
async function readDeposits(call: BinanceCall, since: Date): Promise<Deposit[]> {
  const found = new Map<string, Deposit>()
  const startTime = String(Math.max(since.getTime(), call.now() - historyMs))

  for (let offset = 0; ; offset += pageRows) {
    const rows = rowsOf<Row>(
      await call.signed('/sapi/v1/capital/deposit/hisrec', {
        startTime,
        limit: String(pageRows),
        offset: String(offset),
      }),
    )

    for (const row of rows.filter(isDeposit)) found.set(String(row.id), depositOf(row))
    if (rows.length < pageRows) return [...found.values()]
  }
}

/** Whether a row names a deposit and its time; one that does not hides none of the others. */
const isDeposit = (row: Row | null): row is Row =>
  ['string', 'number'].includes(typeof row?.id) &&
  row!.id !== '' &&
  Number.isSafeInteger(row!.insertTime)

/**
 * A row as we keep it. Coins that the shop does not take come along, since someone may have sent
 * the wrong one; what cannot be read has no units.
 */
function depositOf(row: Row): Deposit {
  const amount = String(row.amount)
  const units = isDecimal(amount)
    ? toUnits(amount, coins[row.coin as CryptoCoin]?.decimals ?? 8)
    : 0n

  return {
    coinUnits: Math.min(Number(units), Number.MAX_SAFE_INTEGER),
    id: String(row.id),
    coin: String(row.coin ?? ''),
    network: String(row.network ?? ''),
    amount,
    txId: String(row.txId ?? ''),
    status: /^\d{1,4}$/.test(String(row.status)) ? Number(row.status) : unreadableStatus,
    confirmations: String(row.confirmTimes ?? ''),
    insertedAt: new Date(row.insertTime),
  }
}

const decimal = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/
const isDecimal = (text: unknown): text is string => typeof text === 'string' && decimal.test(text)

/**
 * A decimal text as whole units of 10^-decimals, exactly and at any length (an exponent is read
 * too); what is finer is cut off, or rounded up. Throws on anything else.
 */
export function toUnits(text: string, decimals: number, rounding: 'down' | 'up' = 'down'): bigint {
  const [, whole, fraction = '', exponent = '0'] = decimal.exec(text) ?? []
  if (whole === undefined) throw new Error('not a decimal')

  const digits = BigInt(whole + fraction)
  const shift = decimals + Number(exponent) - fraction.length
  if (shift >= 0) return digits * 10n ** BigInt(shift)

  const divisor = 10n ** BigInt(-shift)

  return rounding === 'up' ? ceil(digits, divisor) : digits / divisor
}

/**
 * Keep an answer for a while, counted from when it was asked for; one call for all who wait, a
 * failure is not kept.
 */
function keptFor<T>(
  milliseconds: number,
  clock: () => Date,
  ask: () => Promise<T>,
): () => Promise<T> {
  let kept: { answer: Promise<T>; from: number } | null = null
  return () => {
    const now = clock().getTime()
    // Nothing is kept over a clock that was set back: an old price would be charged for an hour.
    if (kept && now >= kept.from && now < kept.from + milliseconds) return kept.answer

    const mine = { answer: ask(), from: now }
    kept = mine
    mine.answer.catch(() => {
      if (kept === mine) kept = null
    })

    return mine.answer
  }
}
