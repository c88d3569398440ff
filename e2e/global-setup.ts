import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { startEmbedded } from '../server/src/db/embedded.ts'
import { memoryFolder } from '../server/src/testing/database.ts'
import { spawnDemo } from './shop-process.ts'

const silent = { info() {}, warn() {} }

/**
 * One PostgreSQL for every shop of the run, and one demo shop that is started once and stopped.
 * openShop copies its database and folder, which saves generating ninety days of orders each time.
 * Only this cluster runs without fsync; crash tests use clusters of their own.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = memoryFolder('e2e-pg')
  const template = memoryFolder('e2e-demo')

  const embedded = await startEmbedded({
    dataDir: cluster,
    log: silent,
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300' },
  })

  const demo = await spawnDemo({ DATABASE_URL: embedded.url, DATA_DIR: join(template, 'data') })
  demo.child.kill('SIGTERM')
  await once(demo.child, 'exit')
  process.env.E2E_DATABASE_URL = embedded.url
  process.env.E2E_DATA_DIR = join(template, 'data')

  return async () => {
    await embedded.stop()
    for (const folder of [cluster, template]) rmSync(folder, { recursive: true, force: true })
  }
}
