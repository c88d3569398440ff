import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { inTransaction, sqlState } from '../platform/database/transaction.ts'
import { roundTripsOf } from '../testing/round-trips.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { ShopClient } from './client.ts'
import { categories } from './tables/index.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})

afterAll(() => testShop?.close())

const read = ({ db } = testShop.app) =>
  db.select({ name: categories.name }).from(categories).where(eq(categories.name, 'general'))

const rename = (name: string, { db } = testShop.app) =>
  db.update(categories).set({ color: name }).where(eq(categories.name, 'general'))

const color = async () => (await testShop.app.db.select().from(categories))[0]!.color

/** Runs work while `begin` or `commit` fails like a cancelled statement. */
async function withFailing(word: string, work: () => Promise<unknown>): Promise<unknown> {
  const original = ShopClient.prototype.query as unknown as (...given: unknown[]) => unknown
  ShopClient.prototype.query = function (this: ShopClient, ...given: unknown[]) {
    return original.apply(this, given[0] === word ? ['select cancelled'] : given)
  } as never

  return work().finally(() => {
    ShopClient.prototype.query = original as never
  })
}

it('a transaction begins in one round trip with its first reads', async () => {
  // Starts a reload of the provider settings, as after a start; this reload must not be counted.
  testShop.app.providerSettings.heard()

  const { trips, statements } = await roundTripsOf(() =>
    inTransaction(testShop.app, async (tx) => {
      await Promise.all([read(tx), read(tx)])
      await rename('blue', tx)
    }),
  )

  expect(statements.map((text) => text.split(' ')[0])).toEqual([
    'begin',
    'select',
    'select',
    'update',
    'commit',
  ])

  expect(trips).toBe(3)
})

it('statements keep their order when the first write waits for the begin', async () => {
  const { statements } = await roundTripsOf(() =>
    inTransaction(testShop.app, (tx) =>
      Promise.all([read(tx), rename('red', tx), read(tx), rename('green', tx)]),
    ),
  )

  expect(statements.map((text) => text.split(' ')[0])).toEqual([
    'begin',
    'select',
    'update',
    'select',
    'update',
    'commit',
  ])

  expect(await color()).toBe('green')
})

it('a transaction that could not begin writes nothing, and its caller gets the reason', async () => {
  for (const work of [
    () => inTransaction(testShop.app, (tx) => rename('black', tx)),
    () => inTransaction(testShop.app, (tx) => Promise.all([read(tx), rename('black', tx)])),
    () => inTransaction(testShop.app, (tx) => read(tx)),
  ])
    await expect(withFailing('begin', work)).rejects.toMatchObject({ code: '42703' })
  expect(await color()).toBe('green')
})

it('a transaction reports the first statement that failed, even if the code awaits it last', async () => {
  const error = await inTransaction(testShop.app, async (tx) => {
    const slow = async () => {
      await tx.db.execute(sql`select 1 / 0`).catch(async (why) => {
        for (let turn = 0; turn < 20; turn++) await Promise.resolve()
        throw why
      })
    }
    await Promise.all([slow(), rename('black', tx)])
  }).catch((why: unknown) => why)

  expect(sqlState(error)).toBe('22012')
  expect(await color()).toBe('green')
})

it('a statement after the end of its transaction is refused, not run outside it', async () => {
  let late: Promise<unknown> | undefined

  await expect(
    inTransaction(testShop.app, async (tx) => {
      await read(tx)

      const slow = async () => {
        await new Promise((done) => setTimeout(done, 50))
        await rename('black', tx)
      }

      late = slow().catch((why: Error) => why.message)
      throw new Error('refused')
    }),
  ).rejects.toThrow('refused')

  expect(await late).toBe('a statement came after the end of its transaction')
  expect(await color()).toBe('green')
})
