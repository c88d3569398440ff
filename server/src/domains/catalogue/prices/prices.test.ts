import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, payments, pricePlans, productVariants } from '../../../db/tables/index.ts'
import { byClock } from '../../../testing/clock.ts'
import { cartOf, person, product, variant, type Person } from '../../../testing/make.ts'
import { together } from '../../../testing/race.ts'
import { expectSound, look, payPix, send, startPix } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'
import { lockProductRow } from '../variants/product-lock.service.ts'
import { applyDuePrices } from './prices.due.service.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true, env: { OPEN_PAYMENTS: '100' } })
  staff = await person(testShop.app, { role: 'admin', name: 'Alice' })
})

afterAll(async () => {
  await testShop?.close()
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

const ask = (method: Method, path: string, body?: object, language = 'pt-BR') =>
  send(testShop, `${method} /api/admin/product/${path}`, {
    as: staff,
    body,
    headers: { 'accept-language': language },
  })

const inSeconds = (seconds: number) =>
  new Date(testShop.clock.now().getTime() + seconds * 1000).toISOString()

/** Schedule a price of the first variant, with start and end in seconds from now. */
const plan = (
  id: string,
  price: number,
  [from, until]: [number | null, number | null],
  more: object = {},
) =>
  ask('POST', `${id}/prices`, {
    variantId: id,
    price,
    startsAt: from === null ? null : inSeconds(from),
    endsAt: until === null ? null : inSeconds(until),
    ...more,
  })

const pricesOf = async (id: string) => (await ask('GET', `${id}/prices`)).body

const steps = async (id: string) =>
  (await pricesOf(id)).history.map(
    ({ cause, from, to, by }: Record<string, unknown>) => `${cause} ${from} ${to} ${by}`,
  )

const shown = async (id: string) => {
  const { body } = await send(testShop, `GET /api/product/detail/${id}`)
  return [body.price, body.compareAtPrice]
}

const tick = () => byClock(testShop.app, 'apply due prices')

describe('the price history', () => {
  it('is written by every call that changes a price, and by no other [P362]', async () => {
    const made = await send(testShop, 'POST /api/admin/product', {
      as: staff,
      body: {
        name: 'Relógio',
        description: 'Licença',
        price: 10,
        category: 'general',
      },
    })

    const { id } = made.body.product
    await ask('PUT', id, { price: 12.5, name: 'Relógio' })
    await ask('PUT', id, { price: 12.5, name: 'Relógio 2' })
    await ask('PATCH', `${id}/variants/${id}`, { price: 11 })

    const added = await ask('POST', `${id}/variants`, {
      name: 'Anual',
      firstName: 'Mensal',
      price: 99,
    })

    await ask('PUT', id, { currency: 'USD' })

    expect((await pricesOf(id)).history).toMatchObject([
      { variantName: 'Mensal', cause: 'currency', from: null, to: 11, currency: 'USD' },
      { variantName: 'Anual', cause: 'currency', from: null, to: 99, currency: 'USD' },
      {
        variantId: added.body.variant.id,
        variantName: 'Anual',
        cause: 'made',
        from: null,
        to: 99,
        currency: 'BRL',
        by: 'Alice',
      },
      { variantId: id, cause: 'hand', from: 12.5, to: 11, currency: 'BRL', by: 'Alice' },
      { variantId: id, cause: 'hand', from: 10, to: 12.5, currency: 'BRL', by: 'Alice' },
      { variantId: id, cause: 'made', from: null, to: 10, currency: 'BRL', by: 'Alice' },
    ])

    // A refused change adds no entry to the history.
    await ask('PUT', id, { price: 1, category: 'não há' })
    expect((await pricesOf(id)).history).toHaveLength(6)
  })
})

describe('a scheduled price', () => {
  it('applies from its start to its end wherever a price is read, and both are in the history [P364, P365]', async () => {
    const { id, name } = await product(testShop.app, {
      priceCents: 10_000,
      keys: 5,
      featured: true,
    })
    const planned = await plan(id, 70, [60, 3660], { compareAtPrice: 100 })

    expect(planned).toMatchObject({
      status: 200,
      body: {
        plans: [
          {
            variantId: id,
            price: 70,
            compareAtPrice: 100,
            state: 'waiting',
            by: 'Alice',
            returnsTo: null,
          },
        ],
        history: [],
      },
    })

    const who = await person(testShop.app)
    await cartOf(testShop.app, who.userId, [{ productId: id, quantity: 1 }])

    const everywhere = async () => {
      const search = await send(testShop, `GET /api/product/search?q=${encodeURIComponent(name)}`)
      const featured = await send(testShop, 'GET /api/product/list-featured-products')
      const cart = await send(testShop, `GET /api/product/cart/${who.userId}`, { as: who })
      const page = await testShop.http.inject(
        `/products/${name.toLowerCase().replaceAll(' ', '-')}`,
      )
      const of = (list: { id: string; price: number }[]) => list.find((one) => one.id === id)?.price

      return [
        ...(await shown(id)),
        of(search.body.products),
        of(featured.body),
        cart.body.items[0].product.price,
        ['70,00', '100,00'].filter((price) => page.payload.includes(`R$\u00a0${price}`)).join(),
      ]
    }

    const before = [100, null, 100, 100, 100, '100,00']
    await expect.poll(everywhere, { timeout: 20_000 }).toEqual(before)
    await testShop.advance(59)
    await tick()
    await expect.poll(() => shown(id)).toEqual([100, null])
    await testShop.advance(1)
    await tick()
    // Each process drops its cached pages when the notice of the change arrives.
    await expect
      .poll(everywhere, { timeout: 20_000 })
      .toEqual([70, 100, 70, 70, 70, '70,00,100,00'])
    expect((await pricesOf(id)).plans).toMatchObject([{ state: 'running', returnsTo: 100 }])
    await testShop.advance(3600)
    await tick()
    await tick()
    await expect.poll(everywhere, { timeout: 20_000 }).toEqual(before)
    expect(await steps(id)).toEqual(['plan_end 70 100 Alice', 'plan_start 100 70 Alice'])
    expect((await pricesOf(id)).plans).toMatchObject([{ state: 'done' }])

    const trail = await testShop.app.db
      .select({ action: auditLog.action, actorName: auditLog.actorName })
      .from(auditLog)
      .where(eq(auditLog.targetId, id))
      .orderBy(auditLog.createdAt, auditLog.id)

    expect(trail).toEqual([
      { action: 'product.price_planned', actorName: 'Alice' },
      { action: 'product.price_began', actorName: null },
      { action: 'product.price_ended', actorName: null },
    ])
  })

  it('is charged by a checkout at its very moment; open payments keep the agreed price [P365]', async () => {
    const who = await person(testShop.app)
    const { id } = await product(testShop.app, { priceCents: 10_000, keys: 3 })
    const cartId = await cartOf(testShop.app, who.userId, [{ productId: id, quantity: 1 }])

    const early = await testShop.clock.still(async () => {
      await plan(id, 70, [60, 120])
      await testShop.advance(59)

      return startPix(testShop, who, cartId)
    })

    expect(early.body.amount).toBe(100)
    await testShop.advance(1)
    // An open payment keeps its price, also after the buyer reads its status; a new payment has the
    // present price.
    expect((await look(testShop, who, early.body.paymentId)).body.payment.amount).toBe(100)
    const during = await startPix(testShop, who, cartId)
    expect(during.body.amount).toBe(70)
    await testShop.advance(60)
    await payPix(testShop, during.body.txid)
    await testShop.sweep()

    const [row] = await testShop.app.db
      .select({ status: payments.status, cents: payments.amountCents })
      .from(payments)
      .where(eq(payments.id, during.body.paymentId))

    expect(row).toEqual({ status: 'completed', cents: 7000 })
    const next = await cartOf(testShop.app, who.userId, [{ productId: id, quantity: 1 }])
    expect((await startPix(testShop, who, next)).body.amount).toBe(100)
    await expectSound(testShop)
  })

  it('starts and ends once in two processes; missed ones apply at once and in order [P365]', async () => {
    const { id } = await product(testShop.app, { priceCents: 10_000 })
    await plan(id, 70, [10, 20])
    await plan(id, 90, [20, null])
    await plan(id, 50, [30, 40])
    await plan(id, 60, [45, 100])
    const other = await testShop.another()
    await testShop.advance(10)

    const bothApply = () =>
      together(
        testShop,
        (tx) => lockProductRow(tx, id),
        [testShop.app, other, testShop.app].map((app) => () => applyDuePrices(app)),
      )

    await bothApply()
    expect(await steps(id)).toEqual(['plan_start 100 70 Alice'])
    // While no process runs, one plan ends, a permanent one begins, and another begins and ends.
    await testShop.advance(40)
    await bothApply()

    expect(await steps(id)).toEqual([
      'plan_start 90 60 Alice',
      'plan_start 100 90 Alice',
      'plan_end 70 100 Alice',
      'plan_start 100 70 Alice',
    ])

    const states = await testShop.app.db
      .select({ cents: pricePlans.priceCents, state: pricePlans.state })
      .from(pricePlans)
      .where(eq(pricePlans.productId, id))
      .orderBy(pricePlans.startsAt)

    expect(states).toEqual([
      { cents: 7000, state: 'done' },
      { cents: 9000, state: 'done' },
      { cents: 5000, state: 'missed' },
      { cents: 6000, state: 'running' },
    ])
  })

  it('a price set by hand during the plan stays; one set before the plan returns after it [P366]', async () => {
    const { id } = await product(testShop.app, { priceCents: 10_000 })
    await ask('PATCH', `${id}/variants/${id}`, { compareAtPrice: 120 })
    await plan(id, 70, [10, 20], { compareAtPrice: 100 })
    await ask('PUT', id, { price: 110 })
    await testShop.advance(10)
    await tick()
    await expect.poll(() => shown(id)).toEqual([70, 100])
    await testShop.advance(10)
    await tick()
    await expect.poll(() => shown(id)).toEqual([110, 120])
    await plan(id, 70, [null, 20], { compareAtPrice: 100 })
    await expect.poll(() => shown(id)).toEqual([70, 100])
    await ask('PUT', id, { name: 'O mesmo preço', price: 70 })
    expect((await pricesOf(id)).plans[0]).toMatchObject({ state: 'running', returnsTo: 110 })
    // Staff set 105, which ends the promotion and its compare-at price of 100; the earlier
    // compare-at price of 120 returns.
    expect((await ask('PUT', id, { price: 105 })).status).toBe(200)
    expect((await pricesOf(id)).plans[0]).toMatchObject({ state: 'overruled' })
    await testShop.advance(20)
    await tick()
    await expect.poll(() => shown(id)).toEqual([105, 120])
  })

  it('is cancelled before its start or while it runs; deleted products do not change [P364]', async () => {
    const { id } = await product(testShop.app, { priceCents: 10_000 })
    const waiting = (await plan(id, 80, [10, 20])).body.plans[0].id
    expect((await ask('DELETE', `${id}/prices/${waiting}`)).body.plans).toMatchObject([
      { state: 'cancelled' },
    ])

    expect((await ask('DELETE', `${id}/prices/${waiting}`)).body).toMatchObject({
      code: 'price.plan_over',
      error: 'Este preço programado já terminou. Atualize a lista.',
    })

    expect((await ask('DELETE', `${id}/prices/${id}`)).body.code).toBe('price.plan_not_found')
    const running = (await plan(id, 80, [null, 20])).body.plans[0].id
    await expect.poll(() => shown(id)).toEqual([80, null])
    expect((await ask('DELETE', `${id}/prices/${running}`)).body.plans[0]).toMatchObject({
      state: 'cancelled',
    })
    await expect.poll(() => shown(id)).toEqual([100, null])
    // A scheduled price also applies to a hidden product, but not to a deleted one.
    await plan(id, 65, [10, null])
    const gone = (await product(testShop.app, { priceCents: 10_000 })).id
    await plan(gone, 65, [10, null])
    await ask('PATCH', `${id}/status`, { status: 'inactive' })
    await ask('DELETE', gone)
    await testShop.advance(10)
    await tick()

    const centsOf = async (of: string) =>
      (
        await testShop.app.db
          .select({ cents: productVariants.priceCents })
          .from(productVariants)
          .where(eq(productVariants.id, of))
      )[0]!.cents

    expect([await centsOf(id), await centsOf(gone)]).toEqual([6500, 10_000])
    expect((await plan(gone, 65, [10, null])).body.code).toBe('product.not_found')
  })

  it('invalid plans are refused with texts in both languages [P364]', async () => {
    const { id } = await product(testShop.app, { priceCents: 10_000 })
    const other = await variant(testShop.app, id, { name: 'Outra' })
    await plan(id, 70, [100, 200])

    const refused = async (
      language: string,
      price: number,
      [from, until]: [number | null, number | null],
      more: object = {},
    ) => {
      const { status, body } = await ask(
        'POST',
        `${id}/prices`,
        {
          variantId: id,
          price,
          startsAt: from === null ? null : inSeconds(from),
          endsAt: until === null ? null : inSeconds(until),
          ...more,
        },
        language,
      )
      return `${status} ${body.error}`
    }

    expect(await refused('pt-BR', 60, [150, 300])).toBe(
      '409 Já há um preço programado para esse período. Cancele o outro ou escolha outro momento.',
    )
    expect(await refused('en-US', 60, [150, null])).toBe(
      '409 There is a scheduled price for that time already. Cancel the other or choose another moment.',
    )
    expect(await refused('pt-BR', 60, [-5, 50])).toBe(
      '400 Esse momento já passou. Escolha um que ainda vem, ou deixe começar agora.',
    )
    expect(await refused('en-US', 60, [-5, null])).toBe(
      '400 That moment is over. Choose one to come, or let it start now.',
    )
    expect(await refused('pt-BR', 60, [50, 40])).toBe(
      '400 O fim do preço programado deve vir depois do começo.',
    )
    expect(await refused('en-US', 60, [50, 50])).toBe(
      '400 The end of a scheduled price must come after its start.',
    )
    expect(await refused('pt-BR', 60, [10, 20], { compareAtPrice: 60 })).toBe(
      '400 O preço anterior deve ser maior que o preço.',
    )
    // Plans of different variants may overlap.
    expect(await refused('pt-BR', 60, [150, 300], { variantId: other })).toBe('200 undefined')
    const currency = await ask('PUT', id, { currency: 'USD' })

    expect([currency.status, currency.body.error]).toEqual([
      409,
      'Há preço programado na moeda atual. Cancele-o antes de trocar a moeda.',
    ])

    const english = await ask('PUT', id, { currency: 'USD' }, 'en-US')
    expect(english.body.error).toBe(
      'A price is scheduled in the present currency. Cancel it before you change the currency.',
    )
  })
})
