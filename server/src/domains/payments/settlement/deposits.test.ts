import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { payments, stockKeys } from '../../../db/tables/index.ts'
import { byClock } from '../../../testing/clock.ts'
import { person, type Person } from '../../../testing/make.ts'
import { expire, started, type Case } from '../../../testing/money-matrix.ts'
import { roundTripsOf } from '../../../testing/round-trips.ts'
import { deposit, eventually, expectSound, look, paymentRow, send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { pollDeposits } from './deposits.service.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

/**
 * Coins of the exact amount that the exchange holds until the shop answers its questions (deposit
 * status 8).
 */
const heldDeposit = async (payment: Case): Promise<string> =>
  (
    await deposit(testShop, {
      coin: 'USDT',
      network: 'TRX',
      amount: payment.coins.toFixed(8),
      status: 8,
    })
  ).id

const coins = (amount: string, status = 1) =>
  deposit(testShop, { coin: 'USDT', network: 'TRX', amount, status })

const exchangeSays = (depositId: string, status: number) =>
  testShop.sandbox!.call('POST', `/sandbox/api/crypto/deposits/${depositId}`, { status })

const seenByBuyer = async (payment: Case) => (await look(testShop, payment.who, payment.id)).body
const hours = (count: number) => count * 3600

async function onDesk(payment: Case) {
  const { body } = await send(testShop, 'GET /api/admin/desk?limit=100', { as: staff })
  return body.payments.find((row: { id: string }) => row.id === payment.id)
}

describe("a deposit that needs the shop's answers to the exchange (status 8)", () => {
  it('is a pending payment for buyer and staff, and completes when the exchange confirms [F107]', async () => {
    const payment = await started(testShop, 'crypto')
    const depositId = await heldDeposit(payment)
    await testShop.sweep()

    expect(await seenByBuyer(payment)).toMatchObject({
      status: 'pending',
      message:
        'Seu pagamento chegou e a corretora está conferindo. Avisaremos assim que terminar; nada mais precisa ser pago.',
    })

    expect(await onDesk(payment)).toMatchObject({ kind: 'confirmation', status: 'pending' })
    // The payment stays open after its expiry and two more days.
    await testShop.advance(hours(72))
    await testShop.sweep()
    expect((await seenByBuyer(payment)).status).toBe('pending')
    await exchangeSays(depositId, 1)
    await testShop.advance(60)

    await eventually(testShop, async () => {
      await testShop.sweep()
      expect((await seenByBuyer(payment)).status).toBe('completed')
    })

    expect(await paymentRow(testShop, payment.id)).toMatchObject({
      reviewReason: null,
      needsReview: false,
    })

    await expectSound(testShop)
  })

  it("after the payment's expiry it is followed to its end as well, however long that takes [F107]", async () => {
    const payment = await started(testShop, 'crypto')
    await expire(testShop, payment)
    const depositId = await heldDeposit(payment)
    await testShop.advance(120)
    await testShop.sweep()
    expect((await paymentRow(testShop, payment.id)).status).toBe('failed')
    expect(await onDesk(payment)).toMatchObject({ kind: 'confirmation', status: 'failed' })

    for (let day = 0; day < 5; day++) {
      await testShop.advance(hours(24))
      await testShop.sweep()
    }

    await exchangeSays(depositId, 1)
    await testShop.advance(hours(2))

    await eventually(testShop, async () => {
      await testShop.sweep()
      expect(await paymentRow(testShop, payment.id)).toMatchObject({
        status: 'completed',
        reviewReason: 'late',
        needsReview: true,
      })
    })

    await expectSound(testShop)
  })

  it('rejected by the exchange in the end, it is shown as not matching, and ends [F107]', async () => {
    const payment = await started(testShop, 'crypto')
    const depositId = await heldDeposit(payment)
    await testShop.sweep()
    await exchangeSays(depositId, 2)
    await testShop.advance(60)
    await testShop.sweep()
    expect(await onDesk(payment)).toMatchObject({ kind: 'mismatch', status: 'pending' })
    await expire(testShop, payment)
    expect((await paymentRow(testShop, payment.id)).status).toBe('failed')
  })
})

describe('a reading of the exchange', () => {
  it('without news takes two database queries, however many deposits it lists', async () => {
    for (let n = 0; n < 3; n++) {
      const payment = await started(testShop, 'crypto')
      await coins(payment.coins.toFixed(6), 0)
    }

    expect(await pollDeposits(testShop.app)).toHaveLength(3)
    const { trips, statements, result } = await roundTripsOf(() => pollDeposits(testShop.app))
    expect(result).toEqual([])
    expect([trips, statements.length]).toEqual([2, 2])
  })
})

const listed = async (amount: string) =>
  (
    await send(testShop, 'GET /api/admin/desk/deposits?limit=100', { as: staff })
  ).body.deposits.find((row: { amount: string }) => Number(row.amount) === Number(amount))

describe('a deposit of nearly the amount of a payment', () => {
  for (const [what, share, end] of [
    ['little less', 0.99, { status: 'pending', reviewReason: 'partial' }],
    ['little more', 1.01, { status: 'completed', reviewReason: 'over' }],
  ] as const)
    it(`a ${what} pays nothing by itself; the buyer sees it, staff match it (5.6, decision 0012)`, async () => {
      const payment = await started(testShop, 'crypto')
      const amount = (payment.coins * share).toFixed(6)
      await coins(amount)
      await testShop.sweep()

      expect(await paymentRow(testShop, payment.id)).toMatchObject({
        status: 'pending',
        receivedCents: 0,
        reviewReason: null,
      })

      const { body } = await look(testShop, payment.who, payment.id)
      expect(body.owner.units).toEqual([])

      expect(body.message).toBe(
        'Chegaram moedas que podem ser deste pagamento, mas o valor ou a rede não são exatamente ' +
          'os pedidos. Se são suas, nossa equipe vai conferir e atribuir; não pague de novo. Se ' +
          'não, envie o valor exato.',
      )

      expect((await look(testShop, null, payment.id)).body.message).toBeUndefined()
      const { id, near } = await listed(amount)

      expect(near).toMatchObject([
        {
          paymentId: payment.id,
          customer: payment.who.name,
          amount: payment.coins.toFixed(8),
        },
      ])

      const given = await send(testShop, `POST /api/admin/desk/deposits/${id}/match`, {
        as: staff,
        body: { paymentId: payment.id, reason: 'Comprovante' },
      })

      expect(given.status).toBe(200)
      expect(await paymentRow(testShop, payment.id)).toMatchObject(end)
      await expectSound(testShop)
    })

  it.each<[string, number, string]>([
    // USDT that an exchange pays out: less its fee (whole dollars or cents), on another network, or
    // too little.
    ['one dollar of fee', -1, 'TRX'],
    ['a fee of 2.6', -2.6, 'TRX'],
    ['a fee of 10 by Ethereum', -10, 'ETH'],
    ['the exact amount by another network', 0, 'BSC'],
    ['another network and its fee', -0.29, 'BSC'],
    ['ten dollars too little', -10, 'TRX'],
  ])(
    'that came short by %s is listed beside its payment, and its buyer gets a message at once [F211]',
    async (_what, change, network) => {
      const payment = await started(testShop, 'crypto', 1, 9_990)
      const amount = (payment.coins + change).toFixed(6)
      await deposit(testShop, { coin: 'USDT', network, amount, status: 1 })
      await byClock(testShop.app, 'read deposits')
      const { body } = await look(testShop, payment.who, payment.id)
      expect(body.message).toMatch(/^Chegaram moedas que podem ser deste pagamento, /)
      const { id, near } = await listed(amount)
      expect(near[0]).toMatchObject({ paymentId: payment.id })

      const given = await send(testShop, `POST /api/admin/desk/deposits/${id}/match`, {
        as: staff,
        body: { paymentId: payment.id, reason: 'Comprovante' },
      })

      expect(given.status).toBe(200)

      expect(await paymentRow(testShop, payment.id)).toMatchObject(
        change === 0
          ? { status: 'completed', reviewReason: null }
          : { status: 'pending', reviewReason: 'partial' },
      )
    },
  )

  it.each<[string, number, string]>([
    ['a fee that leaves no digit as it was', -1.234567, 'TRX'],
    ['a dollar more', 1, 'TRX'],
    ['nearly the amount by another network', -0.012345, 'BSC'],
  ])('is near no payment because of %s [F211]', async (_what, change, network) => {
    const payment = await started(testShop, 'crypto', 1, 9_990)
    const amount = (payment.coins + change).toFixed(6)
    await deposit(testShop, { coin: 'USDT', network, amount, status: 1 })
    await testShop.sweep()
    expect((await listed(amount)).near).toEqual([])
    expect((await seenByBuyer(payment)).message).toBeUndefined()
  })

  it('keeps its buyer from reading that the payment expired and nothing was charged', async () => {
    const mailed = async ({ who }: Case) =>
      (await testShop.sandbox!.call('GET', `/sandbox/api/mail?to=${who.email}`)).map(
        (mail: { subject: string }) => mail.subject,
      )

    const [short, idle] = [await started(testShop, 'crypto'), await started(testShop, 'crypto')]
    await coins((short.coins * 0.99).toFixed(6))
    await testShop.sweep()
    await expire(testShop, short)
    await expire(testShop, idle)
    await testShop.drain()
    expect(await mailed(short)).toEqual([])
    expect(await mailed(idle)).toEqual([expect.stringMatching(/^O prazo do pedido/)])
  })

  it('is no suggestion beyond two per cent, and its buyer gets no message', async () => {
    const payment = await started(testShop, 'crypto')
    const amount = (payment.coins * 0.979).toFixed(6)
    await coins(amount)
    await testShop.sweep()
    expect((await listed(amount)).near).toEqual([])
    expect((await seenByBuyer(payment)).message).toBeUndefined()
  })

  it('never belongs to a payment that was opened later, even with the exact amount', async () => {
    const payment = await started(testShop, 'crypto')

    await testShop.app.db
      .update(payments)
      .set({ createdAt: new Date(testShop.clock.now().getTime() + 120_000) })
      .where(eq(payments.id, payment.id))

    await coins(payment.coins.toFixed(6))
    await testShop.sweep()

    expect(await paymentRow(testShop, payment.id)).toMatchObject({
      status: 'pending',
      receivedCents: 0,
    })

    expect((await listed(payment.coins.toFixed(6))).near).toEqual([])
  })
})

describe("a deposit that needs the shop's answers, by buyer and stock", () => {
  const leave = {
    there: async () => {},
    banned: (payment: Case) =>
      send(testShop, `POST /api/admin/users/${payment.who.userId}/ban`, {
        as: staff,
        body: { reason: 'x' },
      }),
    deleted: (payment: Case) =>
      send(testShop, `DELETE /api/admin/users/${payment.who.userId}`, { as: staff }),
  }

  const asked = { kind: 'confirmation', onDesk: true, delivered: 0 }

  const meanwhile = {
    there: { ...asked, status: 'pending', actions: ['confirm', 'release', 'note'] },
    banned: { ...asked, status: 'pending', actions: ['confirm', 'release', 'note'] },
    deleted: { ...asked, status: 'failed', actions: ['release', 'note'] },
  }

  const held = { kind: 'held', onDesk: true, status: 'failed', delivered: 0, units: 0 }

  const afterwards = {
    there: {
      kind: null,
      onDesk: false,
      status: 'completed',
      units: 1,
      actions: ['refund', 'note'],
    },
    banned: { ...held, actions: ['accept', 'refund', 'release', 'note'] },
    deleted: { ...held, actions: ['refund', 'release', 'note'] },
  }

  const read = async (id: string) =>
    (await send(testShop, `GET /api/admin/desk/payments/${id}`, { as: staff })).body.payment

  for (const buyer of ['there', 'banned', 'deleted'] as const)
    for (const stock of [true, false])
      it(`buyer ${buyer}, ${stock ? 'stock left' : 'none left'}: reviewed first, then settled [Q114, F107, F109, R007]`, async () => {
        const payment = await started(testShop, 'crypto')
        await leave[buyer](payment)
        const depositId = await heldDeposit(payment)
        await testShop.sweep()
        expect(await read(payment.id)).toMatchObject(meanwhile[buyer])

        if (!stock)
          await testShop.app.db
            .update(stockKeys)
            .set({ status: 'revoked', paymentId: null })
            .where(eq(stockKeys.variantId, payment.productId))

        await exchangeSays(depositId, 1)
        await testShop.advance(60)

        await eventually(testShop, async () => {
          await testShop.sweep()
          expect(await read(payment.id)).toMatchObject({
            delivered: buyer === 'there' && stock ? 1 : 0,
            ...afterwards[buyer],
          })
        })

        await expectSound(testShop)
      })
})

describe('many buyers who wait for coins', () => {
  it('share one reading of the exchange in three seconds, and each sees their own coins (5.6)', async () => {
    const waiting = await Promise.all(Array.from({ length: 6 }, () => started(testShop, 'crypto')))

    const askAll = () =>
      Promise.all(
        waiting.map(({ who, id }) =>
          send(testShop, `GET /api/payment/binance/status/${id}?now=1`, { as: who }),
        ),
      )

    const readings = async () =>
      (
        (await testShop.sandbox!.call('GET', '/sandbox/api/requests?provider=binance')) as {
          path: string
          status: number
        }[]
      ).filter(({ path, status }) => path.endsWith('/deposit/hisrec') && status === 200).length

    await testShop.advance(4)
    await testShop.sandbox!.call('DELETE', '/sandbox/api/requests')
    await askAll()
    expect(await readings()).toBe(1)
    const [, , third] = waiting
    await coins(third!.coins.toFixed(8))
    await testShop.advance(4)
    const told = await askAll()
    expect(await readings()).toBe(2)

    expect(told.map(({ body }) => body.status)).toEqual([
      'pending',
      'pending',
      'completed',
      'pending',
      'pending',
      'pending',
    ])
  })
})
