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

// Money for payments that released their coupon use before it came.

let world: TestShop
let staff: Person

beforeAll(async () => {
  world = await openTestShop({ sandbox: true })
  staff = await person(world.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await world?.close()
})

/** A crypto payment with a coupon, past its time. */
async function lapsed(code: string, priceCents: number) {
  const who = await person(world.app)
  const { id } = await product(world.app, { keys: 1, priceCents })
  const cartId = await cartOf(world.app, who.userId, [{ productId: id, quantity: 1 }])
  const { body } = await startCrypto(world, who, cartId, { coupon: code })
  await world.advance(3700)

  await eventually(world, async () => {
    await world.sweep()
    expect((await paymentRow(world, body.paymentId)).status).toBe('failed')
  })

  return { who, id: body.paymentId as string, coins: String(body.cryptoAmount) }
}

const desk = async (id: string) =>
  (await send(world, `GET /api/admin/desk/payments/${id}`, { as: staff })).body.payment

const used = async (couponId: string) => {
  const [row] = await world.app.db.select().from(coupons).where(eq(coupons.id, couponId))
  return row!.usageCount
}

const keysOf = async (id: string) => {
  const { orderId } = await paymentRow(world, id)
  return world.app.db.$count(licences, eq(licences.orderId, orderId))
}

describe('late money for payments with a coupon of one use [decision Q56, Q38]', () => {
  it('is delivered while a use is left; later money is booked and waits for staff', async () => {
    const couponId = await coupon(world.app, { code: 'UMAVEZ', usageLimit: 1 })

    const all = [
      await lapsed('UMAVEZ', 21_000),
      await lapsed('UMAVEZ', 33_000),
      await lapsed('UMAVEZ', 47_000),
    ]

    for (const { coins: amount } of all)
      await deposit(world, { coin: 'USDT', network: 'TRX', amount })
    await Promise.all([world.sweep(), world.sweep()])

    await eventually(world, async () => {
      await world.advance(60)
      await world.sweep()
      const rows = await Promise.all(all.map(({ id }) => paymentRow(world, id)))
      expect(rows.map(({ status }) => status).sort()).toEqual(['completed', 'failed', 'failed'])
      expect(rows.every(({ amountCents, receivedCents }) => amountCents === receivedCents)).toBe(
        true,
      )
    })

    expect(await used(couponId)).toBe(1)
    const waiting: typeof all = []
    for (const one of all)
      if ((await paymentRow(world, one.id)).status === 'failed') waiting.push(one)
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

    await expectSound(world)
    const [one] = waiting as [(typeof all)[number]]
    expect((await look(world, one.who, one.id)).body.message).toMatch(
      /^Recebemos R\$\s[\d.,]+ depois do prazo, e o cupom deste pagamento já se esgotou\. Nossa equipe vai verificar; não pague de novo\.$/,
    )

    expect(
      (
        await send(world, `POST /api/admin/desk/payments/${one.id}/accept`, {
          as: staff,
          body: { reason: 'Vale' },
        })
      ).status,
    ).toBe(200)

    expect(await desk(one.id)).toMatchObject({ status: 'completed', delivered: 1, onDesk: false })
    // An order accepted by staff beyond the limit uses no coupon.
    expect(await used(couponId)).toBe(1)
    await expectSound(world)
  })

  it('is delivered at once when the replacing payment holds the use that is left', async () => {
    const couponId = await coupon(world.app, { code: 'TROCA', usageLimit: 1 })
    const who = await person(world.app)
    const { id: productId } = await product(world.app, { keys: 1, priceCents: 9_000 })
    const cartId = await cartOf(world.app, who.userId, [{ productId, quantity: 1 }])
    const { body: first } = await startCrypto(world, who, cartId, { coupon: 'TROCA' })
    const { body: pix } = await startPix(world, who, cartId, { coupon: 'TROCA' })
    expect(await paymentRow(world, first.paymentId)).toMatchObject({ reason: 'replaced' })
    await deposit(world, { coin: 'USDT', network: 'TRX', amount: String(first.cryptoAmount) })

    await eventually(world, async () => {
      await world.sweep()
      expect(await paymentRow(world, first.paymentId)).toMatchObject({ status: 'completed' })
    })

    expect(await paymentRow(world, pix.paymentId)).toMatchObject({ status: 'failed' })
    expect([await keysOf(first.paymentId), await used(couponId)]).toEqual([1, 1])
    await expectSound(world)
  })
})
