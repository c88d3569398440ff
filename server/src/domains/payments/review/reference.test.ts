import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { orders, receipts } from '../../../db/tables/index.ts'
import { person, type Person } from '../../../testing/make.ts'
import { pay, started, type Case, type Method } from '../../../testing/money-matrix.ts'
import { eventually, expectSound, paymentRow, send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { confirmByHand } from './by-hand.admin.service.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const confirm = (one: Case, reference: string) =>
  send(testShop, `POST /api/admin/desk/payments/${one.id}/confirm`, {
    as: staff,
    body: { reason: 'Extrato conferido', reference },
  })

const orderNumber = async ({ id }: Case): Promise<string> => {
  const { orderId } = await paymentRow(testShop, id)
  return (await testShop.app.db.select().from(orders).where(eq(orders.id, orderId)))[0]!.number
}

const statusOf = async ({ id }: Case) => (await paymentRow(testShop, id)).status

describe('the reference of a payment confirmed by hand', () => {
  it('confirms one payment over all methods, however written; the refusal names the other [F108]', async () => {
    const first = await started(testShop, 'pix')
    expect((await confirm(first, 'TED-777')).status).toBe(200)
    const number = await orderNumber(first)

    const tries: [Method, string][] = [
      ['stripe', 'TED-777'],
      ['crypto', ' ted-777 '],
      ['pix', 'Ted-777'],
      ['pix', 'ＴＥＤ-777'],
    ]

    for (const [method, reference] of tries) {
      const other = await started(testShop, method)

      expect(await confirm(other, reference)).toMatchObject({
        status: 409,
        body: {
          code: 'payment.reference_used',
          message: `Esta referência já confirmou o pagamento do pedido ${number}, de Ana Souza. Confira qual dos dois ela pagou.`,
        },
      })

      expect(await statusOf(other)).not.toBe('completed')
    }

    const spaced = await started(testShop, 'pix')
    expect((await confirm(spaced, 'TED 12  34')).status).toBe(200)
    expect((await confirm(await started(testShop, 'pix'), 'ted 12 34')).status).toBe(409)
    expect((await confirm(await started(testShop, 'pix'), 'TED-778')).status).toBe(200)
    await expectSound(testShop)
  })

  it('is refused when a provider reported it: a PIX end-to-end id, a coin transaction [F108]', async () => {
    const pix = await started(testShop, 'pix')
    await pay(testShop, 'pix', pix)
    await eventually(testShop, async () => expect(await statusOf(pix)).toBe('completed'))

    const [receipt] = await testShop.app.db
      .select()
      .from(receipts)
      .where(eq(receipts.paymentId, pix.id))

    const coins = await started(testShop, 'crypto')
    await pay(testShop, 'crypto', coins)
    await eventually(testShop, async () => expect(await statusOf(coins)).toBe('completed'))

    const {
      rows: [deposit],
    } = await testShop.app.db.execute<{ tx_id: string }>(
      sql`select tx_id from deposits where payment_id = ${coins.id}`,
    )

    const other = await started(testShop, 'stripe')

    for (const [reference, paid] of [
      [receipt!.receiptId, pix],
      [receipt!.receiptId.toLowerCase(), pix],
      [deposit!.tx_id.toUpperCase(), coins],
    ] as const)
      expect(await confirm(other, reference)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining(await orderNumber(paid)) },
      })

    expect(await statusOf(other)).not.toBe('completed')
  })

  it('used by two processes for four payments at the same moment confirms one of them [F108]', async () => {
    const second = await testShop.another()
    const waiting = await Promise.all(
      (['pix', 'crypto', 'pix', 'crypto'] as const).map((method) => started(testShop, method)),
    )

    const answers = await Promise.allSettled(
      waiting.map((one, i) =>
        confirmByHand(
          i % 2 ? second : testShop.app,
          one.id,
          { actorId: null, actorName: 'Dora Equipe', ip: null },
          { reason: 'Extrato', reference: i % 3 ? 'doc 900' : 'DOC 900' },
        ),
      ),
    )

    expect(answers.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of answers)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ code: 'payment.reference_used' })
    const ends = await Promise.all(waiting.map(statusOf))
    expect(ends.filter((status) => status === 'completed')).toHaveLength(1)
    await expectSound(testShop)
  })
})
