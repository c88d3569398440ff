import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { disputes } from '../../../db/tables/index.ts'
import { person, type Person } from '../../../testing/make.ts'
import {
  accepted,
  buyerOf,
  eventually,
  payCard,
  paymentRow,
  payPix,
  send,
  startCard,
  startPix,
} from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const base = '/api/admin/transactions'
const read = async (id: string) =>
  (await send(testShop, `GET ${base}/${id}`, { as: staff })).body.data
const check = (id: string) => send(testShop, `POST ${base}/${id}/check`, { as: staff })

describe('the page of one payment', () => {
  it('shows the other attempts, the webhooks of its provider and the disputes [P343]', async () => {
    const { who, cartId } = await buyerOf(testShop, 1, { priceCents: 5000 })
    const first = accepted(await startPix(testShop, who, cartId)).paymentId
    const { body } = await startCard(testShop, who, cartId)
    await payCard(testShop, (await paymentRow(testShop, body.paymentId)).providerReference!)
    await eventually(testShop, async () => {
      expect((await paymentRow(testShop, body.paymentId)).status).toBe('completed')
    })
    const told = await read(body.paymentId)

    expect(told.attempts).toEqual([
      {
        id: first,
        _id: first,
        method: 'pix',
        status: 'failed',
        attention: null,
        amount: 50,
        currency: 'BRL',
        createdAt: expect.any(String),
      },
    ])

    expect(told.events.map(({ type }: { type: string }) => type).sort()).toEqual([
      'charge.succeeded',
      'checkout.session.completed',
      'payment_intent.created',
      'payment_intent.succeeded',
    ])

    expect(Object.keys(told.events[0]).sort()).toEqual(['id', 'receivedAt', 'type'])
    expect([told.contested, told.coin, told.network]).toEqual([[], null, null])
    expect((await read(first)).attempts[0].id).toBe(body.paymentId)

    const now = testShop.app.clock.now()

    await testShop.app.db.insert(disputes).values({
      paymentId: body.paymentId,
      disputeId: 'dp_1',
      state: 'open',
      contestedCents: 5000,
      takenCents: 5000,
      reason: 'fraudulent',
      dueAt: new Date('2027-01-02T03:04:05Z'),
      readAt: now,
      createdAt: now,
      updatedAt: now,
    })

    expect((await read(body.paymentId)).contested).toEqual([
      {
        id: 'dp_1',
        kind: 'dispute',
        state: 'open',
        amount: 50,
        reason: 'fraudulent',
        dueAt: '2027-01-02T03:04:05.000Z',
        createdAt: now.toISOString(),
      },
    ])
  })

  it('checks it at its provider on request, and says when that does not answer [P344]', async () => {
    const { who, cartId } = await buyerOf(testShop)
    const { paymentId, txid } = accepted(await startPix(testShop, who, cartId))
    expect((await check(paymentId)).body.data.status).toBe('pending')
    await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: 'efi', method: '*', path: '*', times: 9, do: 'status:503' },
    ])
    const failed = await check(paymentId)
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')

    expect([failed.status, failed.body.error]).toEqual([
      502,
      'O serviço de pagamento não respondeu. Nada mudou; a loja pergunta de novo sozinha.',
    ])

    await payPix(testShop, txid)
    const paid = (await check(paymentId)).body.data
    expect([paid.status, paid.keyGenerated, paid.receivedAmount]).toEqual(['completed', true, 19.9])
    const gone = await check('0'.repeat(32))
    expect([gone.status, gone.body.code]).toEqual([404, 'payment.not_found'])
  })
})
