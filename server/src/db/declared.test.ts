import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import { lengths } from '@chaveiro/contracts/lengths'
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
] as const)(
  'the migrations create the %s that the tables declare, and no others',
  (kind, least) => {
    expect(declared[kind].length).toBeGreaterThan(least)
    expect(without(declared[kind], made[kind]), 'declared and never made').toEqual([])
    const expected = beyond[kind].map((line) => line.replaceAll(/\s+/g, ' ')).toSorted()
    expect(without(made[kind], declared[kind]), 'made and never declared').toEqual(expected)
  },
)

/** The allowed words of each `<column> in (…)` check in the database, by `table.column`. */
const checkedWords = () =>
  made.constraints.flatMap((line) => {
    const [, table, column, words] =
      /^(\w+) CHECK \(\((\w+) = ANY \(ARRAY\[([^\]]+)\]\)\)\)$/.exec(line) ?? []

    return table
      ? [{ name: `${table}.${column}`, words: words!.replaceAll("'", '').split(', ') }]
      : []
  })

it('a check of the database allows exactly the values that its column declares', () => {
  const checked = checkedWords()
  expect(checked).toHaveLength(19)
  const unknown = checked.filter(({ name }) => !declaredWords.has(name))
  expect(unknown.map(({ name }) => name)).toEqual(['provider_breakers.state'])
  for (const { name, words } of checked.filter((one) => !unknown.includes(one)))
    expect(words.toSorted(), name).toEqual(declaredWords.get(name)!.toSorted())
})

type Limit = readonly [most: number, shown: number, take: (text: string) => { success: boolean }]
const { release } = adminApi.desk
const { report, create: review } = api.reviews
const { update: page } = adminApi.productPages
const { update: variant } = adminApi.variants
const { reply } = adminApi.reviews

/**
 * For each text: the maximum length written by hand, the maximum length in the form, and the call
 * that validates the text.
 */
const longest: Record<string, Limit> = {
  'order_withdrawals.answer': [500, lengths.reason, (reason) => release.body.safeParse({ reason })],
  'order_withdrawals.reason': [
    500,
    lengths.reason,
    (reason) => api.orders.withdraw.body.safeParse({ reason }),
  ],
  'product_slugs.slug': [80, lengths.slug, (slug) => page.body.safeParse({ slug })],
  'product_variants.name': [80, lengths.variantName, (name) => variant.body.safeParse({ name })],
  'product_variants.name_en': [
    80,
    lengths.variantName,
    (nameEn) => variant.body.safeParse({ nameEn }),
  ],
  'review_reports.reason': [
    300,
    lengths.reportReason,
    (reason) => report.body.safeParse({ reason }),
  ],
  'reviews.body': [2000, lengths.reviewText, (body) => review.body.safeParse({ rating: 5, body })],
  'reviews.reply': [1000, lengths.reviewReply, (text) => reply.body.safeParse({ text })],
}

it('form, call and database have the same longest length of a text', () => {
  const checked = made.constraints.flatMap((line) =>
    [...line.matchAll(/length\((\w+)\) <= (\d+)/g)].map(
      ([, column, most]) => [`${line.split(' ')[0]}.${column}`, Number(most)] as const,
    ),
  )

  const byHand = Object.entries(longest).map(([name, [most]]) => [name, most])
  expect(checked.toSorted()).toEqual(byHand)
  const shown = Object.entries(longest).map(([name, [, most]]) => [name, most])
  expect(shown).toEqual(byHand)

  for (const [name, [most, , take]] of Object.entries(longest))
    for (const length of [most, most + 1])
      expect(take('x'.repeat(length)).success, `${name} of ${length}`).toBe(length === most)
})
