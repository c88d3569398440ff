import { staffRoles, type Role } from '@chaveiro/contracts/limits'
import type { AnyRoute } from '@chaveiro/contracts/route'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../app.ts'
import { positionGapMs } from '../database/wal-positions.ts'

// Staff see their own writes at once: after a write, the primary answers their browser until the
// replica has replayed the write. A cookie holds the end of this period, so that every process
// knows it without a query.

const cookieName = 'chaveiroReads'

/** Largest assumed difference between the clocks of two machines. */
const clockSkewMs = 4_000

type Call = {
  route: AnyRoute
  request: FastifyRequest
  reply: FastifyReply
  principal: { sessionId: string; role: Role } | null
}

/**
 * Runs a call on the replica when its contract allows that and the caller wrote nothing recently.
 * Every write sets the cookie, even a failed write.
 */
export async function readOwnWrites<T>(
  app: App,
  { route, request, reply, principal }: Call,
  work: (app: App) => Promise<T>,
): Promise<T> {
  const { replica, clock, config } = app
  if (!replica || !principal || !staffRoles.includes(principal.role)) return work(app)

  const setCookie = () => {
    const primaryUntilMs =
      clock.now().getTime() + config.replicaLagSeconds * 1000 + positionGapMs + clockSkewMs
    void reply.setCookie(cookieName, `${principal.sessionId}.${primaryUntilMs}`, {
      path: '/api',
      httpOnly: true,
      sameSite: 'strict',
      secure: config.secureCookies,
    })
  }

  if (route.method !== 'GET') return work(app).finally(setCookie)
  if (!route.fromReplica) return work(app)

  const [session, until] = (request.cookies[cookieName] ?? '').split('.')

  // Without a cookie of this session, recent writes are unknown: the session is new, or the client
  // refuses cookies.
  if (session !== principal.sessionId) {
    setCookie()
    return work(app)
  }

  return work(clock.now().getTime() < Number(until) ? app : replica.reading(app))
}
