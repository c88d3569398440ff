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

let world: TestShop

beforeAll(async () => {
  world = await openTestShop({ sandbox: true })
})

afterAll(() => world?.close())

const sessionOf = (url: string) => /cs_test_[A-Za-z0-9]+/.exec(url)![0]

describe.each([
  ['an hour ahead', 3_600],
  ['an hour back', -3_600],
])('the clock is set %s', (_, seconds) => {
  it('between charge and payment by PIX and card: both are delivered [P568]', async () => {
    const buyer = await person(world.app)
    const { id } = await product(world.app, { keys: 3 })
    const pix = accepted(await startPix(world, buyer, await fill(world, buyer, id)))
    const other = await person(world.app)
    const card = accepted(await startCard(world, other, await fill(world, other, id)))
    world.clock.advance(seconds)
    await payPix(world, pix.txid)
    await payCard(world, sessionOf(card.url))

    await eventually(world, async () => {
      await world.sweep()
      for (const { paymentId } of [pix, card])
        expect(await paymentRow(world, paymentId)).toMatchObject({
          status: 'completed',
          receivedCents: 1_990,
        })
    })

    world.clock.advance(-seconds)
    await world.sweep()
    await expectSound(world)
  }, 30_000)

  it('in the middle of a visit: it continues, and a new order is paid and delivered [P568]', async () => {
    const buyer = await person(world.app)
    const { id } = await product(world.app, { keys: 2 })
    expect((await send(world, 'GET /api/users/orders', { as: buyer })).status).toBe(200)
    world.clock.advance(seconds)
    const card = accepted(await startCard(world, buyer, await fill(world, buyer, id)))
    await payCard(world, sessionOf(card.url))

    await eventually(world, async () => {
      world.clock.advance(5)
      await world.sweep()
      const seen = (await look(world, buyer, card.paymentId)).body
      expect(seen.status).toBe('completed')
    })

    world.clock.advance(-seconds)
    await world.sweep()
    await expectSound(world)
  }, 30_000)
})

describe('a host name that does not resolve', () => {
  it('leaves a charge unknown and its order waiting, and recovers when the name resolves [P569]', async () => {
    const { charges } = world.app.providers
    const right = { ...charges }

    charges.stripe = createStripeCard({
      ...world.app.config.card!,
      baseUrl: 'http://pagamentos.invalid',
    })

    charges.pix = createEfiPix(
      { ...world.app.config.pix!, baseUrl: 'https://banco.invalid' },
      world.clock.now,
    )

    const { id } = await product(world.app, { keys: 2 })
    const waiting = []

    for (const start of [startPix, startCard]) {
      const buyer = await person(world.app)
      const cartId = await fill(world, buyer, id)
      const { status, body } = await start(world, buyer, cartId)
      expect([status, body.code]).toEqual([502, 'payment.provider_failed'])

      const { rows } = await world.app.pool.query(
        'select status, reason from payments where cart_id = $1',
        [cartId],
      )

      expect(rows).toEqual([{ status: 'pending', reason: null }])
      waiting.push({ start, buyer, cartId })
    }

    await world.sweep()
    expect((await world.http.inject('/healthz')).statusCode).toBe(200)
    Object.assign(charges, right)
    for (const { start, buyer, cartId } of waiting)
      expect((await start(world, buyer, cartId)).status).toBe(200)
    await expectSound(world)
  }, 60_000)
})
