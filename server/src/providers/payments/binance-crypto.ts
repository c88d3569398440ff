import { createHmac } from 'node:crypto'
import { request } from 'undici'
import type { CryptoCoin, Currency } from '@chaveiro/contracts/limits'
import { ProviderUnknown, type CryptoProvider, type Deposit } from './port.ts'

export type BinanceConfig = { baseUrl: string; apiKey: string; apiSecret: string; networks: Record<CryptoCoin, string>; timeoutMs?: number }

const name = 'binance'
/** Decimals of the units we count in, and how much dust may be added to make an amount unique (providers.md 5.6). */
const coins: Record<CryptoCoin, { decimals: number; dust: number }> = { USDT: { decimals: 6, dust: 9_999 }, BTC: { decimals: 8, dust: 999 }, ETH: { decimals: 8, dust: 999 }, LTC: { decimals: 8, dust: 9_999 } }
const priceSeconds = 60
const hour = 3_600_000

/** Sign a query as the exchange wants it: hex HMAC-SHA256 of exactly the string that is sent. */
export const sign = (secret: string, query: string): string => createHmac('sha256', secret).update(query).digest('hex')

/** A decimal string as whole units of 10^-decimals; what is finer is cut off, or rounded up where up is given. Exact at any length. */
export function toUnits(text: string, decimals: number, up = false): bigint {
  const m = /^(\d+)(?:\.(\d+))?$/.exec(text)
  if (!m) throw new Error('not a decimal')
  const fraction = m[2] ?? ''
  const units = BigInt(m[1]! + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return up && /[1-9]/.test(fraction.slice(decimals)) ? units + 1n : units
}

/** Coins by the exchange's wallet API with a read-only key: prices, the account's address, and the list of deposits (reference/providers.md section 5). */
export function createBinanceCrypto(config: BinanceConfig): CryptoProvider {
  const call = createClient(config)
  const prices = kept(priceSeconds * 1000, async () => {
    const list = (await call('/api/v3/ticker/price', { symbols: JSON.stringify(['USDTBRL', 'BTCUSDT', 'ETHUSDT', 'LTCUSDT']) })) as { symbol: string; price: string }[]
    return new Map(list.map((one) => [one.symbol, one.price]))
  })
  const networks = kept(hour, async () => (await call('/sapi/v1/capital/config/getall', {}, 'signed')) as { coin: string; networkList: { network: string; depositEnable: boolean; busy?: boolean }[] }[])
  const addresses = new Map<string, () => Promise<{ address: string; tag: string }>>()
  const addressOf = (coin: CryptoCoin, network: string) => {
    const key = `${coin}:${network}`
    if (!addresses.has(key)) addresses.set(key, kept(hour, async () => (await call('/sapi/v1/capital/deposit/address', { coin, network }, 'signed')) as { address: string; tag: string }))
    return addresses.get(key)!()
  }
  return {
    decimals: (coin) => coins[coin].decimals,
    async quote(coin, amountCents, currency) {
      const network = config.networks[coin]
      const offered = (await networks()).find((one) => one.coin === coin)?.networkList.find((one) => one.network === network)
      if (!offered?.depositEnable) return null
      const { units, usdCents } = convert(await prices(), coin, amountCents, currency)
      const { address, tag } = await addressOf(coin, network)
      return { coin, network, address, tag: tag ?? '', coinUnits: units, unitDecimals: coins[coin].decimals, usdCents, dustMax: coins[coin].dust }
    },
    async deposits(since) {
      const found: Deposit[] = []
      for (let offset = 0; ; offset += 1000) {
        const rows = (await call('/sapi/v1/capital/deposit/hisrec', { startTime: String(since.getTime()), limit: '1000', offset: String(offset) }, 'signed')) as Row[]
        found.push(...rows.flatMap(depositOf))
        if (rows.length < 1000) return found
      }
    },
  }
}

type Row = { id: string; amount: string; coin: string; network: string; status: number; txId: string; insertTime: number; confirmTimes?: string }

const depositOf = (row: Row): Deposit[] => {
  const coin = coins[row.coin as CryptoCoin]
  return coin ? [{ id: row.id, coin: row.coin, network: row.network, coinUnits: Number(toUnits(row.amount, coin.decimals)), amount: row.amount, txId: row.txId, status: row.status, confirmations: row.confirmTimes ?? '', insertedAt: new Date(row.insertTime) }] : []
}

// All in whole numbers: prices carry eight decimals, dollars are counted in 10^-8, the coin is rounded up to its unit.
function convert(prices: Map<string, string>, coin: CryptoCoin, amountCents: number, currency: Currency): { units: number; usdCents: number } {
  const price = (symbol: string) => { const text = prices.get(symbol); if (!text) throw new ProviderUnknown(name, `no price for ${symbol}`); return toUnits(text, 8) }
  const ceil = (a: bigint, b: bigint) => (a + b - 1n) / b
  const cents = BigInt(amountCents)
  const usd = currency === 'USD' ? cents * 1_000_000n : ceil(cents * 1_000_000n * 100_000_000n, price('USDTBRL'))
  const scale = 10n ** BigInt(coins[coin].decimals)
  const units = coin === 'USDT' ? ceil(usd * scale, 100_000_000n) : ceil(usd * scale, price(`${coin}USDT`))
  return { units: Number(units), usdCents: Number(ceil(usd, 1_000_000n)) }
}

/** Keep an answer for a while; one request at a time, a failure is not kept. */
function kept<T>(milliseconds: number, make: () => Promise<T>): () => Promise<T> {
  let value: { of: Promise<T>; until: number } | null = null
  return () => {
    if (value && value.until > Date.now()) return value.of
    const of = make()
    value = { of, until: Date.now() + milliseconds }
    of.catch(() => { value = null })
    return of
  }
}

function createClient(config: BinanceConfig) {
  const timeout = config.timeoutMs ?? 10_000
  let skew = 0
  let closedUntil = 0
  const send = async (path: string, query: Record<string, string>, signed: boolean): Promise<{ status: number; body: any }> => {
    if (Date.now() < closedUntil) throw new ProviderUnknown(name, 'waiting as the exchange asked')
    const plain = new URLSearchParams(signed ? { ...query, recvWindow: '5000', timestamp: String(Date.now() + skew) } : query).toString()
    const full = signed ? `${plain}&signature=${sign(config.apiSecret, plain)}` : plain
    try {
      const reply = await request(`${config.baseUrl}${path}?${full}`, { headers: { 'x-mbx-apikey': config.apiKey }, headersTimeout: timeout, bodyTimeout: timeout })
      const text = await reply.body.text()
      if (reply.statusCode === 429 || reply.statusCode === 418) closedUntil = Date.now() + Number(reply.headers['retry-after'] ?? 5) * 1000
      return { status: reply.statusCode, body: JSON.parse(text) as unknown }
    } catch (error) { throw error instanceof ProviderUnknown ? error : new ProviderUnknown(name, `no answer (${(error as { code?: string }).code ?? 'error'})`) }
  }
  return async (path: string, query: Record<string, string>, signed?: 'signed'): Promise<unknown> => {
    let reply = await send(path, query, signed === 'signed')
    if (reply.body?.code === -1021) {
      const time = await send('/api/v3/time', {}, false)
      skew = Number(time.body.serverTime) - Date.now()
      reply = await send(path, query, signed === 'signed')
    }
    if (reply.status !== 200) throw new ProviderUnknown(name, `status ${reply.status} code ${reply.body?.code ?? '-'}`)
    return reply.body
  }
}
