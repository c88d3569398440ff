import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openStage, type Stage } from './testing/locks/lock-act.ts'
import { takes, watchLocks, type LockWatch } from './testing/locks/lock-watch.ts'
import { lockActs } from './testing/locks/locks.ts'
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

// Removes each lock from its statement in turn, and expects the checks of locks.test to fail.
describe('a removed lock is noticed', () => {
  it.each(Object.entries(lockActs))('%s', async (name, createAct) => {
    const { hold, text, act } = await createAct(stage)
    watch.leaveOut({ name, text })
    const statement = await watch.waitingFor(hold, act)
    expect(takes(statement, { name, text }), statement).toBe(false)
  })
})
