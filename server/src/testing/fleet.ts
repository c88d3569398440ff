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

const crashPreload = new URL('./crash-preload.ts', import.meta.url).href

/** Settings without limits, for many test customers, and with frequent scheduled tasks. */
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
  /** Starts a further process, or restarts the one at an index. */
  start(index?: number, extra?: Env): Promise<Server>
  sandbox: SandboxCall
  databaseUrl: string
  /** The environment of the shop's processes. */
  env: Env
  close(): Promise<void>
}

/**
 * Starts real processes of the shop with one sandbox, on one PostgreSQL with fsync on. `app` runs
 * in this process, for creating and reading data.
 */
export async function openFleet(
  processes: number,
  env: Env = {},
  databaseSettings: Record<string, string> = {},
): Promise<Fleet> {
  const dataDir = testFolder('fleet')
  const log = createLog('silent')
  // Logs only panics, since messages about killed clients would hide the output of a test.
  const settings = { log_min_messages: 'panic', ...databaseSettings }
  const database = await openDatabase({ dataDir, log, max: 20, settings })
  await migrate(database.url)
  const sandbox = await launchSandbox({ DATA_DIR: dataDir, PORT: '1' })

  const sharedEnv: Env = {
    ...sandbox.env,
    SANDBOX_URL: sandbox.origin,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    ...unhindered,
    ...env,
  }

  const sandboxCall = callsOf(sandbox.origin)

  const app = buildApp({
    config: readConfig(sharedEnv),
    log,
    pool: database.pool,
    connect: database.connect,
    subscribers,
  })

  const servers: Server[] = []

  const start = async (index = servers.length, extra: Env = {}): Promise<Server> => {
    const port =
      index < servers.length ? Number(new URL(servers[index]!.origin).port) : await shopPort()

    servers[index] = await launchServer({
      ...sharedEnv,
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...extra,
    })

    await sandboxCall('POST', '/sandbox/api/store', {
      origins: servers.map((server) => server.origin),
    })

    return servers[index]
  }

  for (let i = 0; i < processes; i++) await start()

  return {
    app,
    servers,
    start,
    sandbox: sandboxCall,
    databaseUrl: database.url,
    env: sharedEnv,
    async close() {
      await Promise.all(servers.map((server) => server.kill()))
      await sandbox.stop()
      await closeApp(app)
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function launchServer(env: Env): Promise<Server> {
  const child = await spawnShop(env, [
    '--max-semi-space-size=4',
    ...(env.CRASH_AT ? ['--import', crashPreload] : []),
  ])

  const isAlive = () => child.exitCode === null && child.signalCode === null

  return {
    origin: `http://127.0.0.1:${env.PORT}`,
    child,
    alive: isAlive,
    async kill() {
      if (!isAlive()) return

      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Repeats a check until it passes; throws its last error after the timeout. */
export async function until(check: () => Promise<void>, seconds: number): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    try {
      await check()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
    await new Promise((done) => setTimeout(done, 150))
  }
}
