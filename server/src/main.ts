import { fileURLToPath } from 'node:url'
import { buildApp, closeApp } from './build-app.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase } from './db/open.ts'
import { ensureDefaultCategory, seedDemo } from './demo/seed.ts'
import { ensureFirstAdmin } from './domains/accounts/accounts.first.service.ts'
import { createHttp } from './http.ts'
import { taskList } from './jobs/handlers.ts'
import { enqueue } from './jobs/names.ts'
import { startSchedule } from './jobs/schedule.ts'
import { ConfigError, readConfig, type Config, type Env } from './platform/config/config.ts'
import { createLog } from './platform/log.ts'
import { startWorker } from './platform/queue.ts'
import { launchSandbox } from './web/launch-sandbox.ts'

const only = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length)

/** Start the shop: configuration, sandbox in demo mode, database, app, http and worker; then wait for a signal and close in the reverse order. */
async function main(): Promise<void> {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 24)
    throw new ConfigError(
      `Chaveiro runs on Node 24; this is ${process.version}. Start it with "npm start", which brings its own.`,
    )
  const env: Env = { ...process.env }
  const sandbox =
    env.STORE_MODE === 'production' || env.SANDBOX_URL ? null : await launchSandbox(env)
  const config = readConfig(sandbox ? { ...sandbox.env, ...env, SANDBOX_URL: sandbox.origin } : env)
  const log = createLog(config.logLevel)
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    log,
    max: config.databasePool,
  })
  await migrate(database.url, { log })
  const { connect } = database
  const app = buildApp({ config, log, pool: database.pool, connect })
  await ensureDefaultCategory(app)
  await ensureFirstAdmin(app)
  if (!config.production) await seedDemo(app)
  // By a job: the start never waits for the chat.
  if (app.providers.chat) await enqueue(app, 'chat.commands', {}, { key: 'chat.commands' })
  const worker =
    only === 'web'
      ? null
      : await startWorker({
          pool: database.pool,
          connect,
          tasks: taskList(app),
          log,
          concurrency: 4,
        })
  const schedule = only === 'web' ? null : startSchedule(app)
  const http = only === 'worker' ? null : await createHttp(app)
  await http?.listen({ port: config.port, host: config.host })
  void registerWebhooks(app.providers.charges.pix, config, log)
  if (http) process.stdout.write(`Chaveiro: ${config.publicUrl}\n`)
  let closing = false
  const close = async (signal: string): Promise<void> => {
    if (closing) return
    closing = true
    log.info({ signal }, 'closing')
    setTimeout(() => process.exit(1), 15_000).unref()
    await http?.close()
    await schedule?.stop()
    await worker?.stop()
    await closeApp(app)
    await database.close()
    await sandbox?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void close(signal))
}

/** Tell the PIX provider where its webhooks go; tried again until it answers, since the sweep covers what is missed meanwhile. */
async function registerWebhooks(
  pix: { registerWebhook?(url: string): Promise<void> } | null,
  config: Config,
  log: ReturnType<typeof createLog>,
): Promise<void> {
  for (let wait = 1; wait < 3600; wait *= 2) {
    try {
      if (config.pix) await pix?.registerWebhook?.(config.pix.webhookUrl)
      return
    } catch (error) {
      log.warn(
        { reason: (error as Error).message },
        'the PIX webhook is not registered yet; payments are found by asking meanwhile',
      )
      await new Promise((resolve) => setTimeout(resolve, wait * 1000).unref())
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    if (error instanceof ConfigError)
      process.stderr.write(`Chaveiro cannot start:\n${error.message.replace(/^/gm, '  ')}\n`)
    else console.error(error)
    process.exit(1)
  })
}
