import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../../../platform/app.ts'
import type { Tokens } from './session.service.ts'

// Under HTTPS the name itself binds the cookie to this host: a neighbour under the same domain can
// plant a cookie called refreshToken, but none called __Host-…. The prefix requires the path /,
// instead of the path /api/users of Q06; but a path protects no cookie from another page of the
// same host.
const bound = { name: '__Host-refreshToken', path: '/' } as const
const plain = { name: 'refreshToken', path: '/api/users' } as const

const cookieOf = (app: App) => (app.config.secureCookies ? bound : plain)

const options = (app: App, path: string) =>
  ({ path, httpOnly: true, sameSite: 'strict', secure: app.config.secureCookies }) as const

/**
 * The refresh token that a browser sent, under the present name or under the earlier plain name.
 */
export const refreshCookie = (app: App, request: FastifyRequest): string | null =>
  request.cookies[cookieOf(app).name] || request.cookies[plain.name] || null

/**
 * Set a browser's refresh token. A cookie of the plain name is cleared where it is no longer used.
 */
export function setRefreshCookie(
  app: App,
  reply: FastifyReply,
  tokens: Tokens,
  request?: FastifyRequest,
): void {
  const { name, path } = cookieOf(app)

  reply.setCookie(name, tokens.refreshToken, {
    ...options(app, path),
    maxAge: tokens.refreshSeconds,
  })

  if (app.config.secureCookies && request?.cookies[plain.name])
    reply.clearCookie(plain.name, options(app, plain.path))
}

/** Clear a browser's refresh token, under both names. */
export function clearRefreshCookie(app: App, reply: FastifyReply): void {
  for (const { name, path } of app.config.secureCookies ? [bound, plain] : [plain])
    reply.clearCookie(name, options(app, path))
}
