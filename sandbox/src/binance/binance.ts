import type { WalletRestAPI } from '@binance/wallet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Core, Provider } from '../core/core.ts'
import { listen, makeProviderServer } from '../core/provider-server.ts'
import { allCoins, averagePrice, depositAddress, depositHistory, tickerPrice } from './calls.ts'
import { badParameter, BinanceRefusal, failure } from './errors.ts'
import { openModel, type Binance } from './model.ts'
import { checkSigned } from './signature.ts'
import { Weights } from './weights.ts'

export type BinanceProvider = Provider & { readonly binance: Binance }

/** Shared by all calls: the exchange's tables, and the request weights that clients have used. */
type Exchange = { binance: Binance; weights: Weights }

type Call = {
  path: string
  weight: (queryFields: URLSearchParams) => number
  takes: readonly string[]
  run(binance: Binance, queryFields: URLSearchParams): unknown
}

const CALLS: readonly Call[] = [
  { path: '/api/v3/ping', weight: () => 1, takes: [], run: () => ({}) },
  {
    path: '/api/v3/time',
    weight: () => 1,
    takes: [],
    run: ({ core }) => ({ serverTime: core.clock.now() }),
  },
  {
    path: '/api/v3/ticker/price',
    weight: (queryFields) => (queryFields.has('symbol') ? 2 : 4),
    takes: ['symbol', 'symbols'],
    run: tickerPrice,
  },
  { path: '/api/v3/avgPrice', weight: () => 2, takes: ['symbol'], run: averagePrice },
  {
    path: '/sapi/v1/account/status',
    weight: () => 1,
    takes: [],
    run: () => ({ data: 'Normal' }) satisfies WalletRestAPI.AccountStatusResponse,
  },
  { path: '/sapi/v1/capital/config/getall', weight: () => 10, takes: [], run: allCoins },
  {
    path: '/sapi/v1/capital/deposit/address',
    weight: () => 10,
    takes: ['coin', 'network', 'amount'],
    run: (_binance, queryFields) => depositAddress(queryFields),
  },
  {
    path: '/sapi/v1/capital/deposit/hisrec',
    weight: () => 1,
    takes: ['coin', 'status', 'startTime', 'endTime', 'offset', 'limit', 'txId', 'includeSource'],
    run: depositHistory,
  },
]

const SIGNED = ['timestamp', 'recvWindow', 'signature']

/**
 * Starts the Binance side: market prices and wallet calls over plain HTTP on loopback. Binance
 * sends no webhooks.
 */
export async function startBinance(core: Core): Promise<BinanceProvider> {
  const binance = openModel(core)
  const requestWeights = new Weights()
  const app: FastifyInstance = makeProviderServer(core, { provider: 'binance', failure, refusal })
  for (const call of CALLS)
    app.get(call.path, async (request, reply) =>
      serveCall({ binance, weights: requestWeights }, call, request, reply),
    )
  const port = await listen(core, app, 'binance')

  return {
    name: 'binance',
    binance,
    env: {
      BINANCE_BASE_URL: `http://127.0.0.1:${port}`,
      BINANCE_API_KEY: core.credentials.binanceApiKey,
      BINANCE_API_SECRET: core.credentials.binanceApiSecret,
    },
    dump: () => ({
      deposits: binance.deposits.all(),
      prices: binance.prices.all(),
      suspensions: binance.suspensions.all(),
    }),
    reset() {
      for (const table of [binance.deposits, binance.prices, binance.suspensions]) table.clear()
      requestWeights.reset()
    },
    tick: () => undefined,
    close: () => app.close(),
  }
}

function serveCall(
  { binance, weights: requestWeights }: Exchange,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const rawQuery = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : ''
  const queryFields = new URLSearchParams(rawQuery)
  const [header, used] = requestWeights.take(call.path, call.weight(queryFields))
  reply.header(header, used)
  const isSigned = call.path.startsWith('/sapi/')
  const knownFields = isSigned ? [...call.takes, ...SIGNED] : call.takes
  const sentFields = [...queryFields.keys()]
  const key = request.headers['x-mbx-apikey']
  if (isSigned) checkSigned(binance.core, typeof key === 'string' ? key : undefined, rawQuery)
  if (new Set(sentFields).size !== sentFields.length)
    throw badParameter(-1101, 'Too many parameters sent for this endpoint.')

  const readCount = sentFields.filter((name) => knownFields.includes(name)).length

  if (readCount !== sentFields.length)
    throw badParameter(
      -1104,
      `Not all sent parameters were read; read '${readCount}' parameter(s) but was sent '${sentFields.length}'.`,
    )

  return reply
    .type('application/json;charset=UTF-8')
    .send(JSON.stringify(call.run(binance, queryFields)))
}

function refusal(
  error: unknown,
): { status: number; body: unknown; headers?: Record<string, string> } | undefined {
  if (!(error instanceof BinanceRefusal)) return undefined

  const replyHeaders =
    error.retryAfterSeconds === undefined
      ? undefined
      : { 'retry-after': String(error.retryAfterSeconds) }

  return {
    status: error.status,
    body: { code: error.code, msg: error.message },
    ...(replyHeaders ? { headers: replyHeaders } : {}),
  }
}
