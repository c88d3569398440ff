import { startSandbox } from '@chaveiro/sandbox'
import type { FastifyInstance } from 'fastify'
import { Logger, runOnce } from 'graphile-worker'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { buildApp, closeApp } from '../build-app.ts'
import { openDatabase } from '../db/open.ts'
import { ensureDefaultCategory } from '../demo/seed.ts'
import { readDeposits, sweepPayments } from '../domains/payments/settlement/sweep.service.ts'
import { createHttp } from '../http/server.ts'
import { taskList } from '../jobs/handlers.ts'
import { shopMetrics } from '../jobs/shop-metrics.ts'
import { subscribers } from '../jobs/subscribers.ts'
import type { App } from '../platform/app.ts'
import { readConfig, type Config, type Env } from '../platform/config/config.ts'
import { createLog, type Log } from '../platform/observe/log.ts'
import { deleteReplacedJobs } from '../platform/queue/worker.ts'
import type { Clock } from '../platform/time/clock.ts'
import { createTestDatabase } from './database.ts'
import { callsOf, type SandboxCall } from './sandbox-call.ts'

type MovableClock = Clock & {
  advance(seconds: number): void
  /**
   * Stops the clock while some work runs, for tests of limits of a second. `advance` still moves
   * the clock.
   */
  still<T>(work: () => Promise<T>): Promise<T>
}

export type TestShop = {
  app: App
  http: FastifyInstance
  origin: string
  sandbox: { origin: string; call: SandboxCall } | null
  clock: MovableClock
  /** Moves the time of the shop and of the providers forward. */
  advance(seconds: number): Promise<void>
  /** A second app with a separate pool on the same database, like another process. */
  another(): Promise<App>
  /** Runs due jobs until none is left. */
  drain(): Promise<void>
  /** Runs the scheduled tasks for payments and deposits at once, then the jobs. */
  sweep(): Promise<void>
  close(): Promise<void>
}

/** Settings for tests, without delays and limits. */
const unhindered: Env = {
  LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
  CAPTCHA_COST: '1',
  RATE_LOGIN: '10000',
  RATE_ACCOUNT: '10000',
  RATE_REGISTER: '10000',
  RATE_RECOVERY: '10000',
  RATE_MAIL_CODE: '10000',
  RATE_CHECKOUT: '100000',
  HELD_SHARE: '0',
  RATE_STATUS: '100000',
  RATE_REFRESH: '10000',
  DATABASE_POOL: '30',
  SHED_LAG_MS: '0',
  PUBLIC_URL: 'http://localhost:3000',
}

/** Database servers for a test, instead of those of the run: a primary and a replica. */
type Servers = { primary: string; replica: string }

const addressesOf = (url: string, on?: Servers): Env => ({
  DATABASE_URL: url,
  ...(on && { REPLICA_URL: on.replica.replace(/[^/]*$/, url.split('/').at(-1)!) }),
})

/**
 * A shop for a test file: a real database, a real sandbox with `sandbox: true`, and a movable
 * clock. Jobs run only in `drain`.
 */
export async function openTestShop(
  options: { sandbox?: boolean; env?: Env; logTo?: (line: string) => void; on?: Servers } = {},
): Promise<TestShop> {
  const database = await createTestDatabase(options.on?.primary)
  const dataDir = mkdtempSync(join(tmpdir(), 'chaveiro-test-'))

  const sandbox = options.sandbox
    ? await startSandbox({
        stateDir: join(dataDir, 'sandbox'),
        storeOrigins: ['http://127.0.0.1:1'],
      })
    : null

  const config = readConfig(
    {
      DATA_DIR: dataDir,
      ...addressesOf(database.url, options.on),
      ...unhindered,
      ...(sandbox ? { SANDBOX_URL: sandbox.origin } : {}),
      ...options.env,
    },
    sandbox?.env,
  )

  const log = createLog(config.logLevel, options.logTo && { write: options.logTo })
  const clock = movableClock()
  const apps = appsOn({ databaseUrl: database.url, dataDir, config, log, clock })
  const app = await apps.open()
  await ensureDefaultCategory(app)
  const http = await createHttp(app)
  const address = await http.listen({ port: 0, host: '127.0.0.1' })
  const providerSandbox = sandbox && { origin: sandbox.origin, call: callsOf(sandbox.origin) }

  if (providerSandbox) {
    await providerSandbox.call('POST', '/sandbox/api/store', { origins: [address] })
    await app.providers.charges.pix?.registerWebhook?.(config.pix!.webhookUrl)
  }

  const drain = () => runDueJobs(app)

  return {
    app,
    http,
    origin: address,
    clock,
    drain,
    advance: (seconds) => moveTime({ app, clock, sandbox: providerSandbox }, seconds),
    sandbox: providerSandbox,
    another: apps.open,
    async sweep() {
      await sweepPayments(app)
      await readDeposits(app)
      await drain()
    },

    async close() {
      await http.close()
      await apps.close()
      await sandbox?.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Moves the next probe of a failed provider. Its time is compared with the database's clock, which
 * tests cannot move. The update may fail, since some tests move the time while the database is
 * down.
 */
const probeEarlier = ({ pool }: App, seconds: number): Promise<unknown> =>
  pool
    .query(
      `update provider_breakers set next_probe_at = next_probe_at - interval '1 second' * $1`,
      [seconds],
    )
    .catch(() => {})

async function moveTime(
  { app, clock, sandbox }: Pick<TestShop, 'app' | 'clock' | 'sandbox'>,
  seconds: number,
): Promise<void> {
  clock.advance(seconds)
  await probeEarlier(app, seconds)
  await sandbox?.call('POST', '/sandbox/api/clock', { advanceMs: seconds * 1000 })
}

function movableClock(): MovableClock {
  let offset = 0
  let stoppedAt: number | null = null

  return {
    now: () => new Date((stoppedAt ?? Date.now()) + offset),
    advance: (seconds) => {
      offset += seconds * 1000
    },
    async still(work) {
      stoppedAt = Date.now()
      try {
        return await work()
      } finally {
        stoppedAt = null
      }
    },
  }
}

type Ground = { databaseUrl: string; dataDir: string; config: Config; log: Log; clock: Clock }

/** Opens apps with separate pools on one database; closes all of them, the last one first. */
function appsOn({ databaseUrl, dataDir, config, log, clock }: Ground) {
  const closers: (() => Promise<unknown>)[] = []
  return {
    async open(): Promise<App> {
      const { pool, connect, replica, close } = await openDatabase({
        databaseUrl,
        replicaUrl: config.replicaUrl,
        dataDir,
        log,
        max: config.databasePool,
      })

      const app = buildApp({ config, log, pool, connect, replica, clock, subscribers, shopMetrics })
      await app.providerSettings.reload()

      closers.unshift(async () => {
        await closeApp(app)
        await close()
      })

      return app
    },

    async close(): Promise<void> {
      for (const close of closers) await close()
    },
  }
}

/**
 * Runs due jobs and deletes replaced ones, as the shop's worker does. A worker skips a queue that
 * is in use, so its jobs may need another round.
 */
async function runDueJobs(app: App): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await runOnce({
      pgPool: app.pool,
      taskList: taskList(app),
      noHandleSignals: true,
      concurrency: 4,
      logger: new Logger(() => () => {}),
    })

    await untilStored(app)
    await deleteReplacedJobs(app.pool)

    const { rows } = await app.pool.query(
      `select 1 from graphile_worker.jobs
        where run_at <= now() and locked_at is null and attempts < max_attempts limit 1`,
    )

    if (!rows.length) return
  }
}

/** The library does not wait until the results of the last jobs are stored, so this does. */
async function untilStored(app: App): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const { rows } = await app.pool.query(
      'select 1 from graphile_worker.jobs where locked_at is not null limit 1',
    )
    if (!rows.length) return

    await new Promise((done) => setTimeout(done, 10))
  }
}
