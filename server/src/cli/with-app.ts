import { buildApp, closeApp } from '../build-app.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { schemaState } from '../db/schema-state.ts'
import { subscribers } from '../jobs/subscribers.ts'
import type { App } from '../platform/app.ts'
import { readConfig, type Config } from '../platform/config/config.ts'
import { createLog } from '../platform/observe/log.ts'
import { Refusal } from './command.ts'

/** Logs errors to standard error, since standard output is for results. */
const createErrorLog = () => createLog('error', { write: (line) => process.stderr.write(line) })

/**
 * Runs a command with the shop's settings and database. The connections bypass a pooler, because
 * locks and listening need a session.
 */
export async function withDatabase<T>(
  run: (config: Config, database: Database) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env)
  const databaseUrl = config.databaseSessionUrl ?? config.databaseUrl

  return withDatabaseAt({ databaseUrl, dataDir: config.dataDir }, (database) =>
    run(config, database),
  )
}

/** Runs a command with a database; without a URL, with the embedded database of `dataDir`. */
export async function withDatabaseAt<T>(
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
  run: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({
    databaseUrl,
    dataDir,
    log: createErrorLog(),
    max: 2,
    // Ten minutes, since a command may read a whole large table and no visitor waits for it.
    timeoutSeconds: 600,
  })

  try {
    return await run(database)
  } finally {
    await database.close()
  }
}

/**
 * Runs a command with the app, without HTTP or workers. No migrations run: the previous version may
 * still sell on this database, and may not have a backup yet.
 */
export const withApp = <T>(run: (app: App) => Promise<T>): Promise<T> =>
  withDatabase(async (config, { pool, connect }) => {
    await refuseOtherSchema(pool)
    const app = buildApp({ config, log: createErrorLog(), pool, connect, subscribers })

    try {
      return await run(app)
    } finally {
      await closeApp(app)
    }
  })

async function refuseOtherSchema(pool: App['pool']): Promise<void> {
  const { half, made, waiting, newer } = await schemaState(pool)
  if (half) throw new Refusal('a restore into this database was not finished: run it again')
  if (!made) throw new Refusal('the database holds no shop yet: start the shop once')

  if (newer.length)
    throw new Refusal(
      `the database is of a newer version of the shop (${newer.at(-1)}): use the tool of that version`,
    )

  if (waiting.length)
    throw new Refusal(
      `${waiting.length} ${waiting.length === 1 ? 'migration waits' : 'migrations wait'}: ` +
        'start this version first, or use the tool of the version that runs',
    )
}
