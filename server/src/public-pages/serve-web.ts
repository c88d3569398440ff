import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fileURLToPath } from 'node:url'

import type { App } from '../platform/app.ts'
import { serveDiscovery } from './discovery.ts'
import { createPages, loadRendererEarly, rendererLoader } from './pages.ts'

/** The folder of the built web app. */
export const builtWebRoot = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/**
 * Serves the built web app; hashed files are cached for a year. Returns the handler for requests
 * that match no file and no call, which resolves to null when the address is not a page's.
 */
export async function serveWeb(
  http: FastifyInstance,
  app: App,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | null>> {
  await http.register(fastifyStatic, {
    root: builtWebRoot,
    preCompressed: true,
    // One route for each file: a wildcard would match the addresses of pages and translations too.
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
