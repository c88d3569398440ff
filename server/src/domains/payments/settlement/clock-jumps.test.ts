import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createEfiPix } from '../../../adapters/efi/efi-pix.ts'
import { createStripeCard } from '../../../adapters/stripe/stripe-card.ts'
import { person, product } from '../../../testing/make.ts'
import {
  accepted,
  eventually,
  expectSound,
  fill,
  look,
  payCard,
  payPix,
  paymentRow,
  send,
  startCard,
  startPix,
} from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

// The system time of the shop's machine jumps an hour ahead or back between two steps; the
// providers' and the database's time stays right.

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(() => testShop?.close())

const sessionOf = (url: string) => /cs_test_[A-Za-z0-9]+/.exec(url)![0]

describe.each([
  ['an hour ahead', 3_600],
  ['an hour back', -3_600],
])('the clock is set %s', (_, seconds) => {
  it('between charge and payment by PIX and card: both are delivered [P568]', async () => {
    const buyer = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 3 })
    const pix = accepted(await startPix(testShop, buyer, await fill(testShop, buyer, id)))
    const other = await person(testShop.app)
    const card = accepted(await startCard(testShop, other, await fill(testShop, other, id)))
    testShop.clock.advance(seconds)
    await payPix(testShop, pix.txid)
    await payCard(testShop, sessionOf(card.url))

    await eventually(testShop, async () => {
      await testShop.sweep()
      for (const { paymentId } of [pix, card])
        expect(await paymentRow(testShop, paymentId)).toMatchObject({
          status: 'completed',
          receivedCents: 1_990,
        })
    })

    testShop.clock.advance(-seconds)
    await testShop.sweep()
    await expectSound(testShop)
  }, 30_000)

  it('in the middle of a visit: it continues, and a new order is paid and delivered [P568]', async () => {
    const buyer = await person(testShop.app)
    const { id } = await product(testShop.app, { keys: 2 })
    expect((await send(testShop, 'GET /api/users/orders', { as: buyer })).status).toBe(200)
    testShop.clock.advance(seconds)
    const card = accepted(await startCard(testShop, buyer, await fill(testShop, buyer, id)))
    await payCard(testShop, sessionOf(card.url))

    await eventually(testShop, async () => {
      testShop.clock.advance(5)
      await testShop.sweep()
      const seen = (await look(testShop, buyer, card.paymentId)).body
      expect(seen.status).toBe('completed')
    })

    testShop.clock.advance(-seconds)
    await testShop.sweep()
    await expectSound(testShop)
  }, 30_000)
})

describe('a host name that does not resolve', () => {
  it('leaves a charge unknown and its order waiting, and recovers when the name resolves [P569]', async () => {
    const { charges } = testShop.app.providers
    const right = { ...charges }

    charges.stripe = createStripeCard({
      ...testShop.app.config.card!,
      baseUrl: 'http://pagamentos.invalid',
    })

    charges.pix = createEfiPix(
      { ...testShop.app.config.pix!, baseUrl: 'https://banco.invalid' },
      testShop.clock.now,
    )

    const { id } = await product(testShop.app, { keys: 2 })
    const waiting = []

    for (const start of [startPix, startCard]) {
      const buyer = await person(testShop.app)
      const cartId = await fill(testShop, buyer, id)
      const { status, body } = await start(testShop, buyer, cartId)
      expect([status, body.code]).toEqual([502, 'payment.provider_failed'])

      const { rows } = await testShop.app.pool.query(
        'select status, reason from payments where cart_id = $1',
        [cartId],
      )

      expect(rows).toEqual([{ status: 'pending', reason: null }])
      waiting.push({ start, buyer, cartId })
    }

    await testShop.sweep()
    expect((await testShop.http.inject('/healthz')).statusCode).toBe(200)
    Object.assign(charges, right)
    for (const { start, buyer, cartId } of waiting)
      expect((await start(testShop, buyer, cartId)).status).toBe(200)
    await expectSound(testShop)
  }, 60_000)
})
