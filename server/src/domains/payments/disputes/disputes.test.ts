import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, disputes, licences, orders, refunds } from '../../../db/tables/index.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { ChargeFacts, DisputeFact } from '../../../ports/payments.ts'
import { person, product, type Person } from '../../../testing/make.ts'
import {
  accepted,
  eventually,
  expectSound,
  fill,
  payCard,
  paymentRow,
  payPix,
  send,
  startCard,
  startPix,
} from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { trailOf } from '../../../testing/trail.ts'
import { settle } from '../settlement/settle.service.ts'
import { lockPayment } from '../state/payments.queries.ts'
import { followDisputes, keepDisputes } from './disputes.service.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterEach(async () => {
  await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
})

afterAll(async () => {
  await testShop?.close()
})

type Sale = { id: string; who: Person; session: string }

/** A licence of R$ 100,00 paid by card and delivered. */
async function sold(): Promise<Sale> {
  const sale = await opened()
  await payCard(testShop, sale.session)
  await look(sale)
  expect(await standing(sale)).toMatchObject({ payment: 'completed', licences: ['active'] })

  return sale
}

async function opened(): Promise<Sale> {
  const who = await person(testShop.app)
  const { id: productId } = await product(testShop.app, { keys: 1, priceCents: 10_000 })
  const { body } = await startCard(testShop, who, await fill(testShop, who, productId))
  const id = String(body.paymentId)

  return { id, who, session: (await paymentRow(testShop, id)).providerReference! }
}

/** Causes an event at a bank, a card scheme or Stripe, which the shop has not read yet. */
const act = (sale: Sale, status: string, more: object = {}) =>
  testShop.sandbox!.call('POST', `/sandbox/api/card/${sale.session}/dispute`, { status, ...more })

const look = (sale: Sale) => settle(testShop.app, sale.id, 'webhook')

/** Causes an event at a bank, a card scheme or Stripe, and lets the shop check the payment. */
async function happens(sale: Sale, status: string, more: object = {}) {
  const dispute = await act(sale, status, more)
  await look(sale)

  return dispute as { id: string }
}

const refundsOf = (sale: Sale) =>
  testShop.app.db.select().from(refunds).where(eq(refunds.paymentId, sale.id))

/** The state of a sale: payment, disputes, order, licences, and the returned amount. */
async function standing(sale: Sale) {
  const payment = await paymentRow(testShop, sale.id)
  const [order] = await testShop.app.db.select().from(orders).where(eq(orders.id, payment.orderId))

  const keys = await testShop.app.db
    .select({ status: licences.status })
    .from(licences)
    .where(eq(licences.orderId, payment.orderId))

  return {
    payment: payment.status,
    dispute: payment.dispute,
    onDesk: payment.needsReview,
    order: order!.status,
    suspended: order!.suspendedAt !== null,
    licences: keys.map((key) => key.status),
    returned: (await refundsOf(sale))
      .filter((refund) => refund.status === 'succeeded')
      .reduce((sum, refund) => sum + refund.amountCents, 0),
  }
}

const works = { payment: 'completed', order: 'completed', suspended: false, licences: ['active'] }
const suspended = { ...works, suspended: true, licences: ['revoked'] }
const gone = { payment: 'refunded', order: 'refunded', licences: ['revoked'] }

const onScreen = async (sale: Sale) =>
  (await send(testShop, `GET /api/admin/desk/payments/${sale.id}`, { as: staff })).body.payment

const release = (sale: Sale) =>
  send(testShop, `POST /api/admin/desk/payments/${sale.id}/release`, {
    as: staff,
    body: { reason: 'Visto' },
  })

const storyOf = (sale: Sale) =>
  testShop.app.db
    .select({ action: auditLog.action })
    .from(auditLog)
    .where(and(eq(auditLog.targetId, sale.id), like(auditLog.action, 'payment.dispute\\_%')))

describe('A dispute takes exactly what was lost [F105]', () => {
  it('lost in part: the order stays paid, the licence works, that part is booked and reviewed', async () => {
    const sale = await sold()
    await happens(sale, 'created')
    expect(await standing(sale)).toMatchObject({ ...suspended, dispute: 'open', returned: 0 })
    await release(sale)
    await happens(sale, 'lost', { amount: '30.00' })

    expect(await standing(sale)).toMatchObject({
      ...works,
      dispute: 'lost',
      onDesk: true,
      returned: 3000,
    })

    expect(await onScreen(sale)).toMatchObject({
      kind: 'disputed',
      dispute: 'lost',
      received: 100,
      refunded: 30,
      left: 70,
      disputes: [{ state: 'lost', contested: 100, taken: 30, dueAt: null }],
      actions: ['refund', 'release', 'note'],
    })

    await expectSound(testShop)
  })

  it('disputed in part, the licence is suspended with amount and deadline; won, it works again', async () => {
    const sale = await sold()
    await happens(sale, 'created', { amount: '12.50' })
    expect(await standing(sale)).toMatchObject({ ...suspended, dispute: 'open', returned: 0 })
    const [shown] = (await onScreen(sale)).disputes
    expect(shown).toMatchObject({ state: 'open', contested: 12.5, taken: 12.5 })
    const days = (Date.parse(shown.dueAt) - testShop.clock.now().getTime()) / 86_400_000
    expect(Math.abs(days - 7)).toBeLessThan(0.01)
    await happens(sale, 'won')
    expect(await standing(sale)).toMatchObject({ ...works, dispute: 'won', returned: 0 })
    await expectSound(testShop)
  })

  it('its reason is shown as the bank gave it; a row without reason gets it at the next check', async () => {
    const sale = await sold()
    await happens(sale, 'created', { amount: '60.00', reason: 'product_not_received' })
    await happens(sale, 'created', { reason: 'on_the_moon' })

    const told = async () =>
      (await onScreen(sale)).disputes
        .map((one: { contested: number; reason: string | null }) => [one.contested, one.reason])
        .toSorted()

    const both = [
      [40, 'on_the_moon'],
      [60, 'product_not_received'],
    ]

    expect(await told()).toEqual(both)
    await testShop.app.db
      .update(disputes)
      .set({ reason: null })
      .where(eq(disputes.paymentId, sale.id))
    await release(sale)
    await look(sale)
    expect(await told()).toEqual(both)
    // A reason that arrives later needs no new review.
    expect(await standing(sale)).toMatchObject({ onDesk: false })
  })

  it('lost in full: money, order and licence are gone', async () => {
    const sale = await sold()
    await happens(sale, 'created')
    await happens(sale, 'lost')
    expect(await standing(sale)).toMatchObject({ ...gone, dispute: 'lost', returned: 10_000 })
    expect(await onScreen(sale)).toMatchObject({ refunded: 100, left: 0 })
    await expectSound(testShop)
  })

  it('refunded in part and the rest lost to a dispute: all is gone and nothing booked twice', async () => {
    const sale = await sold()
    await testShop.sandbox!.call('POST', `/sandbox/api/card/${sale.session}/refund`, {
      amount: '40.00',
    })
    await look(sale)
    expect(await standing(sale)).toMatchObject({ ...works, returned: 4000 })
    await happens(sale, 'created')
    await happens(sale, 'lost')
    expect(await standing(sale)).toMatchObject({ ...gone, returned: 10_000 })
    expect((await refundsOf(sale)).map((refund) => refund.amountCents).toSorted()).toEqual([
      4000, 6000,
    ])
    await expectSound(testShop)
  })

  it('two at once: while one is open the licence is suspended; only what both took is booked', async () => {
    const sale = await sold()
    const first = await happens(sale, 'created', { amount: '60.00' })
    const second = await happens(sale, 'created')
    await happens(sale, 'lost', { dispute: first.id })
    expect(await standing(sale)).toMatchObject({ ...suspended, dispute: 'open', returned: 6000 })

    expect(
      (await onScreen(sale)).disputes
        .map((one: { state: string; contested: number }) => [one.state, one.contested])
        .toSorted(),
    ).toEqual([
      ['lost', 60],
      ['open', 40],
    ])

    await happens(sale, 'won', { dispute: second.id })
    expect(await standing(sale)).toMatchObject({ ...works, dispute: 'lost', returned: 6000 })
    await happens(sale, 'created')
    await happens(sale, 'lost')
    expect(await standing(sale)).toMatchObject({ ...gone, returned: 10_000 })
    await expectSound(testShop)
  })
})

describe('A dispute follows its changes [F106, F116]', () => {
  it('lost, appealed and then won: order, licence and books are restored', async () => {
    const sale = await sold()
    await happens(sale, 'created')
    await happens(sale, 'lost')
    expect(await standing(sale)).toMatchObject({ ...gone, returned: 10_000 })
    await happens(sale, 'appealed')
    expect(await standing(sale)).toMatchObject({ ...suspended, dispute: 'open', returned: 0 })
    await happens(sale, 'won')

    expect(await standing(sale)).toMatchObject({
      ...works,
      dispute: 'won',
      onDesk: true,
      returned: 0,
    })

    const { refunded, orderId } = await paymentRow(testShop, sale.id)
    expect(refunded).toBe(false)
    expect(await onScreen(sale)).toMatchObject({ refunded: 0, left: 100 })
    const trail = await trailOf(testShop)()

    expect(trail.filter(([, , , id]) => id === orderId)).toEqual([
      ['order.suspended', null, 'order', orderId, 'licences reason source'],
      ['order.restored', null, 'order', orderId, 'licences reason source'],
    ])

    const told = 'after before contestedCents disputeId licences source takenCents'
    const refundedBy = 'after before licencesRevoked orderId orderRefunded'

    expect(trail.filter(([, , , id]) => id === sale.id).slice(2)).toEqual([
      ['payment.disputed', null, 'payment', sale.id, 'note receivedCents source'],
      ['payment.dispute_open', null, 'payment', sale.id, told],
      ['payment.refunded', null, 'payment', sale.id, refundedBy],
      ['payment.dispute_lost', null, 'payment', sale.id, told],
      ['payment.reopened', null, 'payment', sale.id, 'after before orderId'],
      ['payment.dispute_open', null, 'payment', sale.id, told],
      ['payment.dispute_won', null, 'payment', sale.id, told],
    ])

    await expectSound(testShop)
  })

  it('lost, appealed and lost again takes the money once', async () => {
    const sale = await sold()
    for (const status of ['created', 'lost', 'appealed', 'submitted', 'lost'])
      await happens(sale, status)
    expect(await standing(sale)).toMatchObject({ ...gone, returned: 10_000 })
    expect(await refundsOf(sale)).toHaveLength(1)
    await expectSound(testShop)
  })

  it('an inquiry keeps the licence working and shows its deadline; closed, nothing changed', async () => {
    const sale = await sold()
    await happens(sale, 'inquiry')

    expect(await standing(sale)).toMatchObject({
      ...works,
      dispute: 'inquiry',
      onDesk: true,
      returned: 0,
    })

    expect(await onScreen(sale)).toMatchObject({
      kind: 'disputed',
      actions: ['refund', 'release', 'note'],
      disputes: [{ state: 'inquiry', contested: 100, taken: 0, dueAt: expect.any(String) }],
    })

    await happens(sale, 'warning_closed')
    expect(await standing(sale)).toMatchObject({ ...works, dispute: 'won', returned: 0 })
    await expectSound(testShop)
  })

  it('an inquiry that becomes a chargeback suspends', async () => {
    const sale = await sold()
    await happens(sale, 'inquiry')
    await happens(sale, 'escalated')
    expect(await standing(sale)).toMatchObject({ ...suspended, dispute: 'open' })
  })

  it('prevented: a blocked one took nothing, a settled one its part, and neither stays open', async () => {
    const [blocked, settled, stopped] = [await sold(), await sold(), await sold()]
    await happens(blocked, 'blocked')
    expect(await standing(blocked)).toMatchObject({ ...works, dispute: 'won', returned: 0 })
    await happens(settled, 'resolved', { amount: '20.00' })
    expect(await standing(settled)).toMatchObject({ ...works, dispute: 'lost', returned: 2000 })
    await happens(stopped, 'created')
    await happens(stopped, 'prevented')
    expect(await standing(stopped)).toMatchObject({ ...works, dispute: 'won', returned: 0 })
    await expectSound(testShop)
  })

  it('an unknown status waits for review and does nothing else', async () => {
    const [fresh, open] = [await sold(), await sold()]
    await act(fresh, 'created')
    await happens(fresh, 'unheard_of')
    expect(await standing(fresh)).toMatchObject({ ...works, dispute: 'unknown', onDesk: true })
    await happens(open, 'created')
    await happens(open, 'unheard_of')
    expect(await standing(open)).toMatchObject({ ...suspended, dispute: 'unknown', onDesk: true })
    await expectSound(testShop)
  })
})

describe('Reports of a dispute in any order [F105, F106]', () => {
  it('every webhook five times and out of order: one loss, each state reported once', async () => {
    const sale = await sold()
    for (const status of ['created', 'submitted', 'lost']) await act(sale, status)
    await eventually(testShop, async () => {
      expect(await standing(sale)).toMatchObject(gone)
    })

    await testShop.sandbox!.call('POST', '/sandbox/api/webhooks/replay', {
      provider: 'stripe',
      times: 5,
    })

    await eventually(testShop, async () => {
      expect(await standing(sale)).toMatchObject({ ...gone, returned: 10_000 })
    })
    expect(await refundsOf(sale)).toHaveLength(1)
    const story = (await storyOf(sale)).map((line) => line.action)
    expect(story.filter((action) => action === 'payment.dispute_lost')).toHaveLength(1)
    await expectSound(testShop)
  })

  it('checked by two processes at once, ten times each, it is booked once', async () => {
    const sale = await sold()
    const other = await testShop.another()
    await act(sale, 'created')
    await act(sale, 'lost', { amount: '25.00' })
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => settle(i % 2 ? other : testShop.app, sale.id, 'poll')),
    )
    expect(await standing(sale)).toMatchObject({ ...works, returned: 2500 })
    expect(await refundsOf(sale)).toHaveLength(1)
    expect(await storyOf(sale)).toEqual([{ action: 'payment.dispute_lost' }])
    await expectSound(testShop)
  })

  it('an answer that was requested earlier and arrives later changes nothing', async () => {
    const sale = await sold()
    const other = await testShop.another()
    await act(sale, 'created')
    // The other process has the provider's answer, and is delayed before it can store that answer.
    const stripe = other.providers.charges.stripe!
    let inHand = () => {}
    let goOn = () => {}
    const asked = new Promise<void>((resolve) => (inHand = resolve))
    const held = new Promise<void>((resolve) => (goOn = resolve))

    other.providers.charges.stripe = {
      ...stripe,
      read: async (charge): Promise<ChargeFacts> => {
        const facts = await stripe.read(charge)
        inHand()
        await held

        return facts
      },
    }

    const slow = settle(other, sale.id, 'poll')
    await asked
    await happens(sale, 'won')
    expect(await standing(sale)).toMatchObject({ ...works, dispute: 'won' })
    goOn()
    await slow
    expect(await standing(sale)).toMatchObject({ ...works, dispute: 'won' })
    await happens(sale, 'created', { amount: '10.00' })
    expect(await standing(sale)).toMatchObject(suspended)
    await expectSound(testShop)
  })

  it('a dispute that names no receipt takes from the received money', async () => {
    const sale = await sold()

    const fact: DisputeFact = {
      disputeId: 'inf-1',
      receiptId: null,
      state: 'lost',
      contestedCents: 10_000,
      takenCents: 10_000,
      reason: null,
      dueAt: null,
    }

    await inTransaction(testShop.app, async (tx) => {
      const payment = (await lockPayment(tx, sale.id))!
      const news = await keepDisputes(tx, payment, [fact], tx.clock.now())
      await followDisputes(tx, payment, news, 'poll')
    })

    expect(await standing(sale)).toMatchObject({ ...gone, returned: 10_000 })
    await expectSound(testShop)
  })

  it('a webhook for an unreachable provider is checked again, also for unwatched payments', async () => {
    const sale = await sold()
    await happens(sale, 'created')
    await happens(sale, 'lost')
    expect((await paymentRow(testShop, sale.id)).nextCheckAt).toBeNull()

    await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      {
        provider: 'stripe',
        method: 'GET',
        path: '/v1/checkout/sessions/*',
        times: 500,
        do: 'status:503',
      },
    ])

    const looks = async () =>
      (
        (await testShop.sandbox!.call('GET', '/sandbox/api/requests?provider=stripe')) as {
          path: string
        }[]
      ).filter((request) => request.path.startsWith(`/v1/checkout/sessions/${sale.session}`)).length

    const before = await looks()
    await act(sale, 'appealed')
    await act(sale, 'won')
    await eventually(testShop, async () => {
      expect(await looks()).toBeGreaterThanOrEqual(before + 2)
    })
    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')

    // The queue waits longer after each try; the test shortens the wait.
    await eventually(testShop, async () => {
      await testShop.app.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`)
      expect(await standing(sale)).toMatchObject(works)
    })

    await expectSound(testShop)
  })
})

describe('A dispute of any sale [F105, F106]', () => {
  it('early: disputed before the shop saw the money, the licence works once it is won', async () => {
    const sale = await opened()
    await payCard(testShop, sale.session)
    await act(sale, 'created')
    await look(sale)
    expect(await standing(sale)).toMatchObject({ ...suspended, dispute: 'open' })
    await happens(sale, 'won')
    expect(await standing(sale)).toMatchObject(works)
    await expectSound(testShop)
  })

  it('over: a failed charge over another amount, disputed and lost, is booked, not delivered', async () => {
    const sale = await opened()

    await testShop.sandbox!.call('POST', `/sandbox/api/card/${sale.session}/pay`, {
      outcome: 'paid',
      amount: '101.00',
    })

    await look(sale)
    await happens(sale, 'created')
    await happens(sale, 'lost')

    expect(await standing(sale)).toMatchObject({
      payment: 'failed',
      dispute: 'lost',
      licences: [],
      returned: 10_100,
    })

    await expectSound(testShop)
  })

  it('double: a dispute of the second payment leaves the order of the first as it is', async () => {
    const who = await person(testShop.app)
    const { id: productId } = await product(testShop.app, { keys: 2, priceCents: 10_000 })
    const cartId = await fill(testShop, who, productId)
    const pix = accepted(await startPix(testShop, who, cartId))

    await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: 'efi', method: 'PATCH', path: '/v2/cob/*', times: 5, do: 'status:500' },
      { provider: 'stripe', method: 'POST', path: '/v1/refunds', times: 50, do: 'status:503' },
    ])

    const card = accepted(await startCard(testShop, who, cartId))
    const id = String(card.paymentId)
    const sale = { id, who, session: (await paymentRow(testShop, id)).providerReference! }
    await payPix(testShop, String(pix.txid))
    await settle(testShop.app, String(pix.paymentId), 'poll')
    await payCard(testShop, sale.session)
    await look(sale)
    await happens(sale, 'created')
    expect(await standing(sale)).toMatchObject({ ...works, dispute: 'open' })
    await happens(sale, 'lost')

    expect(await standing(sale)).toMatchObject({
      payment: 'refunded',
      order: 'completed',
      licences: ['active'],
      returned: 10_000,
    })
  })

  it('late: years after the sale, disputed and won', async () => {
    const sale = await sold()
    await testShop.advance(400 * 86_400)
    await act(sale, 'created')
    await eventually(testShop, async () => {
      expect(await standing(sale)).toMatchObject({ ...suspended, dispute: 'open' })
    })
    await act(sale, 'won')
    await eventually(testShop, async () => {
      expect(await standing(sale)).toMatchObject({ order: 'completed', suspended: false })
    })
    await expectSound(testShop)
  })

  it.each([
    ['banned', 'POST', '/ban', { reason: 'Fraude' }],
    ['deleted', 'DELETE', '', undefined],
  ] as const)('of a customer who is %s meanwhile, it goes on to its end', async (...given) => {
    const [, method, path, body] = given
    const sale = await sold()
    await happens(sale, 'created')
    // An account cannot be deleted within a minute after one of its orders was paid.
    if (method === 'DELETE') await testShop.advance(60)

    const { status } = await send(
      testShop,
      `${method} /api/admin/users/${sale.who.userId}${path}`,
      {
        as: staff,
        body,
      },
    )

    expect(status).toBe(200)
    await happens(sale, 'lost', { amount: '30.00' })

    expect(await standing(sale)).toMatchObject({
      payment: 'completed',
      order: 'completed',
      dispute: 'lost',
      onDesk: true,
      returned: 3000,
    })

    expect(await onScreen(sale)).toMatchObject({ refunded: 30 })
    await happens(sale, 'created')
    await happens(sale, 'lost')
    expect(await standing(sale)).toMatchObject({ ...gone, returned: 10_000 })
    await expectSound(testShop)
  })
})
