import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { auditLog } from '../../db/tables/index.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { newId } from '../../platform/secrets/ids.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { historyOf, recordAudit } from './audit.service.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})

afterAll(async () => {
  await testShop?.close()
})

it("a history has the entries by and about a user, newest first, and nobody else's [S222]", async () => {
  const [user, staff] = [newId(), newId()]

  const note = (entry: Parameters<typeof recordAudit>[1]) =>
    inTransaction(testShop.app, async (tx) => {
      testShop.clock.advance(1)
      await recordAudit(tx, entry)
    })

  await note({ action: 'first', actorId: user, actorName: 'Ana', ip: '10.0.0.1' })

  await note({
    action: 'second',
    actorId: staff,
    actorName: 'Dora',
    targetType: 'user',
    targetId: user,
    details: { reason: 'x' },
  })

  await note({ action: 'third', targetType: 'user', targetId: user })
  await note({ action: 'of staff', actorId: staff })

  await note({
    action: 'a thing with the same id',
    actorId: staff,
    targetType: 'product',
    targetId: user,
  })

  expect((await historyOf(testShop.app, user)).map((row) => row.action)).toEqual([
    'third',
    'second',
    'first',
  ])

  expect((await historyOf(testShop.app, user, 1)).map((row) => row.action)).toEqual(['third'])

  expect((await historyOf(testShop.app, user))[0]).toMatchObject({
    actorId: null,
    details: {},
    ip: null,
  })
})

it('an entry exists exactly if its cause does, and nobody changes or deletes it', async () => {
  const action = 'undone'

  await expect(
    inTransaction(testShop.app, async (tx) => {
      await recordAudit(tx, { action })
      throw new Error('no')
    }),
  ).rejects.toThrow('no')

  expect(await testShop.app.db.select().from(auditLog).where(eq(auditLog.action, action))).toEqual(
    [],
  )
  await inTransaction(testShop.app, (tx) => recordAudit(tx, { action: 'kept' }))
  for (const statement of [`update audit_log set action = 'x'`, 'delete from audit_log'])
    await expect(testShop.app.pool.query(statement)).rejects.toThrow('audit_log is append-only')
  expect(
    await testShop.app.db.select().from(auditLog).where(eq(auditLog.action, 'kept')),
  ).toHaveLength(1)
})
