import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Where the built web app lies. */
export const webRoot = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** Serve the built web app: hashed files for a year, the page itself never from a cache. */
export async function serveWeb(http: FastifyInstance): Promise<void> {
  await http.register(fastifyStatic, {
    root: webRoot, preCompressed: true, wildcard: false, index: ['index.html'],
    setHeaders: (reply, path) => { reply.header('cache-control', /\/assets\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache') },
  })
}
