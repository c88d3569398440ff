import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'

import { startEmbedded } from '../../db/embedded.ts'
import { testFolder } from '../../testing/database.ts'
import { archiveMetrics } from './archive-metrics.ts'

const { statement } = archiveMetrics[0]!

/** Starts a PostgreSQL with these settings; `ask` runs the metric's statement on it. */
async function archiving(settings: Record<string, string>) {
  const folder = testFolder('archive')

  const database = await startEmbedded({
    dataDir: folder,
    log: { info() {}, warn() {} },
    settings,
  })

  const client = new pg.Client({ connectionString: database.url })
  await client.connect()

  onTestFinished(async () => {
    await client.end()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  return {
    ask: async () => (await client.query(statement)).rows,
    write: () => client.query('create table if not exists x (); select pg_switch_wal()'),
  }
}

it('failing WAL archiving is reported until it works again; without archiving nothing is', async () => {
  const file = join(testFolder('archive-works'), 'works')
  const archive = await archiving({ archive_mode: 'on', archive_command: `test -e ${file}` })
  await archive.write()
  await expect.poll(archive.ask, { timeout: 20_000 }).toEqual([{ n: 1 }])
  expect(existsSync(file)).toBe(false)
  writeFileSync(file, '')
  await archive.write()
  await expect.poll(archive.ask, { timeout: 90_000, interval: 500 }).toEqual([{ n: 0 }])

  const withoutArchive = await archiving({})
  expect(await withoutArchive.ask()).toEqual([])
}, 150_000)
