import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { licences, orders, payments } from '../../../db/tables/index.ts'
import { coupon, person, product, type Person } from '../../../testing/make.ts'
import { pay, type Case, type Method } from '../../../testing/money-matrix.ts'
import {
  eventually,
  expectSound,
  fill,
  paymentRow,
  send,
  startCard,
  startCrypto,
  startPix,
} from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

// One buyer, one cart, one key in stock, and two tabs or a change of method. One charge is open,
// one key is delivered, and a second payment is recognised as a duplicate. Replaced PIX codes and
// card pages are closed at the provider; coins can still reach an old address.

let testShop: TestShop
let staff: Person
let priceCents = 20_000

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { name: 'Dora Equipe', role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const methods: readonly Method[] = ['pix', 'stripe', 'crypto']
const starts = { pix: startPix, stripe: startCard, crypto: startCrypto }
type Cart = { who: Person; productId: string; cartId: string }
type Answer = Awaited<ReturnType<typeof startPix>>

async function cart(): Promise<Cart> {
  // Coin amounts identify orders, so each cart has a price of its own.
  priceCents += 1700
  const who = await person(testShop.app)
  const { id: productId } = await product(testShop.app, { keys: 1, priceCents })

  return { who, productId, cartId: await fill(testShop, who, productId) }
}

const start = (method: Method, { who, cartId }: Cart) => starts[method](testShop, who, cartId)

const caseOf = ({ who, productId }: Cart, { body }: Answer): Case => ({
  who,
  productId,
  id: String(body.paymentId),
  txid: String(body.txid),
  coins: Number(body.cryptoAmount),
})

const openOf = ({ who }: Cart) =>
  testShop.app.db
    .select({ id: payments.id, method: payments.method })
    .from(payments)
    .where(and(eq(payments.userId, who.userId), eq(payments.status, 'pending')))

/** All orders of a buyer with the keys delivered. */
const owned = ({ who }: Cart) =>
  testShop.app.db
    .select({ order: orders.status, licence: licences.status })
    .from(orders)
    .leftJoin(licences, eq(licences.orderId, orders.id))
    .where(eq(orders.userId, who.userId))

const oneKey = [{ order: 'completed', licence: 'active' }]

const desk = async (id: string) =>
  (await send(testShop, `GET /api/admin/desk/payments/${id}`, { as: staff })).body.payment

const hasOneKey = (bought: Cart) =>
  eventually(testShop, async () => {
    await testShop.sweep()
    expect(await owned(bought)).toEqual(oneKey)
  })

describe('the same cart in two tabs at once', () => {
  for (const method of methods)
    it(`by ${method} twice: both tabs show one charge, it is paid once and gives one key [Q38, Q67, R007]`, async () => {
      const bought = await cart()
      // The second tab gets the open charge in its answer.
      const answers = await Promise.all([start(method, bought), start(method, bought)])
      const first = answers.find(({ status }) => status === 200)!

      for (const { status, body } of answers)
        if (status === 200) expect(body.paymentId).toBe(first.body.paymentId)
        else
          expect({ status, body }).toMatchObject({
            status: 409,
            body: { code: 'payment.pending', payment: { paymentId: first.body.paymentId } },
          })

      expect(await openOf(bought)).toEqual([{ id: first.body.paymentId, method }])
      await pay(testShop, method, caseOf(bought, first))
      await hasOneKey(bought)
      expect(await openOf(bought)).toEqual([])

      expect(await start(method, bought)).toMatchObject({
        status: 409,
        body: {
          code: 'payment.already_paid',
          error: 'Este carrinho já foi pago. Veja seus pedidos.',
        },
      })

      await expectSound(testShop)
    })

  it('of fifteen checkouts with nothing to pay one succeeds; the others learn that it is paid', async () => {
    await coupon(testShop.app, { code: 'TUDO', value: 10_000 })
    const who = await person(testShop.app)
    const cartId = await fill(testShop, who, (await product(testShop.app, { keys: 2 })).id)
    const press = () => startPix(testShop, who, cartId, { coupon: 'TUDO' })
    const answers = await Promise.all(Array.from({ length: 15 }, press))

    expect(answers.map(({ status, body }) => `${status} ${body.code ?? ''}`).toSorted()).toEqual([
      '200 ',
      ...Array(14).fill('409 payment.already_paid'),
    ])
  })

  for (const [one, other] of [
    ['pix', 'stripe'],
    ['pix', 'crypto'],
    ['stripe', 'crypto'],
  ] as const)
    it(`by ${one} in one and ${other} in the other: one charge stays open and gives one key [Q38, Q67, R007]`, async () => {
      const bought = await cart()
      const answers = await Promise.all([start(one, bought), start(other, bought)])
      expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
      const open = await openOf(bought)
      expect(open).toHaveLength(1)
      const [{ id, method }] = open as [{ id: string; method: Method }]
      const answer = answers.find(({ body }) => body.paymentId === id)!
      expect(answer.status).toBe(200)
      await pay(testShop, method, caseOf(bought, answer))
      await hasOneKey(bought)
      await expectSound(testShop)
    })
})

describe('a change of method', () => {
  for (const old of methods)
    for (const chosen of methods.filter((method) => method !== old))
      it(`from ${old} to ${chosen}: the new charge gives one key, old coins are a duplicate [Q67, R007]`, async () => {
        const bought = await cart()

        const [before, after] = [
          caseOf(bought, await start(old, bought)),
          caseOf(bought, await start(chosen, bought)),
        ]

        expect(await openOf(bought)).toEqual([{ id: after.id, method: chosen }])
        expect(await paymentRow(testShop, before.id)).toMatchObject({ status: 'failed' })
        await pay(testShop, chosen, after)
        await hasOneKey(bought)

        if (old === 'crypto') {
          await pay(testShop, old, before)
          expect(await desk(before.id)).toMatchObject({
            kind: 'duplicate',
            onDesk: true,
            status: 'completed',
            actions: ['refund', 'release', 'note'],
          })
        } else await expect(pay(testShop, old, before)).rejects.toThrow(/sandbox POST/)

        expect(await owned(bought)).toEqual(oneKey)
        await expectSound(testShop)
      })

  for (const chosen of ['pix', 'stripe'] as const)
    it(`from crypto to ${chosen}, late coins pay the order, and ${chosen} takes no second money [Q38, R007]`, async () => {
      const bought = await cart()
      const before = caseOf(bought, await start('crypto', bought))
      const after = caseOf(bought, await start(chosen, bought))
      await pay(testShop, 'crypto', before)
      await hasOneKey(bought)
      expect(await openOf(bought)).toEqual([])
      await expect(pay(testShop, chosen, after)).rejects.toThrow(/sandbox POST/)
      expect(await owned(bought)).toEqual(oneKey)
      await expectSound(testShop)
    })
})

describe('a replaced charge whose provider does not answer', () => {
  it('is closed in the end, even if the job runs before its payment is over [Q38, R007]', async () => {
    const bought = await cart()
    const first = await start('pix', bought)
    const { paymentId, txid } = first.body
    await testShop.sandbox!.call('POST', '/sandbox/api/faults', [
      { provider: 'pix', method: 'PATCH', path: '/v2/cob/*', times: 1, do: 'status:503' },
    ])
    // Another connection locks the payment for a moment, so that the payment ends only after the
    // jobs ran.
    const other = await testShop.app.pool.connect()
    await other.query('begin')
    await other.query('select from payments where id = $1 for update', [paymentId])
    const changing = start('stripe', bought)

    await eventually(testShop, async () => {
      const { rows } = await testShop.app.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%"payments"%'
          and datname = current_database()`,
      )
      expect(rows).toHaveLength(1)
    })

    await other.query('commit')
    other.release()
    expect((await changing).status).toBe(200)
    expect((await paymentRow(testShop, paymentId)).status).toBe('failed')

    await eventually(testShop, async () => {
      await testShop.drain()
      const { amountCents, currency } = await paymentRow(testShop, paymentId)
      const charge = { paymentId, reference: txid, amountCents, currency }
      expect((await testShop.app.providers.charges.pix!.read(charge)).state).toBe('closed')
    })

    await testShop.sandbox!.call('DELETE', '/sandbox/api/faults')
  })
})
