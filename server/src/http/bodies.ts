import type { FastifyInstance } from 'fastify'
import { isUtf8 } from 'node:buffer'

import { fail } from '../platform/errors.ts'
import { isLargeBody } from '../platform/http/large-body.ts'
import type { Patience } from './connection-limits.ts'

/** Deepest nesting of JSON (Q118). */
const deepestNesting = 32

/** Limit of a JSON body in bytes. Routes for pictures and webhooks have other limits. */
export const jsonLimit = 1_048_576

/**
 * Reads JSON bodies with stricter rules: valid UTF-8 and limited depth (Q118). A request without a
 * body may still have the JSON content type.
 */
export function readBodies(http: FastifyInstance): void {
  const parseJson = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser('application/json')

  http.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      if (!body.length) return done(null, undefined)
      if (!isUtf8(body)) return done(fail('request.malformed'))

      const text = body.toString()
      if (isTooDeep(text)) return done(fail('request.too_deep'))

      return parseJson(request, text, done)
    },
  )
}

const [quote, backslash, openList, closeList, openObject, closeObject] = [34, 92, 91, 93, 123, 125]

/**
 * Whether brackets nest too deeply, not counting brackets in strings. Checked before the text is
 * parsed.
 */
function isTooDeep(text: string): boolean {
  let depth = 0

  for (let position = 0; position < text.length; position++) {
    const charCode = text.charCodeAt(position)
    if (charCode === quote) position = endOfString(text, position)
    else if (charCode === openList || charCode === openObject) {
      if (++depth > deepestNesting) return true
    } else if (charCode === closeList || charCode === closeObject) depth--
  }

  return false
}

function endOfString(text: string, from: number): number {
  for (let position = from + 1; position < text.length; position++) {
    const charCode = text.charCodeAt(position)
    if (charCode === backslash) position++
    else if (charCode === quote) return position
  }
  return text.length
}

/**
 * Limits for the bytes of large bodies in memory at once. The caller of a webhook is `unknown`
 * until the body is read, because the signature covers the body.
 */
const bodyBytesLimits = { admitted: 96 * 1_048_576, unknown: 16 * 1_048_576 }

/** Refuses a large body before it is read, when memory has no room for it. */
export function boundBodies(http: FastifyInstance, limits = bodyBytesLimits): void {
  const heldBytes = { admitted: 0, unknown: 0 }
  http.addHook('preParsing', async (request, reply, payload) => {
    if (!isLargeBody(request)) return payload

    const limit = request.routeOptions.bodyLimit ?? jsonLimit
    const length = request.headers['content-length']
    const reservedBytes = Math.min(limit, length === undefined ? limit : Number(length))
    const { isUnknown } = request.routeOptions.config as { isUnknown?: boolean }
    const callerKind = isUnknown ? 'unknown' : 'admitted'

    if (heldBytes[callerKind] + reservedBytes > limits[callerKind]) {
      reply.header('connection', 'close')
      throw fail('request.busy').after(5)
    }

    heldBytes[callerKind] += reservedBytes
    reply.raw.once('close', () => (heldBytes[callerKind] -= reservedBytes))

    return payload
  })
}

/** Ends a request whose body arrives too slowly: answers request.slow and closes the connection. */
export function endSlowBodies(http: FastifyInstance, patience: Patience): void {
  http.addHook('preParsing', async (request, reply, payload) => {
    const { 'content-length': length, 'transfer-encoding': transferEncoding } = request.headers
    if (transferEncoding === undefined && !(Number(length) > 0)) return payload

    const isLarge = (request.routeOptions.bodyLimit ?? 0) > jsonLimit

    const bodyTimer = setTimeout(
      () => {
        reply.header('connection', 'close')
        payload.emit('error', fail('request.slow'))
      },
      isLarge ? patience.pictureMs : patience.jsonMs,
    )

    for (const end of ['end', 'close', 'error']) payload.once(end, () => clearTimeout(bodyTimer))
    reply.raw.once('close', () => clearTimeout(bodyTimer))

    return payload
  })
}
