import type { FastifyInstance } from 'fastify'

import { buildApp, closeApp } from './build-app.ts'
import { migrate } from './db/migrate.ts'
import type { Database } from './db/open.ts'
import { ensureDefaultCategory, seedDemo } from './demo/seed.ts'
import { ensureFirstAdmin } from './domains/accounts/first-admin.service.ts'
import { applyDuePrices } from './domains/catalogue/prices/prices.due.service.ts'
import { watchPixWebhook } from './domains/payments/settlement/pix-webhook.service.ts'
import { scheduleCheckNow } from './domains/payments/state/provider-checks.service.ts'
import { checkSecrets } from './domains/rotation/check-secrets.queries.ts'
import { writeVisits } from './domains/visits/visits.service.ts'
import { serveWorkerHealth } from './http/health.ts'
import { createHttp } from './http/server.ts'
import { workerGroups } from './jobs/handlers.ts'
import { startSchedule, webTasks } from './jobs/schedule.ts'
import { shopMetrics } from './jobs/shop-metrics.ts'
import { subscribers } from './jobs/subscribers.ts'
import type { App } from './platform/app.ts'
import { ConfigError, type Config } from './platform/config/config.ts'
import { findMisspelt } from './platform/config/misspelt-settings.ts'
import { endDrawingThreads } from './platform/drawing/drawing-threads.ts'
import { logSink, type Log } from './platform/observe/log.ts'
import { enqueue } from './platform/queue/jobs.ts'
import { startWorker } from './platform/queue/worker.ts'
import { withTimeout } from './platform/time/timeout.ts'
import { portError } from './start/start-checks.ts'

export type ServeOptions = {
  config: Config
  log: Log
  database: Database
  sandbox: { stop(): Promise<void> } | null
  /** 'web' or 'worker' for a process with only that role. */
  only: string | undefined
}

/**
 * Starts the shop in order: app, schema, secrets, worker, HTTP, scheduled tasks. On a signal,
 * finishes the work in flight and then closes all parts.
 */
export async function serve({ config, log, database, sandbox, only }: ServeOptions): Promise<void> {
  const { pool, queuePool, connect, connectPooled, replica } = database
  const app = buildApp({
    config,
    log,
    pool,
    connect,
    connectPooled,
    replica,
    subscribers,
    shopMetrics,
  })
  await prepareDatabase(app, database)
  const { otlp } = config
  const telemetry = otlp
    ? await (
        await import('./platform/observe/telemetry/start-telemetry.ts')
      ).startTelemetry(app, otlp)
    : null
  const jobWorker =
    only === 'web'
      ? null
      : await startWorker({ pool: queuePool, connect, groups: workerGroups(app), log })
  const http = only === 'worker' ? await serveWorkerHealth(app) : await listen(app)
  if (only === 'worker') process.stdout.write('Chaveiro: the worker is at work\n')
  // Scheduled tasks start once the server accepts requests.
  const schedule = startSchedule(app, only === 'web' ? webTasks(app) : undefined)
  void registerAtStart(app)

  closeOnSignals(app, [
    () => finishWork(app, [http && drainServer(app, http), schedule.stop, jobWorker?.stop]),
    async () => http?.close(),
    // Written after the server closed, so that visits during the shutdown are counted.
    () => writeVisits(app),
    async () => endDrawingThreads(),
    async () => telemetry?.stop(),
    () => closeApp(app),
    () => database.close(),
    async () => sandbox?.stop(),
  ])
}

/** Starts the HTTP server at the configured host and port. */
async function listen(app: App): Promise<FastifyInstance> {
  const { port, host, publicUrl } = app.config
  const http = await createHttp(app)
  await http.listen({ port, host }).catch((error) => {
    throw portError(error, port, host)
  })
  process.stdout.write(`Chaveiro: ${publicUrl}\n`)

  return http
}

/**
 * Migrates the database, checks this process's secrets, and creates the data that every shop needs.
 * Outside of production, adds the demo data.
 */
async function prepareDatabase(app: App, database: Database): Promise<void> {
  await migrate(database.url, { log: app.log })
  const secretFaults = await checkSecrets(database.pool, app.config)
  if (secretFaults.length) throw new ConfigError(secretFaults.join('\n'))

  await app.providerSettings.reload()
  warnOfMissing(app)
  await ensureDefaultCategory(app)
  await ensureFirstAdmin(app)
  if (!app.config.production) await seedDemo(app)
  // Applies prices that became due while the shop was down, before the first sale (P365).
  await applyDuePrices(app)
  // Registers the chat commands by a job, so that the start does not wait for Discord.
  if (app.providers.chat) await enqueue(app, 'chat.commands', {})
}

/** Warns of misspelt settings, and in production of a missing payment method or mail (P359). */
function warnOfMissing({ config, log, providers: { charges, crypto, mail } }: App): void {
  for (const { typed, meant } of findMisspelt(process.env))
    log.warn({}, `${typed} is no setting and is ignored; ${meant} is one`)
  if (!config.production) return

  if (!charges.pix && !charges.stripe && !crypto)
    log.warn(
      {},
      'no payment method is set up: nothing can be bought until staff enter one in ' +
        'the back office (Settings, Services)',
    )

  if (!mail)
    log.warn(
      {},
      'no mail server is set up: no receipt and no password link is sent until staff ' +
        'enter one in the back office (Settings, Services)',
    )
}

/** How long a stop waits for work in flight; a call to a provider may take ten seconds. */
const patienceMs = 12_000

const drainServer = (app: App, http: FastifyInstance) => () =>
  http.stopping.drain({ delayMs: app.config.stopDelaySeconds * 1000, patienceMs })

/**
 * Accepts no new work, and lets requests, jobs and scheduled tasks in flight finish in parallel
 * (P567). Another process later takes over unfinished jobs.
 */
async function finishWork(
  app: App,
  stopSteps: readonly ((() => Promise<unknown>) | null | undefined)[],
): Promise<void> {
  const timeoutMs = patienceMs + app.config.stopDelaySeconds * 1000
  const stopResults = stopSteps.map(
    async (stopStep) => stopStep && withTimeout(timeoutMs, stopStep()),
  )
  for (const stopResult of await Promise.allSettled(stopResults))
    if (stopResult.status === 'rejected')
      app.log.warn({ err: stopResult.reason as unknown }, 'work in flight did not end in time')
}

/** On SIGINT or SIGTERM, runs the steps of closing one after the other, then ends the process. */
function closeOnSignals(
  { log, config }: App,
  closeSteps: readonly (() => Promise<unknown>)[],
): void {
  let isClosing = false

  const closeShop = async (signal: string): Promise<void> => {
    if (isClosing) return

    isClosing = true
    log.info({ signal }, 'shop is closing')
    const timeoutMs = patienceMs + 6_000 + config.stopDelaySeconds * 1000
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), timeoutMs).unref()
    for (const closeStep of closeSteps)
      await closeStep().catch((error: unknown) =>
        log.error({ err: error }, 'a step of closing failed'),
      )
    // A write to the log that still hangs would keep the process alive.
    if (await logSink().drain(1_000)) process.kill(process.pid, 'SIGKILL')
    process.exit(0)
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void closeShop(signal))
}

/**
 * Compares the registered PIX webhook with the shop's URL, which may have changed since the last
 * start. Runs once the shop accepts requests; later a scheduled task repeats it.
 */
async function registerAtStart(app: App): Promise<void> {
  try {
    await scheduleCheckNow(app, 'pix.webhook')
    await watchPixWebhook(app)
  } catch (error) {
    app.log.warn(
      { err: error },
      'the PIX webhook was not compared at the start; the scheduler does it',
    )
  }
}
