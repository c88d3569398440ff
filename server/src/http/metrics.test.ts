import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'

import { sendMail } from '../domains/mails/mails.service.ts'
import { startSchedule } from '../jobs/schedule.ts'
import { shopMetrics } from '../jobs/shop-metrics.ts'
import { createShopCounter, type ShopCounter } from '../platform/observe/metrics/shop-counter.ts'
import { enqueue } from '../platform/queue/jobs.ts'
import { person, product, validCpf, type Person } from '../testing/make.ts'
import { readMetrics, seriesOf } from '../testing/read-metrics.ts'
import { shopPort } from '../testing/shop-process.ts'
import { fill, payPix, send, startPix, eventually, paymentRow } from '../testing/shop.ts'
import { openTcpProxy } from '../testing/tcp-proxy.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { serveWorkerHealth } from './health.ts'
import { createHttp } from './server.ts'

let shop: TestShop
let buyer: Person

beforeAll(async () => {
  shop = await openTestShop({ sandbox: true, env: { METRICS_SECONDS: '0', DATABASE_POOL: '7' } })
  buyer = await person(shop.app)
})

afterAll(() => shop?.close())

const metricsText = async (http = shop.http): Promise<string> =>
  (await http.inject('/metrics')).payload
const readAll = async (http = shop.http) => readMetrics(await metricsText(http))

// The sandbox calls the webhook once when the shop registers it.
const webhook = '{method="POST",route="/api/webhooks/pix",status="2xx"}'
const count = 'chaveiro_http_request_duration_seconds_count'

it('a request is counted by its call’s template, method and status class, never by URL [P520]', async () => {
  const secret = '7d4d9d8e-0000-7000-8000-00000000c0de'
  await shop.http.inject(`/api/payment/efybank/status/${secret}?cpf=52998224725`)
  await shop.http.inject('/api/server/status')
  await shop.http.inject('/api/server/status')
  await shop.http.inject({ method: 'POST', url: '/api/users/login', payload: { email: 1 } })
  await shop.http.inject(`/api/nothing/${secret}`)
  const page = await metricsText()
  const { [webhook]: _, ...series } = seriesOf(readMetrics(page), count)

  expect(series).toEqual({
    '{method="GET",route="/api/payment/:provider/status/:paymentId",status="4xx"}': 1,
    '{method="GET",route="/api/server/status",status="2xx"}': 2,
    '{method="POST",route="/api/users/login",status="4xx"}': 1,
    '{method="GET",route="no such route",status="4xx"}': 1,
  })

  expect(page).not.toContain(secret)
  expect(page).not.toContain('52998224725')
  const buckets = [...readMetrics(page).keys()]
    .filter((name) => name.includes('_bucket{') && name.includes('"/api/server/status"'))
    .map((name) => /le="([^"]+)"/.exec(name)![1])

  expect(buckets).toEqual([
    '0.005',
    '0.01',
    '0.025',
    '0.05',
    '0.1',
    '0.25',
    '0.5',
    '1',
    '2.5',
    '5',
    '10',
    '+Inf',
  ])
})

it('the files of a build are counted as one series, under any name [P520]', async () => {
  const { payload: home } = await shop.http.inject('/')
  const files = [...new Set(home.match(/\/assets\/[\w.-]+\.js/g))].slice(0, 2)
  expect(files).toHaveLength(2)
  for (const file of files) expect((await shop.http.inject(file)).statusCode).toBe(200)
  await shop.http.inject('/api/server/audit-logs/export.csv')
  const series = seriesOf(await readAll(), count)

  expect(series).toMatchObject({
    '{method="GET",route="/assets/*",status="2xx"}': 2,
    '{method="GET",route="page",status="2xx"}': 1,
    '{method="GET",route="/api/server/audit-logs/export.csv",status="4xx"}': 1,
  })

  expect(Object.keys(series).join()).not.toContain('.js')
})

it('a process reports its pool, build, disk, mails, missing settings, event loop and memory [P521]', async () => {
  const all = await readAll()

  expect(seriesOf(all, 'chaveiro_pool_connections')).toEqual({
    '{state="used"}': expect.any(Number),
    '{state="idle"}': expect.any(Number),
  })

  expect(all.get('chaveiro_pool_size')).toBe(7)
  expect(all.get('chaveiro_pool_waiting')).toBe(0)
  expect(seriesOf(all, 'chaveiro_build_info')).toEqual({
    [`{version="0.1.0",node="${process.versions.node}"}`]: 1,
  })
  expect(all.get('chaveiro_disk_free_bytes')).toBeGreaterThan(1_000_000)

  expect(seriesOf(all, 'chaveiro_mails_total')).toEqual({
    '{outcome="sent"}': 0,
    '{outcome="failed"}': 0,
  })

  expect(seriesOf(all, 'chaveiro_lack')).toEqual({
    '{lack="database"}': 0,
    '{lack="database_read_only"}': 0,
    '{lack="vault"}': 0,
    '{lack="worker"}': 0,
    '{lack="disk"}': 0,
  })

  expect(all.get('chaveiro_database_up')).toBe(1)
  expect(all.get('chaveiro_log_lost_lines_total')).toBe(0)
  // A shop without a replica has no gauge for a replica.
  expect(all.has('chaveiro_replica_in_use')).toBe(false)
  expect(all.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  expect(all.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
})

it('metrics show held connections and requests that wait for one [P521]', async () => {
  const held = await Promise.all(Array.from({ length: 7 }, () => shop.app.pool.connect()))
  const late = shop.app.pool.connect()
  const all = await readAll()

  expect(seriesOf(all, 'chaveiro_pool_connections')).toEqual({
    '{state="used"}': 7,
    '{state="idle"}': 0,
  })

  expect(all.get('chaveiro_pool_waiting')).toBe(1)
  for (const client of held) client.release()
  ;(await late).release()
})

it('a paid order shows as calls of its provider, jobs, a mail and an order [P521, P522]', async () => {
  const { id } = await product(shop.app, { keys: ['FIGURA-0001'], name: 'Figura' })
  const cartId = await fill(shop, buyer, id)
  const { body } = await startPix(shop, buyer, cartId, { cpf: validCpf })
  const { providerReference } = await paymentRow(shop, body.paymentId)
  expect((await readAll()).get('chaveiro_payments_pending')).toBe(1)

  expect(seriesOf(await readAll(), 'chaveiro_orders_last_hour')).toMatchObject({
    '{status="pending",origin="site"}': 1,
    '{status="completed",origin="site"}': 0,
    '{status="pending",origin="discord"}': 0,
  })

  await payPix(shop, providerReference!)
  await eventually(shop, async () =>
    expect((await paymentRow(shop, body.paymentId)).status).toBe('completed'),
  )
  await shop.drain()
  const all = await readAll()
  const calls = seriesOf(all, 'chaveiro_provider_call_duration_seconds_count')
  expect(calls['{provider="pix",call="charge",outcome="ok"}']).toBe(1)
  expect(calls['{provider="pix",call="read",outcome="ok"}']).toBeGreaterThan(0)
  expect(calls['{provider="mail",call="send",outcome="ok"}']).toBe(1)
  const jobs = seriesOf(all, 'chaveiro_job_duration_seconds_count')
  expect(jobs['{job="order.receipt",outcome="done"}']).toBe(1)

  expect(seriesOf(all, 'chaveiro_mails_total')).toEqual({
    '{outcome="sent"}': 1,
    '{outcome="failed"}': 0,
  })

  expect(all.get('chaveiro_payments_pending')).toBe(0)

  expect(seriesOf(all, 'chaveiro_orders_last_hour')).toMatchObject({
    '{status="pending",origin="site"}': 0,
    '{status="completed",origin="site"}': 1,
  })
})

it('a provider’s failed answer counts as a failed call, a refused mail as a failed mail [P521]', async () => {
  const faults = (...list: object[]) => shop.sandbox!.call('POST', '/sandbox/api/faults', list)

  await faults(
    { provider: 'efi', method: '*', path: '*', times: 1, do: 'status:503' },
    { provider: 'mail', method: 'DATA', path: '*', times: 1, do: 'status:451' },
  )

  await expect(shop.app.providers.charges.pix!.check()).rejects.toThrow('answered 503')
  const to = { name: 'Ana', email: 'ana@figura.test', language: 'pt-BR' as const }
  await expect(sendMail(shop.app, 'welcome', { id: 'figura-1', to, values: {} })).rejects.toThrow()
  const all = await readAll()
  const calls = seriesOf(all, 'chaveiro_provider_call_duration_seconds_count')
  expect(calls['{provider="pix",call="check",outcome="failed"}']).toBe(1)
  expect(calls['{provider="mail",call="send",outcome="failed"}']).toBe(1)

  expect(seriesOf(all, 'chaveiro_mails_total')).toEqual({
    '{outcome="sent"}': 1,
    '{outcome="failed"}': 1,
  })
})

it('money to review, units without a key, jobs, low keys and the last backup are counted [P522]', async () => {
  const { app } = shop
  const { id } = await product(app, { name: 'Raro', keys: 2 })
  const other = await person(app)
  const cartId = await fill(shop, other, id)
  const { body } = await startPix(shop, other, cartId, { cpf: validCpf })

  await app.pool.query(
    `update payments set on_desk = true, attention = 'late', amount_cents = 1234,
      updated_at = now() - interval '2 hours', next_check_at = now() - interval '11 minutes' where id = $1`,
    [body.paymentId],
  )

  await app.pool.query(
    `insert into stock_watches (variant_id, threshold, low_since) values ($1, 5, now())`,
    [id],
  )

  await app.pool.query(
    `insert into status_parts (part, state, measured_at) values ('pix', 'down', now()), ('card', 'degraded', now()),
      ('mail', 'up', now()), ('chat', 'paused', now()), ('crypto', 'up', now() - interval '2 hours')`,
  )

  await app.pool.query(
    `insert into operation_marks (name, at) values ('backup', '2026-02-03T04:05:06Z')`,
  )
  await enqueue(app, 'stock.back', { variantId: id })
  await enqueue(app, 'mail.welcome', { userId: buyer.userId })

  await app.pool.query(
    `update graphile_worker._private_jobs set run_at = now() - interval '900 seconds'
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'mail.welcome')`,
  )

  await app.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'stock.back')`,
  )

  await enqueue(app, 'payment.settle', { paymentId: body.paymentId, source: 'sweep' })

  await app.pool.query(
    `update graphile_worker._private_jobs set run_at = now() - interval '100 seconds'
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'payment.settle')`,
  )

  const all = await readAll()

  const whole = Object.fromEntries(
    ['chaveiro_payments_attention', 'chaveiro_payments_overdue', 'chaveiro_units_waiting']
      .concat('chaveiro_jobs_dead', 'chaveiro_mails_waiting', 'chaveiro_variants_low')
      .concat('chaveiro_backup_last_timestamp_seconds', 'chaveiro_tells_shop')
      .map((name) => [name, all.get(name)]),
  )

  expect(whole).toEqual({
    chaveiro_payments_attention: 1,
    chaveiro_payments_overdue: 1,
    chaveiro_units_waiting: 0,
    chaveiro_jobs_dead: 1,
    chaveiro_mails_waiting: 1,
    chaveiro_variants_low: 1,
    chaveiro_backup_last_timestamp_seconds: 1_770_091_506,
    chaveiro_tells_shop: 1,
  })

  expect(seriesOf(all, 'chaveiro_payments_attention_cents')).toEqual({
    '{currency="BRL"}': 1234,
    '{currency="USD"}': 0,
  })

  const between = (name: string, least: number) => {
    expect(all.get(name), name).toBeGreaterThanOrEqual(least)
    expect(all.get(name), name).toBeLessThan(least + 60)
  }

  between('chaveiro_payments_attention_oldest_seconds', 7200)
  between('chaveiro_jobs_due_oldest_seconds', 100)
  between('chaveiro_mails_waiting_oldest_seconds', 900)

  await app.pool.query(
    `update graphile_worker._private_jobs set attempts = 1, run_at = now() + interval '1 hour'
      where task_id = (select id from graphile_worker._private_tasks where identifier = 'mail.welcome')`,
  )

  expect((await readAll()).get('chaveiro_mails_waiting'), 'one that waits for its next try').toBe(1)

  expect(seriesOf(all, 'chaveiro_jobs')).toMatchObject({
    '{job="stock.back",state="dead"}': 1,
    '{job="mail.welcome",state="waiting"}': 1,
  })

  expect(seriesOf(all, 'chaveiro_keys_left')).toEqual({ '{product="Raro",variant=""}': 2 })

  expect(seriesOf(all, 'chaveiro_service_up')).toEqual({
    '{part="pix"}': 0,
    '{part="card"}': 0.5,
    '{part="mail"}': 1,
  })
})

it('one process alone reports shop-wide metrics; another takes over when it is not scraped [P523]', async () => {
  const { app } = shop
  const other = await shop.another()
  const otherHttp = await createHttp(other)
  expect((await readAll()).get('chaveiro_payments_attention')).toBe(1)
  const away = await readAll(otherHttp)
  expect(away.get('chaveiro_tells_shop')).toBe(0)
  expect(shopMetrics.map(({ name }) => Object.keys(seriesOf(away, name)).length)).toEqual(
    shopMetrics.map(() => 0),
  )
  expect(away.get('chaveiro_database_up')).toBe(1)
  await app.shopCounter.close()
  await expect
    .poll(async () => (await readAll(otherHttp)).get('chaveiro_payments_attention'))
    .toBe(1)
  expect((await readAll()).get('chaveiro_tells_shop')).toBe(0)
  await other.shopCounter.close()
  await otherHttp.close()
})

it('the shop is counted once an interval; a process that is not scraped gives up the lock [P523]', async () => {
  const { app } = shop
  await app.shopCounter.close()
  const connect = () => connectTo(app.config.databaseUrl!)
  const counter = createShopCounter({
    metrics: shopMetrics,
    connect,
    everySeconds: 60,
    log: app.log,
    unaskedMs: 300,
  })
  const next = createShopCounter({ metrics: shopMetrics, connect, everySeconds: 0, log: app.log })
  expect(await countAttention(counter)).toBe(1)
  await app.pool.query('update payments set on_desk = false')
  expect(await countAttention(counter)).toBe(1)
  expect(await countAttention(next)).toBe('elsewhere')
  await expect.poll(() => countAttention(next), patient).toBe(0)
  await next.close()
  await counter.close()
})

const patient = { timeout: 10_000 }

const countAttention = async (of: ShopCounter) => {
  const reading = await of.read()
  return reading.kind === 'counted'
    ? reading.counts.get('chaveiro_payments_attention')![0]!.n
    : reading.kind
}

it('a process that gets no answer when it takes the lock does not keep it [P523]', async () => {
  const { app } = shop
  await app.shopCounter.close()
  const url = new URL(app.config.databaseUrl!)
  const line = await openTcpProxy(Number(url.port))
  onTestFinished(() => line.close())
  url.port = String(line.port)

  const connect = async () => {
    const client = await connectTo(url.href)
    // Drops the row descriptions: PostgreSQL grants the lock, but the process gets no answer.
    line.drop('T')

    return client
  }

  const deaf = createShopCounter({ metrics: shopMetrics, connect, everySeconds: 0, log: app.log })

  const next = createShopCounter({
    metrics: shopMetrics,
    connect: () => connectTo(app.config.databaseUrl!),
    everySeconds: 0,
    log: app.log,
  })

  expect(await deaf.read()).toEqual({ kind: 'silent' })
  await expect.poll(() => countAttention(next), patient).toBe(0)
  await next.close()
  await deaf.close()
})

it('a process that is frozen or gone loses the lock when it has not counted for long [P523]', async () => {
  const { app } = shop
  await app.shopCounter.close()
  const connect = () => connectTo(app.config.databaseUrl!)
  const frozen = await connect()
  let isEnded = false
  frozen.once('end', () => (isEnded = true))
  await frozen.query("select pg_advisory_lock(x'43484146'::int, 1)")
  const next = createShopCounter({
    metrics: shopMetrics,
    connect,
    everySeconds: 0,
    log: app.log,
    unaskedMs: 500,
  })
  expect([await countAttention(next), isEnded]).toEqual(['elsewhere', false])
  await sleep(1_200)
  await expect.poll(() => countAttention(next), patient).toBe(0)
  expect(isEnded).toBe(true)
  await next.close()
})

it('while counting is slow the last counts are reported, for two minutes at most [P523]', async () => {
  const { app } = shop
  await app.shopCounter.close()
  const connect = () => connectTo(app.config.databaseUrl!)
  const counter = createShopCounter({
    metrics: shopMetrics,
    connect,
    everySeconds: 0,
    log: app.log,
    keptMs: 3_000,
  })
  await expect.poll(() => countAttention(counter), patient).toBe(0)
  const busy = await connect()
  await busy.query('begin; lock table payments')
  expect(await countAttention(counter)).toBe(0)
  await sleep(2_000)
  expect(await countAttention(counter)).toBe('silent')
  await busy.query('rollback')
  await busy.end()
  // A later scrape returns the result of this count once the lock is released.
  await expect.poll(() => countAttention(counter), patient).toBe(0)
  await counter.close()
})

it('a clock set back by an hour does not stop the counting [P523]', async () => {
  const { app } = shop
  await app.shopCounter.close()
  const connect = () => connectTo(app.config.databaseUrl!)
  const counter = createShopCounter({
    metrics: shopMetrics,
    connect,
    everySeconds: 1,
    log: app.log,
  })
  await expect.poll(() => countAttention(counter), patient).toBe(0)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  onTestFinished(() => void vi.useRealTimers())
  await app.pool.query(`update payments set on_desk = true where attention = 'late'`)
  await sleep(1_100)
  await expect.poll(() => countAttention(counter), patient).toBe(1)
  await app.pool.query('update payments set on_desk = false')
  await counter.close()
})

it('no shop-wide metric scans a large table [P524]', async () => {
  const client = await shop.app.pool.connect()
  const large = ['payments', 'orders', 'order_units', 'stock_keys']
  await client.query('set enable_seqscan = off')
  const scannedTables: string[] = []

  for (const { name, statement } of shopMetrics) {
    const { rows } = await client.query(`explain ${statement}`)
    const plan = rows.map((row) => row['QUERY PLAN'] as string).join('\n')
    for (const table of large)
      if (new RegExp(`Seq Scan on ${table}\\b`).test(plan)) scannedTables.push(`${name}: ${table}`)
  }

  await client.query('reset enable_seqscan')
  client.release()
  expect(scannedTables).toEqual([])
})

async function connectTo(url: string) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()

  return client
}

it('each scheduled task reports its last success, its interval and its failures [P521]', async () => {
  const { app } = shop
  await app.pool.query('alter table stock_counts rename to stock_counts_away')
  const schedule = startSchedule(app)
  const failures = 'chaveiro_clock_task_failures_total'
  await expect
    .poll(async () => seriesOf(await readAll(), failures)['{task="fold stock counts"}'])
    .toBe(1)
  await app.pool.query('alter table stock_counts_away rename to stock_counts')
  await schedule.stop()
  const all = await readAll()
  const of = (name: string, task: string) => all.get(`chaveiro_clock_task_${name}{task="${task}"}`)!
  expect(of('interval_seconds', 'fold stock counts')).toBe(60)
  expect(of('interval_seconds', 'write visits')).toBe(10)
  expect(of('failures_total', 'write visits')).toBe(0)
  // 'write visits' ran last, at the stop, and succeeded.
  const [well, ill] = ['write visits', 'fold stock counts'].map((task) =>
    of('last_run_timestamp_seconds', task),
  )
  expect(well).toBeGreaterThan(ill!)
  expect(of('age_seconds', 'write visits')).toBeCloseTo(Date.now() / 1000 - well!, 0)
})

it('a worker process answers only metrics and health on its own port [P525]', async () => {
  const at = (metricsPort: number) =>
    serveWorkerHealth({
      ...shop.app,
      config: {
        ...shop.app.config,
        metricsPort,
        host: '127.0.0.1',
        metricsToken: 'medidor-secreto',
      },
    })

  expect(await at(0)).toBeNull()
  const port = await shopPort()
  const door = await at(port)

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    return { status: answer.status, text: await answer.text() }
  }

  const figures = await ask('/metrics', { authorization: 'Bearer medidor-secreto' })
  expect(figures.status).toBe(200)
  expect(readMetrics(figures.text).get('chaveiro_pool_size')).toBe(7)
  expect((await ask('/metrics', { authorization: 'Bearer errado' })).status).toBe(401)
  expect(await ask('/healthz')).toEqual({ status: 200, text: '{"ok":true}' })

  // Due jobs of earlier tests remain, because no worker runs here.
  expect(await ask('/readyz')).toEqual({
    status: 500,
    text: expect.stringContaining('"failing":["worker"]'),
  })

  expect((await ask('/api/server/status')).status).toBe(404)
  await door!.close()
})

it('requests to many different addresses add no series [P520]', async () => {
  const before = Object.keys(seriesOf(await readAll(), count)).length
  for (let i = 0; i < 50; i++)
    await send(shop, `GET /api/payment/efybank/status/${crypto.randomUUID()}`)
  for (let i = 0; i < 20; i++) await shop.http.inject(`/api/wander/${i}`)
  expect(Object.keys(seriesOf(await readAll(), count)).length).toBe(before)
})

it('a metric whose name ends in _total is a counter', async () => {
  const kinds = [...(await metricsText()).matchAll(/^# TYPE (\w+_total) (\w+)$/gm)]
  expect(kinds.length).toBeGreaterThan(3)
  expect(kinds.filter(([, , kind]) => kind !== 'counter').map(([, name]) => name)).toEqual([])
})
