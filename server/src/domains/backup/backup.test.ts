import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { folderStore } from '../../adapters/folder/folder.ts'
import { buildApp, closeApp } from '../../build-app.ts'
import { migrate } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import { createHttp } from '../../http/server.ts'
import { subscribers } from '../../jobs/subscribers.ts'
import type { App } from '../../platform/app.ts'
import { createMonthsAhead } from '../../platform/database/partitions.ts'
import { createLog } from '../../platform/observe/log.ts'
import { databaseBefore } from '../../testing/database-before.ts'
import { coupon, person, product, type Person } from '../../testing/make.ts'
import { eventually, fill, look, payPix, send, startPix } from '../../testing/shop.ts'
import { spareDatabase } from '../../testing/spare-database.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { brokenLaws } from '../laws/laws.queries.ts'
import { checkSecrets } from '../rotation/check-secrets.queries.ts'
import { makeBackup, type BackupOrder } from './backup.service.ts'
import { restoreBackup, type RestoreOrder } from './restore.service.ts'

const keys = Array.from({ length: 60 }, (_, i) => `CHAVE-${String(i).padStart(3, '0')}-COFRE`)
const picture = Buffer.from('uma figura que ninguem ve')
const pictureName = `${createHash('sha256').update(picture).digest('hex')}.webp`

let testShop: TestShop
let bia: Person
let productId: string
let folder: string
const spares: Awaited<ReturnType<typeof spareDatabase>>[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chaveiro-backup-'))
  testShop = await openTestShop({ sandbox: true })
  expect(await checkSecrets(testShop.app.pool, testShop.app.config)).toEqual([])
  bia = await person(testShop.app, { name: 'Bia\tTábua \\ Ñ\n"linha"', email: 'bia@exemplo.test' })
  productId = (await product(testShop.app, { keys, name: 'Cofre', maxPerOrder: 50 })).id
  await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
  mkdirSync(join(testShop.app.config.dataDir, 'uploads'), { recursive: true })
  writeFileSync(join(testShop.app.config.dataDir, 'uploads', pictureName), picture)
  writeFileSync(join(testShop.app.config.dataDir, 'uploads', '.halbfertig'), 'x')
  expect(await paid(bia)).toEqual(['CHAVE-000-COFRE'])
  // Create partitions of the audit log that a new shop does not have, and an entry in one of them.
  expect(await createMonthsAhead(testShop.app, 'audit_log')).toHaveLength(2)
  const later = new Date(Date.now() + 85 * 86_400_000)
  await recordAudit({ ...testShop.app, clock: { now: () => later } }, { action: 'later' })
})

afterAll(async () => {
  for (const spare of spares) await spare.drop()
  await testShop?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Buys one key by PIX and pays; returns all delivered keys of the person. */
async function paid(who: Person): Promise<string[]> {
  const { body } = await startPix(testShop, who, await fill(testShop, who, productId, 1))
  await payPix(testShop, body.txid)
  await eventually(testShop, async () => {
    expect((await look(testShop, who, body.paymentId)).body.status).toBe('completed')
  })

  return keysOf(testShop.app, who)
}

/** The decrypted keys of a person's licences. */
async function keysOf({ pool, vault }: App, who: Person): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; sealed: Buffer }>(
    `select id, key_cipher as sealed from licences where user_id = $1 order by id`,
    [who.userId],
  )
  return rows.map(({ id, sealed }) => vault.open(sealed, 'licences', id))
}

async function spare() {
  const made = await spareDatabase()
  spares.push(made)

  return made
}

const orderOf = (given: Partial<BackupOrder> = {}): BackupOrder => ({
  databaseUrl: testShop.app.pool.options.connectionString!,
  dataDir: testShop.app.config.dataDir,
  version: '0.1.0',
  now: () => new Date('2026-11-24T03:00:00.000Z'),
  lock: null,
  secrets: null,
  ...given,
})

const into = (databaseUrl: string, given: Partial<RestoreOrder> = {}): RestoreOrder => ({
  databaseUrl,
  dataDir: mkdtempSync(join(folder, 'into-')),
  key: null,
  keysOf: () => testShop.app.config,
  tell: () => {},
  ...given,
})

it('a backup restored into an empty database is the same shop: rows, laws, keys and uploads [P470]', async () => {
  const store = folderStore(join(folder, 'plain'))
  const report = await makeBackup(orderOf(), store)

  expect(report).toMatchObject({
    name: 'chaveiro-20261124-030000.tar.zst',
    takenAt: '2026-11-24T03:00:00.000Z',
    uploads: 1,
    vaultKeys: [1],
    withSecrets: false,
  })

  expect(await store.names()).toEqual(['chaveiro-20261124-030000.tar.zst'])
  // Two backups of the same second get different names.
  expect((await makeBackup(orderOf(), store)).name).toBe('chaveiro-20261124-030001.tar.zst')
  const there = await spare()
  const order = into(there.url)
  const restored = await restoreBackup(store.read(report.name), order)
  expect(restored).toMatchObject({ broken: [], migrations: 0, uploads: 1, rows: report.rows })
  // 62 encrypted values: 60 keys in stock, one licence, and the CPF of the payment.
  expect(restored.keys).toEqual({ opened: 62, unopened: {}, faults: [] })
  expect(readdirSync(join(order.dataDir, 'uploads'))).toEqual([pictureName])
  expect(readFileSync(join(order.dataDir, 'uploads', pictureName))).toEqual(picture)

  const [counted] = await there.ask(
    `select (select count(*)::int from stock_keys where status = 'available') as available,
      (select count(*)::int from orders where status = 'completed') as orders,
      (select name from users where email = 'bia@exemplo.test') as name,
      to_regclass('restore_under_way') as mark`,
  )

  expect(counted).toEqual({
    available: 59,
    orders: 1,
    name: 'Bia\tTábua \\ Ñ\n"linha"',
    mark: null,
  })
})

it('the schema after a restore equals the migrated one: indexes, references, triggers [P470]', async () => {
  const schema = `
    select 'index ' || pg_get_indexdef(indexrelid) as what from pg_index
      where indrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || convalidated || ' '
      || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'trigger ' || tgenabled::text || ' ' || pg_get_triggerdef(oid) from pg_trigger
      where not tgisinternal order by 1`

  const store = folderStore(join(folder, 'schema'))
  const { name } = await makeBackup(orderOf(), store)
  const there = await spare()
  await restoreBackup(store.read(name), into(there.url))
  const fresh = await spare()
  await migrate(fresh.url)
  expect(await there.ask(schema)).toEqual(await fresh.ask(schema))
  const last = 'select last_value::int as n from order_number'
  const { rows } = await testShop.app.pool.query(last)
  expect(await there.ask(last)).toEqual(rows)
})

it('the shop continues: the buyer sees the key, and the next buyer gets the next one [P470]', async () => {
  const store = folderStore(join(folder, 'goes-on'))
  const { name } = await makeBackup(orderOf(), store)
  const there = await spare()
  const order = into(there.url)
  await restoreBackup(store.read(name), order)
  const config = { ...testShop.app.config, databaseUrl: there.url, dataDir: order.dataDir }
  const log = createLog('silent')

  const { pool, connect, close } = await openDatabase({
    databaseUrl: there.url,
    dataDir: order.dataDir,
    log,
  })

  const app = buildApp({ config, log, pool, connect, clock: testShop.clock, subscribers })
  const http = await createHttp(app)
  const second: TestShop = { ...testShop, app, http }

  try {
    await migrate(there.url)
    const { body } = await send(second, 'GET /api/users/orders', { as: bia })
    expect(body.orders).toHaveLength(1)
    const caio = await person(app, { name: 'Caio' })
    const free = await startPix(second, caio, await fill(second, caio, productId, 1), {
      coupon: 'TUDO',
    })
    expect(free.body.status).toBe('completed')
    expect(await keysOf(app, caio)).toEqual(['CHAVE-001-COFRE'])
    expect(await keysOf(app, bia)).toEqual(['CHAVE-000-COFRE'])
    expect(await brokenLaws(app.db)).toEqual([])
  } finally {
    await http.close()
    await closeApp(app)
    await close()
  }
})

it('a backup taken while two processes sell has each order whole or not at all [P471]', async () => {
  const other: TestShop = { ...testShop, app: await testShop.another() }
  other.http = await createHttp(other.app)
  let [selling, sold] = [true, 0]

  const buyers = [testShop, other].map(async (shop, i) => {
    const who = await person(shop.app, { name: `Comprador ${i}` })
    while (selling && sold < 40) {
      const { body } = await startPix(shop, who, await fill(shop, who, productId, 1), {
        coupon: 'TUDO',
      })
      expect(body.status).toBe('completed')
      sold++
    }
  })

  const store = folderStore(join(folder, 'busy'))

  // A slow store, so that people buy before, during and after the reading of the tables.
  const slow: typeof store = {
    ...store,
    write: (name, bytes) =>
      store.write(
        name,
        (async function* () {
          for await (const chunk of bytes) {
            const until = sold + 5
            while (selling && sold < Math.min(until, 40))
              await new Promise((go) => setTimeout(go, 5))
            yield chunk
          }
        })(),
      ),
  }

  while (sold < 5) await new Promise((go) => setTimeout(go, 5))
  const { name } = await makeBackup(orderOf({ now: testShop.clock.now }), slow)
  const after = sold
  selling = false
  await Promise.all(buyers)
  await other.http.close()
  expect(after).toBeGreaterThan(5)
  const there = await spare()
  const restored = await restoreBackup(store.read(name), into(there.url))
  expect(restored.broken).toEqual([])

  const [{ orders, units }] = (await there.ask(
    `select (select count(*)::int from orders where status = 'completed') as orders,
      (select count(*)::int from order_units where status = 'delivered') as units`,
  )) as [{ orders: number; units: number }]

  expect(units).toBe(orders)
  expect(orders).toBeGreaterThanOrEqual(6)
  expect(orders).toBeLessThan(1 + sold)
})

it('an older backup is restored with its own schema and then migrated to the newest [P472]', async () => {
  const before = await databaseBefore('0100')
  try {
    await before.client.query(
      `insert into users (id, name, email, password_hash, role, created_at) values
        ('01980000-0000-7000-8000-000000000001', 'Velha', 'velha@exemplo.test', '-', 'client', now())`,
    )

    await before.client.query(`insert into vault_canaries (key_id, sealed) values (9, '\\x09')`)
    const store = folderStore(join(folder, 'old'))
    const { name } = await makeBackup(orderOf({ databaseUrl: before.url }), store)
    const there = await spare()
    const restored = await restoreBackup(store.read(name), into(there.url))
    expect(restored.migrations).toBeGreaterThanOrEqual(7)
    expect(restored.broken).toEqual([])
    // This shop lacks key 9 of the old shop. The old backup has no canary of STORE_SECRET, so that
    // check is silent.
    expect(restored.keys!.faults).toEqual([
      'VAULT_KEYS: the key with the id 9 is missing; this database holds what was sealed with it',
    ])
    expect(await there.ask('select name from users')).toEqual([{ name: 'Velha' }])
    expect(await there.ask("select to_regclass('mail_refusals')::text as t")).toEqual([
      { t: 'mail_refusals' },
    ])
  } finally {
    await before.drop()
  }
})
