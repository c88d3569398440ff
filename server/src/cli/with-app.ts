import { buildApp, closeApp } from '../build-app.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { schemaState } from '../db/schema-state.ts'
import { subscribers } from '../jobs/subscribers.ts'
import type { App } from '../platform/app.ts'
import { readConfig, type Config } from '../platform/config/config.ts'
import { createLog } from '../platform/observe/log.ts'
import { Refusal } from './command.ts'

/** Standard output is for results alone. */
const spoken = () => createLog('error', { write: (line) => process.stderr.write(line) })

/** The settings of this shop and its database, past a pooler, for one command. */
export async function withDatabase<T>(
  run: (config: Config, database: Database) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env)
  const databaseUrl = config.databaseSessionUrl ?? config.databaseUrl

  return withDatabaseAt({ databaseUrl, dataDir: config.dataDir }, (database) =>
    run(config, database),
  )
}

/** A database for one command; without an address the embedded one of the folder. */
export async function withDatabaseAt<T>(
  { databaseUrl, dataDir }: { databaseUrl: string | undefined; dataDir: string },
  run: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({
    databaseUrl,
    dataDir,
    log: spoken(),
    max: 2,
    // A walk over a large table is one statement, and nobody waits for it.
    timeoutSeconds: 600,
  })

  try {
    return await run(database)
  } finally {
    await database.close()
  }
}

/**
 * The shop without its doors, for one command. Only a start makes migrations: a shop of the version
 * before may sell on this database, and its backup is still to be made.
 */
export const withApp = <T>(run: (app: App) => Promise<T>): Promise<T> =>
  withDatabase(async (config, { pool, connect }) => {
    await refuseOtherSchema(pool)
    const app = buildApp({ config, log: spoken(), pool, connect, subscribers })

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
