import { languages, namespaces } from '@chaveiro/contracts/limits'
import type { FastifyInstance } from 'fastify'

import { fail } from '../platform/errors.ts'

const isListed = (allowedNames: readonly string[], name: string): boolean =>
  allowedNames.includes(name)

/**
 * Accepts the reports of missing texts that i18next sends, and discards them (Q32). A translation
 * file that does not exist gets a 404, since a page of the shop would be a wrong answer (Q99).
 */
export function serveLocaleFiles(http: FastifyInstance): void {
  http.post<{ Params: { lng: string; ns: string } }>(
    '/locales/add/:lng/:ns',
    { bodyLimit: 65_536 },
    async ({ params }, reply) => {
      if (!isListed(languages, params.lng) || !isListed(namespaces, params.ns))
        throw fail('request.not_found')
      return reply.code(204).send()
    },
  )

  http.get('/locales/*', async () => {
    throw fail('request.not_found')
  })
}
