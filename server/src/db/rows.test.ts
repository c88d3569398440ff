import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { columns, oneRow, orNull, readAs, rowsOf, value } from './rows.ts'
import { categories, productVariants } from './tables/index.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})

afterAll(() => testShop?.close())

const general = sql`from ${categories} where ${categories.name} = 'general'`

const found = async (
  list: Parameters<typeof rowsOf>[1],
  statement = sql`select ${list} ${general}`,
) => rowsOf(testShop.app, list, statement)

describe('a row of a statement', () => {
  it('has the types of its columns: instants are dates, 64-bit integers are numbers', async () => {
    const row = columns({
      name: categories.name,
      active: categories.active,
      createdAt: categories.createdAt,
      price: orNull(productVariants.priceCents),
      next: readAs(categories.createdAt, sql`timestamptz '2026-01-02T03:04:05Z'`),
      n: value(sql`(select count(*) from ${categories})`, z.int()),
      words: value(sql`array['a', 'b']`, z.array(z.string())),
    })

    const read = await oneRow(
      testShop.app,
      row,
      sql`select ${row} from ${categories} left join ${productVariants} on false where ${categories.name} = 'general'`,
    )

    expect(read).toEqual({
      name: 'general',
      active: true,
      createdAt: expect.any(Date),
      price: null,
      next: new Date('2026-01-02T03:04:05Z'),
      n: 1,
      words: ['a', 'b'],
    })
  })

  it('that is missing is an error only where one row is demanded', async () => {
    const row = columns({ id: categories.id })
    const none = sql`select ${row} from ${categories} where false`
    expect(await rowsOf(testShop.app, row, none)).toEqual([])
    await expect(oneRow(testShop.app, row, none)).rejects.toThrow('answered none')
  })
})

describe('a statement whose rows differ from their declaration fails', () => {
  it('where a column is missing or not declared', async () => {
    const row = columns({ id: categories.id, name: categories.name })
    await expect(found(row, sql`select id ${general}`)).rejects.toThrow('no column "name"')
    await expect(found(row, sql`select ${row}, color ${general}`)).rejects.toThrow(
      'the undeclared column "color"',
    )
  })

  it('where a number is text, a required value is null, or a value is not in its enum', async () => {
    const sum = columns({ n: value(sql`sum(7::bigint)`, z.int()) })
    await expect(found(sum)).rejects.toThrow(
      '"n" of a statement does not have the declared type: string',
    )
    const price = columns({ price: readAs(productVariants.priceCents, sql`'seven'`) })
    await expect(found(price)).rejects.toThrow(
      '"price" of a statement does not have the declared type: number',
    )
    const name = columns({ name: readAs(categories.name, sql`null`) })
    await expect(found(name)).rejects.toThrow(
      '"name" of a statement does not have the declared type: null',
    )
    const status = columns({ status: readAs(productVariants.provider, sql`'sold'`) })
    await expect(found(status)).rejects.toThrow(
      '"status" of a statement does not have the declared type: string',
    )
  })

  it('and its error never contains the value', async () => {
    const row = columns({ n: value(sql`'maria@segredo.example'`, z.int()) })
    const error = await found(row).catch((one: unknown) => one)
    expect(String(error)).not.toContain('segredo')
  })
})

it('production checks no row', async () => {
  const { db, config } = testShop.app
  const row = columns({ n: value(sql`sum(7::bigint)`, z.int()) })
  const app = { db, config: { ...config, checkShapes: false } }
  expect(await rowsOf(app, row, sql`select ${row} ${general}`)).toEqual([{ n: '7' }])
})
