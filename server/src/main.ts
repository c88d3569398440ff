import { setImmediate } from 'node:timers/promises'

import { openDatabase } from './db/open.ts'
import { ConfigError, readConfig, type Env } from './platform/config/config.ts'
import { isJournal } from './platform/observe/log-journal.ts'
import { createLog } from './platform/observe/log.ts'
import { launchSandbox } from './public-pages/launch-sandbox.ts'
import {
  assertDatabase,
  assertDataDir,
  assertPortFree,
  exitCodes,
  explainStartFailure,
} from './start/start-checks.ts'

const onlyRole = process.argv.find((arg) => arg.startsWith('--only='))?.slice('--only='.length)

/**
 * Starts the shop. Wrong settings are refused before the many modules load. The sandbox (demo mode)
 * and the database start while the modules load.
 */
async function main(): Promise<void> {
  const nodeMajor = Number(process.versions.node.split('.')[0])

  if (nodeMajor < 24)
    throw new ConfigError(
      `Chaveiro runs on Node 24; this is ${process.version}. npm start brings its own; for a release install it.`,
    )

  surviveLostOutput()
  const env: Env = { ...process.env }
  const startConfig = readConfig(env)
  if (onlyRole !== 'worker') await assertPortFree(startConfig)
  await assertDataDir(startConfig.dataDir)
  const { databaseUrl, databaseSessionUrl: sessionUrl } = startConfig
  const printLine = (text: string) => process.stdout.write(`${text}\n`)
  if (sessionUrl) await assertDatabase('DATABASE_SESSION_URL', sessionUrl, 10, printLine)
  if (databaseUrl) await assertDatabase('DATABASE_URL', databaseUrl, 10, printLine)
  const log = createLog(startConfig.logLevel)

  const [sandbox, database, { serve }] = await Promise.all([
    startConfig.production || startConfig.sandboxUrl ? null : launchSandbox(env),
    openDatabase({
      databaseUrl,
      sessionUrl,
      replicaUrl: startConfig.replicaUrl,
      dataDir: startConfig.dataDir,
      log,
      max: startConfig.databasePool,
      timeoutSeconds: startConfig.databaseTimeoutSeconds,
    }),
    // Loading modules blocks the event loop, so sandbox and database are started first.
    setImmediate().then(() => import('./serve.ts')),
  ])

  sandbox?.tell((text) => log.warn({}, text))
  const config = sandbox
    ? readConfig({ ...env, SANDBOX_URL: sandbox.origin }, sandbox.env)
    : startConfig
  await serve({ config, log, database, sandbox, only: onlyRole })
}

/** Losing the log output, by a closed terminal or a full disk, does not end the shop. */
function surviveLostOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

// Until the shop runs there is nothing to close, so the process may exit at once.
process.once('disconnect', () => process.exit(exitCodes.fault))

main().then(
  () => process.removeAllListeners('disconnect').on('disconnect', () => process.emit('SIGTERM')),
  (error: unknown) => {
    const { text, code } = explainStartFailure(error)
    process.stderr.write(`${isJournal(2) ? text.replace(/^/gm, '<3>') : text}\n`)
    process.exit(code)
  },
)
