import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { checkReplica } from '../../cli/doctor-replica.ts'
import { createHttp } from '../../http/server.ts'
import { person, type Person } from '../../testing/make.ts'
import { openReplicated, type Replicated } from '../../testing/replicated.ts'
import { openTcpProxy } from '../../testing/tcp-proxy.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { createReplica } from './replica.ts'

// Tests staff's lists on a real streaming replica. The replica lacks rows that it has not replayed,
// so the rows of an answer show which server sent the answer.

const patient = { timeout: 20_000 }
let servers: Replicated
const shops: TestShop[] = []

const open = async (lagSeconds: number, replica = servers.replica): Promise<TestShop> => {
  const on = { primary: servers.primary, replica }
  const shop = await openTestShop({ on, env: { REPLICA_LAG_SECONDS: String(lagSeconds) } })
  shops.push(shop)
  await becomes(shop, 'ok')

  return shop
}

beforeAll(async () => {
  servers = await openReplicated()
})

afterAll(async () => {
  for (const shop of shops) await shop.close()
  await servers?.close()
})

/** A browser, which keeps cookies, or a program, which does not. */
function openBrowser(testShop: Pick<TestShop, 'http'>, staffMember: Person, keepsCookies = true) {
  const cookieJar = new Map<string, string>()
  return async (method: 'GET' | 'POST', url: string, payload?: object, at = testShop) => {
    const cookies = Object.fromEntries(cookieJar)
    const sent = { method, url, cookies, headers: staffMember.headers, ...(payload && { payload }) }
    const answer = await at.http.inject(sent)
    if (keepsCookies) for (const { name, value } of answer.cookies) cookieJar.set(name, value)

    return answer
  }
}

type Browser = ReturnType<typeof openBrowser>

const staffOf = (testShop: TestShop) => person(testShop.app, { name: 'Dora Equipe', role: 'admin' })

/** A staff browser whose last write the replica has replayed, so that the replica may answer it. */
async function settledBrowser(testShop: TestShop, staffMember: Person): Promise<Browser> {
  const ask = openBrowser(testShop, staffMember)
  expect((await ask('GET', '/api/admin/cupons')).statusCode).toBe(200)
  // Less than a token's lifetime, more than the largest lag in these tests.
  testShop.clock.advance(120)
  await servers.caughtUp()

  return ask
}

let couponCount = 0
const dates = { startDate: '2026-01-01', endDate: '2090-01-01' }
const newCoupon = () => ({ code: `NOVO${++couponCount}`, type: 'percentage', value: 10, ...dates })

async function codes(ask: Browser, at?: Pick<TestShop, 'http'>): Promise<string[]> {
  const answer = await ask('GET', '/api/admin/cupons', undefined, at)
  expect(answer.statusCode).toBe(200)

  return answer.json().cupons.map(({ code }: { code: string }) => code)
}

const readyz = async (testShop: Pick<TestShop, 'http'>) => {
  const { statusCode, payload } = await testShop.http.inject('/readyz')
  return { statusCode, ...(JSON.parse(payload) as { failing: string[]; replica: string }) }
}

const becomes = (testShop: Pick<TestShop, 'http'>, replica: string) =>
  expect
    .poll(() => readyz(testShop), patient)
    .toMatchObject({ failing: [], statusCode: 200, replica })

it('writers see their change at once in any process; others see it once replayed [P600]', async () => {
  const testShop = await open(60)
  const other = { http: await createHttp(await testShop.another()) }
  await becomes(other, 'ok')
  const [dora, eva] = [await staffOf(testShop), await staffOf(testShop)]
  const [ofDora, ofEva] = [
    await settledBrowser(testShop, dora),
    await settledBrowser(testShop, eva),
  ]
  await servers.pause(true)
  const mine = newCoupon()
  expect((await ofDora('POST', '/api/admin/cupons', mine)).statusCode).toBe(200)

  for (const at of [testShop, other]) {
    expect(await codes(ofDora, at)).toContain(mine.code)
    expect(await codes(ofEva, at)).not.toContain(mine.code)
  }

  // The primary answers a program without cookies, since its recent writes are unknown.
  const program = openBrowser(testShop, eva, false)
  expect(await codes(program)).toContain(mine.code)
  // A new session has no cookie yet, so the primary answers it.
  expect(await codes(openBrowser(testShop, await staffOf(testShop)))).toContain(mine.code)
  await servers.pause(false)
  for (const at of [testShop, other])
    await expect.poll(() => codes(ofEva, at), patient).toContain(mine.code)
  await other.http.close()
})

it('a refused write counts as a write, a read does not [P600]', async () => {
  const testShop = shops[0]!
  const dora = await staffOf(testShop)
  const ask = await settledBrowser(testShop, dora)
  for (const path of ['/api/admin/cupons', '/api/admin/desk'])
    expect((await ask('GET', path)).headers['set-cookie']).toBeUndefined()
  const refused = await ask('POST', '/api/admin/cupons', { ...newCoupon(), value: 1000 })
  expect(refused.statusCode).toBe(400)
  expect(refused.headers['set-cookie']).toMatch(
    /^chaveiroReads=[0-9a-f-]{36}\.\d{13}; Path=\/api; HttpOnly; SameSite=Strict$/,
  )
  const buyer = await person(testShop.app)
  const answer = await openBrowser(testShop, buyer)('GET', '/api/users/orders')
  expect(answer.headers['set-cookie']).toBeUndefined()
})

it('lists and statistics read the replica; the desk, single orders and writes the primary [P601]', async () => {
  const isMarked = (route: AnyRoute) => route.fromReplica === true

  const replicaCalls = Object.entries(adminApi).flatMap(([domain, calls]) =>
    Object.entries(calls as Record<string, AnyRoute>)
      .filter(([, route]) => isMarked(route))
      .map(([name, route]) => ({ at: `${domain}.${name}`, route })),
  )

  expect(replicaCalls.map(({ at }) => at).join(' ')).toBe(
    'users.list users.stats users.export licences.list licences.export licences.stats ' +
      'stock.list stock.export stock.stats stock.products coupons.list coupons.export ' +
      'coupons.stats carts.list carts.stats carts.export orders.list orders.stats orders.counts ' +
      'orders.export transactions.list transactions.stats transactions.export tickets.list ' +
      'tickets.stats tickets.export notifications.list notifications.stats security.logs ' +
      'audit.list audit.export statistics.summary statistics.sales statistics.users ' +
      'statistics.revenue statistics.salesStats statistics.topProducts statistics.paymentMethods ' +
      'statistics.business statistics.month reviews.list',
  )

  for (const { at, route } of replicaCalls)
    expect([at, route.method, route.access]).toEqual([at, 'GET', 'staff'])
  // The replica answers each of these calls without the primary.
  const testShop = shops[0]!
  const ask = await settledBrowser(testShop, await staffOf(testShop))
  let primaryQueries = 0
  testShop.app.pool.on('acquire', () => void primaryQueries++)

  for (const { at, route } of replicaCalls)
    await expect
      .poll(async () => {
        const before = primaryQueries
        const { statusCode } = await ask('GET', route.path)

        return { at, statusCode, asked: primaryQueries - before }
      }, patient)
      .toEqual({ at, statusCode: 200, asked: 0 })
})

/** The replica's line in /metrics. */
const replicaGauge = async ({ http }: Pick<TestShop, 'http'>): Promise<string | undefined> =>
  (await http.inject('/metrics')).payload.match(/^chaveiro_replica_in_use .*$/m)?.[0]

it('a replica behind REPLICA_LAG_SECONDS is not read; the shop stays ready and reports the lag [P602, P603]', async () => {
  const testShop = await open(1)
  const ask = await settledBrowser(testShop, await staffOf(testShop))
  await servers.pause(true)
  const theirs = newCoupon()
  const other = openBrowser(testShop, await staffOf(testShop))
  expect((await other('POST', '/api/admin/cupons', theirs)).statusCode).toBe(200)
  await becomes(testShop, 'behind')
  expect(await replicaGauge(testShop)).toBe('chaveiro_replica_in_use 0')
  expect(await codes(ask)).toContain(theirs.code)
  const isBehind = { about: 'replica', state: 'look', seen: 'more than 1 s behind' }
  expect(await checkReplica(testShop.app)).toEqual([
    { ...isBehind, todo: 'look at pg_stat_replication, and at what keeps it from replaying' },
  ])
  await servers.pause(false)
  await becomes(testShop, 'ok')
  expect(await replicaGauge(testShop)).toBe('chaveiro_replica_in_use 1')
  expect(await checkReplica(testShop.app)).toEqual([
    { about: 'replica', state: 'ok', seen: 'less than 1 s behind' },
  ])
})

it('lists and files still work when the replica stops or its connection dies silently [P602]', async () => {
  const proxyLine = await openTcpProxy(servers.port)
  const through = new URL(servers.replica)
  through.port = String(proxyLine.port)
  const testShop = await open(60, through.href)
  const ask = await settledBrowser(testShop, await staffOf(testShop))
  proxyLine.freeze()
  // The first read uses the dead connection. Once that is detected, the primary answers.
  expect(await codes(ask)).toEqual([])
  await becomes(testShop, 'away')
  const file = await ask('GET', '/api/admin/cupons/export.csv')

  expect([file.statusCode, file.payload.split('\r\n')[0]]).toEqual([
    200,
    '\ufeff"id","code","type","value","minPurchase","maxDiscount","usageCount","usageLimit",' +
      '"startDate","endDate","active","status","products"',
  ])

  proxyLine.thaw()
  await becomes(testShop, 'ok')
  await servers.stopReplica()
  expect(await codes(ask)).toEqual([])
  await becomes(testShop, 'away')
  const mine = newCoupon()
  expect((await ask('POST', '/api/admin/cupons', mine)).statusCode).toBe(200)
  expect(await codes(ask)).toEqual([mine.code])
  await servers.startReplica()
  await becomes(testShop, 'ok')
  await proxyLine.close()
})

it('each read checks the server that answers it, not only the server of the health checks [P602]', async () => {
  const { app } = shops[0]!

  const open = async (connectionString: string) => {
    const client = new pg.Client({ connectionString })
    client.on('error', () => {})
    await client.connect()

    return client
  }

  // A misconfiguration: the health checks reach the replica, but reads reach the primary, for
  // example behind one virtual IP address.
  const pool = new pg.Pool({ connectionString: servers.primary })

  const mixed = createReplica({
    connect: () => open(app.config.databaseUrl!),
    replica: { pool, connect: () => open(servers.replica) },
    lagSeconds: 60,
    log: app.log,
  })

  mixed.watch()
  await expect.poll(() => mixed.state(), patient).toBe('ok')
  const { rows } = await mixed.reading(app).db.execute(sql`select current_database() as name`)
  expect(rows).toEqual([{ name: new URL(app.config.databaseUrl!).pathname.slice(1) }])
  await mixed.close()
  await pool.end()
})

it('a replica that was promoted is not read [P602]', async () => {
  const testShop = shops[0]!
  const ask = await settledBrowser(testShop, await staffOf(testShop))
  await servers.promote()
  await becomes(testShop, 'no replica')
  const theirs = newCoupon()
  const other = openBrowser(testShop, await staffOf(testShop))
  expect((await other('POST', '/api/admin/cupons', theirs)).statusCode).toBe(200)
  expect(await codes(ask)).toContain(theirs.code)
})
