import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { timingSafeEqual } from 'node:crypto'

import { makeProviderServer } from '../core/provider-server.ts'
import { DiscordRefusal, failure, invalidForm, OAuthRefusal, unauthorized } from './errors.ts'
import { readBody, type Sent } from './form.ts'
import type { RateLimits } from './limits.ts'
import { settingsOf, type Discord, type Grant } from './model.ts'

/** A call of the REST API, as a route receives it. */
export type Call = {
  params: Record<string, string>
  query: URLSearchParams
  body: unknown
  /** Files of a form by their number. */
  files: Sent['files']
  reason: string | null
  grant: Grant | null
}

/** An answer with another status than 200. */
export class Answer {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body?: unknown) {
    this.status = status
    this.body = body
  }
}

export const NO_CONTENT = new Answer(204)

/**
 * A route under /api/v10: its access (bot, person's token, either of them, anyone), its rate limit
 * bucket, its handler.
 */
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  auth: 'bot' | 'person' | 'either' | 'none'
  limit?: string
  run(discord: Discord, call: Call): unknown
}

/** Shared by all routes. */
type Ground = { discord: Discord; limits: RateLimits }

const REASON_CHARS = 512

/**
 * Discord's REST server, which checks access, content type and rate limits of every route and
 * formats refusals.
 */
export function makeDiscordServer(
  discord: Discord,
  limits: RateLimits,
  routes: readonly Route[],
): FastifyInstance {
  const app = makeProviderServer(discord.core, {
    provider: 'discord',
    failure,
    refusal(error) {
      if (error instanceof OAuthRefusal) return { status: error.status, body: error.body() }
      return error instanceof DiscordRefusal
        ? { status: error.status, body: error.body(), headers: error.headers }
        : undefined
    },
  })

  // Paths contain tokens of interactions and webhooks, which must not appear in the request log.
  app.addHook('onRequest', async (request) => {
    if (request.logged)
      request.logged.path = request.logged.path.replace(
        /(\/(?:webhooks|interactions)\/\d+\/)[^/]+/,
        '$1***',
      )
  })

  for (const route of routes)
    app.route({
      method: route.method,
      url: `/api/v10${route.url}`,
      handler: (request, reply) => serveRoute({ discord, limits }, route, request, reply),
    })

  return app
}

async function serveRoute(
  { discord, limits }: Ground,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const grant = authorize(discord, route.auth, request)
  const pathParameters = request.params as Record<string, string>

  limits.take(
    settingsOf(discord).limits,
    route.limit ?? `${route.method} ${route.url}`,
    Object.values(pathParameters)[0] ?? '',
    reply,
  )

  for (const [name, value] of Object.entries(pathParameters)) {
    // @me, @original and tokens are words; every other path parameter is a snowflake.
    if (!['token', 'message', 'emoji'].includes(name) && !/^\d{17,20}$/.test(value))
      throw invalidForm([
        { path: [name], code: 'NUMBER_TYPE_COERCE', message: `Value "${value}" is not snowflake.` },
      ])
  }

  const { fields: body, files } = readBody(request.body, request.headers['content-type'])

  const routeResult = await route.run(discord, {
    params: pathParameters,
    query: new URLSearchParams(request.url.split('?')[1] ?? ''),
    body,
    files,
    reason: auditReasonOf(request),
    grant,
  })

  const finalAnswer = routeResult instanceof Answer ? routeResult : new Answer(200, routeResult)

  // A 204 has no content type, since some clients would try to parse the body.
  return finalAnswer.status === 204
    ? reply.code(204).send()
    : reply.code(finalAnswer.status).type('application/json').send(JSON.stringify(finalAnswer.body))
}

function authorize(discord: Discord, auth: Route['auth'], request: FastifyRequest): Grant | null {
  if (auth === 'none') return null

  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ')

  if (scheme === 'Bot' && auth !== 'person') {
    checkBotToken(discord, token, request.headers['user-agent'] ?? '')
    return null
  }

  if (scheme !== 'Bearer' || auth === 'bot') throw unauthorized()

  return livingGrant(discord, token)
}

function livingGrant(discord: Discord, token: string): Grant {
  const grant = discord.grants.get(token)
  if (!grant || grant.kind !== 'token' || grant.expiresAt <= discord.core.clock.now())
    throw unauthorized()

  return grant
}

function checkBotToken(discord: Discord, token: string, userAgent: string): void {
  if (!isSameSecret(token, discord.core.credentials.discordBotToken)) throw unauthorized()
  if (!/^DiscordBot \(\S+, [^)]+\)/.test(userAgent))
    throw new DiscordRefusal(403, 40333, 'internal network error') // Discord's edge requires it
}

function auditReasonOf(request: FastifyRequest): string | null {
  const reasonHeader = request.headers['x-audit-log-reason']
  if (typeof reasonHeader !== 'string') return null

  let reasonText: string

  try {
    reasonText = decodeURIComponent(reasonHeader)
  } catch {
    reasonText = reasonHeader
  }

  if (reasonText.length > REASON_CHARS)
    throw invalidForm([
      {
        path: ['reason'],
        code: 'BASE_TYPE_MAX_LENGTH',
        message: `Must be ${REASON_CHARS} or fewer in length.`,
      },
    ])

  return reasonText
}

/** Compare secrets in constant time. */
export function isSameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
