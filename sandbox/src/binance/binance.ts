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

/** Shared by all calls: the exchange's tables, and the request weight its clients have used. */
type Exchange = { binance: Binance; weights: Weights }

type Call = {
  path: string
  weight: (query: URLSearchParams) => number
  takes: readonly string[]
  run(binance: Binance, query: URLSearchParams): unknown
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
    weight: (query) => (query.has('symbol') ? 2 : 4),
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
    run: (_binance, query) => depositAddress(query),
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
 * Start the Binance side: market prices and wallet calls over plain HTTP on loopback. It sends no
 * webhooks.
 */
export async function startBinance(core: Core): Promise<BinanceProvider> {
  const binance = openModel(core)
  const weights = new Weights()
  const app: FastifyInstance = makeProviderServer(core, { provider: 'binance', failure, refusal })
  for (const call of CALLS)
    app.get(call.path, async (request, reply) => serve({ binance, weights }, call, request, reply))
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
      weights.reset()
    },
    tick: () => undefined,
    close: () => app.close(),
  }
}

function serve(
  { binance, weights }: Exchange,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const raw = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : ''
  const query = new URLSearchParams(raw)
  const [header, used] = weights.take(call.path, call.weight(query))
  reply.header(header, used)
  const signed = call.path.startsWith('/sapi/')
  const known = signed ? [...call.takes, ...SIGNED] : call.takes
  const sent = [...query.keys()]
  const key = request.headers['x-mbx-apikey']
  if (signed) checkSigned(binance.core, typeof key === 'string' ? key : undefined, raw)
  if (new Set(sent).size !== sent.length)
    throw badParameter(-1101, 'Too many parameters sent for this endpoint.')

  const read = sent.filter((name) => known.includes(name)).length

  if (read !== sent.length)
    throw badParameter(
      -1104,
      `Not all sent parameters were read; read '${read}' parameter(s) but was sent '${sent.length}'.`,
    )

  return reply.type('application/json;charset=UTF-8').send(JSON.stringify(call.run(binance, query)))
}

function refusal(
  error: unknown,
): { status: number; body: unknown; headers?: Record<string, string> } | undefined {
  if (!(error instanceof BinanceRefusal)) return undefined

  const headers =
    error.retryAfterSeconds === undefined
      ? undefined
      : { 'retry-after': String(error.retryAfterSeconds) }

  return {
    status: error.status,
    body: { code: error.code, msg: error.message },
    ...(headers ? { headers } : {}),
  }
}
