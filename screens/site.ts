import { createReadStream, existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../web/dist/', import.meta.url))

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/** Answers a call of the API in place of the shop. */
export type Answering = (request: IncomingMessage, response: ServerResponse) => void

/** The header with the id of the screen to which a page's calls belong. */
export const screenHeader = 'x-screen'

/** An empty page on which a window waits for its next test. */
export const emptyPage = '/empty'

/**
 * Serves the built pages as the shop does; each page's calls go to the answers of its own test.
 * Returns the origin.
 */
export async function openSite(answering: Map<string, Answering>): Promise<string> {
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://site').pathname
    if (path.startsWith('/api/'))
      return answering.get(String(request.headers[screenHeader]))?.(request, response)
    if (path === emptyPage)
      return void response.writeHead(200, { 'content-type': types['.html'] }).end()

    const isFile = extname(path) && existsSync(join(dist, path))
    if (extname(path) && !isFile) return void response.writeHead(404).end()

    const file = join(dist, isFile ? path : 'index.html')

    response.writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': isFile ? 'max-age=3600' : 'no-cache',
    })

    createReadStream(file).pipe(response)
  })

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  server.unref()

  return `http://localhost:${(server.address() as AddressInfo).port}`
}
