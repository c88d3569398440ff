import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createHttp } from '../../http/server.ts'
import { createKeyMarks } from '../../platform/secrets/key-marks.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { textOfKey } from '../../testing/key-text.ts'
import { coupon, person, product, type Person } from '../../testing/make.ts'
import { fill, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { checkSecrets } from './check-secrets.queries.ts'

const many = Number(process.env.ROTATED_KEYS ?? 50_000)
const old = { id: 1, key: randomBytes(32) }
const fresh = { id: 2, key: randomBytes(32) }
const inEnvironment = ({ id, key }: typeof old) => `${id}:${key.toString('base64')}`
const ring = `${inEnvironment(fresh)},${inEnvironment(old)}`
const oldSecret = randomBytes(32)
const freshSecret = randomBytes(32)
const secrets = `${freshSecret.toString('base64')},${oldSecret.toString('base64')}`

let testShop: TestShop
let second: TestShop
let staff: Person
let productId: string

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true, env: { VAULT_KEYS: ring, STORE_SECRET: secrets } })
  const { pool, config } = testShop.app
  const before = { storeSecret: oldSecret, olderSecrets: [], vaultKeys: [old] }
  expect(await checkSecrets(pool, { ...config, ...before })).toEqual([])
  expect(await checkSecrets(pool, config)).toEqual([])
  staff = await person(testShop.app, { role: 'developer', name: 'Dora' })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
  productId = (await product(testShop.app, { name: 'Curso' })).id
  await stockUp()
  const app = await testShop.another()
  second = { ...testShop, app, http: await createHttp(app) }
}, 600_000)

afterAll(async () => {
  await second?.http.close()
  await testShop?.close()
})

const idOf = (i: number) => `019f0000-0000-7000-8000-${i.toString(16).padStart(12, '0')}`

/** Inserts the stock, sealed with the old key and indexed with the old secret. */
async function stockUp(): Promise<void> {
  const before = createVault([old], oldSecret)

  for (let from = 0; from < many; from += 10_000) {
    const n = Math.min(10_000, many - from)

    const rows = Array.from({ length: n }, (_, i) => {
      const [id, text] = [idOf(from + i), textOfKey(from + i)]
      return { id, cipher: before.seal(text, 'stock_keys', id), ...createKeyMarks(before, text) }
    })

    const blocks = rows.map((row) => row.keyBlockIndexes)
    // A key that contains the same block twice has one block index less.
    expect(blocks.every((of) => of.length >= 4)).toBe(true)
    const block = (at: number) => blocks.map((of) => of[at] ?? null)

    await testShop.app.pool.query(
      `insert into stock_keys (
          id, variant_id, key_cipher, key_index, key_block_indexes, last4,
          status, created_at, updated_at)
        select id, $1, cipher, mark, array_remove(array[a, b, c, d, e], null), last4, 'available', now(), now()
        from unnest($2::uuid[], $3::bytea[], $4::bytea[], $5::text[],
          $6::bytea[], $7::bytea[], $8::bytea[], $9::bytea[], $10::bytea[])
          as k (id, cipher, mark, last4, a, b, c, d, e)`,
      [
        productId,
        rows.map((row) => row.id),
        rows.map((row) => row.cipher),
        rows.map((row) => row.keyIndex),
        rows.map((row) => row.last4),
        ...[0, 1, 2, 3, 4].map(block),
      ],
    )
  }

  await testShop.app.pool.query('vacuum analyze stock_keys')
}

/** The command as an operator types it, in its own process. */
function rotate() {
  const { databaseUrl, dataDir } = testShop.app.config

  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../cli/ops.ts', import.meta.url)), 'keys', 'rotate', '--json'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        STORE_SECRET: secrets,
        VAULT_KEYS: ring,
      },
    },
  )

  let said = ''
  child.stdout.on('data', (text) => (said += text))
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, said }))

  const residentMb = () => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
    } catch {
      return 0
    }
  }

  return { child, ended, residentMb }
}

/** The share of all stock keys that are still sealed with the previous key. */
const underOld = async (): Promise<number> => {
  const { rows } = await testShop.app.pool.query(
    'select count(*)::int as n from stock_keys where get_byte(key_cipher, 0) = 1',
  )
  return rows[0].n / many
}

const sampled = Array.from({ length: 1_000 }, (_, i) => Math.floor((i * many) / 1_000))

/** The share of sampled stock keys that are found with the new secret. */
const foundAsOfNow = async (): Promise<number> => {
  const now = createVault([fresh], freshSecret)

  const { rows } = await testShop.app.pool.query(
    'select count(*)::int as n from stock_keys where key_index = any($1::bytea[])',
    [sampled.map((i) => createKeyMarks(now, textOfKey(i)).keyIndex)],
  )

  return rows[0].n / sampled.length
}

/**
 * A buyer buys and reads a key; staff find and read a stock key. Returns the time of the buyer's
 * calls.
 */
async function buyAndLook(shop: TestShop, at: number, bought: Set<string>): Promise<number> {
  const buyer = await person(shop.app)
  const cart = await fill(shop, buyer, productId, 1)
  const from = performance.now()
  expect((await startPix(shop, buyer, cart, { coupon: 'TUDO' })).body.status).toBe('completed')
  const shown = await send(shop, 'GET /api/users/orders', { as: buyer })
  const took = performance.now() - from
  const key = shown.body.orders[0].units[0].licenseKey
  expect(key).toMatch(/^[0-9A-F]{5}-[0-9A-F]{5}-[0-9A-F]{5}$/)
  expect(bought.has(key)).toBe(false)
  bought.add(key)
  const seen = await send(shop, `POST /api/admin/stock/${idOf(at)}/reveal`, { as: staff })
  expect(seen.body.licenseKey).toBe(textOfKey(at))
  const found = await send(shop, `GET /api/admin/stock?search=${textOfKey(at)}`, { as: staff })
  expect(found.body.licenses.map((one: { id: string }) => one.id)).toEqual([idOf(at)])

  return took
}

/** Starts a rotation, and kills its process once `isSoFar` returns true. */
async function killed(isSoFar: () => Promise<boolean>): Promise<void> {
  const { child, ended } = rotate()

  while (!(await isSoFar())) {
    expect(child.exitCode).toBeNull()
    await sleep(300)
  }

  child.kill('SIGKILL')
  await ended
}

it('a large stock gets a new key and secret by one command, killed four times, while selling [P450, P456, P580]', async () => {
  let selling = true
  let at = 0
  const bought = new Set<string>()
  const times: number[] = []

  const sell = async (shop: TestShop): Promise<void> => {
    while (selling) {
      times.push(await buyAndLook(shop, (at += 7919) % many, bought))
      await sleep(50)
    }
  }

  const sales = Promise.all([sell(testShop), sell(second)])
  sales.catch(() => {})
  await sleep(3_000)
  const alone = times.splice(0)
  const from = performance.now()
  for (const share of [0.9, 0.5]) await killed(async () => (await underOld()) < share)
  expect(await underOld()).toBeGreaterThan(0.2)
  expect(await foundAsOfNow()).toBe(0)
  for (const share of [0.1, 0.5]) await killed(async () => (await foundAsOfNow()) > share)
  expect(await foundAsOfNow()).toBeLessThan(0.8)
  expect(await underOld()).toBe(0)
  const last = rotate()
  const resident: number[] = []
  const looking = setInterval(() => resident.push(last.residentMb()), 500)
  const { code, said } = await last.ended
  clearInterval(looking)
  const seconds = (performance.now() - from) / 1000
  selling = false
  await sales
  expect(code).toBe(0)
  const none = { left: 0, unopened: { count: 0 } }
  expect(JSON.parse(said)).toMatchObject({ ...none, index: { ...none, doubled: { count: 0 } } })
  expect([await underOld(), await foundAsOfNow()]).toEqual([0, 1])
  // After the start, memory use does not grow with the rows.
  const live = resident.filter((mb) => mb > 0)
  const quarter = Math.floor(live.length / 4)
  const peak = (part: number[]) => Math.max(...part)
  expect(peak(live.slice(-quarter))).toBeLessThan(peak(live.slice(quarter, 2 * quarter)) * 1.25)
  expect(peak(live)).toBeLessThan(480)
  const median = (of: number[]) => [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)]!

  process.stdout.write(
    `${many} keys in ${seconds.toFixed(0)} s (${((seconds * 1e6) / many).toFixed(0)} µs each, five starts included), ` +
      `resident ${peak(live).toFixed(0)} MB at most, ${bought.size} sales; a purchase with its look ` +
      `${median(alone).toFixed(0)} ms before, ${median(times).toFixed(0)} ms meanwhile, ${peak(times).toFixed(0)} ms at most\n`,
  )

  // Everything opens without the old key, and is found without the old secret.
  const newOnly = createVault([fresh], freshSecret)

  for (let i = 0; i < many; i += 10_000) {
    const { rows } = await testShop.app.pool.query(
      'select id::text, key_cipher, key_index from stock_keys where id >= $1 and id < $2 order by id',
      [idOf(i), idOf(i + 10_000)],
    )

    for (const { id, key_cipher, key_index } of rows) {
      const text = textOfKey(parseInt(id.slice(-12), 16))
      expect(newOnly.open(key_cipher, 'stock_keys', id)).toBe(text)
      expect(key_index.equals(newOnly.index(text, 'licence-key'))).toBe(true)
    }
  }

  const { pool, config } = testShop.app
  const after = { storeSecret: freshSecret, olderSecrets: [], vaultKeys: [fresh] }
  expect(await checkSecrets(pool, { ...config, ...after })).toEqual([])
}, 3_600_000)
