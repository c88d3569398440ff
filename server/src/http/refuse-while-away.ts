import type { FastifyInstance } from 'fastify'

import type { App } from '../platform/app.ts'
import { failWhenSilent } from '../platform/database/fail-when-silent.ts'
import { fail } from '../platform/errors.ts'

/**
 * While the database is silent, a call that needs the database is refused within two seconds.
 * Public reads still run, because most are answered from memory (Q132).
 */
export function refuseWhileAway(http: FastifyInstance, app: App): void {
  http.addHook('onRoute', (route) => {
    if (!route.url.startsWith('/api/')) return

    const { handler } = route
    const isPublicRead = (route.config as { isPublicRead?: boolean } | undefined)?.isPublicRead

    route.handler = function answer(request, reply) {
      if (!isPublicRead && app.answers.isSilent()) throw fail('database.away').after(5)

      const pendingAnswer = handler.call(this, request, reply) as unknown

      return pendingAnswer instanceof Promise ? failWhenSilent(app, pendingAnswer) : pendingAnswer
    }
  })
}
