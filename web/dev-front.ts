import { readFileSync } from 'node:fs'
import { request, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createServer, type Plugin, type ViteDevServer } from 'vite'

import { callsModule, isCallModule, type Contracts } from './api-plugin.ts'

/** The running shop behind the development server. */
type Shop = {
  port: number
  /** Resolves once the shop listens; rejects while its sources are broken. */
  ready(): Promise<void>
}

type FrontOptions = { http: Server; host: string; shop: Shop }

const webFolder = import.meta.dirname

/**
 * Whether the shop sent an app shell, an empty page that the browser renders. The development
 * index.html replaces it and takes over only the attributes of its root element.
 */
const isShell = (page: string): boolean => page.includes('<div id="root"></div>')

/**
 * Serves the web app from its sources in front of a running shop. Modules, styles and texts come
 * from the sources. An app shell becomes the development index.html. The shop answers all other
 * requests.
 */
export async function openFront({ http, host, shop }: FrontOptions): Promise<ViteDevServer> {
  const vite = await createServer({
    configFile: join(webFolder, 'vite.config.ts'),
    appType: 'custom',
    logLevel: 'warn',
    plugins: [textsPlugin(), contractsPlugin()],
    server: { middlewareMode: true, hmr: { server: http }, allowedHosts: [host] },
  })

  http.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    vite.middlewares(incoming, outgoing, () => {
      forward(vite, shop, incoming, outgoing).catch((error: unknown) => {
        if (outgoing.headersSent) return outgoing.destroy()

        outgoing.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' })

        return outgoing.end(`${(error as Error).message}\n`)
      })
    })
  })

  return vite
}

/** Reloads the page when a text file changes. */
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

/** Reads the calls from the current contracts, and reloads the modules that use them. */
function contractsPlugin(): Plugin {
  let server: ViteDevServer
  const loadContracts = (name: string) =>
    server.ssrLoadModule(fileURLToPath(import.meta.resolve(name)))

  return {
    name: 'chaveiro-contracts',
    enforce: 'pre',
    configureServer(viteServer) {
      server = viteServer
    },

    async load(id) {
      if (!isCallModule.test(id)) return undefined

      const [shopContracts, adminContracts] = await Promise.all([
        loadContracts('@chaveiro/contracts'),
        loadContracts('@chaveiro/contracts/admin'),
      ])

      return callsModule(id, { ...shopContracts, ...adminContracts } as Contracts)
    },

    hotUpdate({ file, modules }) {
      if (!file.includes('/contracts/src/')) return undefined

      const { idToModuleMap } = this.environment.moduleGraph
      const callModules = [...idToModuleMap]
        .filter(([id]) => isCallModule.test(id))
        .map(([, module]) => module)

      return [...modules, ...callModules]
    },
  }
}

async function forward(
  vite: ViteDevServer,
  shop: Shop,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  await shop.ready()
  const { 'accept-encoding': _, ...headers } = incoming.headers

  const shopRequest = request({
    host: '127.0.0.1',
    port: shop.port,
    method: incoming.method,
    path: incoming.url,
    // A kept-alive connection may lead to the previous process.
    agent: false,
    headers: { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress },
  })

  incoming.pipe(shopRequest)
  outgoing.once('close', () => shopRequest.destroy())
  const shopResponse = await new Promise<IncomingMessage>((done, failed) => {
    shopRequest.once('response', done).once('error', failed)
  })

  if (!shopResponse.headers['content-type']?.startsWith('text/html')) {
    outgoing.writeHead(shopResponse.statusCode!, shopResponse.headers)
    shopResponse.pipe(outgoing)

    return
  }

  const responseText = await text(shopResponse)
  const finalPage = isShell(responseText)
    ? await fromSources(vite, incoming.url!, responseText)
    : responseText

  outgoing.writeHead(shopResponse.statusCode!, {
    ...(finalPage === responseText
      ? shopResponse.headers
      : { 'content-type': 'text/html; charset=utf-8' }),
    'content-length': Buffer.byteLength(finalPage),
    'cache-control': 'no-store',
  })

  outgoing.end(incoming.method === 'HEAD' ? undefined : finalPage)
}

/** index.html with the attributes that the shop set on the root element. */
async function fromSources(vite: ViteDevServer, url: string, page: string): Promise<string> {
  const rootTag = /<html[^>]*>/.exec(page)![0]
  const indexHtml = readFileSync(join(webFolder, 'index.html'), 'utf8').replace(
    /<html[^>]*>/,
    () => rootTag,
  )

  return vite.transformIndexHtml(url, indexHtml)
}
