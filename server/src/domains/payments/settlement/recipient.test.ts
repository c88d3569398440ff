import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { payments } from '../../../db/tables/index.ts'
import { pay, started } from '../../../testing/money-matrix.ts'
import { paymentRow } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

it('a PIX counts against the key that its charge was created for, not the current one', async () => {
  const one = await started(testShop, 'pix')
  const { charge } = await paymentRow(testShop, one.id)
  expect(charge).toMatchObject({ kind: 'pix', key: expect.stringMatching(/\S/) })

  await testShop.app.db
    .update(payments)
    .set({ charge: { kind: 'pix', code: one.txid, key: 'antiga@loja.test' } })
    .where(eq(payments.id, one.id))

  await pay(testShop, 'pix', one)

  expect(await paymentRow(testShop, one.id)).toMatchObject({
    status: 'pending',
    reviewReason: 'mismatch',
    note: 'another recipient',
  })
})
