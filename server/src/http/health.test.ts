import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { createHealthCheck } from '../platform/observe/health.ts'
import { enqueue } from '../platform/queue/jobs.ts'
import { startWorker } from '../platform/queue/worker.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { createHttp } from './server.ts'

// Tests /readyz and /metrics while a part of the shop fails. e2e/processes/faults.e2e.ts tests a
// hanging database.

let testShop: TestShop
let admin: pg.Client
let databaseName: string

beforeAll(async () => {
  testShop = await openTestShop({ env: { METRICS_SECONDS: '0' } })
  databaseName = new URL(testShop.app.config.databaseUrl!).pathname.slice(1)
  admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await admin.connect()
})

afterAll(async () => {
  await admin?.end()
  await testShop?.close()
})

afterEach(() => untilReadyz(200, []))

async function askTimed(url: string, http = testShop.http) {
  const begun = performance.now()
  const { statusCode, payload } = await http.inject(url)

  return { statusCode, payload, ms: performance.now() - begun }
}

/**
 * Waits until /readyz reports these parts; every answer until then must take less than two seconds.
 */
async function untilReadyz(status: number, failing: string[], http = testShop.http): Promise<void> {
  await expect
    .poll(
      async () => {
        const { statusCode, payload, ms } = await askTimed('/readyz', http)
        expect(ms).toBeLessThan(2_000)

        return { statusCode, failing: JSON.parse(payload).failing }
      },
      { timeout: 10_000, interval: 100 },
    )
    .toEqual({ statusCode: status, failing })
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: testShop.app.config.databaseUrl })
  client.on('error', () => {})
  await client.connect()

  return client
}

const dropConnections = () =>
  admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    databaseName,
  ])

describe('readyz names within two seconds what fails, and says 200 once it works again [F160]', () => {
  it('a missing database', async () => {
    await admin.query(`alter database ${databaseName} with allow_connections false`)
    await dropConnections()
    await expect
      .poll(() => admin.query(`alter database ${databaseName} rename to lost_one`))
      .toBeTruthy()
    await untilReadyz(500, ['database'])
    await admin.query(`alter database lost_one rename to ${databaseName}`)
    await untilReadyz(500, ['database'])
    await admin.query(`alter database ${databaseName} with allow_connections true`)
  })

  it('a read-only database', async () => {
    await admin.query(`alter database ${databaseName} set default_transaction_read_only = on`)
    await dropConnections()
    await untilReadyz(500, ['database_read_only'])
    await admin.query(`alter database ${databaseName} reset default_transaction_read_only`)
    await dropConnections()
  })

  it('a disk of DATA_DIR with less room than DISK_FLOOR_MB', async () => {
    const { app } = testShop
    const health = createHealthCheck({ ...app.config, diskFloorMb: 999_000_000 }, connect)
    const http = await createHttp({ ...app, health })
    await untilReadyz(500, ['disk'], http)
    await health.close()
    await http.close()
  })

  it('due jobs and a dead worker', async () => {
    const { app } = testShop
    await enqueue(app, 'stock.back', { variantId: '00000000-0000-7000-8000-000000000000' })
    // A job that is due for only a few seconds is no failure.
    await untilReadyz(200, [])
    await app.pool.query(
      `update graphile_worker._private_jobs set run_at = now() - interval '11 seconds'`,
    )
    await untilReadyz(500, ['worker'])
    const tasks = { 'stock.back': async () => {} }
    const worker = await startWorker({ ...app, connect, groups: [{ tasks, concurrency: 1 }] })
    await untilReadyz(200, [])
    await worker.stop()
  })
})

it('metrics answer soon while counting is slow: the database is up, with the last counts [F160]', async () => {
  const pending = /^chaveiro_payments_pending (\d+)$/m
  await expect.poll(async () => pending.exec((await askTimed('/metrics')).payload)?.[1]).toBe('0')
  const holder = await connect()
  await holder.query('begin; lock table payments')
  const answers = await Promise.all([1, 2, 3].map(() => askTimed('/metrics')))

  for (const { statusCode, payload, ms } of answers) {
    expect(statusCode).toBe(200)
    expect(ms).toBeLessThan(2_500)
    expect(payload).toMatch(/^chaveiro_database_up 1$/m)
    expect(payload).toMatch(/^process_cpu_seconds_total /m)
    expect(pending.exec(payload)?.[1]).toBe('0')
  }

  await holder.query('rollback')
  await holder.end()
})

it('metrics omit shop-wide counts while the database does not answer, even recent ones [F160]', async () => {
  const pending = /^chaveiro_payments_pending (\d+)$/m
  await expect.poll(async () => pending.exec((await askTimed('/metrics')).payload)?.[1]).toBe('0')
  await admin.query(`alter database ${databaseName} with allow_connections false`)

  // Ends only the connection of the health check. The connection that counts the metrics stays
  // open.
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query like '%vault_canaries%'`,
    [databaseName],
  )

  await untilReadyz(500, ['database'])
  const { payload } = await askTimed('/metrics')
  expect(payload).toMatch(/^chaveiro_database_up 0$/m)
  expect(payload).not.toMatch(pending)
  await admin.query(`alter database ${databaseName} with allow_connections true`)
})
