import { readFileSync } from 'node:fs'
import { request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createServer, type Plugin, type ViteDevServer } from 'vite'

import { callsModule, isCalls, type Contracts } from './api-plugin.ts'

/** What the front asks of the shop behind it. */
type Shop = {
  port: number
  /** Resolves once it listens; rejects while its sources are broken. */
  ready(): Promise<void>
}

type Front = { http: Server; host: string; shop: Shop }

const web = import.meta.dirname

/** The shop's page for the browser to draw: of it only the root's attributes are needed. */
const isShell = (page: string): boolean => page.includes('<div id="root"></div>')

/**
 * The web app from its sources before a running shop: a module, a style sheet or a text is read as
 * it is now, a page is the shop's own with index.html in its place, all else is the shop's.
 */
export async function openFront({ http, host, shop }: Front): Promise<ViteDevServer> {
  const vite = await createServer({
    configFile: join(web, 'vite.config.ts'),
    appType: 'custom',
    logLevel: 'warn',
    plugins: [textsPlugin(), contractsPlugin()],
    server: { middlewareMode: true, hmr: { server: http }, allowedHosts: [host] },
  })

  http.on('request', (asked: IncomingMessage, answer: ServerResponse) => {
    vite.middlewares(asked, answer, () => {
      pass(vite, shop, asked, answer).catch((error: unknown) => {
        if (answer.headersSent) return answer.destroy()

        answer.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' })

        return answer.end(`${(error as Error).message}\n`)
      })
    })
  })

  return vite
}

/** A changed text is shown like a changed component. */
function textsPlugin(): Plugin {
  return {
    name: 'chaveiro-texts',
    configureServer({ config, watcher, ws }) {
      watcher.on('change', (file) => {
        if (file.startsWith(config.publicDir)) ws.send({ type: 'full-reload' })
      })
    },
  }
}

/** A changed contract: the calls are read from it as it is now, and whoever makes them is too. */
function contractsPlugin(): Plugin {
  let server: ViteDevServer
  const read = (name: string) => server.ssrLoadModule(fileURLToPath(import.meta.resolve(name)))

  return {
    name: 'chaveiro-contracts',
    enforce: 'pre',
    configureServer(started) {
      server = started
    },

    async load(id) {
      if (!isCalls.test(id)) return undefined

      const [shop, office] = await Promise.all([
        read('@chaveiro/contracts'),
        read('@chaveiro/contracts/admin'),
      ])

      return callsModule(id, { ...shop, ...office } as Contracts)
    },

    hotUpdate({ file, modules }) {
      if (!file.includes('/contracts/src/')) return undefined

      const { idToModuleMap } = this.environment.moduleGraph
      const calls = [...idToModuleMap]
        .filter(([id]) => isCalls.test(id))
        .map(([, module]) => module)

      return [...modules, ...calls]
    },
  }
}

async function pass(
  vite: ViteDevServer,
  shop: Shop,
  asked: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  await shop.ready()
  const { 'accept-encoding': _, ...headers } = asked.headers

  const sent = request({
    host: '127.0.0.1',
    port: shop.port,
    method: asked.method,
    path: asked.url,
    // A kept connection may be one to the shop of before.
    agent: false,
    headers: { ...headers, 'x-forwarded-for': asked.socket.remoteAddress },
  })

  asked.pipe(sent)
  answer.once('close', () => sent.destroy())
  const given = await new Promise<IncomingMessage>((done, failed) => {
    sent.once('response', done).once('error', failed)
  })

  if (!given.headers['content-type']?.startsWith('text/html')) {
    answer.writeHead(given.statusCode!, given.headers)
    given.pipe(answer)

    return
  }

  const page = await text(given)
  const html = isShell(page) ? await fromSources(vite, asked.url!, page) : page

  answer.writeHead(given.statusCode!, {
    ...(html === page ? given.headers : { 'content-type': 'text/html; charset=utf-8' }),
    'content-length': Buffer.byteLength(html),
    'cache-control': 'no-store',
  })

  answer.end(asked.method === 'HEAD' ? undefined : html)
}

/** index.html with the look that the shop gave to the root of its page. */
async function fromSources(vite: ViteDevServer, url: string, page: string): Promise<string> {
  const root = /<html[^>]*>/.exec(page)![0]
  const source = readFileSync(join(web, 'index.html'), 'utf8').replace(/<html[^>]*>/, () => root)

  return vite.transformIndexHtml(url, source)
}
