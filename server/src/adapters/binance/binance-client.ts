import { createHmac, createPrivateKey, sign as signWith } from 'node:crypto'
import { Agent } from 'undici'

import { ProviderUnknown } from '../../ports/payments.ts'
import { callJson, type JsonReply } from '../json-call.ts'

export type BinanceConnection = {
  baseUrl: string
  apiKey: string
  /**
   * The secret of an HMAC key, or the private key (PKCS #8, PEM) of an Ed25519 key, which the
   * exchange advises.
   */
  apiSecret: string
  timeoutMs?: number | undefined
}

export type BinanceCall = {
  open(path: string, query: Record<string, string>): Promise<any>
  signed(path: string, query: Record<string, string>): Promise<any>
  /** The estimated current time of the exchange, in milliseconds. */
  now(): number
}

export const provider = 'binance'
const outsideOfWindow = -1021

/** Pause after a rate limit whose reply has no Retry-After. */
const silenceSeconds = 60

/** Whether a secret is a private key in PEM; its line breaks may be written as \\n. */
const isPrivateKey = (secret: string): boolean => secret.includes('-----BEGIN')

/**
 * The signature that the exchange expects of exactly the query that is sent ("Request Security"):
 * HMAC-SHA256 in hex for a secret, Ed25519 in base64 for a private key. Throws for an unreadable
 * private key, without quoting it.
 */
export function createSigner(secret: string): (query: string) => string {
  if (!isPrivateKey(secret))
    return (query) => createHmac('sha256', secret).update(query).digest('hex')

  let privateKey: ReturnType<typeof createPrivateKey>

  try {
    privateKey = createPrivateKey(secret.replaceAll('\\n', '\n'))
  } catch {
    throw new Error('BINANCE_API_SECRET: not a private key in PEM')
  }

  if (privateKey.asymmetricKeyType !== 'ed25519')
    throw new Error('BINANCE_API_SECRET: the private key is not of Ed25519')

  return (query) =>
    encodeURIComponent(signWith(null, Buffer.from(query), privateKey).toString('base64'))
}

/**
 * Calls of the wallet API. Signed calls carry the exchange's time: after the error -1021 that time
 * is read once and the call is repeated. After 429 or 418 nothing is sent until Retry-After is
 * over, since every further call lengthens the ban. Throws ProviderUnknown for any status but 200.
 */
export function createBinanceClient(config: BinanceConnection, clock: () => Date): BinanceCall {
  const timeoutMs = config.timeoutMs ?? 10_000
  const dispatcher = new Agent({ allowH2: false, connect: { timeout: Math.min(3_000, timeoutMs) } })
  const signQuery = createSigner(config.apiSecret)
  let clockAheadMs = 0
  // A monotonic clock: if the system's clock is set back by an hour, the pause does not last an
  // hour.
  let silentUntil = 0

  const sendQuery = async (path: string, query: string): Promise<JsonReply> => {
    if (performance.now() < silentUntil)
      throw new ProviderUnknown(provider, 'waiting as the exchange asked')

    const url = `${config.baseUrl}${path}${query ? `?${query}` : ''}`

    const reply = await callJson(provider, {
      method: 'GET',
      url,
      headers: { 'x-mbx-apikey': config.apiKey },
      dispatcher,
      timeoutMs,
    })

    if (reply.status === 429 || reply.status === 418)
      silentUntil =
        performance.now() + (Number(reply.headers['retry-after']) || silenceSeconds) * 1000

    return reply
  }

  const sendSigned = (path: string, query: Record<string, string>): Promise<JsonReply> => {
    const signedQuery = new URLSearchParams({
      ...query,
      recvWindow: '5000',
      timestamp: String(clock().getTime() + clockAheadMs),
    }).toString()
    return sendQuery(path, `${signedQuery}&signature=${signQuery(signedQuery)}`)
  }

  const readTime = async (): Promise<void> => {
    const startedAt = clock().getTime()
    const { serverTime } = requireBody(await sendQuery('/api/v3/time', ''))
    clockAheadMs = Number(serverTime) - Math.round((startedAt + clock().getTime()) / 2)
  }

  return {
    open: async (path, query) =>
      requireBody(await sendQuery(path, new URLSearchParams(query).toString())),
    async signed(path, query) {
      const firstReply = await sendSigned(path, query)
      if (firstReply.body?.code !== outsideOfWindow) return requireBody(firstReply)

      await readTime()

      return requireBody(await sendSigned(path, query))
    },
    now: () => clock().getTime() + clockAheadMs,
  }
}

function requireBody({ status, body }: JsonReply): any {
  if (status === 200 && body !== null) return body
  throw new ProviderUnknown(
    provider,
    `status ${status}${typeof body?.code === 'number' ? ` code ${body.code}` : ''}`,
    { status, code: String(body?.code ?? '') },
  )
}
