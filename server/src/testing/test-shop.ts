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
  /** Stand still while some work runs, but for what moves it: for limits of a second. */
  still<T>(work: () => Promise<T>): Promise<T>
}

export type TestShop = {
  app: App
  http: FastifyInstance
  origin: string
  sandbox: { origin: string; call: SandboxCall } | null
  clock: MovableClock
  /** Move the time of the shop and of the providers. */
  advance(seconds: number): Promise<void>
  /** A second process-like app with its own pool on the same database. */
  another(): Promise<App>
  /** Run all queued jobs that are due, until none is left. */
  drain(): Promise<void>
  /** What the clock tasks do, at once: look at due payments and deposits, then run the jobs. */
  sweep(): Promise<void>
  close(): Promise<void>
}

/** Settings that neither slow a test down nor stop it for what it does often. */
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

/** Servers of a shop that does not stand on that of the run: its primary, and a replica of that. */
type Servers = { primary: string; replica: string }

const addressesOf = (url: string, on?: Servers): Env => ({
  DATABASE_URL: url,
  ...(on && { REPLICA_URL: on.replica.replace(/[^/]*$/, url.split('/').at(-1)!) }),
})

/**
 * A shop of its own for a test file: real database, real sandbox when asked for, a clock that can be
 * moved; jobs run by drain.
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
  const provider = sandbox && { origin: sandbox.origin, call: callsOf(sandbox.origin) }

  if (provider) {
    await provider.call('POST', '/sandbox/api/store', { origins: [address] })
    await app.providers.charges.pix?.registerWebhook?.(config.pix!.webhookUrl)
  }

  const drain = () => workOff(app)

  return {
    app,
    http,
    origin: address,
    clock,
    drain,
    advance: (seconds) => moveTime({ app, clock, sandbox: provider }, seconds),
    sandbox: provider,
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
 * The database's own time decides when a provider that failed is asked again; it is not moved. Some
 * tests move the time while the database is away.
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
  let stopped: number | null = null

  return {
    now: () => new Date((stopped ?? Date.now()) + offset),
    advance: (seconds) => {
      offset += seconds * 1000
    },
    async still(work) {
      stopped = Date.now()
      try {
        return await work()
      } finally {
        stopped = null
      }
    },
  }
}

type Ground = { databaseUrl: string; dataDir: string; config: Config; log: Log; clock: Clock }

/** Apps with pools of their own on one database; they are closed together, the last one first. */
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
 * Run the jobs that are due, and take away what was replaced while it ran, as the shop's own worker
 * does. A worker that finds a queue busy goes home: one round may leave jobs
 * of that queue.
 */
async function workOff(app: App): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await runOnce({
      pgPool: app.pool,
      taskList: taskList(app),
      noHandleSignals: true,
      concurrency: 4,
      logger: new Logger(() => () => {}),
    })

    await noted(app)
    await deleteReplacedJobs(app.pool)

    const { rows } = await app.pool.query(
      `select 1 from graphile_worker.jobs
        where run_at <= now() and locked_at is null and attempts < max_attempts limit 1`,
    )

    if (!rows.length) return
  }
}

/** The library does not wait until it is noted how the last jobs went. */
async function noted(app: App): Promise<void> {
  for (let look = 0; look < 50; look++) {
    const { rows } = await app.pool.query(
      'select 1 from graphile_worker.jobs where locked_at is not null limit 1',
    )
    if (!rows.length) return

    await new Promise((done) => setTimeout(done, 10))
  }
}
