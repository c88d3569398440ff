import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { createLog } from '../platform/observe/log.ts'
import { explainStartFailure } from '../start/start-checks.ts'
import { createTestDatabase } from '../testing/database.ts'
import { migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let admin: pg.Client
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'chaveiro-upgrade-'))
  admin = new pg.Client({ connectionString: database.url })
  await admin.connect()
})

afterAll(async () => {
  await admin?.end()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const ask = async (text: string) => (await admin.query(text)).rows

const refused = async (work: Promise<unknown>) =>
  explainStartFailure(
    await work.then(
      () => new Error('it went through'),
      (error: unknown) => error,
    ),
  )

it('a version older than the schema is refused in one line, and changes nothing [P500]', async () => {
  await ask(`insert into schema_migrations (name, sha256) values ('9001-later.sql', 'x')`)
  const before = await ask('select name from schema_migrations order by name')
  const { code, text } = await refused(migrate(database.url))
  expect(code).toBe(78)

  expect(text.replace(/ends with \d{4}-[a-z-]+\.sql/, 'ends with ours')).toBe(
    'Chaveiro cannot start:\n  DATABASE_URL: the database is of a newer version of the shop ' +
      '(9001-later.sql, this one ends with ours); run that version, or restore a backup from before ' +
      'the upgrade',
  )

  expect(await ask('select name from schema_migrations order by name')).toEqual(before)
  await ask(`delete from schema_migrations where name = '9001-later.sql'`)
  await migrate(database.url)
})

it('a process waits while another one migrates, and migrates after it', async () => {
  writeFileSync(join(folder, '9003-turn.sql'), 'create table own_turn (id int);')
  const isMade = async () =>
    (await ask(`select to_regclass('own_turn') is not null as made`))[0].made
  await ask(`select pg_advisory_lock(x'43484d47'::int)`)
  const asked = Promise.withResolvers<string>()

  const log = createLog('info', {
    write: (line) => {
      if (line.includes('another process is migrating the database')) asked.resolve('waits')
    },
  })

  const going = migrate(database.url, { folder, log }).then(() => 'goes on')
  expect(await Promise.race([going, asked.promise])).toBe('waits')
  expect(await isMade()).toBe(false)
  await ask('select pg_advisory_unlock_all()')
  await going
  expect(await isMade()).toBe(true)
  rmSync(join(folder, '9003-turn.sql'))
  await ask(`delete from schema_migrations where name = '9003-turn.sql'`)
})

it('a failed migration leaves the database as it was, and one line names it [P501]', async () => {
  writeFileSync(join(folder, '9001-first.sql'), 'create table first_step (id int);')

  writeFileSync(
    join(folder, '9002-second.sql'),
    'create table second_step (id int); insert into nowhere values (1);',
  )

  expect(await refused(migrate(database.url, { folder }))).toEqual({
    code: 1,
    text:
      'Chaveiro cannot start:\n  the migration 9002-second.sql failed (relation "nowhere" does not exist): ' +
      'the database is unchanged, and a running shop goes on. ' +
      'Start the previous version again, and report this line to the makers of the new one',
  })

  expect(
    await ask(`select to_regclass('first_step')::text as one, to_regclass('second_step') as two`),
  ).toEqual([{ one: 'first_step', two: null }])
  writeFileSync(join(folder, '9002-second.sql'), 'create table second_step (id int);')
  await migrate(database.url, { folder })
  expect(await ask(`select to_regclass('second_step')::text as two`)).toEqual([
    { two: 'second_step' },
  ])
})
