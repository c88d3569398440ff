import { rmSync } from 'node:fs'

import { ensureWeb } from '../../../scripts/setup.mjs'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { memoryFolder } from './database.ts'

const silent = { info() {}, warn() {} }

/**
 * Starts one PostgreSQL with a migrated template for the whole run. fsync is off; separate tests
 * cover durability.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // Builds the web app if there is no build, because some tests read rendered pages.
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
