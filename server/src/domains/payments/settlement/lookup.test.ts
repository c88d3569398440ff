import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { coupon, person, product } from '../../../testing/make.ts'
import {
  accepted,
  fill,
  look,
  payCard,
  send,
  startCard,
  startCrypto,
  startPix,
} from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(() => testShop?.close())

describe('the state of a payment', () => {
  it('a replaced payment names its replacement, which may be a card page [F121]', async () => {
    const buyer = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 2 })
    const cartId = await fill(testShop, buyer, id)
    const pix = accepted(await startPix(testShop, buyer, cartId))
    const crypto = accepted(await startCrypto(testShop, buyer, cartId))
    const afterOne = (await look(testShop, buyer, pix.paymentId)).body

    expect(afterOne).toMatchObject({
      status: 'failed',
      message: 'Este pagamento foi substituído por outro.',
      payment: { reason: 'replaced' },
      owner: { replacedBy: crypto.paymentId, card: null },
    })

    const card = accepted(await startCard(testShop, buyer, cartId))
    for (const old of [pix, crypto])
      expect((await look(testShop, buyer, old.paymentId)).body.owner.replacedBy).toBe(
        card.paymentId,
      )
    const open = (await look(testShop, buyer, card.paymentId)).body

    expect(open).toMatchObject({
      status: 'pending',
      payment: { reason: null },
      owner: { replacedBy: null, pix: null, crypto: null, card: { url: card.url } },
    })

    expect(card.url).toMatch(/^https?:\/\//)
  })

  it('a failed payment without a replacement names no other [F121]', async () => {
    const buyer = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 1 })
    const { body } = await startCard(testShop, buyer, await fill(testShop, buyer, id))
    await payCard(testShop, /cs_test_[A-Za-z0-9]+/.exec(body.url)![0], 'expired')
    await testShop.advance(3600)
    const seen = (await look(testShop, buyer, body.paymentId)).body
    expect([seen.status, seen.owner.replacedBy, seen.owner.card]).toEqual(['failed', null, null])
    expect(seen.payment.reason).toMatch(/^(expired|cancelled)$/)
  })

  it('a stranger sees neither cart nor coupon, which its owner and staff see [Q27, F132]', async () => {
    const [buyer, stranger, admin] = [
      await person(testShop.app),
      await person(testShop.app),
      await person(testShop.app, { role: 'admin' }),
    ]

    await coupon(testShop.app, { code: 'SEGREDO5', value: 500 })
    const { id } = await product(testShop.app, { keys: 1, priceCents: 2000 })
    const cartId = await fill(testShop, buyer, id)
    const { paymentId } = accepted(await startPix(testShop, buyer, cartId, { coupon: 'SEGREDO5' }))

    for (const who of [buyer, admin]) {
      const { payment } = (await look(testShop, who, paymentId)).body
      expect([payment.cartId, payment.discount.cupomCode]).toEqual([cartId, 'SEGREDO5'])
    }

    for (const who of [stranger, null]) {
      const { payment } = (await look(testShop, who, paymentId)).body
      expect([payment.cartId, payment.discount]).toEqual([
        null,
        { applied: true, cupomCode: null, amount: 1 },
      ])
    }
  })

  it('the provider segments of the shop find any payment, others return 404 [Q27, F132]', async () => {
    const buyer = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 1 })
    const { paymentId } = accepted(await startPix(testShop, buyer, await fill(testShop, buyer, id)))

    for (const segment of ['efybank', 'efi', 'stripe', 'binance'])
      expect(
        (await send(testShop, `GET /api/payment/${segment}/status/${paymentId}`, { as: buyer }))
          .status,
      ).toBe(200)

    for (const segment of ['paypal', 'x', 'EFYBANK']) {
      const { status, body } = await send(
        testShop,
        `GET /api/payment/${segment}/status/${paymentId}`,
        { as: buyer },
      )
      expect([status, body.error]).toEqual([404, 'Este endereço não existe.'])
    }
  })
})
