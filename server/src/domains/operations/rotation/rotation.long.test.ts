import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttp } from '../../../http/server.ts'
import { checkSecrets } from '../../../platform/vault-canaries.ts'
import { createVault } from '../../../platform/vault.ts'
import { coupon, person, product, type Person } from '../../../testing/make.ts'
import { fill, send, startPix } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

const many = Number(process.env.ROTATED_KEYS ?? 200_000)
const old = { id: 1, key: randomBytes(32) }
const fresh = { id: 2, key: randomBytes(32) }
const inEnvironment = ({ id, key }: typeof old) => `${id}:${key.toString('base64')}`
const ring = `${inEnvironment(fresh)},${inEnvironment(old)}`
const textOf = (i: number) => `CHAVE-${String(i).padStart(7, '0')}`

let world: TestShop
let second: TestShop
let staff: Person
let productId: string
beforeAll(async () => {
  world = await openTestShop({ sandbox: true, env: { VAULT_KEYS: ring } })
  expect(await checkSecrets(world.app.pool, { ...world.app.config, vaultKeys: [old] })).toEqual([])
  expect(await checkSecrets(world.app.pool, world.app.config)).toEqual([])
  staff = await person(world.app, { role: 'developer', name: 'Dora' })
  await coupon(world.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
  productId = (await product(world.app, { name: 'Curso' })).id
  await stockUp()
  const app = await world.another()
  second = { ...world, app, http: await createHttp(app) }
}, 600_000)
afterAll(async () => {
  await second?.http.close()
  await world?.close()
})

const idOf = (i: number) => `019f0000-0000-7000-8000-${i.toString(16).padStart(12, '0')}`

/** Keys as they lay in the database before the new key came. */
async function stockUp(): Promise<void> {
  const sealed = createVault([old], world.app.config.storeSecret)
  for (let from = 0; from < many; from += 10_000) {
    const n = Math.min(10_000, many - from)
    const ids = Array.from({ length: n }, (_, i) => idOf(from + i))
    const ciphers = ids.map((id, i) => sealed.seal(textOf(from + i), 'stock_keys', id))
    await world.app.pool.query(
      `insert into stock_keys (
          id, variant_id, key_cipher, key_index, last4, status, created_at, updated_at)
        select id, $1, cipher, decode(md5(id::text), 'hex'), '0000', 'available', now(), now()
        from unnest($2::uuid[], $3::bytea[]) as k (id, cipher)`,
      [productId, ids, ciphers],
    )
  }
  await world.app.pool.query('vacuum analyze stock_keys')
}

/** The command as an operator types it, in a process of its own. */
function rotate() {
  const { databaseUrl, dataDir, storeSecret } = world.app.config
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../../cli/ops.ts', import.meta.url)), 'keys', 'rotate', '--json'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        STORE_SECRET: storeSecret.toString('base64'),
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

const underOld = async (): Promise<number> =>
  (
    await world.app.pool.query(
      'select count(*)::int as n from stock_keys where get_byte(key_cipher, 0) = 1',
    )
  ).rows[0].n

/** One buys and reads his key; staff read one of the stock. Answers how long both took. */
async function buyAndLook(shop: TestShop, at: number, bought: Set<string>): Promise<number> {
  const buyer = await person(shop.app)
  const cart = await fill(shop, buyer, productId, 1)
  const from = performance.now()
  expect((await startPix(shop, buyer, cart, { coupon: 'TUDO' })).body.status).toBe('completed')
  const shown = await send(shop, 'GET /api/users/orders', { as: buyer })
  const took = performance.now() - from
  const key = shown.body.orders[0].units[0].licenseKey
  expect(key).toMatch(/^CHAVE-\d{7}$/)
  expect(bought.has(key)).toBe(false)
  bought.add(key)
  const seen = await send(shop, `POST /api/admin/stock/${idOf(at)}/reveal`, { as: staff })
  expect(seen.body.licenseKey).toBe(textOf(at))
  return took
}

it('a large stock is sealed anew by the command, killed three times, while the shop sells (P450, P456)', async () => {
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
  const sales = Promise.all([sell(world), sell(second)])
  sales.catch(() => {})
  await sleep(3_000)
  const alone = times.splice(0)
  for (const share of [0.95, 0.85, 0.75]) {
    const { child, ended } = rotate()
    while ((await underOld()) > many * share) await sleep(200)
    child.kill('SIGKILL')
    await ended
    expect(await underOld()).toBeGreaterThan(many / 2)
  }
  const before = await underOld()
  const from = performance.now()
  const last = rotate()
  const resident: number[] = []
  const looking = setInterval(() => resident.push(last.residentMb()), 500)
  const { code, said } = await last.ended
  clearInterval(looking)
  const seconds = (performance.now() - from) / 1000
  selling = false
  await sales
  expect(code).toBe(0)
  expect(JSON.parse(said)).toMatchObject({ left: 0, unopened: { count: 0 }, letGo: [1] })
  expect(await underOld()).toBe(0)
  // Once all is read in, what is kept does not grow with the rows.
  const live = resident.filter((mb) => mb > 0)
  const quarter = Math.floor(live.length / 4)
  const peak = (part: number[]) => Math.max(...part)
  expect(peak(live.slice(-quarter))).toBeLessThan(peak(live.slice(quarter, 2 * quarter)) * 1.25)
  expect(peak(live)).toBeLessThan(480)
  const median = (of: number[]) => [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)]!
  process.stdout.write(
    `${before} rows in ${seconds.toFixed(1)} s (${((seconds * 1e6) / before).toFixed(0)} µs a row, the start included), ` +
      `resident ${peak(live).toFixed(0)} MB at most, ${bought.size} sales; a purchase with its look ` +
      `${median(alone).toFixed(0)} ms before, ${median(times).toFixed(0)} ms meanwhile, ${peak(times).toFixed(0)} ms at most\n`,
  )

  // Everything opens without the old key.
  const newOnly = createVault([fresh], world.app.config.storeSecret)
  for (let i = 0; i < many; i += 10_000) {
    const { rows } = await world.app.pool.query(
      'select id::text, key_cipher from stock_keys where id >= $1 and id < $2 order by id',
      [idOf(i), idOf(i + 10_000)],
    )
    for (const { id, key_cipher } of rows)
      expect(newOnly.open(key_cipher, 'stock_keys', id)).toBe(textOf(parseInt(id.slice(-12), 16)))
  }
  expect(await checkSecrets(world.app.pool, { ...world.app.config, vaultKeys: [fresh] })).toEqual(
    [],
  )
}, 1_200_000)
