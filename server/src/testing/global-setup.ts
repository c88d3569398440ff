import { rmSync } from 'node:fs'

import { ensureWeb } from '../../../scripts/setup.mjs'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { memoryFolder } from './database.ts'

const silent = { info() {}, warn() {} }

/**
 * One PostgreSQL for the whole run with a migrated template; fsync is off here only, durability has
 * tests of its own.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // Some tests look at the pages that the server draws.
  ensureWeb({ ifNone: true })
  const dataDir = memoryFolder('pg')

  const embedded = await startEmbedded({
    dataDir,
    log: silent,
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300' },
  })

  await migrate(embedded.url)
  process.env.TEST_DATABASE_URL = embedded.url.replace(/\/chaveiro$/, '/postgres')

  return async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
