import { languages, namespaces } from '@chaveiro/contracts/limits'
import type { FastifyInstance } from 'fastify'

import { fail } from '../platform/errors.ts'

const isOf = (list: readonly string[], given: string): boolean => list.includes(given)

/**
 * What the translation files need besides being served: the path on which a library reports missing
 * texts, taken and written nowhere (Q32), and a plain refusal of files outside the closed list
 * (Q99), which must not be answered with the shop's page.
 */
export function serveLocaleFiles(http: FastifyInstance): void {
  http.post<{ Params: { lng: string; ns: string } }>(
    '/locales/add/:lng/:ns',
    { bodyLimit: 65_536 },
    async ({ params }, reply) => {
      if (!isOf(languages, params.lng) || !isOf(namespaces, params.ns))
        throw fail('request.not_found')
      return reply.code(204).send()
    },
  )

  http.get('/locales/*', async () => {
    throw fail('request.not_found')
  })
}
