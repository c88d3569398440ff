import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { licences, orderLines, productVariants, stockKeys } from '../../db/tables/index.ts'
import {
  accepted,
  payPix,
  buyerOf,
  eventually,
  expectSound,
  paymentRow,
  startPix,
} from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

// A cart's next checkout reuses its unpaid order only while the product would be delivered the same
// way.

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

type Terms = Partial<
  Pick<typeof productVariants.$inferInsert, 'provider' | 'sellerType' | 'level' | 'validityDays'>
>

/** Pays a checkout of a cart whose earlier checkout expired before the terms changed. */
async function paidAfter(change: Terms, before: Terms = {}) {
  const { who, cartId, productId } = await buyerOf(testShop)

  const set = (terms: Terms) =>
    Object.keys(terms).length
      ? testShop.app.db.update(productVariants).set(terms).where(eq(productVariants.id, productId))
      : null

  await set(before)
  const first = await paymentRow(
    testShop,
    accepted(await startPix(testShop, who, cartId)).paymentId,
  )
  await testShop.advance(1900)

  await eventually(testShop, async () => {
    await testShop.sweep()
    expect((await paymentRow(testShop, first.id)).status).toBe('failed')
  })

  await set(change)
  const { body } = await startPix(testShop, who, cartId)
  await payPix(testShop, body.txid)
  await eventually(testShop, async () => {
    expect((await paymentRow(testShop, body.paymentId)).status).toBe('completed')
  })
  const { orderId } = await paymentRow(testShop, body.paymentId)
  const [line] = await testShop.app.db
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))

  return {
    isReused: orderId === first.orderId,
    line: line!,
    licences: await testShop.app.db.select().from(licences).where(eq(licences.orderId, orderId)),
    keys: (
      await testShop.app.db
        .select({ status: stockKeys.status })
        .from(stockKeys)
        .where(eq(stockKeys.variantId, productId))
        .orderBy(stockKeys.status)
    ).map(({ status }) => status),
  }
}

const days = (licence: { createdAt: Date; expiresAt: Date | null } | undefined) =>
  licence?.expiresAt && (licence.expiresAt.getTime() - licence.createdAt.getTime()) / 86_400_000

describe('an unpaid order whose cart is checked out again [decision Q67]', () => {
  it('is the same one while nothing about it changed', async () => {
    const { isReused, licences: given } = await paidAfter({})
    expect(isReused).toBe(true)
    expect(given).toHaveLength(1)
  })

  it('made by hand before, from stock now: the reserved key is delivered and none stays held', async () => {
    const {
      isReused,
      licences: given,
      keys,
    } = await paidAfter({ provider: 'stock' }, { provider: 'manual' })

    expect(isReused).toBe(false)
    expect(given).toHaveLength(1)
    expect(keys).toEqual(['available', 'available', 'available', 'available', 'used'])
    await expectSound(testShop)
  })

  it('from stock before, made by hand now: it waits for staff and holds no key', async () => {
    const { isReused, line, keys } = await paidAfter({ provider: 'manual' })
    expect(isReused).toBe(false)
    expect(line.provider).toBe('manual')
    expect(keys).toEqual(Array(5).fill('available'))
    await expectSound(testShop)
  })

  it('with another validity now: it lasts as long as the shop said at the paid checkout', async () => {
    const { licences: given } = await paidAfter({ validityDays: 90 })
    expect(days(given[0])).toBeCloseTo(90, 3)
    const forever = await paidAfter({ validityDays: null })
    expect(forever.licences).toMatchObject([{ expiresAt: null }])
  })

  it('with another level or kind of key now: that one is requested', async () => {
    expect((await paidAfter({ level: 7 })).line).toMatchObject({ level: 7 })
    expect((await paidAfter({ sellerType: 'reseller' })).line).toMatchObject({
      sellerType: 'reseller',
    })
  })
})
