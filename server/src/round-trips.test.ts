import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person, product, type Person } from './testing/make.ts'
import { roundTripsOf } from './testing/round-trips.ts'
import { fill, send } from './testing/shop.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

// How often each call waits for the database, on a process that is warm and a buyer whom it knows.

let world: TestShop
beforeAll(async () => {
  world = await openTestShop({ sandbox: true })
})
afterAll(async () => {
  await world?.close()
})

/** Asked twice, counted the second time: what a process remembers it looks up only once. */
async function trips(call: Parameters<typeof send>[1], who: Person, body?: object) {
  const ask = async () => {
    const answer = await send(world, call, { as: who, ...(body ? { body } : {}) })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  await ask()
  const counted = await roundTripsOf(ask)
  return { ...counted, told: counted.statements.join('\n') }
}

describe('a cart', () => {
  it('is read in three round trips', async () => {
    const who = await person(world.app)
    const { id } = await product(world.app, { keys: 5 })
    await fill(world, who, id)
    const read = await trips(`GET /api/product/cart/${who.userId}`, who)
    expect(read.trips, read.told).toBe(3)
  })
})
