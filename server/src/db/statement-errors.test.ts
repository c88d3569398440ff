import { sql } from 'drizzle-orm'
import { inspect } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { isDuplicate, sqlState } from '../platform/database/transaction.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { createDb } from './session.ts'

// No error may contain these values, which the statements below use and PostgreSQL would quote.
const secrets = ['Maria Segredo', 'maria@segredo.example', '52998224725', 'CHAVE-ABCD-1234']
const [name, mail, cpf, key] = secrets as [string, string, string, string]

let testShop: TestShop
let killer: pg.Client

beforeAll(async () => {
  testShop = await openTestShop()
  killer = new pg.Client({ connectionString: testShop.app.config.databaseUrl })
  await killer.connect()

  await killer.query(
    `create table people (id uuid, mail text unique, cpf text check (length(cpf) < 12), name text not null);
     create function quote_row() returns trigger language plpgsql as
       $$ begin raise exception 'bad row %', new.name using detail = new.mail, hint = new.cpf; end $$;
     create function refuse_row() returns trigger language plpgsql as
       $$ begin raise exception 'row %', new.name using errcode = '22023'; end $$`,
  )
})

afterAll(async () => {
  await killer?.end()
  await testShop?.close()
})

const insert = () => sql`insert into people (mail, cpf, name) values (${mail}, ${cpf}, ${name})`

const thrown = async (work: () => Promise<unknown>): Promise<Error> => {
  try {
    await work()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}

/** All text that a log or an error reporter could read from an error. */
const whole = (error: unknown) =>
  inspect(error, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null }) +
  JSON.stringify(error, Object.getOwnPropertyNames(error))

function expectBare(error: Error, state: string) {
  const text = whole(error)
  for (const secret of secrets) expect(text).not.toContain(secret)
  expect(sqlState(error)).toBe(state)
}

/** Runs a statement that waits for a lock, and cancels or ends its connection meanwhile. */
async function whileWaiting(act: string): Promise<Error> {
  await killer.query('begin; lock table people')
  try {
    const failing = thrown(() => testShop.app.db.execute(insert()))

    await expect
      .poll(async () => {
        await killer.query('select pg_stat_clear_snapshot()')
        const { rows } = await killer.query(
          `select ${act} from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into people%'`,
        )

        return rows.length
      })
      .toBeGreaterThan(0)

    return await failing
  } finally {
    await killer.query('rollback')
  }
}

describe('the error of a failed statement has SQLSTATE, constraint and text, but no value [F152]', () => {
  it('by a constraint, with its name', async () => {
    await testShop.app.db.execute(insert())
    const taken = await thrown(() => testShop.app.db.execute(insert()))
    expectBare(taken, '23505')
    expect(isDuplicate(taken, 'people_mail_key')).toBe(true)
    expect(taken.message).toContain('insert into people (mail, cpf, name) values ($1, $2, $3)')
    const wrong = await thrown(() =>
      testShop.app.db.execute(sql`insert into people (cpf, name) values (${`${cpf}00`}, ${name})`),
    )
    expectBare(wrong, '23514')

    expectBare(
      await thrown(() => testShop.app.db.execute(sql`insert into people (mail) values (${key})`)),
      '23502',
    )
  })

  it('by a value that PostgreSQL quotes', async () => {
    for (const value of secrets)
      expectBare(
        await thrown(() => testShop.app.db.execute(sql`select * from people where id = ${value}`)),
        '22P02',
      )
  })

  it('by a trigger that quotes the row', async () => {
    for (const [work, state] of [
      ['quote_row', 'P0001'],
      ['refuse_row', '22023'],
    ] as const) {
      await killer.query(
        `create trigger t before insert on people for each row execute function ${work}()`,
      )
      const error = await thrown(() => testShop.app.db.execute(insert()))
      await killer.query('drop trigger t on people')
      expectBare(error, state)
    }
  })

  it('by a lock timeout, a cancelled statement or an ended connection', async () => {
    await killer.query('begin; lock table people')

    const noLock = await thrown(() =>
      testShop.app.db.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = '50ms'`)
        await tx.execute(insert())
      }),
    )

    await killer.query('rollback')
    expectBare(noLock, '55P03')
    expectBare(await whileWaiting('pg_cancel_backend(pid)'), '57014')
    expectBare(await whileWaiting('pg_terminate_backend(pid)'), '57P01')
  })

  it('by a serialization failure', async () => {
    const clash = await thrown(() =>
      testShop.app.db.transaction(async (tx) => {
        await tx.execute(sql`set transaction isolation level serializable`)
        await tx.execute(sql`select count(*) from people where name = ${name}`)
        await killer.query(
          `begin isolation level serializable; select count(*) from people; insert into people (name) values ('x'); commit`,
        )
        await tx.execute(sql`insert into people (name, cpf) values (${name}, ${cpf})`)
      }),
    )
    expectBare(clash, '40001')
  })

  it('through the pool too, by promise and by callback', async () => {
    expectBare(
      await thrown(() => testShop.app.pool.query('insert into people (id) values ($1)', [mail])),
      '22P02',
    )

    expectBare(
      await thrown(async () => {
        const client = await testShop.app.pool.connect()
        try {
          await client.query({ text: 'insert into people (id) values ($1)', values: [mail] })
        } finally {
          client.release()
        }
      }),
      '22P02',
    )
  })
})

it('a transaction that cannot begin without a database leaks no connection of the pool [F160]', async () => {
  const pool = new pg.Pool({ connectionString: testShop.app.config.databaseUrl, max: 2 })
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  const db = createDb(pool)

  for (let round = 0; round < 4; round++) {
    const held = await pool.connect()
    const { rows } = await held.query('select pg_backend_pid() as pid')
    held.release()
    // The connection breaks after the pool handed it out and before its first statement.
    const connect = pool.connect.bind(pool)

    pool.connect = (async () => {
      const client = await connect()
      const ended = new Promise((done) => client.once('end', done))
      await killer.query('select pg_terminate_backend($1)', [rows[0].pid])
      await ended

      return client
    }) as never

    await thrown(() => db.transaction((tx) => tx.execute(sql`select 1`)))
    pool.connect = connect
  }

  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  expect(pool.totalCount - pool.idleCount).toBe(0)
  await pool.end()
})
