import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openTestShop, type TestShop } from '../testing/test-shop.ts'

// Checks prepared statements in the view pg_prepared_statements.

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
  await testShop.app.pool.query('create table shelf (place int, name text)')
  await testShop.app.pool.query(`insert into shelf values (1, 'one'), (2, 'two')`)
})

afterAll(async () => {
  await testShop?.close()
})

type Asking = (statement: { text: string; values: unknown[] }) => Promise<{ rows: object[] }>

const onOneConnection = async (work: (ask: Asking) => Promise<void>) => {
  const client = await testShop.app.pool.connect()
  try {
    await work((statement) => client.query(statement))
  } finally {
    client.release()
  }
}

const prepared = async (ask: Asking) =>
  (
    await ask({
      text: `select statement, parameter_types::text as types from pg_prepared_statements
        where statement like '%from shelf%' order by statement`,
      values: [],
    })
  ).rows

describe('a statement', () => {
  it('is prepared at its fiftieth use, and answers for the values of each use', async () => {
    const text = 'select name from shelf where place = $1'
    await onOneConnection(async (ask) => {
      for (let time = 1; time <= 49; time++)
        expect((await ask({ text, values: [1] })).rows).toEqual([{ name: 'one' }])
      expect(await prepared(ask)).toEqual([])
      expect((await ask({ text, values: [2] })).rows).toEqual([{ name: 'two' }])
      expect(await prepared(ask)).toEqual([{ statement: text, types: '{integer}' }])

      for (const [value, name] of [
        [1, 'one'],
        [2, 'two'],
      ])
        expect((await ask({ text, values: [value] })).rows).toEqual([{ name }])
    })
  })

  it('whose answer a migration changed is refused once, and never prepared again', async () => {
    const text = 'select * from shelf where place = $1'
    await onOneConnection(async (ask) => {
      for (let time = 1; time <= 51; time++) await ask({ text, values: [1] })
      await testShop.app.pool.query('alter table shelf add colour text')
      await expect(ask({ text, values: [1] })).rejects.toMatchObject({ code: '0A000' })

      for (let time = 1; time <= 51; time++)
        expect((await ask({ text, values: [1] })).rows).toEqual([
          { place: 1, name: 'one', colour: null },
        ])
    })
  })

  it('of many rows is not prepared, however often it comes', async () => {
    const text = `select name from shelf where place in (${Array.from({ length: 2_000 }, (_, n) => `$${n + 1}`).join(', ')})`
    const values = Array.from({ length: 2_000 }, (_, n) => n)

    await onOneConnection(async (ask) => {
      for (let time = 1; time <= 51; time++) await ask({ text, values })
      expect(await prepared(ask)).not.toContainEqual(expect.objectContaining({ statement: text }))
    })
  })

  it('that fails while prepared leaves the connection usable', async () => {
    const text = 'select 1 / place as part from shelf where name = $1'
    await onOneConnection(async (ask) => {
      for (let time = 1; time <= 51; time++) await ask({ text, values: ['one'] })
      await testShop.app.pool.query(`insert into shelf values (0, 'none')`)
      await expect(ask({ text, values: ['none'] })).rejects.toMatchObject({ code: '22012' })
      expect((await ask({ text, values: ['one'] })).rows).toEqual([{ part: 1 }])
    })
  })
})
