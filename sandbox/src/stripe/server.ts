import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { timingSafeEqual } from 'node:crypto'

import { randomText } from '../core/ids.ts'
import { makeProviderServer } from '../core/provider-server.ts'
import type { Row } from '../core/state.ts'
import { failure, invalidRequest, StripeRefusal } from './errors.ts'
import type { Cause } from './events.ts'
import { expandFields } from './expand.ts'
import { readForm, type FormFields } from './form.ts'
import type { Idempotency, StoredReply } from './idempotency.ts'
import { API_VERSION, type Stripe } from './model.ts'
import { readParameters, type Parameters, type Rules } from './parameters.ts'

type StripeCall = { params: Record<string, string>; input: Parameters; cause: Cause }

/**
 * A route of Stripe's API: its parameters and its handler. The server handles `expand` for every
 * route.
 */
export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  takes: Rules
  /** Real parameters that the sandbox does not implement. */
  notPlayed?: readonly string[]
  run(call: StripeCall): Row | object
}

/** Shared by all routes. */
type Ground = { stripe: Stripe; idempotency: Idempotency }

/**
 * Stripe's API server, which checks key, version and form and handles idempotency and expand for
 * every route.
 */
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
      handler: (request, reply) => serveRoute({ stripe, idempotency }, route, request, reply),
    })

  return app
}

async function serveRoute(
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

  const runCall = async (): Promise<StoredReply> => runRoute(stripe, route, request, cause)

  if (route.method !== 'POST' || typeof key !== 'string') {
    const callResult = await runCall()
    return sendReply(reply, callResult)
  }

  const callIdentity = { method: 'POST', path: request.url, body: bodyTextOf(request) }
  const result = await idempotency.once(key, callIdentity, runCall)
  reply.header('idempotency-key', key)
  if (result.replayed) reply.header('idempotent-replayed', 'true')

  return sendReply(reply, result)
}

async function runRoute(
  stripe: Stripe,
  route: Route,
  request: FastifyRequest,
  cause: Cause,
): Promise<StoredReply> {
  const { input, wanted } = readInput(route, request)
  const { fault } = request
  if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms))
  // Stripe stores a 500 under the idempotency key, since the call had begun. 429, 502 and 503 come
  // from Stripe's edge and are not stored.
  if (fault?.kind === 'status' && fault.status !== 500)
    throw new StripeRefusal(fault.status, ...failureWords(fault.status))
  if (fault?.kind === 'status') return { status: 500, body: failure(500).body }

  const callResult = route.run({ params: request.params as Record<string, string>, input, cause })

  return {
    status: 200,
    body:
      wanted.length > 0
        ? expandFields(stripe, callResult as Row, wanted)
        : structuredClone(callResult),
  }
}

const bodyTextOf = (request: FastifyRequest): string =>
  typeof request.body === 'string' ? request.body : ''

function readInput(route: Route, request: FastifyRequest): { input: Parameters; wanted: string[] } {
  const bodyText = bodyTextOf(request)
  const queryText = request.url.split('?')[1] ?? ''

  if (
    bodyText !== '' &&
    !(request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  ) {
    throw invalidRequest(
      'Invalid request (check that your POST content type is ' +
        'application/x-www-form-urlencoded). If you have any questions, we can help at ' +
        'https://support.stripe.com/.',
    )
  }

  const formFields: FormFields = readForm(route.method === 'POST' ? bodyText : queryText)

  if ('payment_method_types' in formFields && route.url === '/v1/checkout/sessions') {
    throw invalidRequest(
      'The parameter `payment_method_types` is no longer supported. Use ' +
        '`allowed_payment_method_types` or `excluded_payment_method_types` instead.',
      'payment_method_types_no_longer_supported',
      'payment_method_types',
    )
  }

  const notPlayedName = route.notPlayed?.find((one) => one in formFields)
  if (notPlayedName)
    throw invalidRequest(
      `This sandbox does not play the parameter ${notPlayedName}.`,
      'parameter_unknown',
      notPlayedName,
    )

  const { expand: wanted = [], ...input } = readParameters(formFields, {
    ...route.takes,
    expand: { is: 'list', of: { is: 'text' } },
  })

  return { input, wanted: wanted as string[] }
}

function sendReply(reply: FastifyReply, callResult: StoredReply): FastifyReply {
  return reply
    .code(callResult.status)
    .type('application/json')
    .send(JSON.stringify(callResult.body, null, 2))
}

function checkAccess(stripe: Stripe, request: FastifyRequest): void {
  const givenKey = apiKeyOf(request.headers.authorization)

  if (givenKey === null) {
    throw new StripeRefusal(
      401,
      'invalid_request_error',
      'You did not provide an API key. You need to provide your API key in the ' +
        "Authorization header, using Bearer auth (e.g. 'Authorization: Bearer " +
        "YOUR_SECRET_KEY').",
    )
  }

  const { stripeSecretKey } = stripe.core.credentials
  const isRestricted = isSameKey(givenKey, stripeSecretKey.replace(/^sk_/, 'rk_'))

  if (isRestricted) checkRight(stripe, request, givenKey)
  else if (!isSameKey(givenKey, stripeSecretKey)) {
    throw new StripeRefusal(
      401,
      'invalid_request_error',
      `Invalid API Key provided: ${givenKey.slice(0, 8)}${'*'.repeat(8)}${givenKey.slice(-4)}`,
    )
  }

  const apiVersion = request.headers['stripe-version']
  if (apiVersion !== API_VERSION)
    throw invalidRequest(`Invalid Stripe API version: ${String(apiVersion ?? '')}`)
}

function isSameKey(givenKey: string, ours: string): boolean {
  const [actual, expected] = [Buffer.from(givenKey), Buffer.from(ours)]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Refuses a restricted key without the right for a call, before the parameters are read. */
function checkRight(stripe: Stripe, { method, url }: FastifyRequest, key: string): void {
  const resourceName = /^\/v1\/(checkout\/sessions|[a-z_]+)/.exec(url)?.[1]?.replace('/', '_')
  const requiredRight = `${resourceName}.${method === 'GET' ? 'read' : 'write'}`
  if (!stripe.account.get().lacks.includes(requiredRight)) return

  throw new StripeRefusal(
    403,
    'invalid_request_error',
    `The provided key '${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}' does not have the ` +
      `required permissions for this endpoint. Having the 'rak_${requiredRight.replace('.', '_')}' ` +
      'permission would allow this request to continue.',
  )
}

function apiKeyOf(authorization: string | undefined): string | null {
  const [scheme, value] = (authorization ?? '').split(' ', 2)
  if (!value) return null
  if (scheme === 'Bearer') return value
  if (scheme === 'Basic') return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? null

  return null
}

function failureWords(status: number): [type: string, message: string, more: { code?: string }] {
  const { type, message, code } = (
    failure(status).body as { error: { type: string; message: string; code?: string } }
  ).error
  return [type, message, code ? { code } : {}]
}
