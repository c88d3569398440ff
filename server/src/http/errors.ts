import { errors, type PlainErrorCode } from '@chaveiro/contracts/errors'
import { defaultLanguage } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../platform/app.ts'
import { fail, Failure } from '../platform/errors.ts'
import { callerOf } from '../platform/http/mount.ts'
import { requestName } from '../platform/http/request-name.ts'
import { baseHeaders, headersFor } from './headers.ts'

/** Answers every refusal and error in the same form, in the reader's language (Q22). */
export function setErrors(http: FastifyInstance, app: App): void {
  http.setErrorHandler((error: FastifyError, request, reply) =>
    sendError(app, error, request, reply),
  )
}

function sendError(
  app: App,
  error: FastifyError | Failure,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = error instanceof Failure ? error : fail(errorCodeOf(error))
  const { status } = errors[failure.code]
  if (status >= 500 && !(error instanceof Failure))
    app.log.error({ err: error, ...requestName(request) }, 'request failed unexpectedly')
  else app.log.debug({ code: failure.code, ...requestName(request) }, 'request refused')
  const errorText = inLanguage(callerOf(request).language, failure.text)
  // Every 429 needs a retry time (F158), and so does a refusal while the database hangs.
  if (status === 429 || failure.retryAfter)
    reply.header('retry-after', String(failure.retryAfter ?? 60))

  return reply.code(status).send({
    success: false,
    error: errorText,
    message: errorText,
    code: failure.code,
    ...failure.extra,
  })
}

function errorCodeOf(error: FastifyError): PlainErrorCode {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'request.media_type'
  if (error.statusCode === 413) return 'request.too_large'

  return error.statusCode && error.statusCode < 500 ? 'request.malformed' : 'internal'
}

/**
 * Refuses a URL that cannot be decoded. Fastify runs no hook for such a request, so the headers are
 * set here.
 */
export function refuseAddress(
  app: App,
): (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void {
  const headersOf = headersFor(app)
  return (error, request, reply) => {
    const headers = { ...headersOf(request.url), 'x-request-id': request.id }
    void sendError(app, error, request, reply.headers(headers))
  }
}

/** Answers a connection that sends no HTTP, or whose headers arrive too slowly. */
export function refuseConnection(
  app: App,
): (error: Error & { code?: string }, socket: Connection) => void {
  const headerLines = Object.entries(baseHeaders(app)).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )

  const statuses: Record<string, [string, PlainErrorCode]> = {
    ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'request.slow'],
    HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'request.too_large'],
  }

  return (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()

    const [status, code] = statuses[error.code ?? ''] ?? ['400 Bad Request', 'request.malformed']
    const errorText = inLanguage(defaultLanguage, fail(code).text)
    const bodyText = JSON.stringify({ success: false, error: errorText, message: errorText, code })

    socket.end(
      `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
        `content-length: ${Buffer.byteLength(bodyText)}\r\n${headerLines.join('')}\r\n${bodyText}`,
    )
  }
}

type Connection = { writable: boolean; destroy(): unknown; end(text: string): unknown }
