import type { ServicePart } from '@chaveiro/contracts/service-states'
import { eq, gt } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import {
  siteSettings,
  statusClock,
  statusDays,
  statusIncidents,
  statusParts,
} from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { emptyWatched } from '../../../platform/load/public-cache.ts'
import { byClock } from '../../../testing/clock.ts'
import { roundTripsOf } from '../../../testing/round-trips.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop
let second: App
let kept: App['publicCache']['get']
let admin: pg.Client

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  second = await testShop.another()
  // The tests bypass the cache, so that they read results at once; one test covers the cache.
  kept = testShop.app.publicCache.get
  testShop.app.publicCache.get = async (_key, make) => Buffer.from(JSON.stringify(await make()))
  admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await admin.connect()
})

afterAll(async () => {
  await admin?.end()
  await testShop?.close()
})

afterEach(async () => {
  await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
  for (const table of [statusDays, statusParts, statusIncidents, statusClock])
    await testShop.app.db.delete(table)
})

/** Noon by the shop's calendar plus some seconds, on another day for each test. */
let noon = Math.floor(Date.now() / 86_400_000 + 2) * 86_400_000 + Date.UTC(1970, 0, 1, 15, 0, 2)

const toNoon = async () => {
  await testShop.advance((noon - testShop.clock.now().getTime()) / 1000)
  noon += 86_400_000
}

const look = (app: App = testShop.app) => byClock(app, 'look at the services')

const lookAfter = async (seconds: number, app: App = testShop.app) => {
  await testShop.advance(seconds)
  await look(app)
}

const day = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(testShop.clock.now())

/** Minutes up, degraded, down, paused of each part on a day. */
async function counted(of = day()): Promise<Record<string, number[]>> {
  const rows = await testShop.app.db.select().from(statusDays).where(eq(statusDays.day, of))
  return Object.fromEntries(
    rows.map(({ part, up, degraded, down, paused }) => [part, [up, degraded, down, paused]]),
  )
}

type Answer = {
  since: string | null
  parts: { part: string; state: string; availability: number | null; days: number[][] }[]
  incidents: Record<string, unknown>[]
}

const answer = async (): Promise<Answer> =>
  (await testShop.http.inject('/api/server/status/history')).json()

const states = async () =>
  Object.fromEntries((await answer()).parts.map(({ part, state }) => [part, state]))

const fault = (provider: string, what: string, times = 99) =>
  testShop.sandbox!.call('POST', '/sandbox/api/faults', [
    { provider, path: '*', times, do: what },
  ] as never)

const everyPart = ['shop', 'database', 'delivery', 'pix', 'card', 'crypto', 'chat', 'mail']
const all = (minutes: number[]) => Object.fromEntries(everyPart.map((part) => [part, minutes]))

describe('checks of the services', () => {
  it('run in one of two servers, once a minute, however often called [P190, P191]', async () => {
    await toNoon()
    const empty = { today: day(), since: null, parts: [], incidents: [], announcements: [] }
    expect(await answer()).toEqual(empty)
    await Promise.all([look(), look(second), look(), look(second)])
    expect(await counted()).toEqual(all([1, 0, 0, 0]))
    await lookAfter(60, second)
    await look()
    expect(await counted()).toEqual(all([2, 0, 0, 0]))
    const { since, parts, incidents } = await answer()
    expect([since, incidents]).toEqual([day(), []])
    expect(parts.map(({ part, state, availability }) => [part, state, availability])).toEqual(
      everyPart.map((part) => [part, 'up', 100]),
    )
    // 89 days without data, and today without the unmeasured morning.
    expect(parts[0]!.days).toHaveLength(90)
    expect(parts[0]!.days[0]).toEqual([])
    expect(parts[0]!.days[89]).toEqual([2, 0, 0, 0, 716])
  })

  it('a gap is unmeasured, never up, except a step of three minutes [P191]', async () => {
    await toNoon()
    await look()
    await lookAfter(180)
    expect(await counted()).toMatchObject({ shop: [4, 0, 0, 0] })
    await lookAfter(600)
    expect(await counted()).toMatchObject({ shop: [5, 0, 0, 0], pix: [5, 0, 0, 0] })
    expect(await states()).toMatchObject({ shop: 'up' })
    await testShop.advance(360)
    expect(await states()).toEqual(Object.fromEntries(everyPart.map((part) => [part, 'unknown'])))
  })

  it('a clock that goes back counts nothing twice, and a clock far ahead does not stop checks [P191]', async () => {
    await toNoon()
    await look()
    await lookAfter(60)
    await lookAfter(-60)
    expect(await counted()).toMatchObject({ shop: [2, 0, 0, 0] })
    await testShop.advance(60)
    const [today, ahead] = [day(), new Date(testShop.clock.now().getTime() + 30 * 86_400_000)]
    await testShop.app.db.update(statusClock).set({ claimedAt: ahead, measuredAt: ahead })
    await lookAfter(60)
    await lookAfter(60)
    expect(await counted(today)).toMatchObject({ shop: [4, 0, 0, 0] })
  })
})

describe('a provider in trouble', () => {
  const incidents = async () => (await answer()).incidents

  it('is down after a second try, has one incident for repeated trouble, and an end [P192]', async () => {
    await toNoon()
    await look()
    await fault('efi', 'status:503')
    const from = new Date(Math.floor(testShop.clock.now().getTime() / 60_000) * 60_000)
    const minutesLater = (minutes: number) =>
      new Date(from.getTime() + minutes * 60_000).toISOString()
    await lookAfter(60)
    expect(await counted()).toMatchObject({ pix: [1, 0, 1, 0], card: [2, 0, 0, 0] })
    expect(await states()).toMatchObject({ pix: 'down', card: 'up', shop: 'up' })

    const shown = {
      id: expect.any(String),
      part: 'pix',
      worst: 'down',
      startedAt: minutesLater(1),
    }

    expect(await incidents()).toEqual([{ ...shown, endedAt: null }])
    await lookAfter(60, second)
    expect(await incidents()).toEqual([{ ...shown, endedAt: null }])
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    await lookAfter(60)
    expect(await states()).toMatchObject({ pix: 'up' })
    expect(await incidents()).toEqual([{ ...shown, endedAt: minutesLater(3) }])
    // The trouble returns after a few minutes, and once more after a quarter of an hour.
    await fault('efi', 'status:503')
    await lookAfter(120)
    expect(await incidents()).toEqual([{ ...shown, endedAt: null }])
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    await lookAfter(60)
    await lookAfter(900)
    await fault('efi', 'status:503')
    await lookAfter(60)

    expect((await incidents()).map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual([
      [minutesLater(22), null],
      [minutesLater(1), minutesLater(6)],
    ])

    // The reason is for staff; no public answer holds it.
    const [row] = await testShop.app.db.select().from(statusIncidents)
    expect(row!.detail).toMatch(/^pix: /)
    expect(JSON.stringify(await answer())).not.toContain(row!.detail!)
  })

  it('is not down for one lost answer [P192]', async () => {
    await toNoon()
    await fault('efi', 'status:503', 1)
    await fault('stripe', 'reset', 1)
    await fault('discord', 'status:503', 1)
    await look()
    expect(await counted()).toEqual(all([1, 0, 0, 0]))
    expect(await incidents()).toEqual([])
  })

  it('is degraded when it answers slowly, and still serves [P192]', async () => {
    await toNoon()
    await fault('binance', 'delay:4500', 1)
    await look()
    const { parts, incidents: shown } = await answer()

    expect(parts.find(({ part }) => part === 'crypto')).toMatchObject({
      state: 'degraded',
      availability: 100,
    })

    expect(shown).toMatchObject([{ part: 'crypto', worst: 'degraded', endedAt: null }])
    await fault('binance', 'status:503')
    await lookAfter(60)
    expect(await counted()).toMatchObject({ crypto: [0, 1, 1, 0] })
    expect(await incidents()).toMatchObject([{ part: 'crypto', worst: 'down', endedAt: null }])
    expect((await answer()).parts.find(({ part }) => part === 'crypto')!.availability).toBe(50)
  })

  it('is paused once its owner switches it off, and disappears with its last measured day [P193]', async () => {
    await toNoon()
    await fault('efi', 'status:503')
    await look()
    const { charges } = testShop.app.providers

    const off = {
      ...testShop.app,
      providers: { ...testShop.app.providers, charges: { ...charges, pix: null } },
    }

    await lookAfter(60, off)
    expect(await counted()).toMatchObject({ pix: [0, 0, 1, 1], card: [2, 0, 0, 0] })
    expect(await incidents()).toMatchObject([{ part: 'pix', endedAt: expect.any(String) }])
    testShop.app.providers.charges = { ...charges, pix: null }
    expect(await states()).toMatchObject({ pix: 'paused', card: 'up' })
    await testShop.app.db.update(statusDays).set({ down: 0 }).where(eq(statusDays.part, 'pix'))
    expect(Object.keys(await states())).not.toContain('pix')
    testShop.app.providers.charges = charges
  })
})

it('a shop closed by its owner is paused, not down [P193]', async () => {
  await toNoon()
  const values = { maintenanceMode: true }
  await testShop.app.db.insert(siteSettings).values({ values, updatedAt: testShop.clock.now() })
  await emptyWatched(testShop.app.db)

  await expect
    .poll(async () => {
      await lookAfter(60)
      return (await counted()).shop![3]
    })
    .toBe(1)

  expect((await counted()).shop![2]).toBe(0)
  await testShop.app.db.delete(siteSettings)
  await emptyWatched(testShop.app.db)
  await expect
    .poll(async () => (await testShop.http.inject('/api/server/status/history')).statusCode)
    .toBe(200)
})

it('minutes without a database are counted once when it is back [P195]', async () => {
  await toNoon()
  await look()
  const name = new URL(testShop.app.config.databaseUrl!).pathname.slice(1)
  await admin.query(`alter database ${name} with allow_connections false`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ])
  const failing = async (app: App) => (await app.health.check()).failing
  for (const app of [testShop.app, second])
    await expect.poll(() => failing(app), { timeout: 10_000 }).toEqual(['database'])

  for (let minute = 0; minute < 5; minute++) {
    await testShop.advance(60)
    await Promise.all([look(), look(second)])
  }

  await admin.query(`alter database ${name} with allow_connections true`)
  for (const app of [testShop.app, second])
    await expect.poll(() => failing(app), { timeout: 10_000 }).toEqual([])
  await testShop.advance(60)
  await Promise.all([look(), look(second)])
  await look()

  expect(await counted()).toEqual({
    ...all([2, 0, 0, 0]),
    ...Object.fromEntries(['shop', 'database', 'delivery'].map((part) => [part, [2, 0, 5, 0]])),
  })

  const shown = (await answer()).incidents
  expect(shown.map(({ part, worst }) => `${part as string} ${worst as string}`).toSorted()).toEqual(
    ['database down', 'delivery down', 'shop down'],
  )
  for (const { startedAt, endedAt } of shown as { startedAt: string; endedAt: string }[])
    expect(Date.parse(endedAt) - Date.parse(startedAt)).toBe(5 * 60_000)
})

describe('the public answer', () => {
  const daysAgo = (days: number) =>
    new Date(Date.parse(`${day()}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)
  const keep = (part: ServicePart, days: number, of: Partial<typeof statusDays.$inferInsert>) =>
    testShop.app.db.insert(statusDays).values({ part, day: daysAgo(days), ...of })

  it('has 90 days with their gaps; the share is 100 only for all minutes [P194]', async () => {
    await toNoon()
    await look()
    await keep('pix', 89, { up: 1400, degraded: 20, down: 15, paused: 5 })
    await keep('pix', 90, { down: 1440 })
    await keep('card', 1, { up: 1440 })
    await keep('mail', 2, { up: 30_000, down: 1 })
    const { since, parts } = await answer()
    const of = (part: string) => parts.find((one) => one.part === part)!
    expect(since).toBe(daysAgo(89))
    expect(of('pix').days[0]).toEqual([1400, 20, 15, 5])
    expect(of('pix').days[1]).toEqual([])
    expect(of('pix').availability).toBe(98.95)
    expect(of('card').days[88]).toEqual([1440])
    expect([of('card').availability, of('mail').availability]).toEqual([100, 99.99])
  })

  it('has at most 50 incidents, newest first, none that ended before the first day [P194]', async () => {
    await toNoon()
    await look()
    const now = testShop.clock.now().getTime()
    const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000)

    const trouble = (n: number) => ({
      id: `00000000-0000-4000-8000-0000000000${String(n + 10)}`,
      part: 'card' as const,
      worst: 'down' as const,
      startedAt: hoursAgo(n * 40 + 2),
      endedAt: hoursAgo(n * 40 + 1),
    })

    // Every forty hours for a hundred days: the last six ended before the first day of the page.
    const troubles = Array.from({ length: 60 }, (_, n) => trouble(n))
    await testShop.app.db.insert(statusIncidents).values(troubles)
    const { incidents } = await answer()
    expect(incidents).toHaveLength(50)

    expect(incidents[0]).toEqual({
      id: '00000000-0000-4000-8000-000000000010',
      part: 'card',
      worst: 'down',
      startedAt: hoursAgo(2).toISOString(),
      endedAt: hoursAgo(1).toISOString(),
    })

    await testShop.app.db.delete(statusIncidents).where(gt(statusIncidents.endedAt, hoursAgo(2000)))

    expect((await answer()).incidents.map(({ id }) => (id as string).slice(-2))).toEqual([
      '60',
      '61',
      '62',
      '63',
    ])
  })

  it('is one statement, cached for everybody, and sent once to each browser [P194]', async () => {
    await toNoon()
    await look()
    const get = (headers = {}) =>
      testShop.http.inject({ url: '/api/server/status/history', headers })
    // Data that every call reads (settings, bans) is cached after the first visit.
    await get()
    const uncached = testShop.app.publicCache.get
    testShop.app.publicCache.get = kept

    try {
      const { statements, trips, result } = await roundTripsOf(() => get())
      expect([result.statusCode, trips, statements.length]).toEqual([200, 1, 1])
      const again = await get({ 'if-none-match': result.headers.etag })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      expect(result.body.length).toBeLessThan(20_000)
    } finally {
      testShop.app.publicCache.get = uncached
    }
  })
})

it('days and incidents older than a hundred days are deleted, younger ones stay [P196]', async () => {
  await toNoon()
  await look()
  const now = testShop.clock.now().getTime()
  const ago = (days: number) => new Date(now - days * 86_400_000)
  const dayOf = (at: Date) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(at)

  for (const [n, days] of [99, 101].entries()) {
    await testShop.app.db.insert(statusDays).values({ part: 'shop', day: dayOf(ago(days)), up: 1 })
    await testShop.app.db.insert(statusIncidents).values({
      id: `00000000-0000-4000-8000-00000000002${n}`,
      part: 'shop',
      worst: 'down',
      startedAt: ago(days),
      endedAt: ago(days),
    })
  }

  await byClock(testShop.app, 'forget old states')
  const days = await testShop.app.db.select().from(statusDays).where(eq(statusDays.part, 'shop'))
  expect(days.map((row) => row.day).toSorted()).toEqual([dayOf(ago(99)), day()])
  const kept = await testShop.app.db.select().from(statusIncidents)
  expect(kept.map(({ id }) => id)).toEqual(['00000000-0000-4000-8000-000000000020'])
  expect(await testShop.app.db.select().from(statusParts)).toHaveLength(8)
})
