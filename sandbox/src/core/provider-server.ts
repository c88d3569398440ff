import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { ServerOptions } from 'node:https'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { Socket } from 'node:net'

import { isoInstant } from './clock.ts'
import type { Core } from './core.ts'
import type { CallFault, ProviderName } from './faults.ts'
import type { LoggedRequest } from './request-log.ts'

declare module 'fastify' {
  interface FastifyRequest {
    fault: CallFault | null
    logged: LoggedRequest | null
  }
}

export type ProviderServerOptions = {
  provider: ProviderName
  tls?: ServerOptions
  /** The provider's own error body for a status fault, an unknown path or an unexpected error. */
  failure(
    status: number,
    request: FastifyRequest,
  ): { body: unknown; contentType?: string; headers?: Record<string, string> }
  /** The reply for this provider's own refusals; undefined for any other error. */
  refusal(
    error: unknown,
  ):
    | { status: number; body: unknown; contentType?: string; headers?: Record<string, string> }
    | undefined
  /**
   * True if the provider handles `status:` faults itself. Stripe does, since it stores a 500 under
   * the idempotency key.
   */
  meetsStatusFaults?: boolean
  /** The path that faults match if one URL serves many calls; by default the URL's path. */
  faultPath?(path: string, query: string): string
  /** The URL that the routes use, for an API with several base paths. */
  rewriteUrl?(url: string): string
}

const FORM_BYTES = 26_214_400

/**
 * Creates a provider's HTTP server with raw bodies, the request log and call faults. The caller
 * adds the routes.
 */
export function makeProviderServer(core: Core, options: ProviderServerOptions): FastifyInstance {
  const commonOptions = {
    logger: false,
    forceCloseConnections: true as const,
    bodyLimit: 1_048_576,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 500 },
    ...(options.rewriteUrl
      ? { rewriteUrl: (request: { url?: string }) => options.rewriteUrl!(request.url ?? '/') }
      : {}),
  }

  const app = (options.tls
    ? fastify({ ...commonOptions, https: options.tls })
    : fastify(commonOptions)) as unknown as FastifyInstance
  app.decorateRequest('fault', null)
  app.decorateRequest('logged', null)
  app.removeAllContentTypeParsers()

  app.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (request.logged) core.requests.body(request.logged, String(body))
    done(null, body)
  })

  // Binary files become latin1 text, one character per byte.
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: FORM_BYTES },
    (request, body, done) => {
      if (request.logged) core.requests.body(request.logged, `${body.length} bytes of a form`)
      done(null, (body as Buffer).toString('latin1'))
    },
  )

  app.addHook('onRequest', (request, reply) => meetFault(core, options, request, reply))
  app.addHook('preHandler', (request, reply) => meetStatus(options, request, reply))

  // Changes are on disk before the caller receives the reply, so a killed process does not lose
  // them.
  app.addHook('onSend', async (request, _reply, payload) => {
    core.state.flush()
    return withholdReply(request, payload)
  })

  app.addHook('onResponse', async (request, reply) => {
    if (request.logged)
      Object.assign(request.logged, { status: reply.statusCode, ms: Math.round(reply.elapsedTime) })
  })

  app.setNotFoundHandler((request, reply) => answerFailure(request, reply, 404, options))

  app.setErrorHandler((error, request, reply) => {
    const refusalReply = options.refusal(error)

    if (refusalReply)
      return reply
        .code(refusalReply.status)
        .headers(refusalReply.headers ?? {})
        .type(refusalReply.contentType ?? 'application/json')
        .send(toBodyText(refusalReply.body))

    const status = (error as { statusCode?: number }).statusCode ?? 500

    if (status === 500)
      process.stderr.write(
        `sandbox ${options.provider}: ${error instanceof Error ? error.stack : String(error)}\n`,
      )

    return answerFailure(request, reply, status, options)
  })

  return app
}

/**
 * Listens on this server's previous port, or on a free one that is then stored; returns the port.
 */
export async function listen(
  core: Core,
  app: FastifyInstance,
  name: string,
  wanted = 0,
): Promise<number> {
  const port = await choosePort(core, name, wanted)
  await app.listen({ host: '127.0.0.1', port })

  return rememberPort(core, name, (app.server.address() as AddressInfo).port)
}

/**
 * This server's previous port if it is free, otherwise 0 for any. An explicit port is returned
 * unchecked.
 */
export async function choosePort(core: Core, name: string, wanted = 0): Promise<number> {
  if (wanted > 0) return wanted

  const previousPort = core.state.table<{ id: string; port: number }>('ports').get(name)?.port

  return previousPort && (await isPortFree(previousPort)) ? previousPort : 0
}

export function rememberPort(core: Core, name: string, port: number): number {
  core.state.table<{ id: string; port: number }>('ports').save({ id: name, port })
  return port
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probeServer = createServer()
    probeServer.once('error', () => resolve(false))
    probeServer.listen(port, '127.0.0.1', () => probeServer.close(() => resolve(true)))
  })
}

async function meetFault(
  core: Core,
  options: ProviderServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const [path = '', query = ''] = request.url.split('?', 2)
  const key = request.headers['idempotency-key']

  request.logged = core.requests.start({
    at: isoInstant(core.clock.now()),
    provider: options.provider,
    method: request.method,
    path,
    query,
    idempotencyKey: typeof key === 'string' ? key : null,
  })

  request.fault = core.faults.takeCall(
    options.provider,
    request.method,
    options.faultPath?.(path, query) ?? path,
  )

  if (!request.fault) return

  request.logged.fault = request.fault.kind

  if (request.fault.kind === 'reset') {
    reply.hijack()
    resetSocket(request.raw.socket)
  }

  if (request.fault.kind === 'timeout') {
    reply.hijack()
    await untilClosed(request.raw.socket)
  }
}

async function meetStatus(
  options: ProviderServerOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (request.fault?.kind === 'delay' && !options.meetsStatusFaults)
    await new Promise((resolve) => setTimeout(resolve, (request.fault as { ms: number }).ms))
  if (request.fault?.kind !== 'status' || options.meetsStatusFaults) return

  return answerFailure(request, reply, request.fault.status, options)
}

/** Loses the reply: the call's work is done, but the caller never learns it. */
async function withholdReply(request: FastifyRequest, payload: unknown): Promise<unknown> {
  if (request.fault?.kind === 'commit-then-timeout') await untilClosed(request.raw.socket)
  if (request.fault?.kind === 'commit-then-reset') resetSocket(request.raw.socket)

  return payload
}

function answerFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  options: ProviderServerOptions,
): FastifyReply {
  const { body, contentType = 'application/json', headers = {} } = options.failure(status, request)
  return reply.code(status).headers(headers).type(contentType).send(toBodyText(body))
}

/** Text bodies are sent unchanged, since some providers send errors as plain text. */
const toBodyText = (body: unknown): string =>
  typeof body === 'string' ? body : JSON.stringify(body)

const untilClosed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed) resolve()
    else socket.once('close', () => resolve())
  })

function resetSocket(socket: Socket): void {
  try {
    socket.resetAndDestroy()
  } catch {
    socket.destroy()
  } // a TLS socket cannot be reset
}
