import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { folderStore } from '../../adapters/folder/folder.ts'
import { product } from '../../testing/make.ts'
import { spareDatabase } from '../../testing/spare-database.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { checkSecrets } from '../rotation/check-secrets.queries.ts'
import { noteBackup } from '../watch/backup-mark.service.ts'
import { readArchive, writeArchive } from './backup.archive.ts'
import { makeBackup, type BackupOrder } from './backup.service.ts'
import { RowTally } from './backup.tally.ts'
import { readBackup, restoreBackup, type RestoreOrder } from './restore.service.ts'

// Foreign tables, columns and files beside those of the shop, and missing pictures.

let testShop: TestShop
let folder: string
let uploads: string
let there: Awaited<ReturnType<typeof spareDatabase>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chaveiro-beside-'))
  testShop = await openTestShop()
  uploads = join(testShop.app.config.dataDir, 'uploads')
  mkdirSync(uploads, { recursive: true })
  await checkSecrets(testShop.app.pool, testShop.app.config)
  await product(testShop.app, { keys: 3, name: 'Cofre' })
})

beforeEach(async () => {
  await there?.drop()
  there = await spareDatabase()
})

afterAll(async () => {
  await there?.drop()
  await testShop?.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = async (text: string) => (await testShop.app.pool.query(text)).rows

const orderOf = (): BackupOrder => ({
  databaseUrl: testShop.app.pool.options.connectionString!,
  dataDir: testShop.app.config.dataDir,
  version: '0.1.0',
  now: () => new Date('2026-11-24T03:00:00.000Z'),
  lock: null,
  secrets: null,
})

async function made() {
  const store = folderStore(mkdtempSync(join(folder, 'made-')))
  const report = await makeBackup(orderOf(), store)

  return { report, read: () => store.read(report.name) }
}

const into = (): RestoreOrder => ({
  databaseUrl: there.url,
  dataDir: mkdtempSync(join(folder, 'into-')),
  key: null,
  keysOf: () => testShop.app.config,
  tell: () => {},
})

/** A valid archive in which some entries were changed or added. */
async function rewritten(
  bytes: AsyncIterable<Uint8Array>,
  change: (name: string, text: string) => string,
  more: [string, string][] = [],
): Promise<() => AsyncIterable<Uint8Array>> {
  const chunks: Uint8Array[] = []

  await writeArchive(
    null,
    async (archive) => {
      for await (const entry of readArchive(bytes, null)) {
        const parts: Buffer[] = []
        for await (const part of entry.bytes) parts.push(part)
        if (entry.name === 'sums.json')
          for (const [name, text] of more) await archive.add(name, Buffer.from(text))
        const text = Buffer.concat(parts).toString('utf8')
        await archive.add(entry.name, Buffer.from(change(entry.name, text)))
      }
    },
    async (packed) => {
      for await (const chunk of packed) chunks.push(chunk)
    },
  )

  return async function* () {
    yield* chunks
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function tallyOf(text: string) {
  const tally = new RowTally()
  tally.take(Buffer.from(text))

  return tally.result()
}

/**
 * A backup by an older version that included everything in schema public: here a foreign table, and
 * a foreign column of products.
 */
async function withOthers(column: string, table: string) {
  const { read } = await made()
  let products = ''
  const others = 'um\tdois\n'

  return rewritten(
    read(),
    (name, text) => {
      if (name.startsWith('tables/public.products/')) {
        products = text.replaceAll('\n', '\tdo operador\n')
        return products
      }

      const json = () => JSON.parse(text)

      if (name === 'manifest.json') {
        const manifest = json()
        manifest.tables.find((one: any) => one.name === 'public.products').columns.push(column)
        manifest.tables.push({ name: table, columns: ['a', 'b'] })
        manifest.sequences.push({ name: `${table}_id_seq`, last: '7' })

        return JSON.stringify(manifest)
      }

      if (name !== 'sums.json') return text

      const sums = json()

      Object.assign(sums.tables, {
        'public.products': tallyOf(products),
        [table]: tallyOf(others),
      })

      return JSON.stringify(sums)
    },
    [[`tables/${table}/000000`, others]],
  )
}

it("an operator's table stays out of the backup and is reported; the backup restores [P477]", async () => {
  await ask('create table orders_bak as select * from orders')
  await ask('create table "Notas do caixa" (id bigserial, "o que" text)')

  try {
    const { report, read } = await made()

    expect(report.leftOut).toEqual({
      tables: ['public.Notas do caixa', 'public.orders_bak'],
      uploads: [],
    })

    const restored = await restoreBackup(read(), into())
    expect(restored).toMatchObject({ broken: [], rows: report.rows, tables: report.tables })
    expect(restored.passedOver).toEqual({ tables: [], columns: [], sequences: [], uploads: [] })
    expect(await there.ask("select to_regclass('orders_bak') as t")).toEqual([{ t: null }])
  } finally {
    await ask('drop table orders_bak, "Notas do caixa"')
  }
})

it('the backup of a shop alone in its database contains every migrated table [P470]', async () => {
  const tables = await ask(
    `select count(*)::int as n from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p')
        and not c.relispartition and c.relname not in ('schema_migrations', 'migrations')`,
  )

  const { report } = await made()
  expect(report.leftOut).toEqual({ tables: [], uploads: [] })
  expect(report.tables).toBe(tables[0].n)
})

it("an operator's column in a table of the shop is skipped by the restore and reported [P477]", async () => {
  await ask('alter table products add column "onde.comprei" text')
  try {
    await ask(`update products set "onde.comprei" = E'loja\\tdo centro'`)
    const { read } = await made()
    const restored = await restoreBackup(read(), into())
    expect(restored.passedOver.columns).toEqual(['public.products.onde.comprei'])
    expect(restored.broken).toEqual([])
    expect(await there.ask('select name from products')).toEqual([{ name: 'Cofre' }])
  } finally {
    await ask('alter table products drop column "onde.comprei"')
  }
})

it("an old backup with an operator's tables and columns restores without them and lists them [P472]", async () => {
  const read = await withOthers('comprado_onde', 'public.Notas do/caixa')
  expect(await readBackup(read(), null)).toMatchObject({ passedOver: { uploads: [] } })
  const restored = await restoreBackup(read(), into())

  expect(restored.passedOver).toEqual({
    tables: ['public.Notas do/caixa'],
    columns: ['public.products.comprado_onde'],
    sequences: ['public.Notas do/caixa_id_seq'],
    uploads: [],
  })

  expect(restored.broken).toEqual([])
  expect(await there.ask('select name from products')).toEqual([{ name: 'Cofre' }])
})

it('a name that looks like a statement is only a name: nothing of it runs [P474]', async () => {
  const said = join(folder, 'ran')

  const read = await withOthers(
    `id") from program 'touch ${said}'; --`,
    `public.users" as u; create table "danado`,
  )

  const restored = await restoreBackup(read(), into())
  expect(restored.passedOver.columns).toEqual([
    `public.products.id") from program 'touch ${said}'; --`,
  ])
  expect(existsSync(said)).toBe(false)
  expect(await there.ask("select to_regclass('danado') as t")).toEqual([{ t: null }])
})

it('an unknown table of the queue is refused, since jobs would be lost [P474]', async () => {
  const read = await withOthers('comprado_onde', 'graphile_worker._private_outros')
  await expect(restoreBackup(read(), into())).rejects.toThrow(
    'graphile_worker._private_outros of the backup is another one here; restore it with its version',
  )
})

it('a file with a name that no shop uses stays out of the backup and is reported [P477]', async () => {
  const odd = ['ação.webp', 'capa.png~', 'logo copy.png']
  for (const name of [...odd, 'capa.png']) writeFileSync(join(uploads, name), name)
  const { report, read } = await made()
  for (const name of [...odd, 'capa.png']) rmSync(join(uploads, name))
  expect([...report.leftOut.uploads].sort()).toEqual(['ação.webp', 'capa.png~', 'logo copy.png'])
  expect(report.uploads).toBe(1)
  const order = into()
  expect(await restoreBackup(read(), order)).toMatchObject({ uploads: 1 })
  expect(readdirSync(join(order.dataDir, 'uploads'))).toEqual(['capa.png'])
})

it('an old backup with such a file is whole, and restores without it [P472]', async () => {
  writeFileSync(join(uploads, 'capa.png'), 'capa')
  const { read } = await made()
  rmSync(join(uploads, 'capa.png'))
  const old = await rewritten(read(), (name, text) =>
    name === 'sums.json' ? text.replace('"capa.png":', '"logo copy.png":') : text,
  )
  // The sums list the upload under another name, which is reported as damage.
  await expect(readBackup(old(), null)).rejects.toThrow(
    'the backup is damaged: the upload logo copy.png is missing or another',
  )
  const odd: [string, string][] = [['uploads/logo copy.png', 'logo']]

  const whole = await rewritten(
    read(),
    (name, text) =>
      name === 'sums.json'
        ? text.replace('"capa.png":', `"logo copy.png":"${sha256('logo')}","capa.png":`)
        : text,
    odd,
  )

  expect(await readBackup(whole(), null)).toMatchObject({
    uploads: 1,
    passedOver: { uploads: ['logo copy.png'] },
  })

  const order = into()
  const restored = await restoreBackup(whole(), order)
  expect(restored.passedOver.uploads).toEqual(['logo copy.png'])
  expect(readdirSync(join(order.dataDir, 'uploads'))).toEqual(['capa.png'])
})

it('pictures that the database names without a file are reported, from every table [P470]', async () => {
  const hash = (sign: string) => sign.repeat(64)
  writeFileSync(join(uploads, `${hash('b')}.webp`), 'b')
  await ask(`update products set image = '/uploads/${hash('a')}.webp'`)
  await ask(`update categories set image = '/uploads/${hash('b')}.f10-90.webp'`)
  await ask(`insert into product_images (id, product_id, url, width, height, position)
    select gen_random_uuid(), id, '/uploads/${hash('c')}.webp', 1, 1, 0 from products`)
  await ask(`insert into site_settings (id, values, updated_at) values
    (1, '{"heroPicture": "/uploads/${hash('d')}.webp", "siteLogo": "/logo.png"}', now())
    on conflict (id) do update set values = excluded.values`)

  try {
    const { report, read } = await made()
    expect(report.missing).toEqual([`${hash('a')}.webp`, `${hash('c')}.webp`, `${hash('d')}.webp`])
    // Missing pictures do not make the backup fail.
    expect(await readBackup(read(), null)).toMatchObject({ rows: report.rows, uploads: 1 })
    for (const sign of ['a', 'c', 'd']) writeFileSync(join(uploads, `${hash(sign)}.webp`), sign)
    expect((await made()).report.missing).toEqual([])
  } finally {
    for (const sign of ['a', 'b', 'c', 'd'])
      rmSync(join(uploads, `${hash(sign)}.webp`), { force: true })
    await ask('delete from product_images')
    await ask('update products set image = null')
    await ask('update categories set image = null')
    await ask('delete from site_settings')
  }
})

it('a backup time in the future is replaced; an older time never replaces a newer one [P522]', async () => {
  const noted = async (moment: string) => {
    await noteBackup(testShop.app.pool, moment)
    const [{ at }] = await ask("select at from operation_marks where name = 'backup'")

    return at.toISOString()
  }

  expect(await noted('2099-01-01T00:00:00.000Z')).toBe('2099-01-01T00:00:00.000Z')
  expect(await noted('2026-01-02T00:00:00.000Z')).toBe('2026-01-02T00:00:00.000Z')
  expect(await noted('2026-01-01T00:00:00.000Z')).toBe('2026-01-02T00:00:00.000Z')
})
