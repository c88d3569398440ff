import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'

import type { Core } from '../core/core.ts'
import type { Row } from '../core/state.ts'
import { badParameter, BinanceRefusal, notSent } from './errors.ts'

const DEFAULT_WINDOW_MS = 5000
const MAX_WINDOW_MS = 60_000
const MAX_AHEAD_MS = 1000

/** An Ed25519 key that the account holder registered; its id is the API key. */
export type RegisteredKey = Row & { publicKey: string }

/**
 * Checks key, timestamp window and signature of a signed call, in the exchange's order. `query` is
 * the raw text after the question mark.
 */
export function checkSigned(core: Core, apiKey: string | undefined, query: string): void {
  const registered = registeredKey(core, apiKey)
  const queryFields = new URLSearchParams(query)
  const timestamp = wholeNumber(queryFields.get('timestamp'))
  if (timestamp === null) throw notSent('timestamp')

  // The signature is the last parameter and covers the exact bytes before it.
  const signatureMatch = /^(.*)&signature=([^&]*)$/.exec(query)
  if (!queryFields.has('signature') || queryFields.get('signature') === '')
    throw notSent('signature')

  checkWindow(core, timestamp, queryFields.get('recvWindow'))
  const [, payload = '', signature = ''] = signatureMatch ?? []
  const isGenuine = registered
    ? signedByKey(registered.publicKey, payload, signature)
    : isSignedBySecret(core.credentials.binanceApiSecret, payload, signature)
  if (!signatureMatch || !isGenuine)
    throw badParameter(-1022, 'Signature for this request is not valid.')
}

/** The registered key with this id; undefined for the account's HMAC key. */
function registeredKey(core: Core, apiKey: string | undefined): RegisteredKey | undefined {
  if (apiKey === undefined || !/^[A-Za-z0-9]{64}$/.test(apiKey))
    throw new BinanceRefusal(401, -2014, 'API-key format invalid.')

  const registered = core.state.table<RegisteredKey>('binance.keys').get(apiKey)
  if (apiKey !== core.credentials.binanceApiKey && !registered)
    throw new BinanceRefusal(401, -2015, 'Invalid API-key, IP, or permissions for action.')

  return registered
}

/** Hex HMAC-SHA256 of a query. */
export const signQuery = (secret: string, payload: string): string =>
  createHmac('sha256', secret).update(payload).digest('hex')

function checkWindow(core: Core, timestamp: number, given: string | null): void {
  const windowMs = given === null ? DEFAULT_WINDOW_MS : wholeNumber(given)
  if (windowMs === null || windowMs > MAX_WINDOW_MS)
    throw badParameter(-1131, 'recvWindow must be less than 60000.')

  const now = core.clock.now()
  if (timestamp >= now + MAX_AHEAD_MS)
    throw badParameter(-1021, "Timestamp for this request was 1000ms ahead of the server's time.")
  if (now - timestamp > windowMs)
    throw badParameter(-1021, 'Timestamp for this request is outside of the recvWindow.')
}

/** Checks an Ed25519 signature of the query; base64, percent-encoded. */
function signedByKey(publicKey: string, payload: string, signature: string): boolean {
  const signatureBytes = Buffer.from(decodeURIComponent(signature), 'base64')
  return verify(null, Buffer.from(payload), createPublicKey(publicKey), signatureBytes)
}

function isSignedBySecret(secret: string, payload: string, signature: string): boolean {
  const [expected, actual] = [
    Buffer.from(signQuery(secret, payload)),
    Buffer.from(signature.toLowerCase()),
  ]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,16}$/.test(text) ? Number(text) : null
