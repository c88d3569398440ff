import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fileURLToPath } from 'node:url'

import type { App } from '../platform/app.ts'
import { serveDiscovery } from './discovery.ts'
import { createPages, loadRendererEarly, rendererLoader } from './pages.ts'

/** The folder of the built web app. */
export const builtWebRoot = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/**
 * Serves the built web app; files with a hash in the name are cached for a year. Returns a handler
 * for all requests that match no file and no call. The handler resolves to null when the URL is not
 * a page's.
 */
export async function serveWeb(
  http: FastifyInstance,
  app: App,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | null>> {
  await http.register(fastifyStatic, {
    root: builtWebRoot,
    preCompressed: true,
    // A route for each file: a wildcard route would match the URLs of pages and translations too.
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

  serveDiscovery(http, app, builtWebRoot)
  const loadRenderer = rendererLoader(app)
  if (loadRenderer) loadRendererEarly(http, app, loadRenderer)

  return createPages(http, app, builtWebRoot, loadRenderer)
}
