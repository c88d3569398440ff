import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { licences, orders, receipts, stockKeys } from './db/tables/index.ts'
import { restoreOrder, suspendOrder } from './domains/fulfilment/revocation.service.ts'
import { createHttp } from './http/server.ts'
import type { App } from './platform/app.ts'
import { inTransaction } from './platform/database/transaction.ts'
import { person, product, type Person } from './testing/make.ts'
import { eventually, expectSound, fill, paymentRow, payPix, startPix } from './testing/shop.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

// Two processes of the shop, with a staff member at each.
let testShop: TestShop
let other: App
let doors: [FastifyInstance, FastifyInstance]
let staff: [Person, Person]

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  other = await testShop.another()
  doors = [testShop.http, await createHttp(other)]

  staff = [
    await person(testShop.app, { role: 'developer', name: 'Dora' }),
    await person(testShop.app, { role: 'admin', name: 'Alice' }),
  ]
})

afterAll(async () => {
  await doors?.[1].close()
  await testShop?.close()
})

const rounds = 4

/** A call by one of the two staff members at one of the two processes. */
async function callAt(
  door: 0 | 1,
  method: 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<{ status: number; code: string | undefined }> {
  const reply = await doors[door].inject({
    method,
    url: `/api/admin/${path}`,
    headers: staff[door].headers,
    ...(body ? { payload: body } : {}),
  })
  return { status: reply.statusCode, code: (reply.json() as { code?: string }).code }
}

async function ordered(pay: boolean) {
  const buyer = await person(testShop.app)
  const { id: productId } = await product(testShop.app, { keys: 2, priceCents: 2500 })
  const { body } = await startPix(testShop, buyer, await fill(testShop, buyer, productId))
  const { orderId } = await paymentRow(testShop, body.paymentId)

  if (pay) {
    await payPix(testShop, body.txid)
    await eventually(testShop, async () => {
      expect((await paymentRow(testShop, body.paymentId)).status).toBe('completed')
    })
  }

  const [licence] = await testShop.app.db
    .select()
    .from(licences)
    .where(eq(licences.orderId, orderId))

  return { orderId, paymentId: body.paymentId as string, txid: body.txid as string, licence }
}

const orderRow = async (id: string) =>
  (await testShop.app.db.select().from(orders).where(eq(orders.id, id)))[0]!

const licenceRow = async (id: string) =>
  (await testShop.app.db.select().from(licences).where(eq(licences.id, id)))[0]!

const keyRow = async (id: string) =>
  (await testShop.app.db.select().from(stockKeys).where(eq(stockKeys.id, id)))[0]!

describe('staff at two processes at the same moment', () => {
  it('delete and revoke a licence during its order’s refund: all is revoked without an error [Q122, B112]', async () => {
    for (let round = 0; round < rounds; round++) {
      const { orderId, licence } = await ordered(true)

      const replies = await Promise.all([
        callAt(0, 'PATCH', `orders/${orderId}/status`, { status: 'refunded', reason: 'Pediu' }),
        callAt(1, 'DELETE', `licenses/${licence!.id}`),
        callAt(0, 'PATCH', `stock/${licence!.stockKeyId}/status`, { status: 'revoked' }),
        callAt(1, 'PATCH', `licenses/${licence!.id}/status`, { status: 'revoked' }),
      ])

      expect(replies.map((one) => one.status).slice(0, 3)).toEqual([200, 200, 200])
      expect([200, 404]).toContain(replies[3]!.status)
      await eventually(testShop, async () => {
        expect((await orderRow(orderId)).status).toBe('refunded')
      })

      expect(await licenceRow(licence!.id)).toMatchObject({
        status: 'revoked',
        hiddenAt: expect.any(Date),
      })

      expect((await keyRow(licence!.stockKeyId!)).status).toBe('revoked')
    }
    await expectSound(testShop)
  })

  it('delete or revoke a licence suspended by a dispute: later only the others work again [Q122, B112]', async () => {
    for (let round = 0; round < rounds; round++) {
      const { orderId, licence } = await ordered(true)
      const path = `licenses/${licence!.id}`

      const [, reply] = await Promise.all([
        inTransaction(testShop.app, (tx) => suspendOrder(tx, orderId, { source: 'desk' })),
        round % 2
          ? callAt(1, 'DELETE', path)
          : callAt(1, 'PATCH', `${path}/status`, { status: 'revoked' }),
      ])

      expect(reply.status).toBe(200)
      await inTransaction(testShop.app, (tx) => restoreOrder(tx, orderId, { source: 'desk' }))
      expect((await licenceRow(licence!.id)).status).toBe('revoked')
      expect((await keyRow(licence!.stockKeyId!)).status).toBe('revoked')
      const keptLicence = await ordered(true)
      await inTransaction(other, (tx) => suspendOrder(tx, keptLicence.orderId, { source: 'desk' }))
      await inTransaction(other, (tx) => restoreOrder(tx, keptLicence.orderId, { source: 'desk' }))
      expect((await licenceRow(keptLicence.licence!.id)).status).toBe('active')
    }
    await expectSound(testShop)
  })

  it('delete the same licence and the same orders: one of them did it, the other finds nothing [Q122, B204, B218]', async () => {
    for (const pay of [true, false]) {
      const { orderId, licence } = await ordered(pay)
      const paths = [...(licence ? [`licenses/${licence.id}`] : []), `orders/${orderId}`]

      for (const path of paths) {
        const replies = await Promise.all([callAt(0, 'DELETE', path), callAt(1, 'DELETE', path)])
        expect(replies.map((one) => one.status).sort(), path).toEqual([200, 404])
      }

      expect(await orderRow(orderId)).toMatchObject(
        pay
          ? { status: 'completed', archivedAt: expect.any(Date), deletedAt: null }
          : { status: 'cancelled', archivedAt: null, deletedAt: expect.any(Date) },
      )
    }
    await expectSound(testShop)
  })

  it('complete an order by hand with two references: it is paid and delivered once [decision Q122, Q34]', async () => {
    for (let round = 0; round < rounds; round++) {
      const { orderId, paymentId } = await ordered(false)

      const confirm = (door: 0 | 1) =>
        callAt(door, 'PATCH', `orders/${orderId}/status`, {
          status: 'completed',
          reason: 'Extrato',
          reference: `TED-${orderId}-${door}`,
        })

      const replies = await Promise.all([confirm(0), confirm(1)])
      expect(Math.min(...replies.map((one) => one.status))).toBe(200)
      expect(Math.max(...replies.map((one) => one.status))).toBeLessThan(500)

      const keptLicence = await testShop.app.db
        .select()
        .from(receipts)
        .where(eq(receipts.paymentId, paymentId))

      expect(keptLicence.map((one) => one.amountCents)).toEqual([2500])
      expect(
        await testShop.app.db.select().from(licences).where(eq(licences.orderId, orderId)),
      ).toHaveLength(1)
    }
    await expectSound(testShop)
  })
})

describe('staff change an order while its buyer pays', () => {
  for (const [name, act] of [
    [
      'cancel it',
      (id: string) => callAt(1, 'PATCH', `orders/${id}/status`, { status: 'cancelled' }),
    ],
    ['delete it', (id: string) => callAt(1, 'DELETE', `orders/${id}`)],
    [
      'confirm it by hand',
      (id: string) =>
        callAt(1, 'PATCH', `orders/${id}/status`, {
          status: 'completed',
          reason: 'Extrato',
          reference: `MAO-${id}`,
        }),
    ],
  ] as const)
    it(`${name}: taken money is an order with its key on the lists, refunded money is none [Q122, B218]`, async () => {
      for (let round = 0; round < rounds; round++) {
        const { orderId, paymentId, txid } = await ordered(false)

        const [paid, reply] = await Promise.all([
          payPix(testShop, txid).then(
            () => true,
            () => false,
          ),
          act(orderId),
        ])

        expect([200, 409]).toContain(reply.status)

        if (reply.status === 409)
          expect(['order.paid_meanwhile', 'order.cancel_paid', 'order.unchanged']).toContain(
            reply.code,
          )

        const isCompleted = paid || name === 'confirm it by hand'

        await eventually(testShop, async () => {
          expect(await orderRow(orderId)).toMatchObject({
            status: isCompleted ? 'completed' : 'cancelled',
          })
        })

        const order = await orderRow(orderId)
        // Staff archive a paid order instead of deleting it; a payment brings a deleted unpaid
        // order back to the lists.
        if (isCompleted) expect(order.deletedAt).toBeNull()
        expect(
          await testShop.app.db.select().from(licences).where(eq(licences.orderId, orderId)),
        ).toHaveLength(isCompleted ? 1 : 0)
        expect(['completed', 'failed']).toContain((await paymentRow(testShop, paymentId)).status)
      }
      await expectSound(testShop)
    })
})
