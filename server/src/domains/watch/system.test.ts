import { hostname, totalmem } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { enqueue } from '../../platform/queue/jobs.ts'
import { person, type Person } from '../../testing/make.ts'
import { buyerOf, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { role: 'developer' })
})

afterAll(async () => {
  await testShop?.close()
})

it('system stats are those of this machine, at top level and under data, on all three paths [B119, B196, S252, S253]', async () => {
  for (const path of ['/api/admin/stats/system', '/api/admin/system/stats', '/api/server/stats']) {
    const {
      status,
      body: { success, data, ...top },
    } = await send(testShop, `GET ${path}`, { as: staff })

    expect([status, success]).toEqual([200, true])
    expect(data).toEqual(top)

    expect(top).toEqual({
      cpuUsage: expect.any(Number),
      memoryUsage: expect.any(Number),
      diskUsage: expect.any(Number),
      uptime: expect.any(Number),
      os: expect.stringMatching(/\w/),
      arch: process.arch,
      cpuModel: expect.stringMatching(/\w/),
      totalMemory: expect.any(Number),
      hostname: hostname(),
    })

    for (const name of ['memoryUsage', 'diskUsage'] as const) {
      expect(top[name]).toBeGreaterThan(0)
      expect(top[name]).toBeLessThanOrEqual(100)
    }

    expect(Math.abs(top.totalMemory - totalmem()) / totalmem()).toBeLessThan(0.05)
    expect(top.uptime).toBeGreaterThan(0)
  }
})

it('the staff view of the configuration holds no secret [S252, S253]', async () => {
  const { body } = await send(testShop, 'GET /api/server/config', { as: staff })

  expect(body).toMatchObject({
    success: true,
    mode: 'demo',
    timeZone: 'America/Sao_Paulo',
    methods: { pix: true, card: true, crypto: true },
    captcha: { provider: 'altcha' },
    mail: true,
    staffTwoFactor: 'optional',
  })

  const { card, pix, crypto, smtp, storeSecret, vaultKeys, databaseUrl } = testShop.app.config

  const secrets = [
    card!.secretKey,
    ...card!.webhookSecrets,
    pix!.clientSecret,
    pix!.keyPem,
    ...pix!.webhookSecret,
    crypto!.apiKey,
    crypto!.apiSecret,
    smtp!.url,
    storeSecret.toString('base64'),
    vaultKeys[0]!.key.toString('base64'),
    databaseUrl,
  ].filter((one) => typeof one === 'string')

  expect(secrets.length).toBeGreaterThan(8)
  for (const secret of secrets) expect(JSON.stringify(body)).not.toContain(secret)
})

it('the system page shows waiting work, failing parts, reported alerts and the last backup [P531]', async () => {
  const { app } = testShop
  const before = await send(testShop, 'GET /api/admin/system/figures', { as: staff })

  expect(before).toMatchObject({
    status: 200,
    body: {
      success: true,
      queue: { oldestSeconds: 0, dead: 0 },
      lateTasks: [],
      mails: { waiting: 0, oldestSeconds: 0 },
      money: { payments: 0, brlCents: 0, usdCents: 0, oldestSeconds: 0 },
      units: { waiting: 0, oldestSeconds: 0 },
      parts: [],
      backupAt: null,
      alertsBy: 'off',
      alerts: [],
    },
  })

  const { who, cartId } = await buyerOf(testShop)
  const { body } = await startPix(testShop, who, cartId)

  await app.pool.query(
    `update payments set on_desk = true, amount_cents = 2500, updated_at = now() - interval '2 hours' where id = $1`,
    [body.paymentId],
  )

  await app.pool.query(
    `insert into status_parts (part, state, measured_at) values ('pix', 'down', '2026-02-03T17:05:00Z'),
      ('shop', 'up', '2026-02-03T17:05:00Z')`,
  )

  await app.pool.query(
    `insert into shop_alerts (name, seen_at, told_at) values
      ('pix_down', '2026-02-03T17:05:00Z', '2026-02-03T17:07:00Z'), ('disk', '2026-02-03T17:05:00Z', null)`,
  )

  await app.pool.query(
    `insert into operation_marks (name, at) values ('backup', '2026-02-01T06:30:00Z')`,
  )
  await enqueue(app, 'mail.welcome', { userId: staff.userId })
  await enqueue(app, 'payment.settle', { paymentId: body.paymentId, source: 'sweep' })

  // A mail that is last in the queue does not mean that the queue is stuck.
  await app.pool.query(
    `update graphile_worker._private_jobs
      set run_at = now() - case priority when 0 then interval '10 minutes' else interval '1 hour' end`,
  )

  app.processMetrics.clock('sweep payments', -1000)
  app.processMetrics.clock('write visits', 10)
  const { body: after } = await send(testShop, 'GET /api/admin/system/figures', { as: staff })

  expect(after).toMatchObject({
    database: { waiting: 0, size: 30 },
    queue: { dead: 0 },
    lateTasks: ['sweep payments'],
    mails: { waiting: 1 },
    money: { payments: 1, brlCents: 2500, usdCents: 0 },
    parts: [{ part: 'pix', state: 'down', measuredAt: '2026-02-03T17:05:00.000Z' }],
    backupAt: '2026-02-01T06:30:00.000Z',
    alerts: [{ name: 'pix_down', since: '2026-02-03T17:05:00.000Z' }],
  })

  expect(after.database.used + after.database.idle).toBeGreaterThan(0)

  for (const [seconds, least] of [
    [after.queue.oldestSeconds, 600],
    [after.mails.oldestSeconds, 3600],
  ]) {
    expect(seconds).toBeGreaterThanOrEqual(least)
    expect(seconds).toBeLessThan(least + 60)
  }

  expect(after.money.oldestSeconds).toBeGreaterThanOrEqual(7200)
  expect(after.money.oldestSeconds).toBeLessThan(7260)
  const { slowest, perMinute, errors } = after.requests

  expect(slowest).toContainEqual({
    call: 'POST /api/payment/efybank/checkout',
    count: 1,
    meanMs: expect.any(Number),
    slowestMs: expect.any(Number),
  })

  expect(JSON.stringify(slowest)).not.toContain('/api/admin/system')
  expect([perMinute > 0, errors]).toEqual([true, 0])
})
