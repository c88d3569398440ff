import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { webhookEvents } from '../../db/tables/index.ts'
import { coupon, keysOf } from '../../testing/make.ts'
import {
  buyerOf,
  eventually,
  expectSound,
  look,
  payCard,
  paymentRow,
  startCard,
} from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
})

afterAll(async () => {
  await testShop?.close()
})

const buyer = (quantity?: number, given?: Parameters<typeof buyerOf>[2]) =>
  buyerOf(testShop, quantity, given)

const completed = (paymentId: string) => async () => {
  expect((await paymentRow(testShop, paymentId)).status).toBe('completed')
}

describe('card', () => {
  it('a hosted page opens, completes by webhook and is found by its session id, cut at ::1 [S084, S236, S237]', async () => {
    const { who, cartId } = await buyer()
    const started = await startCard(testShop, who, cartId)

    expect(started).toMatchObject({
      status: 200,
      body: { success: true, url: expect.stringContaining('/card/') },
    })

    const sessionId = (await paymentRow(testShop, started.body.paymentId)).providerReference!
    await payCard(testShop, sessionId, 'declined')
    expect((await paymentRow(testShop, started.body.paymentId)).status).toBe('pending')
    await payCard(testShop, sessionId, 'paid')
    await eventually(testShop, completed(started.body.paymentId))
    const seen = await look(testShop, who, encodeURIComponent(`${sessionId}::1`))

    expect(seen.body).toMatchObject({
      status: 'completed',
      owner: { units: [{ status: 'active' }] },
    })
  })

  it('twenty clicks open one session; an abandoned one expires and releases its keys [S084]', async () => {
    const { who, cartId, productId } = await buyer()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => startCard(testShop, who, cartId)),
    )
    const urls = new Set(answers.filter((one) => one.status === 200).map((one) => one.body.url))
    expect(urls.size).toBe(1)
    await testShop.advance(41 * 60)
    await testShop.sweep()
    expect((await keysOf(testShop.app, productId)).every((key) => key.status === 'available')).toBe(
      true,
    )
    await expectSound(testShop)
  })

  it('a forged webhook does nothing [S228, S236]', async () => {
    for (const headers of [
      {},
      { 'stripe-signature': '' },
      { 'stripe-signature': 't=1,v1=00' },
      { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v0=${'a'.repeat(64)}` },
    ] as Record<string, string>[]) {
      const reply = await testShop.http.inject({
        method: 'POST',
        url: '/api/webhooks/stripe',
        headers: { 'content-type': 'application/json', ...headers },
        payload: '{"id":"evt_1","type":"checkout.session.completed"}',
      })
      expect(reply.statusCode).toBe(400)
    }

    expect(
      (
        await testShop.http.inject({
          method: 'POST',
          url: '/api/webhooks/pix/pix?hmac=wrong',
          payload: { pix: [] },
        })
      ).statusCode,
    ).toBe(400)
  })

  it('a genuine callback that the database cannot store is skipped; odd returns are no errors [S236] [F157, F220]', async () => {
    const secret = encodeURIComponent(testShop.app.config.pix!.webhookSecret[0]!)

    const tell = async (pix: object) =>
      (
        await testShop.http.inject({
          method: 'POST',
          url: `/api/webhooks/pix?hmac=${secret}`,
          payload: { pix: [pix] },
        })
      ).statusCode

    const kept = async () => (await testShop.app.db.select().from(webhookEvents)).length
    const txid = 'f'.repeat(32)
    const before = await kept()

    for (const odd of [
      { endToEndId: 'E1\u0000', txid },
      { endToEndId: 'E2\ud800', txid },
      { endToEndId: 'E3', txid: 'f\u0000' },
      { endToEndId: randomBytes(9_000).toString('hex'), txid },
      { endToEndId: '', txid },
    ])
      expect([odd.txid, odd.endToEndId.slice(0, 9), await tell(odd)]).toEqual([
        odd.txid,
        odd.endToEndId.slice(0, 9),
        200,
      ])

    expect(await kept()).toBe(before)
    const devolucoes = [{ id: { toString: 'x' }, status: null }]
    expect(await tell({ endToEndId: 'E4', txid, devolucoes })).toBe(200)
    expect(await kept()).toBe(before + 2)
  })

  it('a discount reaches the hosted page to the cent [S085]', async () => {
    const { who, cartId } = await buyer(3, { priceCents: 3333 })
    await coupon(testShop.app, { code: 'TERCO', value: 3333 })
    const started = await startCard(testShop, who, cartId, { coupon: 'terco' })
    expect(started.status).toBe(200)
    const row = await paymentRow(testShop, started.body.paymentId)
    expect(row).toMatchObject({ originalCents: 9999, discountCents: 3333, amountCents: 6666 })
  })
})
