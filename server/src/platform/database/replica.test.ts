import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'

import { openTcpProxy } from '../../testing/tcp-proxy.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { createReplica } from './replica.ts'

// Tests the replica check on a slow connection; replica.long.test.ts reads from a real replica.

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})

afterAll(() => testShop?.close())

const open = async (url: string, name: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, application_name: name })
  client.on('error', () => {})
  await client.connect()

  return client
}

it('a connection that opens in three seconds is used, and no second one is opened meanwhile [P600]', async () => {
  const { app } = testShop
  const url = new URL(app.config.databaseUrl!)
  const line = await openTcpProxy(Number(url.port))
  onTestFinished(() => line.close())
  url.port = String(line.port)
  line.delay(3_000)
  const pool = new pg.Pool({ connectionString: app.config.databaseUrl })
  onTestFinished(() => pool.end())
  let opened = 0

  const openSlowly = async () => {
    opened++
    return open(url.href, 'slow line')
  }

  const replica = createReplica({
    connect: () => open(app.config.databaseUrl!, 'quick line'),
    replica: { pool, connect: openSlowly },
    lagSeconds: 5,
    log: app.log,
  })

  const sessions = async () => {
    const sessionsSql =
      "select count(*)::int as n from pg_stat_activity where application_name = 'slow line'"
    return (await app.pool.query(sessionsSql)).rows[0].n as number
  }

  replica.watch()
  // The first checks time out. Then the server answers that it is no replica.
  await expect.poll(() => replica.state(), { timeout: 4_000 }).toBe('away')
  await expect.poll(() => replica.state(), { timeout: 8_000 }).toBe('no replica')
  await sleep(4_000)
  expect([opened, await sessions(), replica.state()]).toEqual([1, 1, 'no replica'])
  await replica.close()
  await expect.poll(sessions).toBe(0)
})

it('a connection that opens after the watch was closed is ended [P600]', async () => {
  const { app } = testShop
  const url = new URL(app.config.databaseUrl!)
  const line = await openTcpProxy(Number(url.port))
  onTestFinished(() => line.close())
  url.port = String(line.port)
  line.delay(1_500)
  const pool = new pg.Pool({ connectionString: app.config.databaseUrl })
  onTestFinished(() => pool.end())
  const { promise: made, resolve } = Promise.withResolvers<pg.Client>()

  const replica = createReplica({
    connect: () => open(app.config.databaseUrl!, 'quick line'),
    replica: {
      pool,
      async connect() {
        const client = await open(url.href, 'late line')
        resolve(client)

        return client
      },
    },
    lagSeconds: 5,
    log: app.log,
  })

  replica.watch()
  await sleep(500)
  await replica.close()
  const lateClient = await made

  const sessions = async () => {
    const sessionsSql =
      "select count(*)::int as n from pg_stat_activity where application_name = 'late line'"
    return (await app.pool.query(sessionsSql)).rows[0].n as number
  }

  onTestFinished(() => lateClient.end())
  await expect.poll(sessions).toBe(0)
})
