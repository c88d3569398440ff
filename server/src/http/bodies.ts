import type { FastifyInstance } from 'fastify'
import { isUtf8 } from 'node:buffer'

import { fail } from '../platform/errors.ts'
import { isLargeBody } from '../platform/http/large-body.ts'
import type { Patience } from './connection-limits.ts'

/** The deepest nesting of JSON (Q118). */
const deepest = 32

/**
 * Sizes of bodies in bytes: of JSON, and of everything that is read by a call of its own (pictures,
 * webhooks).
 */
export const jsonLimit = 1_048_576

/**
 * Read JSON bodies by the shop's one rule (Q118); a request without a body may all the same say
 * that it is JSON.
 */
export function readBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser('application/json')

  http.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (!body.length) return done(null, undefined)
      if (!isUtf8(body)) return done(fail('request.malformed'))

      const text = body.toString()
      if (isTooDeep(text)) return done(fail('request.too_deep'))

      return parse(request, text, done)
    },
  )
}

const [quote, backslash, openList, closeList, openObject, closeObject] = [34, 92, 91, 93, 123, 125]

/**
 * Whether brackets outside of strings are nested too deeply: one pass over the text before it is
 * parsed.
 */
function isTooDeep(text: string): boolean {
  let depth = 0

  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else if (code === openList || code === openObject) {
      if (++depth > deepest) return true
    } else if (code === closeList || code === closeObject) depth--
  }

  return false
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at++
    else if (code === quote) return at
  }
  return text.length
}

/**
 * How many bytes of large bodies are in memory at once: of those who were admitted, and of webhooks,
 * whose signature is in the body's own words.
 */
const mostBytes = { admitted: 96 * 1_048_576, unknown: 16 * 1_048_576 }

/** Refuses a large body before it is read, when memory has no room for it. */
export function boundBodies(http: FastifyInstance, most = mostBytes): void {
  const held = { admitted: 0, unknown: 0 }
  http.addHook('preParsing', async (request, reply, payload) => {
    if (!isLargeBody(request)) return payload

    const limit = request.routeOptions.bodyLimit ?? jsonLimit
    const length = request.headers['content-length']
    const size = Math.min(limit, length === undefined ? limit : Number(length))
    const { isUnknown } = request.routeOptions.config as { isUnknown?: boolean }
    const kind = isUnknown ? 'unknown' : 'admitted'

    if (held[kind] + size > most[kind]) {
      reply.header('connection', 'close')
      throw fail('request.busy').after(5)
    }

    held[kind] += size
    reply.raw.once('close', () => (held[kind] -= size))

    return payload
  })
}

/** Ends a body that arrives too slowly, with an answer, and closes its connection. */
export function endSlowBodies(http: FastifyInstance, patience: Patience): void {
  http.addHook('preParsing', async (request, reply, payload) => {
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers
    if (coding === undefined && !(Number(length) > 0)) return payload

    const isLarge = (request.routeOptions.bodyLimit ?? 0) > jsonLimit

    const timer = setTimeout(
      () => {
        reply.header('connection', 'close')
        payload.emit('error', fail('request.slow'))
      },
      isLarge ? patience.pictureMs : patience.jsonMs,
    )

    for (const end of ['end', 'close', 'error']) payload.once(end, () => clearTimeout(timer))
    reply.raw.once('close', () => clearTimeout(timer))

    return payload
  })
}
