import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { startEmbedded } from '../../server/src/db/embedded.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { createNudge } from '../../server/src/platform/queue/nudge.ts'
import { testFolder } from '../../server/src/testing/database.ts'

// npm run bench -- --notify: transactions per second that each queue one job. It compares three
// kinds: the library's add_job, which notifies; queue_job, which notifies once for many jobs; and
// no job. It uses 64 connections with fsync on, in alternating rounds of one run; compare ratios
// only.

const connections = 64
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const turns = 3

const folder = testFolder('notify')
const silent = { info() {}, warn() {} }
const settings = { max_connections: '100' }
const database = await startEmbedded({ dataDir: folder, log: silent, settings })
await migrate(database.url)
const pool = new pg.Pool({ connectionString: database.url, max: connections + 2 })
const nudge = createNudge(pool)

const row = "insert into bench_rows values ('an order', 12990)"
const job = "'{}'::json, max_attempts := 25, job_key := gen_random_uuid()::text, priority := 10"

const kinds = {
  'a row alone': [row],
  'a row and `add_job`, which notifies': [
    row,
    `select graphile_worker.add_job('bench', run_at := now() + interval '1 day', payload := ${job})`,
  ],
  'a row and `queue_job`, one nudge for many': [
    row,
    `select queue_job('bench', '{}', now() + interval '1 day', 25, gen_random_uuid()::text, null, 10)`,
  ],
}

/** Transactions a second of all connections together. */
async function rate(statements: readonly string[], isNudging: boolean): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0

  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = await pool.connect()

      while (performance.now() < until) {
        await client.query(['begin', ...statements, 'commit'].join(';'))
        if (isNudging) nudge.note()
        done++
      }

      client.release()
    }),
  )

  return done / seconds
}

const rates = new Map<string, number>()

try {
  await pool.query('create table bench_rows (what text, cents integer)')

  for (let turn = 0; turn <= turns; turn++)
    for (const [name, statements] of Object.entries(kinds)) {
      const measured = await rate(statements, name.includes('nudge'))
      // The first round only warms up.
      if (turn) rates.set(name, (rates.get(name) ?? 0) + measured / turns)
      await sleep(200)
    }

  const notified = rates.get('a row and `add_job`, which notifies')!
  console.log('| each transaction | a second | ratio |\n|---|---|---|')
  for (const [name, perSecond] of rates)
    console.log(`| ${name} | ${Math.round(perSecond)} | ${(perSecond / notified).toFixed(1)} |`)
} finally {
  nudge.close()
  await pool.end()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
