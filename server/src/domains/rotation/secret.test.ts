import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { buildApp, closeApp } from '../../build-app.ts'
import { readSecretCommand, runSecret } from '../../cli/secret.ts'
import { openDatabase } from '../../db/open.ts'
import { createHttp } from '../../http/server.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { countSigners } from '../../platform/secrets/vault-canaries.ts'
import { createVault } from '../../platform/secrets/vault.ts'
import { coupon, person, product, type Person } from '../../testing/make.ts'
import { fill, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { newRecoveryCodes, useOwnCode } from '../accounts/two-factor/codes.service.ts'
import { brokenLaws } from '../laws/laws.queries.ts'
import { addKeys } from '../stock/stock.service.ts'
import { checkSecrets } from './check-secrets.queries.ts'
import { indexedPlaces } from './indexes.queries.ts'
import { secretStatus } from './secret.queries.ts'
import { rotateSecret, type SecretOptions } from './secret.service.ts'

const old = Buffer.alloc(32, 5)
const fresh = Buffer.alloc(32, 6)
const vaultKeys = [{ id: 1, key: randomBytes(32) }]
const [oldMark] = createVault(vaultKeys, old).marks as [number]
const [freshMark] = createVault(vaultKeys, fresh).marks as [number]
const many = 1500
const keyOf = (i: number) => `CHAVE-Z${String(i).padStart(5, '0')}-LOJA`
const hex = (bytes: Buffer[]) => bytes.map((one) => one.toString('hex'))

let testShop: TestShop
let second: TestShop
let staff: Person
let early: Person
let productId: string

beforeAll(async () => {
  testShop = await openTestShop({
    sandbox: true,
    env: {
      STORE_SECRET: `${fresh.toString('base64')},${old.toString('base64')}`,
      VAULT_KEYS: `1:${vaultKeys[0]!.key.toString('base64')}`,
    },
  })

  const { pool, config } = testShop.app
  // The following data is indexed with the old value, as before the new value existed.
  const newest = under(testShop.app, old)
  expect(await checkSecrets(pool, { ...config, storeSecret: old, olderSecrets: [] })).toEqual([])
  staff = await person(testShop.app, { role: 'developer', name: 'Dora' })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
  const keys = Array.from({ length: many }, (_, i) => keyOf(i))
  productId = (await product(testShop.app, { keys, name: 'Curso', maxPerOrder: 50 })).id
  early = await person(testShop.app, { name: 'Zilda' })
  const bought = await startPix(testShop, early, await fill(testShop, early, productId, 1), {
    coupon: 'TUDO',
  })
  expect(bought.body.status).toBe('completed')
  await insertOthers()
  Object.assign(testShop.app, { vault: newest })
  expect(await checkSecrets(pool, config)).toEqual([])
  const app = await testShop.another()
  second = { ...testShop, app, http: await createHttp(app) }
})

afterAll(async () => {
  await second?.http.close()
  await testShop?.close()
})

/** Sets other values of STORE_SECRET; returns the previous vault. */
function under(app: App, newest: Buffer, ...older: Buffer[]): App['vault'] {
  const before = app.vault
  Object.assign(app, { vault: createVault(vaultKeys, newest, older) })

  return before
}

/** Stores a minted key with its grant, a replaced key, and a push device. */
async function insertOthers(): Promise<void> {
  const { vault, pool } = testShop.app
  const id = staff.userId
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')

  await client.query(
    `insert into licence_grants (id, unit_id, order_id, seller_type, level, days, key_cipher,
      key_index, state, created_at, updated_at)
      values ($1, $1, $1, 'multi', 1, 1, $2, $3, 'dropped', now(), now())`,
    [
      id,
      vault.seal('LOJA-MINTED', 'licence_grants', id),
      vault.index('LOJA-MINTED', 'licence-key'),
    ],
  )

  await client.query(
    `insert into key_replacements (id, licence_id, unit_id, order_id, reason, old_cipher,
      old_index, old_last4, created_at, done_at) values ($1, $1, $1, $1, 'r', $2, $3, 'LADA', now(), now())`,
    [
      id,
      vault.seal('LOJA-TROCADA', 'key_replacements', id),
      vault.index('LOJA-TROCADA', 'licence-key'),
    ],
  )

  const endpoint = 'https://push.example/ana'

  await client.query(
    `insert into push_devices (id, endpoint_index, sealed, user_id, session_id, created_at)
      values ($1, $2, $3, $1, $1, now())`,
    [
      id,
      vault.index(endpoint, 'push endpoint'),
      vault.seal(JSON.stringify({ endpoint, p256dh: 'p', auth: 'a' }), 'push_devices', id),
    ],
  )

  await client.query('set session_replication_role = origin')
  client.release()
}

/** Starts a rotation with its own app and connections; `cutOff` closes these connections. */
async function rotation(options: SecretOptions = {}) {
  const { databaseUrl, dataDir } = testShop.app.config
  const { log } = testShop.app
  const { pool, connect, close } = await openDatabase({ databaseUrl, dataDir, log, max: 2 })
  const pids = new Set<number>()
  pool.on('connect', (client) => {
    pids.add((client as unknown as { processID: number }).processID)
  })
  const app = buildApp({ config: testShop.app.config, log, pool, connect, subscribers: [] })

  const run = async () => {
    try {
      return await rotateSecret(app, { batch: 50, ...options })
    } finally {
      await closeApp(app)
      await close()
    }
  }

  const ended = run()
  ended.catch(() => {})
  const cutOff = async () => {
    for (const pid of pids) await testShop.app.pool.query('select pg_terminate_backend($1)', [pid])
  }

  return { ended, cutOff }
}

const found = async (shop: TestShop, section: 'stock' | 'licenses', search: string) => {
  const { body } = await send(shop, `GET /api/admin/${section}?search=${search}`, { as: staff })
  return body.licenses as object[]
}

/** A buyer buys a key; staff find the stock key and the licence, and cannot add the key again. */
async function buyAndFind(shop: TestShop, at: number): Promise<string> {
  const buyer = await person(shop.app)
  const cart = await fill(shop, buyer, productId, 1)
  const bought = await startPix(shop, buyer, cart, { coupon: 'TUDO' })
  expect(bought.body.status).toBe('completed')
  const { orders } = (await send(shop, 'GET /api/users/orders', { as: buyer })).body
  const { licenseKey } = orders[0].units[0]

  const [whole, block, licence] = await Promise.all([
    found(shop, 'stock', keyOf(at)),
    found(shop, 'stock', keyOf(at).slice(6, 12)),
    found(shop, 'licenses', licenseKey),
  ])

  expect([whole.length, block.length, licence.length], keyOf(at)).toEqual([1, 1, 1])
  const again = await inTransaction(shop.app, (tx) =>
    addKeys(tx, productId, [keyOf(at), licenseKey]),
  )
  expect(again.added, `${keyOf(at)} and ${licenseKey} are there already`).toBe(0)

  return licenseKey
}

it('every blind index that finds a value is one that a rotation makes again [P581]', async () => {
  const { rows } = await testShop.app.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type in ('bytea', 'ARRAY') and column_name ~ 'index(es)?$'`,
  )

  expect(rows.map(({ name }) => name).sort()).toEqual([
    'key_replacements.old_index',
    'licence_grants.key_index',
    'licences.key_block_indexes',
    'licences.key_index',
    // This index is compared with returned mails for some days; no search uses it.
    'mails_sent.to_index',
    'push_devices.endpoint_index',
    'stock_keys.key_block_indexes',
    'stock_keys.key_index',
  ])

  expect(indexedPlaces.map(({ table, index }) => `${table}.${index}`).sort()).toEqual([
    'key_replacements.old_index',
    'licence_grants.key_index',
    'licences.key_index',
    'push_devices.endpoint_index',
    'stock_keys.key_index',
  ])
})

it('nothing starts while a process signs with an older value, and a dry run writes nothing [P582]', async () => {
  const { databaseUrl, dataDir } = testShop.app.config
  const { log } = testShop.app
  const { pool, connect, close } = await openDatabase({ databaseUrl, dataDir, log, max: 2 })
  const config = { ...testShop.app.config, storeSecret: old, olderSecrets: [fresh] }
  const late = buildApp({ config, log, pool, connect, subscribers: [] })

  try {
    await expect.poll(async () => (await countSigners(pool)).get(oldMark)).toBe(1)
    expect((await rotateSecret(testShop.app)).refused).toBe(
      `1 process of this shop still sign with the value ${oldMark}: ` +
        'start it again with the same STORE_SECRET as this command',
    )
  } finally {
    await closeApp(late)
    await close()
  }

  await expect.poll(async () => (await countSigners(testShop.app.pool)).has(oldMark)).toBe(false)

  expect(await rotateSecret(testShop.app, { dryRun: true })).toMatchObject({
    refused: null,
    moved: many + 4,
    letGo: [],
  })

  expect(await secretStatus(testShop.app)).toMatchObject({
    newest: freshMark,
    secrets: [
      { mark: freshMark, given: true, needed: true },
      { mark: oldMark, given: true, needed: true, processes: 0 },
    ],
    places: [
      { place: 'stock_keys.key_index', newest: 0, older: many, unopened: 0 },
      { place: 'licences.key_index', newest: 0, older: 1, unopened: 0 },
      { place: 'licence_grants.key_index', newest: 0, older: 1, unopened: 0 },
      { place: 'key_replacements.old_index', newest: 0, older: 1, unopened: 0 },
      { place: 'push_devices.endpoint_index', newest: 0, older: 1, unopened: 0 },
    ],
  })
})

it('two processes add one key, one with the older value: one of them finds it stored [P581]', async () => {
  const late = await testShop.another()
  under(late, old, fresh)
  const keys = Array.from({ length: 20 }, (_, i) => `GEMEA-${i}-AAAA`)

  const added = await Promise.all(
    keys.flatMap((key) =>
      [testShop.app, late].map((app) => inTransaction(app, (tx) => addKeys(tx, productId, [key]))),
    ),
  )

  expect(added.reduce((sum, one) => sum + one.added, 0)).toBe(20)
  for (const key of keys) expect(await found(testShop, 'stock', key), key).toHaveLength(1)
})

it('cut off three times and run twice at once, a rotation loses no key and sells none twice [P580]', async () => {
  let selling = true
  let at = 0

  const sell = async (shop: TestShop): Promise<string[]> => {
    const bought: string[] = []
    while (selling) bought.push(await buyAndFind(shop, (at += 7) % many))

    return bought
  }

  const sales = Promise.all([sell(testShop), sell(second), sell(second)])
  sales.catch(() => {})
  const stop = new AbortController()
  const first = await rotation({ signal: stop.signal, tell: (n) => n >= 200 && stop.abort() })
  expect(await first.ended).toMatchObject({ interrupted: true, letGo: [] })

  for (let cut = 0; cut < 2; cut++) {
    let go = () => {}
    const begun = new Promise<void>((done) => (go = done))
    const run = await rotation({ tell: (n) => n >= 200 && go() })
    await begun
    let alive = true

    const broken = run.ended.then(
      () => 'ended',
      () => 'broke',
    )

    void broken.then(() => (alive = false))

    while (alive) {
      await run.cutOff()
      await sleep(5)
    }

    expect(await broken).toBe('broke')
  }

  const half = (await secretStatus(testShop.app)).places[0]!
  expect(half.older).toBeGreaterThan(100)
  expect(half.newest).toBeGreaterThan(100)
  // During the rotation a licence and its stock key always have the same index.
  expect(await brokenLaws(testShop.app.db)).toEqual([])
  // A rotation skips locked rows, which keep the old value.
  const holder = await testShop.app.pool.connect()
  await holder.query('begin')
  const before = createVault(vaultKeys, old)

  await holder.query(
    `select 1 from stock_keys where key_index = any($1::bytea[]) order by id desc limit 3 for update`,
    [Array.from({ length: many }, (_, i) => before.index(keyOf(i), 'licence-key'))],
  )

  const waiting = await (await rotation({ patienceMs: 300 })).ended
  expect(waiting).toMatchObject({ left: 3, letGo: [], interrupted: false })
  await holder.query('rollback')
  holder.release()
  const both = await Promise.all([(await rotation()).ended, (await rotation()).ended])

  expect(both.map(({ left, unopened, doubled }) => [left, unopened.count, doubled.count])).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ])

  expect(both.flatMap(({ letGo }) => letGo)).toContain(oldMark)
  selling = false
  const bought = (await sales).flat()
  expect(bought.length).toBeGreaterThan(10)
  expect(new Set(bought).size).toBe(bought.length)
  const { rows } = await testShop.app.pool.query('select count(*)::int as n from stock_keys')
  expect(rows).toEqual([{ n: many + 20 }])
  expect(await brokenLaws(testShop.app.db)).toEqual([])

  // The old value is removed.
  const { config, pool } = testShop.app
  expect(await checkSecrets(pool, { ...config, olderSecrets: [] })).toEqual([])
  expect(await checkSecrets(pool, { ...config, storeSecret: old, olderSecrets: [] })).toEqual([
    'STORE_SECRET is not the one that this database was made with',
  ])
  under(testShop.app, fresh)

  for (const i of [1, 97, 700, many - 1]) {
    expect(await found(testShop, 'stock', keyOf(i))).toHaveLength(1)
    expect(await found(testShop, 'stock', keyOf(i).slice(6, 12))).toHaveLength(1)
  }

  const { orders } = (await send(testShop, 'GET /api/users/orders', { as: early })).body
  const [mine] = await found(testShop, 'licenses', orders[0].units[0].licenseKey)
  expect(mine).toMatchObject({ licenseKey: 'CHAVE-Z00000-LOJA', customerName: 'Zilda' })
  // All rows of a key change in one transaction, so their indexes are always equal.
  const { vault } = testShop.app

  const of = async (table: string, column: string) =>
    hex(
      (
        await pool.query(`select ${column} as i from ${table} where id = $1`, [staff.userId])
      ).rows.map(({ i }) => i),
    )

  expect(await of('licence_grants', 'key_index')).toEqual(
    hex([vault.index('LOJA-MINTED', 'licence-key')]),
  )
  expect(await of('key_replacements', 'old_index')).toEqual(
    hex([vault.index('LOJA-TROCADA', 'licence-key')]),
  )
  expect(await of('push_devices', 'endpoint_index')).toEqual(
    hex([vault.index('https://push.example/ana', 'push endpoint')]),
  )
  await buyAndFind(testShop, many - 2)
}, 240_000)

it('recovery codes of the older value work until replaced; staff may have them deleted [P583]', async () => {
  const { pool, config } = testShop.app
  const buyer = await person(testShop.app)
  under(testShop.app, old, fresh)
  expect(await checkSecrets(pool, { ...config, storeSecret: old, olderSecrets: [fresh] })).toEqual(
    [],
  )

  await pool.query(
    `insert into two_factors (user_id, secret_cipher, created_at, confirmed_at) values ($1, $2, now(), now())`,
    [buyer.userId, testShop.app.vault.seal('JBSWY3DPEHPK3PXP', 'two_factors', buyer.userId)],
  )

  const codes = await inTransaction(testShop.app, (tx) => newRecoveryCodes(tx, buyer.userId))
  under(testShop.app, fresh, old)
  expect(await inTransaction(testShop.app, (tx) => useOwnCode(tx, buyer.userId, codes[0]!))).toBe(
    'recovery',
  )
  const said: string[] = []
  const output = { out: (text: string) => void said.push(text), progress: () => {} }
  const ask = (...args: string[]) => runSecret(testShop.app, readSecretCommand(args)!, output)
  const before = (await pool.query('select max(id::text) as id from audit_log')).rows[0].id
  expect(await ask('rotate')).toBe(1)
  const kept =
    '1 people have recovery codes that only an older value verifies: they make new ones in ' +
    'their settings, or "secret rotate --forget-codes" deletes these.'
  expect(said.at(-1)).toBe(
    `0 rows were indexed again under the value ${freshMark} of STORE_SECRET.\n${kept}`,
  )
  expect(await ask('status')).toBe(1)

  expect(said.at(-1)).toContain(
    [
      `The value ${freshMark} is the newest: it signs and indexes new rows.`,
      `The value ${oldMark} must stay in STORE_SECRET.`,
      kept,
    ].join('\n'),
  )

  expect(await checkSecrets(pool, { ...config, olderSecrets: [] })).toEqual([
    `STORE_SECRET: the value with the mark ${oldMark} is missing; this database holds what was made with it`,
  ])
  expect(await ask('rotate', '--forget-codes')).toBe(0)
  expect(said.at(-1)).toContain(
    `9 recovery codes were deleted.\nThe value ${oldMark} is needed by no row any more and may be taken out of STORE_SECRET`,
  )
  expect(await inTransaction(testShop.app, (tx) => useOwnCode(tx, buyer.userId, codes[1]!))).toBe(
    null,
  )
  expect(await checkSecrets(pool, { ...config, olderSecrets: [] })).toEqual([])

  const { rows } = await pool.query(
    `select action, actor_id, details from audit_log where id::text > $1 and action like 'secret.%' order by id`,
    [before],
  )

  const nothing = { to: freshMark, moved: 0, left: 0, unopened: 0, doubled: 0, interrupted: false }

  expect(rows).toEqual([
    {
      action: 'secret.rotation-begun',
      actor_id: null,
      details: { to: freshMark, from: [oldMark] },
    },
    {
      action: 'secret.rotation-ended',
      actor_id: null,
      details: { ...nothing, people: 1, forgotten: 0, letGo: [] },
    },
    {
      action: 'secret.rotation-begun',
      actor_id: null,
      details: { to: freshMark, from: [oldMark] },
    },
    {
      action: 'secret.rotation-ended',
      actor_id: null,
      details: { ...nothing, people: 0, forgotten: 9, letGo: [oldMark] },
    },
  ])

  expect(await ask('status', '--json')).toBe(0)
  expect(await ask('rotate', '--json')).toBe(0)
  expect(JSON.parse(said.at(-1)!)).toMatchObject({ moved: 0, letGo: [] })
})

it('values that no key opens and keys stored twice are reported by id and stop nothing [P582]', async () => {
  const { pool, vault } = testShop.app
  under(testShop.app, fresh, old)
  const { rows } = await pool.query(
    `select id::text from stock_keys where status = 'available' order by id desc limit 3`,
  )
  const [torn, twin, first] = rows.map(({ id }) => id) as [string, string, string]
  const text = 'IGUAL-0001-ZZZZ'
  await pool.query(`update stock_keys set key_cipher = '\\x0177' where id = $1`, [torn])

  for (const [id, index] of [
    [first, vault.index(text, 'licence-key')],
    [twin, createVault(vaultKeys, old).index(text, 'licence-key')],
  ] as const)
    await pool.query('update stock_keys set key_cipher = $2, key_index = $3 where id = $1', [
      id,
      vault.seal(text, 'stock_keys', id),
      index,
    ])

  const done = await rotateSecret(testShop.app)

  expect(done).toMatchObject({
    left: 0,
    unopened: { count: 1, first: [{ place: 'stock_keys', id: torn }] },
    doubled: { count: 1, first: [{ place: 'stock_keys', id: twin }] },
  })
})

it('an unknown command is refused before anything is opened [P582]', () => {
  const read = (text: string) => readSecretCommand(text.split(' '))

  expect(read('rotate --dry-run --forget-codes --json --batch 1000')).toEqual({
    what: 'rotate',
    json: true,
    dryRun: true,
    forgetCodes: true,
    batch: 1000,
  })

  for (const wrong of [
    '',
    'rotate all',
    'rotate --batch 0',
    'rotate --force',
    'status --forget-codes',
  ])
    expect(read(wrong), wrong).toBe(null)
})
