import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openStage, type Stage } from './testing/locks/lock-act.ts'
import { lockPlaces } from './testing/locks/lock-places.ts'
import { takes, watchLocks, type LockWatch } from './testing/locks/lock-watch.ts'
import { lockActs, locksWithoutAct } from './testing/locks/locks.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

let testShop: TestShop
let stage: Stage
let watch: LockWatch

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true, env: { SHOP_ALERTS: 'on', HELD_SHARE: '5' } })
  stage = await openStage(testShop)
  watch = await watchLocks(testShop.app)
})

afterAll(async () => {
  await watch?.close()
  await testShop?.close()
})

const places = lockPlaces()
const names = places.map(({ name }) => name).toSorted()

it('every lock of the source has an act that waits for it, or a test of its own', () => {
  expect([...Object.keys(lockActs), ...Object.keys(locksWithoutAct)].toSorted()).toEqual(names)
})

describe('an act waits for the holder of', () => {
  it.each(Object.entries(lockActs))('%s', async (name, createAct) => {
    const { hold, text, act } = await createAct(stage)
    const statement = await watch.waitingFor(hold, act)
    expect(takes(statement, { name, text }), statement).toBe(true)
  })
})
