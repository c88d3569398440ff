import { hostname, totalmem } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { person, type Person } from '../../testing/make.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let world: TestShop
let staff: Person
beforeAll(async () => {
  world = await openTestShop({ sandbox: true })
  staff = await person(world.app, { role: 'developer' })
})
afterAll(async () => {
  await world?.close()
})

it('system stats tell the truth about this machine, at top level with a copy under data, under all three paths [B119, B196, S252, S253]', async () => {
  for (const path of ['/api/admin/stats/system', '/api/admin/system/stats', '/api/server/stats']) {
    const {
      status,
      body: { success, data, ...top },
    } = await send(world, `GET ${path}`, { as: staff })
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

it('the staff view of the configuration names no secret [S252, S253]', async () => {
  const { body } = await send(world, 'GET /api/server/config', { as: staff })
  expect(body).toMatchObject({
    success: true,
    mode: 'demo',
    timeZone: 'America/Sao_Paulo',
    methods: { pix: true, card: true, crypto: true },
    captcha: { provider: 'altcha' },
    mail: true,
    staffTwoFactor: 'optional',
  })
  const { card, pix, crypto, smtp, storeSecret, vaultKeys, databaseUrl } = world.app.config
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
