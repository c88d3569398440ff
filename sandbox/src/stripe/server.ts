import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { timingSafeEqual } from 'node:crypto'

import { randomText } from '../core/ids.ts'
import { makeProviderServer } from '../core/provider-server.ts'
import type { Row } from '../core/state.ts'
import { failure, invalid, StripeRefusal } from './errors.ts'
import type { Cause } from './events.ts'
import { expand } from './expand.ts'
import { readForm, type FormFields } from './form.ts'
import type { Idempotency, StoredReply } from './idempotency.ts'
import { API_VERSION, type Stripe } from './model.ts'
import { readParameters, type Parameters, type Rules } from './parameters.ts'

type StripeCall = { params: Record<string, string>; input: Parameters; cause: Cause }

/** A route of Stripe's API: its parameters and its answer. `expand` is handled for all. */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  takes: Rules
  /** Real parameters that the sandbox does not play. */
  notPlayed?: readonly string[]
  run(call: StripeCall): Row | object
}

/** Shared by all routes. */
type Ground = { stripe: Stripe; idempotency: Idempotency }

/** Stripe's API server: key, version, form, idempotency and expand for every route alike. */
export function makeStripeServer(
  stripe: Stripe,
  idempotency: Idempotency,
  routes: readonly Route[],
): FastifyInstance {
  const app = makeProviderServer(stripe.core, {
    provider: 'stripe',
    failure,
    meetsStatusFaults: true,
    refusal: (error) =>
      error instanceof StripeRefusal ? { status: error.status, body: error.body() } : undefined,
  })

  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', `req_${randomText(14)}`).header('stripe-version', API_VERSION)
    checkAccess(stripe, request)
  })

  for (const route of routes)
    app.route({
      method: route.method,
      url: route.url,
      handler: (request, reply) => serve({ stripe, idempotency }, route, request, reply),
    })

  return app
}

async function serve(
  { stripe, idempotency }: Ground,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const key = request.headers['idempotency-key']

  const cause: Cause = {
    id: String(reply.getHeader('request-id')),
    idempotency_key: typeof key === 'string' ? key : null,
  }

  const run = async (): Promise<StoredReply> => runRoute(stripe, route, request, cause)

  if (route.method !== 'POST' || typeof key !== 'string') {
    const result = await run()
    return send(reply, result)
  }

  const call = { method: 'POST', path: request.url, body: bodyOf(request) }
  const result = await idempotency.once(key, call, run)
  reply.header('idempotency-key', key)
  if (result.replayed) reply.header('idempotent-replayed', 'true')

  return send(reply, result)
}

async function runRoute(
  stripe: Stripe,
  route: Route,
  request: FastifyRequest,
  cause: Cause,
): Promise<StoredReply> {
  const { input, wanted } = read(route, request)
  const { fault } = request
  if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms))
  // Stripe keeps a 500 under the key, since the call had begun; 429, 502 and 503 come from its edge
  // and are not kept.
  if (fault?.kind === 'status' && fault.status !== 500)
    throw new StripeRefusal(fault.status, ...wordsOf(fault.status))
  if (fault?.kind === 'status') return { status: 500, body: failure(500).body }

  const result = route.run({ params: request.params as Record<string, string>, input, cause })

  return {
    status: 200,
    body: wanted.length > 0 ? expand(stripe, result as Row, wanted) : structuredClone(result),
  }
}

const bodyOf = (request: FastifyRequest): string =>
  typeof request.body === 'string' ? request.body : ''

function read(route: Route, request: FastifyRequest): { input: Parameters; wanted: string[] } {
  const body = bodyOf(request)
  const query = request.url.split('?')[1] ?? ''

  if (
    body !== '' &&
    !(request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  ) {
    throw invalid(
      'Invalid request (check that your POST content type is ' +
        'application/x-www-form-urlencoded). If you have any questions, we can help at ' +
        'https://support.stripe.com/.',
    )
  }

  const fields: FormFields = readForm(route.method === 'POST' ? body : query)

  if ('payment_method_types' in fields && route.url === '/v1/checkout/sessions') {
    throw invalid(
      'The parameter `payment_method_types` is no longer supported. Use ' +
        '`allowed_payment_method_types` or `excluded_payment_method_types` instead.',
      'payment_method_types_no_longer_supported',
      'payment_method_types',
    )
  }

  const name = route.notPlayed?.find((one) => one in fields)
  if (name)
    throw invalid(`This sandbox does not play the parameter ${name}.`, 'parameter_unknown', name)

  const { expand: wanted = [], ...input } = readParameters(fields, {
    ...route.takes,
    expand: { is: 'list', of: { is: 'text' } },
  })

  return { input, wanted: wanted as string[] }
}

function send(reply: FastifyReply, result: StoredReply): FastifyReply {
  return reply
    .code(result.status)
    .type('application/json')
    .send(JSON.stringify(result.body, null, 2))
}

function checkAccess(stripe: Stripe, request: FastifyRequest): void {
  const given = keyOf(request.headers.authorization)

  if (given === null) {
    throw new StripeRefusal(
      401,
      'invalid_request_error',
      'You did not provide an API key. You need to provide your API key in the ' +
        "Authorization header, using Bearer auth (e.g. 'Authorization: Bearer " +
        "YOUR_SECRET_KEY').",
    )
  }

  const { stripeSecretKey } = stripe.core.credentials
  const isRestricted = isSame(given, stripeSecretKey.replace(/^sk_/, 'rk_'))

  if (isRestricted) checkRight(stripe, request, given)
  else if (!isSame(given, stripeSecretKey)) {
    throw new StripeRefusal(
      401,
      'invalid_request_error',
      `Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(8)}${given.slice(-4)}`,
    )
  }

  const version = request.headers['stripe-version']
  if (version !== API_VERSION) throw invalid(`Invalid Stripe API version: ${String(version ?? '')}`)
}

function isSame(given: string, ours: string): boolean {
  const [actual, expected] = [Buffer.from(given), Buffer.from(ours)]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** A restricted key without the right is refused before the parameters are read. */
function checkRight(stripe: Stripe, { method, url }: FastifyRequest, key: string): void {
  const resource = /^\/v1\/(checkout\/sessions|[a-z_]+)/.exec(url)?.[1]?.replace('/', '_')
  const right = `${resource}.${method === 'GET' ? 'read' : 'write'}`
  if (!stripe.account.get().lacks.includes(right)) return

  throw new StripeRefusal(
    403,
    'invalid_request_error',
    `The provided key '${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}' does not have the ` +
      `required permissions for this endpoint. Having the 'rak_${right.replace('.', '_')}' ` +
      'permission would allow this request to continue.',
  )
}

function keyOf(authorization: string | undefined): string | null {
  const [scheme, value] = (authorization ?? '').split(' ', 2)
  if (!value) return null
  if (scheme === 'Bearer') return value
  if (scheme === 'Basic') return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? null

  return null
}

function wordsOf(status: number): [type: string, message: string, more: { code?: string }] {
  const { type, message, code } = (
    failure(status).body as { error: { type: string; message: string; code?: string } }
  ).error
  return [type, message, code ? { code } : {}]
}
