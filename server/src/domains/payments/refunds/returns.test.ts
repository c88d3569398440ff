import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, licences, orders, refunds } from '../../../db/tables/index.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { RefundFact } from '../../../ports/payments.ts'
import { person, product, type Person } from '../../../testing/make.ts'
import { expire } from '../../../testing/money-matrix.ts'
import {
  eventually,
  expectSound,
  fill,
  paymentRow,
  payPix,
  send,
  startPix,
} from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { settle } from '../settlement/settle.service.ts'
import { sweepRefunds } from './refund.service.ts'
import { keepReturns } from './returns.service.ts'

// Money returned outside the shop: the owner returns a PIX in the bank's app. The bank gives the
// return an id of its own, here of 32 hexadecimal characters like the shop's. It reports no nature
// (natureza), which means an ordinary return.

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const started = async (priceCents = 12_980) => {
  const who = await person(testShop.app)
  const { id: productId } = await product(testShop.app, { keys: 2, priceCents })
  const { body } = await startPix(testShop, who, await fill(testShop, who, productId))

  return { who, productId, coins: 0, id: body.paymentId as string, txid: body.txid as string }
}

const paid = async () => {
  const one = await started()
  await payPix(testShop, one.txid)
  await look(one.id)
  expect(await paymentRow(testShop, one.id)).toMatchObject({ status: 'completed' })

  return one
}

const look = (id: string) => settle(testShop.app, id, 'sweep')

const returned = (txid: string, body: object = {}) =>
  testShop.sandbox!.call('POST', `/sandbox/api/pix/${txid}/return`, body)

const ended = (id: string, status = 'DEVOLVIDO') =>
  testShop.sandbox!.call('POST', '/sandbox/api/pix/devolucao', { id, status })

const returnsOf = async (paymentId: string) =>
  (await testShop.app.db.select().from(refunds).where(eq(refunds.paymentId, paymentId))).map(
    (row) => [row.amountCents, row.status],
  )

const trailOf = async (paymentId: string) =>
  (
    await testShop.app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetId, paymentId), eq(auditLog.action, 'refund.succeeded')))
  ).map((row) => row.details)

const standing = async (id: string) => {
  const row = await paymentRow(testShop, id)
  const [order] = await testShop.app.db.select().from(orders).where(eq(orders.id, row.orderId))

  const given = await testShop.app.db
    .select({ status: licences.status })
    .from(licences)
    .where(eq(licences.orderId, row.orderId))

  return {
    payment: row.status,
    dispute: row.dispute,
    order: order!.status,
    licences: given.map((one) => one.status),
  }
}

const desk = async (id: string) =>
  (await send(testShop, `GET /api/admin/desk/payments/${id}`, { as: staff })).body.payment

const slowly = (ms: number) =>
  testShop.sandbox!.call('POST', '/sandbox/api/pix/settings', { devolutionMs: ms })

/** Two payments whose refunds the bank has not finished, the older one first. */
async function twoUnderWay() {
  const [first, second] = [await paid(), await paid()]
  await slowly(600_000)

  const refund = async ({ id }: typeof first) => {
    await send(testShop, `POST /api/admin/desk/payments/${id}/refund`, {
      as: staff,
      body: { reason: 'Desistiu' },
    })

    const [row] = await testShop.app.db.select().from(refunds).where(eq(refunds.paymentId, id))

    return row!
  }

  return { first, second, mine: await refund(first), theirs: await refund(second) }
}

describe('a PIX that the owner returns in the bank app', () => {
  it('a partial return is booked exactly; order and licence stay, nothing is disputed [F102, F103]', async () => {
    const one = await paid()
    await returned(one.txid, { amount: '1.00' })

    await eventually(testShop, async () => {
      await look(one.id)
      expect(await returnsOf(one.id)).toEqual([[100, 'succeeded']])
    })

    expect(await standing(one.id)).toEqual({
      payment: 'completed',
      dispute: null,
      order: 'completed',
      licences: ['active'],
    })

    expect(await desk(one.id)).toMatchObject({
      kind: null,
      dispute: null,
      onDesk: false,
      received: 129.8,
      refunded: 1,
      left: 128.8,
      actions: ['refund', 'note'],
    })

    await expectSound(testShop)
  })

  it('several parts with repeated ids: only when all is returned is the licence revoked [F102]', async () => {
    const one = await paid()
    await returned(one.txid, { amount: '60.00', id: '1' })
    await returned(one.txid, { amount: '60.00', id: '2', natureza: 'ORIGINAL' })

    await eventually(testShop, async () => {
      await look(one.id)
      expect(await returnsOf(one.id)).toEqual([
        [6000, 'succeeded'],
        [6000, 'succeeded'],
      ])
    })

    expect(await standing(one.id)).toMatchObject({ payment: 'completed', licences: ['active'] })
    await returned(one.txid)

    await eventually(testShop, async () => {
      await look(one.id)
      expect(await standing(one.id)).toEqual({
        payment: 'refunded',
        dispute: null,
        order: 'refunded',
        licences: ['revoked'],
      })
    })

    await expectSound(testShop)
  })

  it('the same facts five times, by two processes, are one return and one audit line [F103]', async () => {
    const one = await paid()
    await slowly(0)
    await returned(one.txid, { amount: '10.00' })
    const other = await testShop.another()

    await Promise.all([
      look(one.id),
      settle(other, one.id, 'webhook'),
      look(one.id),
      settle(other, one.id, 'poll'),
      look(one.id),
    ])

    await eventually(testShop, async () => {
      await look(one.id)
      expect(await returnsOf(one.id)).toEqual([[1000, 'succeeded']])
    })

    expect(await trailOf(one.id)).toMatchObject([{ amountCents: 1000, byProvider: true }])
  })

  it('a finished one stays finished when an older answer arrives: one mail, one audit line [F103]', async () => {
    const one = await paid()
    await slowly(0)
    const { id } = await returned(one.txid, { amount: '10.00' })

    await eventually(testShop, async () => {
      await look(one.id)
      expect(await returnsOf(one.id)).toEqual([[1000, 'succeeded']])
    })

    const payment = await paymentRow(testShop, one.id)
    const [kept] = await testShop.app.db.select().from(refunds).where(eq(refunds.paymentId, one.id))

    const underWay: RefundFact = {
      refundId: id,
      receiptId: kept!.receiptId,
      amountCents: 1000,
      status: 'pending',
    }

    expect(await inTransaction(testShop.app, (tx) => keepReturns(tx, payment, [underWay]))).toBe(
      false,
    )
    await look(one.id)
    expect(await returnsOf(one.id)).toEqual([[1000, 'succeeded']])
    expect(await trailOf(one.id)).toMatchObject([{ amountCents: 1000, byProvider: true }])
  })

  it('one that failed (NAO_REALIZADO) does not count, and is never asked by an unknown id [F103]', async () => {
    const one = await paid()
    await slowly(600_000)
    const { id } = await returned(one.txid, { amount: '20.00' })
    await look(one.id)
    expect(await returnsOf(one.id)).toEqual([[2000, 'pending']])
    expect(await desk(one.id)).toMatchObject({ refunding: 20, left: 109.8 })
    await testShop.advance(700)
    await sweepRefunds(testShop.app)
    expect(await returnsOf(one.id)).toEqual([[2000, 'pending']])
    await ended(id, 'NAO_REALIZADO')
    // No webhook comes: the periodic check of refunds finds the result.
    await testShop.advance(700)

    await eventually(testShop, async () => {
      await sweepRefunds(testShop.app)
      await testShop.drain()
      expect(await returnsOf(one.id)).toEqual([[2000, 'failed']])
    })

    expect(await standing(one.id)).toMatchObject({ payment: 'completed', licences: ['active'] })
    await slowly(0)
  })

  it('a refund that the provider cannot report does not block those behind it [F103]', async () => {
    const { second, mine, theirs } = await twoUnderWay()
    await ended(theirs.id)

    await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      {
        provider: 'pix',
        method: 'GET',
        path: `/v2/pix/${mine.receiptId}/devolucao/*`,
        times: 1,
        do: 'status:500',
      },
    ])

    await testShop.advance(700)
    await sweepRefunds(testShop.app)
    expect(await returnsOf(second.id)).toEqual([[12_980, 'succeeded']])
    await ended(mine.id)
    await slowly(0)
  })

  it('a refund that cannot be stored does not block those behind it', async () => {
    const { first, second, mine, theirs } = await twoUnderWay()
    await ended(mine.id)
    await ended(theirs.id)
    const broken = `refunds_${mine.id.slice(0, 8)}`
    await testShop.app.pool
      .query(`create function ${broken}() returns trigger language plpgsql as $$
      begin raise 'the disk broke'; end $$`)
    await testShop.app.pool.query(`create trigger ${broken} before update on refunds for each row
      when (old.id = '${mine.id}' and new.status <> old.status) execute function ${broken}()`)
    await testShop.advance(700)
    await sweepRefunds(testShop.app)
    expect(await returnsOf(second.id)).toEqual([[12_980, 'succeeded']])
    expect(await returnsOf(first.id)).toEqual([[12_980, 'pending']])
    await testShop.app.pool.query(`drop function ${broken} cascade`)
    await testShop.advance(700)
    await sweepRefunds(testShop.app)
    expect(await returnsOf(first.id)).toEqual([[12_980, 'succeeded']])
    await slowly(0)
  })

  it('all of it before the shop saw the money: nothing is delivered, the order stays unpaid [F102]', async () => {
    const one = await started()
    await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: 'pix', path: '/pix', times: 5, do: 'drop-webhook' },
    ])
    await payPix(testShop, one.txid)
    const { id } = await returned(one.txid)
    await ended(id).catch(() => null)
    await look(one.id)
    expect(await standing(one.id)).toMatchObject({ payment: 'pending', licences: [] })
    await expire(testShop, one)

    expect(await standing(one.id)).toEqual({
      payment: 'failed',
      dispute: null,
      order: 'cancelled',
      licences: [],
    })

    expect(await returnsOf(one.id)).toEqual([[12_980, 'succeeded']])
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
    await expectSound(testShop)
  })

  it('a partial payment that was returned leaves the review by itself [F102]', async () => {
    const one = await started()
    await payPix(testShop, one.txid, '50.00')
    await expire(testShop, one)
    expect(await desk(one.id)).toMatchObject({ kind: 'partial', onDesk: true, left: 50 })
    await returned(one.txid)

    await eventually(testShop, async () => {
      await look(one.id)
      expect(await desk(one.id)).toMatchObject({ onDesk: false, left: 0, refunded: 50 })
    })

    await expectSound(testShop)
  })

  it('a second payment returned in the app is refunded once, and the order stays [F103]', async () => {
    const one = await paid()
    await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: 'pix', path: '/pix', times: 5, do: 'drop-webhook' },
    ])
    await payPix(testShop, one.txid)
    // The id equals that of another payment's return: ids are unique within their payment only.
    await returned(one.txid, { id: 'a'.repeat(32) })
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')

    await eventually(testShop, async () => {
      await look(one.id)
      expect(await returnsOf(one.id)).toEqual([[12_980, 'succeeded']])
    })

    expect(await standing(one.id)).toMatchObject({
      payment: 'completed',
      order: 'completed',
      licences: ['active'],
    })

    await expectSound(testShop)
  })

  it("an id of the shop's on another receipt is another return, kept under its own receipt [F103]", async () => {
    const one = await paid()
    await payPix(testShop, one.txid)

    await eventually(testShop, async () => {
      await look(one.id)
      expect((await returnsOf(one.id)).map(([cents]) => cents)).toEqual([12_980])
    })

    const [ours] = await testShop.app.db.select().from(refunds).where(eq(refunds.paymentId, one.id))
    const { endToEndId } = (
      await testShop.sandbox!.call('GET', '/sandbox/api/state')
    ).efi.devolutions.find((row: { returnId: string }) => row.returnId === ours!.id)
    expect(endToEndId).toBe(ours!.receiptId)
    const [first] = (await testShop.sandbox!.call('GET', '/sandbox/api/state')).efi.receipts.filter(
      (row: { txid: string; id: string }) => row.txid === one.txid && row.id !== endToEndId,
    )

    await testShop.sandbox!.call('POST', `/sandbox/api/pix/${one.txid}/return`, {
      id: ours!.id,
      endToEndId: first.id,
      amount: '5.00',
    })

    await eventually(testShop, async () => {
      await look(one.id)
      expect((await returnsOf(one.id)).sort()).toEqual([
        [12_980, 'succeeded'],
        [500, 'succeeded'],
      ])
    })

    expect(await standing(one.id)).toMatchObject({ payment: 'completed', licences: ['active'] })
    await expectSound(testShop)
  })
})
