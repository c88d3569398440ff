import { staffRoles, type Role } from '@chaveiro/contracts/limits'
import type { AnyRoute } from '@chaveiro/contracts/route'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { App } from '../app.ts'
import { gapMs } from '../database/wal-positions.ts'

// Staff see their own writes at once: after one, their browser is answered by the primary until
// every replica that counts has replayed it. The browser keeps when that is, so that every process
// knows it and no call waits for it.

const name = 'chaveiroReads'

/** How far the clocks of two machines may be apart. */
const clocksMs = 4_000

type Call = {
  route: AnyRoute
  request: FastifyRequest
  reply: FastifyReply
  principal: { sessionId: string; role: Role } | null
}

/**
 * Do a call by a replica's eyes where its contract says so and its caller wrote nothing lately; a
 * write is remembered when it is over, whatever became of it.
 */
export async function byOwnWrites<T>(
  app: App,
  { route, request, reply, principal }: Call,
  work: (app: App) => Promise<T>,
): Promise<T> {
  const { replica, clock, config } = app
  if (!replica || !principal || !staffRoles.includes(principal.role)) return work(app)

  const remember = () => {
    const until = clock.now().getTime() + config.replicaLagSeconds * 1000 + gapMs + clocksMs
    void reply.setCookie(name, `${principal.sessionId}.${until}`, {
      path: '/api',
      httpOnly: true,
      sameSite: 'strict',
      secure: config.secureCookies,
    })
  }

  if (route.method !== 'GET') return work(app).finally(remember)
  if (!route.fromReplica) return work(app)

  const [session, until] = (request.cookies[name] ?? '').split('.')

  // Whoever brings no cookie of this session may have written a moment ago, and keeps none perhaps.
  if (session !== principal.sessionId) {
    remember()
    return work(app)
  }

  return work(clock.now().getTime() < Number(until) ? app : replica.reading(app))
}
