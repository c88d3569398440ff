import { afterAll, beforeAll, expect, it } from 'vitest'

import { databaseBefore } from '../testing/database-before.ts'
import { contained, firstMigration } from './contained.ts'
import { schemaState } from './schema-state.ts'

// A shop from before the first release recorded each contained migration instead of
// 0001-schema.sql.

let shop: Awaited<ReturnType<typeof databaseBefore>>

beforeAll(async () => {
  shop = await databaseBefore('0100')
  await shop.client.query('delete from schema_migrations')

  for (const [name, hash] of contained)
    await shop.client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [
      name,
      hash,
    ])
})

afterAll(async () => {
  await shop?.drop()
})

const recorded = async (): Promise<string[]> => {
  const { rows } = await shop.client.query('select name from schema_migrations order by name')

  return rows.map(({ name }) => name)
}

it('a shop that stopped among the contained migrations is refused, with the version to install', async () => {
  const last = [...contained.keys()].at(-1)!
  await shop.client.query('delete from schema_migrations where name = $1', [last])
  await expect(shop.upgrade()).rejects.toThrow(
    `DATABASE_URL: the database is of a version before the first release (${last} is missing); ` +
      'install the version of commit 24ade136, start it once, then this one',
  )
  expect(await recorded()).toHaveLength(contained.size - 1)
  await shop.client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [
    last,
    contained.get(last),
  ])
})

it('a shop with all contained migrations skips the first and applies the later ones', async () => {
  const { waiting, newer } = await schemaState(shop.client as never)
  expect(waiting).not.toContain(firstMigration)
  expect(waiting).toContain('0101-mail-refusals.sql')
  expect(newer).toEqual([])

  await shop.upgrade()
  expect(await recorded()).toEqual([...contained.keys(), ...waiting].toSorted())
  expect((await schemaState(shop.client as never)).waiting).toEqual([])
  // A second start applies nothing.
  await shop.upgrade()
  expect(await recorded()).toHaveLength(contained.size + waiting.length)
})
