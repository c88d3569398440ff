import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { coupons, licences } from '../../../db/tables/index.ts'
import { cartOf, coupon, person, product, type Person } from '../../../testing/make.ts'
import {
  deposit,
  eventually,
  expectSound,
  look,
  paymentRow,
  send,
  startCrypto,
  startPix,
} from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

// Money that arrives after its payment released the coupon use.

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

/** An expired crypto payment whose purchase had used a coupon. */
async function lapsed(code: string, priceCents: number) {
  const who = await person(testShop.app)
  const { id } = await product(testShop.app, { keys: 1, priceCents })
  const cartId = await cartOf(testShop.app, who.userId, [{ productId: id, quantity: 1 }])
  const { body } = await startCrypto(testShop, who, cartId, { coupon: code })
  await testShop.advance(3700)

  await eventually(testShop, async () => {
    await testShop.sweep()
    expect((await paymentRow(testShop, body.paymentId)).status).toBe('failed')
  })

  return { who, id: body.paymentId as string, coins: String(body.cryptoAmount) }
}

const desk = async (id: string) =>
  (await send(testShop, `GET /api/admin/desk/payments/${id}`, { as: staff })).body.payment

const used = async (couponId: string) => {
  const [row] = await testShop.app.db.select().from(coupons).where(eq(coupons.id, couponId))
  return row!.usageCount
}

const keysOf = async (id: string) => {
  const { orderId } = await paymentRow(testShop, id)
  return testShop.app.db.$count(licences, eq(licences.orderId, orderId))
}

describe('late money for payments with a coupon of one use [decision Q56, Q38]', () => {
  it('is delivered while a use is left; later money is booked and waits for staff', async () => {
    const couponId = await coupon(testShop.app, { code: 'UMAVEZ', usageLimit: 1 })

    const all = [
      await lapsed('UMAVEZ', 21_000),
      await lapsed('UMAVEZ', 33_000),
      await lapsed('UMAVEZ', 47_000),
    ]

    for (const { coins: amount } of all)
      await deposit(testShop, { coin: 'USDT', network: 'TRX', amount })
    await Promise.all([testShop.sweep(), testShop.sweep()])

    await eventually(testShop, async () => {
      await testShop.advance(60)
      await testShop.sweep()
      const rows = await Promise.all(all.map(({ id }) => paymentRow(testShop, id)))
      expect(rows.map(({ status }) => status).sort()).toEqual(['completed', 'failed', 'failed'])
      expect(rows.every(({ amountCents, receivedCents }) => amountCents === receivedCents)).toBe(
        true,
      )
    })

    expect(await used(couponId)).toBe(1)
    const waiting: typeof all = []
    for (const one of all)
      if ((await paymentRow(testShop, one.id)).status === 'failed') waiting.push(one)
      else expect(await keysOf(one.id)).toBe(1)

    for (const { id } of waiting) {
      expect(await desk(id)).toMatchObject({
        kind: 'held',
        onDesk: true,
        remark: 'coupon_spent',
        note: null,
        buyer: 'there',
        delivered: 0,
        actions: ['accept', 'refund', 'release', 'note'],
      })
      expect(await keysOf(id)).toBe(0)
    }

    await expectSound(testShop)
    const [one] = waiting as [(typeof all)[number]]
    expect((await look(testShop, one.who, one.id)).body.message).toMatch(
      /^Recebemos R\$\s[\d.,]+ depois do prazo, e o cupom deste pagamento já se esgotou\. Nossa equipe vai verificar; não pague de novo\.$/,
    )

    expect(
      (
        await send(testShop, `POST /api/admin/desk/payments/${one.id}/accept`, {
          as: staff,
          body: { reason: 'Vale' },
        })
      ).status,
    ).toBe(200)

    expect(await desk(one.id)).toMatchObject({ status: 'completed', delivered: 1, onDesk: false })
    // An order accepted by staff beyond the limit uses no coupon.
    expect(await used(couponId)).toBe(1)
    await expectSound(testShop)
  })

  it('is delivered at once when the replacing payment holds the use that is left', async () => {
    const couponId = await coupon(testShop.app, { code: 'TROCA', usageLimit: 1 })
    const who = await person(testShop.app)
    const { id: productId } = await product(testShop.app, { keys: 1, priceCents: 9_000 })
    const cartId = await cartOf(testShop.app, who.userId, [{ productId, quantity: 1 }])
    const { body: first } = await startCrypto(testShop, who, cartId, { coupon: 'TROCA' })
    const { body: pix } = await startPix(testShop, who, cartId, { coupon: 'TROCA' })
    expect(await paymentRow(testShop, first.paymentId)).toMatchObject({ reason: 'replaced' })
    await deposit(testShop, { coin: 'USDT', network: 'TRX', amount: String(first.cryptoAmount) })

    await eventually(testShop, async () => {
      await testShop.sweep()
      expect(await paymentRow(testShop, first.paymentId)).toMatchObject({ status: 'completed' })
    })

    expect(await paymentRow(testShop, pix.paymentId)).toMatchObject({ status: 'failed' })
    expect([await keysOf(first.paymentId), await used(couponId)]).toEqual([1, 1])
    await expectSound(testShop)
  })
})
