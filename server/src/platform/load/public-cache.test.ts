import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { openDatabase, type Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { openTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts'
import { createPublicCache, type PublicCache } from './public-cache.ts'

const silent = { info() {}, warn() {} }
let database: Awaited<ReturnType<typeof createTestDatabase>>
let proxy: TcpProxy
let direct: Database
let proxied: Database

beforeAll(async () => {
  database = await createTestDatabase()
  direct = await openDatabase({ databaseUrl: database.url, dataDir: '.', log: silent, max: 2 })
})

afterAll(async () => {
  await direct.close()
  await database.drop()
})

let cache: PublicCache
let storedValue = 'old'
const page = async () => (await cache.get('page', async () => storedValue)).toString()
const setting = () => cache.watched('setting', async () => storedValue)

const change = async (to: string, announce = true) => {
  storedValue = to
  if (announce)
    await direct.pool.query(
      "select pg_notify('chaveiro_pages', ''), pg_notify('chaveiro_pages', 'watched')",
    )
}

beforeEach(async () => {
  const url = new URL(database.url)
  proxy = await openTcpProxy(Number(url.port))
  url.port = String(proxy.port)
  proxied = await openDatabase({ databaseUrl: url.href, dataDir: '.', log: silent, max: 1 })
  storedValue = 'old'
})

afterEach(async () => {
  await cache.close()
  await proxy.close()
  await proxied.close()
})

const open = (connect: () => Promise<pg.Client>, ages = { pageMs: 60_000, watchedMs: 10_000 }) =>
  createPublicCache(connect, { onError: () => {} }, { ...ages, beatMs: 300 })

/**
 * Waits until the cache stores pages: although the source changed, a second read returns the first
 * answer.
 */
const untilCached = () =>
  expect
    .poll(async () => {
      const first = await page()
      storedValue = `${storedValue}.`

      return first === (await page())
    })
    .toBe(true)

describe('cached pages and settings [F161]', () => {
  it('are fresh within seconds after a connection died silently, and it listens again', async () => {
    cache = open(proxied.connect)
    await untilCached()
    proxy.freeze()
    await change('new')
    await expect.poll(page, { timeout: 3_000 }).toBe('"new"')
    await expect.poll(setting, { timeout: 3_000 }).toBe('new')
    proxy.thaw()
    await untilCached()
    await change('newest')
    await expect.poll(page, { timeout: 1_000 }).toBe('"newest"')
  })

  it('expire at their maximum age while the connection answers but delivers no notification', async () => {
    cache = open(proxied.connect, { pageMs: 1_500, watchedMs: 800 })
    await untilCached()
    proxy.drop('A')
    storedValue = 'old'
    const cachedSetting = await setting()
    await change('new')
    expect(await setting()).toBe(cachedSetting)
    await expect.poll(setting, { timeout: 2_000 }).toBe('new')
    await expect.poll(page, { timeout: 3_000 }).toBe('"new"')
  })

  it('have a default maximum age of a minute (pages) and of ten seconds (settings)', async () => {
    const { greatestAge } = await import('./public-cache.ts')
    expect(greatestAge).toEqual({ pageMs: 60_000, watchedMs: 10_000 })
  })
})
