import { generateIdentity, identityToRecipient } from 'age-encryption'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { folderStore } from '../../adapters/folder/folder.ts'
import { until } from '../../testing/fleet.ts'
import { product } from '../../testing/make.ts'
import { spareDatabase } from '../../testing/spare-database.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { checkSecrets } from '../rotation/check-secrets.queries.ts'
import { makeBackup } from './backup.service.ts'
import { restoreBackup, type RestoreOrder } from './restore.service.ts'

// Settings in clear text and uploads remain only after a successful restore.

const secrets = { VAULT_KEYS: '1:em-claro', STORE_SECRET: 'em-claro-tambem' }
let testShop: TestShop
let folder: string
let read: () => AsyncIterable<Uint8Array>
let there: Awaited<ReturnType<typeof spareDatabase>>
let dataDir: string
let identity: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'chaveiro-folders-'))
  identity = await generateIdentity()
  testShop = await openTestShop()
  await checkSecrets(testShop.app.pool, testShop.app.config)
  await product(testShop.app, { keys: 3, name: 'Cofre' })
  const uploads = join(testShop.app.config.dataDir, 'uploads')
  mkdirSync(uploads, { recursive: true })
  writeFileSync(join(uploads, 'capa.png'), 'capa')
  const store = folderStore(join(folder, 'made'))

  const { name } = await makeBackup(
    {
      databaseUrl: testShop.app.pool.options.connectionString!,
      dataDir: testShop.app.config.dataDir,
      version: '0.1.0',
      now: () => new Date('2026-11-24T03:00:00.000Z'),
      lock: { recipients: [await identityToRecipient(identity)] },
      secrets,
    },
    store,
  )

  read = () => store.read(name)
})

beforeEach(async () => {
  await there?.drop()
  there = await spareDatabase()
  dataDir = mkdtempSync(join(folder, 'into-'))
})

afterAll(async () => {
  await there?.drop()
  await testShop?.close()
  rmSync(folder, { recursive: true, force: true })
})

const into = (given: Partial<RestoreOrder> = {}): RestoreOrder => ({
  databaseUrl: there.url,
  dataDir,
  key: { identities: [identity] },
  keysOf: () => testShop.app.config,
  tell: () => {},
  ...given,
})

/** Runs an action shortly before the end of a restore. */
const nearTheEnd = (act: () => Promise<unknown>) => {
  let acted: Promise<unknown> = Promise.resolve()
  const tell = (text: string) => {
    if (text === 'going on to the newest schema') acted = act()
  }

  return { tell, acted: () => acted }
}

it('existing settings are refused before anything starts [P475]', async () => {
  mkdirSync(join(dataDir, 'restored-settings'))
  writeFileSync(join(dataDir, 'restored-settings', 'VAULT_KEYS'), 'velhas')
  const said: string[] = []
  await expect(restoreBackup(read(), into({ tell: (text) => said.push(text) }))).rejects.toThrow(
    `there are settings in ${join(dataDir, 'restored-settings')} already; move them away`,
  )
  expect(said).toEqual([])
  expect(readFileSync(join(dataDir, 'restored-settings', 'VAULT_KEYS'), 'utf8')).toBe('velhas')
  // When the database also has content, that error is reported first.
  await there.ask('create table lista (n int)')
  await expect(restoreBackup(read(), into())).rejects.toThrow(
    'the database is not empty (public.lista); a restore needs one that was just created',
  )
})

it('a restore that fails at its end leaves no setting, upload or row; the next one succeeds [P475]', async () => {
  const { tell, acted } = nearTheEnd(() =>
    there.ask('create view em_uso as select * from restore_under_way'),
  )
  await expect(restoreBackup(read(), into({ tell }))).rejects.toThrow(/cannot drop table/)
  await acted()
  expect(readdirSync(dataDir)).toEqual([])
  expect(await there.ask("select to_regclass('orders') as t")).toEqual([{ t: null }])
  const done = await restoreBackup(read(), into())
  expect(done.settings).toBe(join(dataDir, 'restored-settings'))
  expect(readdirSync(dataDir).sort()).toEqual(['restored-settings', 'uploads'])

  expect(readdirSync(join(dataDir, 'restored-settings')).sort()).toEqual([
    'STORE_SECRET',
    'VAULT_KEYS',
  ])

  expect(readdirSync(join(dataDir, 'uploads'))).toEqual(['capa.png'])
})

it('a restore cut off after its files were in place does not stop the next one [P475]', async () => {
  const holder = new pg.Client({ connectionString: there.url })
  await holder.connect()

  const { tell, acted } = nearTheEnd(async () => {
    await holder.query('begin')
    await holder.query('select 1 from restore_under_way')
  })

  const cut = restoreBackup(read(), into({ tell })).then(
    () => 'restored',
    (error: Error) => error.message,
  )

  // The restore waits for a lock to drop its mark; everything else is done.
  const waiting = `from pg_stat_activity where wait_event_type = 'Lock'
    and application_name = 'chaveiro restore'`
  await until(async () => {
    expect(await there.ask(`select 1 as n ${waiting}`)).toEqual([{ n: 1 }])
  }, 30)
  await acted()
  await there.ask(`select pg_terminate_backend(pid) ${waiting}`)
  expect(await cut).not.toBe('restored')
  await holder.end()
  expect(existsSync(join(dataDir, 'uploads', 'capa.png'))).toBe(true)
  const done = await restoreBackup(read(), into())
  expect(done).toMatchObject({ broken: [], uploads: 1 })
  expect(readdirSync(join(dataDir, 'uploads'))).toEqual(['capa.png'])
})

it('uploads of another shop stay, even after a restore was cut off [P475]', async () => {
  await there.ask('create table restore_under_way (begun_at timestamptz, run text)')
  await there.ask("insert into restore_under_way (run) values ('de-antes')")
  mkdirSync(join(dataDir, 'uploads'))
  writeFileSync(join(dataDir, 'uploads', 'minha.png'), 'minha')
  await expect(restoreBackup(read(), into())).rejects.toThrow(
    `there are uploads in ${join(dataDir, 'uploads')} already; restore into an empty folder`,
  )
  expect(readdirSync(join(dataDir, 'uploads'))).toEqual(['minha.png'])
})
