import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  carried,
  columnsBeyond,
  constraintsBeyond,
  indexesBeyond,
} from '../testing/beyond-declared.ts'
import { createTestDatabase } from '../testing/database.ts'
import { declaredWords, makeDeclared, readSchema, type Schema } from '../testing/declared-schema.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client
let declared: Schema
let made: Schema
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await makeDeclared(client, carried)
  declared = await readSchema(client, 'declared')
  made = await readSchema(client, 'public')
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

const beyond = { columns: columnsBeyond, indexes: indexesBeyond, constraints: constraintsBeyond }
const without = (some: readonly string[], others: readonly string[]) => {
  const there = new Set(others)

  return some.filter((line) => !there.has(line))
}

it.each([
  ['columns', 650],
  ['indexes', 150],
  ['constraints', 150],
] as const)('the migrations make the %s that the tables declare, and no others', (kind, least) => {
  expect(declared[kind].length).toBeGreaterThan(least)
  expect(without(declared[kind], made[kind]), 'declared and never made').toEqual([])
  const expected = beyond[kind].map((line) => line.replaceAll(/\s+/g, ' ')).toSorted()
  expect(without(made[kind], declared[kind]), 'made and never declared').toEqual(expected)
})

/** The words of `<column> in (…)` in checks of the database, by `table.column`. */
const checkedWords = () =>
  made.constraints.flatMap((line) => {
    const [, table, column, words] =
      /^(\w+) CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]+)\]\)\)\)$/.exec(line) ?? []

    return table
      ? [{ name: `${table}.${column}`, words: words!.replaceAll("'", '').split(', ') }]
      : []
  })

it('a check lets through every word that a column is declared with, and no other', () => {
  const checked = checkedWords()
  expect(checked).toHaveLength(18)
  const unknown = checked.filter(({ name }) => !declaredWords.has(name))
  expect(unknown.map(({ name }) => name)).toEqual(['provider_breakers.state'])
  for (const { name, words } of checked.filter((one) => !unknown.includes(one)))
    expect(words.toSorted(), name).toEqual(declaredWords.get(name)!.toSorted())
})
