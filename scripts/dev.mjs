// npm run dev, on the project's own Node: serves the web app from its sources (web/dev-front.ts)
// and the shop behind it, which restarts when one of its sources changes. PostgreSQL keeps running
// during restarts.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join, relative } from 'node:path'

import { findFreePort, startEmbedded } from '../server/src/db/embedded.ts'
import { assertPortFree, explainStartFailure } from '../server/src/start/start-checks.ts'
import { openFront } from '../web/dev-front.ts'
import { root } from './setup.mjs'

const { env } = process
const port = Number(env.PORT ?? 3000)
const host = env.HOST ?? '::'
const publicUrl = env.PUBLIC_URL ?? `http://localhost:${port}`
const say = (text) => process.stdout.write(`${text}\n`)

/** Milliseconds that the previous server may take to finish its requests before it is killed. */
const patienceMs = 2_000

let ending = false
const closers = []

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])
  process.on(signal, () => void end(0))

try {
  await start()
} catch (error) {
  const { text, code } = explainStartFailure(error)
  process.stderr.write(`${text}\n`)
  await end(code)
}

async function start() {
  await assertPortFree({ port, host })
  const silent = { info() {}, warn() {} }
  const database = env.DATABASE_URL
    ? null
    : await startEmbedded({ dataDir: env.DATA_DIR, log: silent })
  closers.push(() => database?.stop())
  const shop = await runShop(database?.url ?? env.DATABASE_URL)
  const http = createServer()
  const vite = await openFront({ http, host: new URL(publicUrl).hostname, shop })
  closers.push(() => vite.close())
  watch(vite.watcher, shop.again)
  http.listen(port, host)
  closers.push(() => http.close().closeAllConnections())
  await shop.ready().catch(() => {})
  say(`Chaveiro, from its sources: ${publicUrl}`)
}

/** Starts the shop as a child that ends with this process; again() restarts it. */
async function runShop(databaseUrl) {
  const shopSettings = {
    ...env,
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    PORT: String(await findFreePort()),
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: '1',
    // Only the browser renders pages, so that they always follow the current sources.
    RENDER_PAGES: 'false',
  }

  let child
  let ready

  const begin = () => {
    const begun = spawn(
      process.execPath,
      [...process.execArgv, join(root, 'server/src/main.ts'), ...process.argv.slice(2)],
      { env: shopSettings, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    )

    child = begun
    ready = listening(begun)
    ready.catch((error) => {
      if (!ending && child === begun && !stopping) say(error.message)
    })
  }

  let stopping = null
  const stop = () => (stopping ??= ended(child).finally(() => (stopping = null)))
  begin()
  closers.push(stop)

  return {
    port: Number(shopSettings.PORT),

    async ready() {
      for (let waited; waited !== ready;) {
        waited = ready
        await waited.catch((error) => {
          if (waited === ready) throw error
        })
      }
    },

    again() {
      // A restart is under way already and will read this change too.
      if (stopping || ending) return
      ready = stop().then(() => {
        if (!ending) begin()
      })
    },
  }
}

async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return

  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await gone
  clearTimeout(timer)
}

/** Resolves when the shop prints its URL; passes on all other output. */
function listening(child) {
  return new Promise((done, failed) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      if (/^Chaveiro: /m.test(text)) done()
      else process.stdout.write(text)
    })

    child.once('exit', () =>
      failed(new Error('The shop ended; it is started again when a source changes.')),
    )
  })
}

/** Restarts the shop when one of its sources changes, except tests. */
function watch(watcher, again) {
  watcher.add(['contracts', 'sandbox', 'server'].map((name) => join(root, name, 'src')))
  watcher.on('all', (event, path) => {
    const name = relative(root, path)
    if (event === 'addDir' || !/^(?:contracts|sandbox|server)\/src\//.test(name)) return
    if (/\.test\.ts$|\/testing\//.test(name)) return

    again()
  })
}

/** Closes all parts in reverse order of their start. */
async function end(code) {
  if (ending) return

  ending = true
  setTimeout(() => process.exit(code), 8_000).unref()
  for (const close of closers.reverse()) await Promise.resolve(close()).catch(() => {})
  process.exit(code)
}
