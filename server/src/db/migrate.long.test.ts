import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createTestDatabase } from '../testing/database.ts'
import { migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let admin: pg.Client
let folder: string
const said: string[] = []

const log = {
  info: (_: object, text: string) => void said.push(text),
  warn: (_: object, text: string) => void said.push(text),
}

const connect = async () => {
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()

  return client
}

const file = (name: string, text: string) => writeFileSync(join(folder, name), text)
const go = () => migrate(database.url, { log, folder })
const ask = async (text: string) => (await admin.query(text)).rows

beforeEach(async () => {
  said.length = 0
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'chaveiro-migrations-'))
  admin = await connect()
  await admin.query(
    'create table big (id int, mail text); insert into big values (1, null), (2, null)',
  )
})

afterEach(async () => {
  await admin.end()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

describe('migrations [F156]', () => {
  it(
    'one longer than any statement timeout completes; a second copy waits for it and logs so',
    { timeout: 120_000 },
    async () => {
      await admin.query(
        `do $$ begin execute format('alter database %I set statement_timeout = ''1s''', current_database());
         execute format('alter database %I set lock_timeout = ''1s''', current_database()); end $$`,
      )

      file('0001-slow.sql', `create table slow (id int); select pg_sleep(60);`)
      await Promise.all([go(), go()])
      expect(await ask("select to_regclass('slow') is not null as there")).toEqual([
        { there: true },
      ])
      expect(
        await ask("select name from schema_migrations where name = '0001-slow.sql'"),
      ).toHaveLength(1)
      expect(said).toContain('another process is migrating the database; waiting for it')
    },
  )

  it('one that gets no lock lets others pass and is retried', { timeout: 60_000 }, async () => {
    file('0001-column.sql', 'alter table big add column extra int;')
    const reader = await connect()
    await reader.query('begin; select * from big')
    const migrating = go()
    await expect
      .poll(() => said, { timeout: 15_000 })
      .toContain('a migration did not get its lock; trying again')
    // Between the attempts of the migration, other statements reach the table.
    expect(await ask('select count(*)::int as n from big')).toEqual([{ n: 2 }])
    await reader.query('commit')
    await migrating
    await reader.end()
    expect(await ask('select extra from big limit 1')).toEqual([{ extra: null }])
  })

  it('an invalid index of an interrupted run is dropped and created again', async () => {
    file(
      '0001-index.sql',
      '-- outside a transaction\n-- Large tables get their index while people buy.\ncreate index concurrently big_id on big (id);\ncreate unique index concurrently if not exists big_mail on big (mail);\n',
    )

    const reader = await connect()
    await reader.query('begin isolation level repeatable read; select * from big')
    const dying = go().catch((error: Error) => error)
    const migrator = `from pg_stat_activity where datname = current_database() and application_name = 'chaveiro migrations' and query like 'create%'`
    await expect
      .poll(() => ask(`select 1 ${migrator} and wait_event_type = 'Lock'`))
      .toHaveLength(1)
    await ask(`select pg_terminate_backend(pid) ${migrator}`)
    expect(await dying).toBeInstanceOf(Error)
    await reader.query('commit')
    await reader.end()

    const state = () =>
      ask(
        "select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'big'::regclass order by 1",
      )

    expect(await state()).toEqual([{ name: 'big_id', valid: false }])
    await go()

    expect(await state()).toEqual([
      { name: 'big_id', valid: true },
      { name: 'big_mail', valid: true },
    ])

    await go()
    expect(
      await ask("select name from schema_migrations where name = '0001-index.sql'"),
    ).toHaveLength(1)
  })

  it('copies that start on an empty database create the schema once', async () => {
    await admin.end()
    const empty = database.url.replace(/\/([^/]*)$/, '/empty_$1')
    const maker = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
    await maker.connect()
    await maker.query(`create database ${empty.split('/').at(-1)}`)

    try {
      await Promise.all([migrate(empty), migrate(empty), migrate(empty)])
      const client = new pg.Client({ connectionString: empty })
      await client.connect()
      const files = readdirSync(new URL('./migrations', import.meta.url)).filter((name) =>
        name.endsWith('.sql'),
      )
      const { rows } = await client.query('select name from schema_migrations order by name')
      expect(rows.map((row) => row.name)).toEqual(files.sort())
      await client.end()
    } finally {
      await maker.query(`drop database ${empty.split('/').at(-1)} with (force)`)
      await maker.end()
      admin = await connect()
    }
  })

  it('a file that was changed after it was applied is refused', async () => {
    file('0001-a.sql', 'create table a (id int);')
    await go()
    file('0001-a.sql', 'create table a (id bigint);')
    file('0002-b.sql', 'create table b (id int);')
    await expect(go()).rejects.toThrow('0001-a.sql was changed')
  })
})
