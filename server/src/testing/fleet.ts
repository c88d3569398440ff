import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'

import { buildApp, closeApp } from '../build-app.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { subscribers } from '../jobs/subscribers.ts'
import type { App } from '../platform/app.ts'
import { readConfig, type Env } from '../platform/config/config.ts'
import { createLog } from '../platform/observe/log.ts'
import { launchSandbox } from '../public-pages/launch-sandbox.ts'
import { testFolder } from './database.ts'
import { callsOf, type SandboxCall } from './sandbox-call.ts'
import { shopPort, spawnShop } from './shop-process.ts'

const crashes = new URL('./crash-preload.ts', import.meta.url).href

/**
 * Settings that neither slow a crowd of test customers down nor let them wait for the clock tasks.
 */
export const unhindered: Env = {
  LOG_LEVEL: 'warn',
  CAPTCHA_COST: '1',
  RATE_LOGIN: '100000',
  RATE_ACCOUNT: '100000',
  RATE_REGISTER: '10000',
  RATE_RECOVERY: '10000',
  RATE_MAIL_CODE: '10000',
  RATE_CHECKOUT: '100000',
  HELD_SHARE: '0',
  RATE_STATUS: '1000000',
  SWEEP_SECONDS: '2',
  DATABASE_POOL: '30',
  SHED_LAG_MS: '0',
}

type Server = {
  origin: string
  child: ChildProcess
  kill(): Promise<void>
  alive(): boolean
}

export type Fleet = {
  app: App
  servers: Server[]
  /** Start one more process, or again the one that stood at a place. */
  start(at?: number, extra?: Env): Promise<Server>
  sandbox: SandboxCall
  databaseUrl: string
  /** What its processes are started with. */
  env: Env
  close(): Promise<void>
}

/**
 * Real processes of the shop on one PostgreSQL with fsync on (and with settings of its own, if
 * given), one sandbox, and an app in this process to make and to look.
 */
export async function openFleet(
  processes: number,
  env: Env = {},
  ofDatabase: Record<string, string> = {},
): Promise<Fleet> {
  const dataDir = testFolder('fleet')
  const log = createLog('silent')
  // Its words about clients that were killed would bury what a test says.
  const settings = { log_min_messages: 'panic', ...ofDatabase }
  const database = await openDatabase({ dataDir, log, max: 20, settings })
  await migrate(database.url)
  const sandbox = await launchSandbox({ DATA_DIR: dataDir, PORT: '1' })

  const shared: Env = {
    ...sandbox.env,
    SANDBOX_URL: sandbox.origin,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ...unhindered,
    ...env,
  }

  const call = callsOf(sandbox.origin)

  const app = buildApp({
    config: readConfig(shared),
    log,
    pool: database.pool,
    connect: database.connect,
    subscribers,
  })

  const servers: Server[] = []

  const start = async (at = servers.length, extra: Env = {}): Promise<Server> => {
    const port = at < servers.length ? Number(new URL(servers[at]!.origin).port) : await shopPort()

    servers[at] = await launch({
      ...shared,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...extra,
    })

    await call('POST', '/sandbox/api/store', { origins: servers.map((server) => server.origin) })

    return servers[at]
  }

  for (let i = 0; i < processes; i++) await start()

  return {
    app,
    servers,
    start,
    sandbox: call,
    databaseUrl: database.url,
    env: shared,
    async close() {
      await Promise.all(servers.map((server) => server.kill()))
      await sandbox.stop()
      await closeApp(app)
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function launch(env: Env): Promise<Server> {
  const child = await spawnShop(env, [
    '--max-semi-space-size=4',
    ...(env.CRASH_AT ? ['--import', crashes] : []),
  ])

  const alive = () => child.exitCode === null && child.signalCode === null

  return {
    origin: `http://127.0.0.1:${env.PORT}`,
    child,
    alive,
    async kill() {
      if (!alive()) return

      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** Wait until a look finds what it should, or fail with its own words. */
export async function until(look: () => Promise<void>, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    try {
      await look()
      return
    } catch (error) {
      if (Date.now() > end) throw error
    }
    await new Promise((done) => setTimeout(done, 150))
  }
}
