import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../../../platform/app.ts'
import type { Tokens } from './session.service.ts'

// Under HTTPS the prefix __Host- binds the cookie to this host: another subdomain can set
// refreshToken, but not __Host-refreshToken. The prefix requires the path /, instead of /api/users
// of Q06. A path would not protect the cookie from other pages of the host anyway.
const hostCookie = { name: '__Host-refreshToken', path: '/' } as const
const plainCookie = { name: 'refreshToken', path: '/api/users' } as const

const cookieOf = (app: App) => (app.config.secureCookies ? hostCookie : plainCookie)

const cookieOptions = (app: App, path: string) =>
  ({ path, httpOnly: true, sameSite: 'strict', secure: app.config.secureCookies }) as const

/**
 * The refresh token that a browser sent, under the present name or the plain name of earlier
 * versions.
 */
export const refreshCookie = (app: App, request: FastifyRequest): string | null =>
  request.cookies[cookieOf(app).name] || request.cookies[plainCookie.name] || null

/**
 * Set a browser's refresh token. Under HTTPS this also clears a cookie with the plain name, which
 * an earlier version of the shop may have set.
 */
export function setRefreshCookie(
  app: App,
  reply: FastifyReply,
  tokens: Tokens,
  request?: FastifyRequest,
): void {
  const { name, path } = cookieOf(app)

  reply.setCookie(name, tokens.refreshToken, {
    ...cookieOptions(app, path),
    maxAge: tokens.refreshSeconds,
  })

  if (app.config.secureCookies && request?.cookies[plainCookie.name])
    reply.clearCookie(plainCookie.name, cookieOptions(app, plainCookie.path))
}

/** Clear a browser's refresh token; under HTTPS with both names. */
export function clearRefreshCookie(app: App, reply: FastifyReply): void {
  for (const { name, path } of app.config.secureCookies ? [hostCookie, plainCookie] : [plainCookie])
    reply.clearCookie(name, cookieOptions(app, path))
}
