import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fileURLToPath } from 'node:url'

import type { App } from '../platform/app.ts'
import { serveFound } from './discovery.ts'
import { createPages, loadEarly, rendererOf } from './pages.ts'

/** Where the built web app lies. */
export const webRoot = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/**
 * Serve the built web app: hashed files for a year, pages by what they are. Answers how a request
 * that no file and no call takes is answered, null when it is not for a page.
 */
export async function serveWeb(
  http: FastifyInstance,
  app: App,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | null>> {
  await http.register(fastifyStatic, {
    root: webRoot,
    preCompressed: true,
    // Each file is a route: one route for all would take the addresses of pages and texts.
    wildcard: false,
    index: false,
    globIgnore: ['index.html', '.vite/**'],
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        /\/assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })

  serveFound(http, app, webRoot)
  const load = rendererOf(app)
  if (load) loadEarly(http, app, load)

  return createPages(http, app, webRoot, load)
}
