import type { SpotRestAPI } from '@binance/spot'
import type { WalletRestAPI } from '@binance/wallet'

import { COIN_NAMES, networkOf, NETWORKS, type Network } from './coins.ts'
import { badParameter, notSent } from './errors.ts'
import {
  currentPrices,
  DEPOSIT_STATUSES,
  takesDeposits,
  type Binance,
  type Deposit,
} from './model.ts'

type Query = URLSearchParams
const DAYS_90_MS = 90 * 86_400_000
const MAX_ROWS = 1000

/** GET /api/v3/ticker/price: one, several or all symbols. */
export function tickerPrice(binance: Binance, query: Query): unknown {
  const priceBySymbol = currentPrices(binance)

  const priceReply = (symbol: string): object => {
    const knownPrice = priceBySymbol.get(symbol)
    if (knownPrice === undefined) throw badParameter(-1121, 'Invalid symbol.')

    return { symbol, price: knownPrice } satisfies SpotRestAPI.TickerPriceResponse1
  }

  if (query.has('symbol') && query.has('symbols'))
    throw badParameter(
      -1128,
      "Combination of optional parameters invalid. Recommendation: 'symbol' and 'symbols' cannot be sent together.",
    )

  if (query.has('symbol')) return priceReply(query.get('symbol')!)

  return (query.has('symbols') ? symbolsIn(query.get('symbols')!) : [...priceBySymbol.keys()]).map(
    priceReply,
  )
}

/** GET /api/v3/avgPrice. */
export function averagePrice(binance: Binance, query: Query): unknown {
  const symbol = query.get('symbol')
  if (!symbol) throw notSent('symbol')

  const priceReply = currentPrices(binance).get(symbol)
  if (priceReply === undefined) throw badParameter(-1121, 'Invalid symbol.')

  return {
    mins: 5,
    price: priceReply,
    closeTime: binance.core.clock.now(),
  } satisfies SpotRestAPI.AvgPriceResponse
}

/** GET /sapi/v1/capital/config/getall. */
export function allCoins(binance: Binance): unknown {
  return Object.keys(COIN_NAMES).map((coinCode) => ({
    coin: coinCode,
    name: COIN_NAMES[coinCode],
    depositAllEnable: true,
    withdrawAllEnable: true,
    free: '0',
    locked: '0',
    freeze: '0',
    withdrawing: '0',
    ipoing: '0',
    ipoable: '0',
    storage: '0',
    isLegalMoney: false,
    trading: true,
    networkList: NETWORKS.filter((one) => one.coin === coinCode).map((one) =>
      networkReply(binance, one),
    ),
  })) satisfies WalletRestAPI.AllCoinsInformationResponse
}

/** GET /sapi/v1/capital/deposit/address: one address per coin and network, for all orders. */
export function depositAddress(query: Query): unknown {
  const coinCode = query.get('coin')
  if (!coinCode) throw notSent('coin')

  const network = networkOf(coinCode, query.get('network') ?? undefined)
  if (!network) throw badParameter(-4018, 'This coin or network does not exist.')

  return {
    address: network.address,
    coin: coinCode,
    tag: '',
    url: `${network.explorer}${network.address}`,
  } satisfies WalletRestAPI.DepositAddressResponse
}

/** GET /sapi/v1/capital/deposit/hisrec: newest first, at most 90 days and 1,000 rows. */
export function depositHistory(binance: Binance, query: Query): unknown[] {
  const now = binance.core.clock.now()
  const endTime = wholeNumber(query, 'endTime') ?? now
  const startTime = wholeNumber(query, 'startTime') ?? endTime - DAYS_90_MS
  if (startTime > endTime) throw badParameter(-1102, "'startTime' must not be after 'endTime'.")
  if (endTime - startTime > DAYS_90_MS)
    throw badParameter(-4047, 'Time interval must be within 0-90 days')

  const statusFilter = wholeNumber(query, 'status')
  if (statusFilter !== undefined && !(statusFilter in DEPOSIT_STATUSES))
    throw badParameter(-1102, "Mandatory parameter 'status' was malformed.")

  const rowOffset = wholeNumber(query, 'offset') ?? 0
  const rowLimit = wholeNumber(query, 'limit') ?? MAX_ROWS
  if (rowLimit < 1 || rowLimit > MAX_ROWS)
    throw badParameter(-1102, `Mandatory parameter 'limit' was malformed: at most ${MAX_ROWS}.`)

  const [coinCode, txId] = [query.get('coin'), query.get('txId')]
  const sourceField = query.get('includeSource') === 'true' ? { sourceAddress: 'sandbox' } : {}

  return binance.deposits
    .newestFirst()
    .filter(
      (one) =>
        one.insertTime >= startTime &&
        one.insertTime <= endTime &&
        (!coinCode || one.coin === coinCode) &&
        (!txId || one.txId === txId) &&
        (statusFilter === undefined || one.status === statusFilter),
    )
    .slice(rowOffset, rowOffset + rowLimit)
    .map((row) => ({ ...depositReply(row), ...sourceField }))
}

/** A deposit in the exchange's format; completeTime is omitted until the deposit is credited. */
function depositReply({ completeTime, ...row }: Deposit) {
  return {
    ...row,
    ...(completeTime === null ? {} : { completeTime }),
  } satisfies WalletRestAPI.DepositHistoryResponseInner
}

function networkReply(binance: Binance, one: Network) {
  const depositEnable = takesDeposits(binance, one.coin, one.network)
  return {
    network: one.network,
    coin: one.coin,
    name: one.name,
    isDefault: one.isDefault,
    depositEnable,
    withdrawEnable: true,
    depositDesc: depositEnable ? '' : 'Wallet Maintenance, Deposit Suspended',
    withdrawDesc: '',
    specialTips: '',
    resetAddressStatus: false,
    addressRegex: one.addressRegex,
    memoRegex: '',
    withdrawTag: false,
    minConfirm: one.minConfirm,
    unLockConfirm: one.unLockConfirm,
    sameAddress: false,
    depositDust: one.depositDust,
    estimatedArrivalTime: one.minutes,
    busy: false,
    contractAddress: '',
    withdrawFee: '0',
    withdrawMin: '0',
    withdrawMax: '0',
    withdrawIntegerMultiple: `0.${'0'.repeat(one.decimals - 1)}1`,
  } satisfies WalletRestAPI.AllCoinsInformationResponseInnerNetworkListInner
}

function symbolsIn(valueText: string): string[] {
  let symbolList: unknown

  try {
    symbolList = JSON.parse(valueText)
  } catch {
    symbolList = null
  }

  if (
    !Array.isArray(symbolList) ||
    symbolList.length === 0 ||
    !symbolList.every((one) => typeof one === 'string')
  )
    throw badParameter(
      -1100,
      "Illegal characters found in parameter 'symbols'; legal range is " +
        '\'^\\[("[A-Z0-9-_.]{1,20}"(,"[A-Z0-9-_.]{1,20}"){0,}){0,1}\\]$\'.',
    )

  return symbolList as string[]
}

function wholeNumber(query: Query, name: string): number | undefined {
  const valueText = query.get(name)
  if (valueText === null) return undefined

  if (!/^\d{1,16}$/.test(valueText))
    throw badParameter(
      -1100,
      `Illegal characters found in parameter '${name}'; legal range is '^[0-9]{1,20}$'.`,
    )

  return Number(valueText)
}
