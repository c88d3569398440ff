import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { stockKeys } from '../../db/tables/index.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { coupon, person, product, type Person } from '../../testing/make.ts'
import { accepted, fill, send, startPix } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { watchStock } from './stock-alerts.service.ts'
import { addKeys } from './stock.service.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { role: 'admin', email: 'estoque@equipe.test' })
  await coupon(testShop.app, { code: 'TUDO', value: 10_000, endDate: new Date('2099-01-01') })
})

afterAll(async () => {
  await testShop?.close()
})

beforeEach(async () => {
  await testShop.sandbox!.call('DELETE', '/sandbox/api/mail')
})

const mails = async (start: string) =>
  (
    (await testShop.sandbox!.call('GET', '/sandbox/api/mail')) as {
      subject: string
      to: string
      text: string
    }[]
  ).filter((mail) => mail.subject.startsWith(start))

const watch = async () => {
  await Promise.all([watchStock(testShop.app), watchStock(testShop.app)])
  await testShop.drain()
}

const sell = async (productId: string, n: number) => {
  const who = await person(testShop.app)
  expect(
    (await startPix(testShop, who, await fill(testShop, who, productId, n), { coupon: 'TUDO' }))
      .body.status,
  ).toBe('completed')
}

const add = async (productId: string, ...keys: string[]) => {
  await inTransaction(testShop.app, (tx) => addKeys(tx, productId, keys))
  await testShop.drain()
}

const stocked = async (id: string) =>
  (await send(testShop, 'GET /api/admin/stock/products', { as: staff })).body.products.find(
    (one: { id: string }) => one.id === id,
  )

const keys = (name: string, n: number) => Array.from({ length: n }, (_, i) => `${name}-${i}`)

describe('stock that runs low', () => {
  it('is mailed to staff once each time it falls to its threshold, by any number of processes [B106]', async () => {
    const { id } = await product(testShop.app, { name: 'Vigiado', keys: keys('VIG', 10) })

    expect(
      (
        await send(testShop, `PUT /api/admin/stock/products/${id}/threshold`, {
          as: staff,
          body: { threshold: 8 },
        })
      ).body.product,
    ).toMatchObject({ id, threshold: 8, available: 10, lowSince: null })

    await watch()
    expect(await mails('Estoque baixo: Vigiado')).toEqual([])
    await sell(id, 2)
    for (let n = 0; n < 3; n++) await watch()
    const told = await mails('Estoque baixo: Vigiado')
    expect(told).toHaveLength(1)

    expect(told[0]).toMatchObject({
      to: 'estoque@equipe.test',
      text: expect.stringContaining('Restam 8'),
    })

    expect((await stocked(id)).lowSince).not.toBeNull()
    await sell(id, 1)
    await watch()
    expect(await mails('Estoque baixo: Vigiado')).toHaveLength(1)
    await add(id, ...keys('MAIS', 3))
    await watch()
    expect((await stocked(id)).lowSince).toBeNull()
    await sell(id, 2)
    await watch()
    expect(await mails('Estoque baixo: Vigiado')).toHaveLength(2)
  })

  it('a cart that reserves keys for a while is no sale', async () => {
    const { id } = await product(testShop.app, { name: 'Segurado', keys: keys('SEG', 6) })
    const who = await person(testShop.app)
    expect((await startPix(testShop, who, await fill(testShop, who, id, 3))).status).toBe(200)
    await watch()
    expect(await mails('Estoque baixo: Segurado')).toEqual([])
  })

  it('variants not from stock, off sale or unknown are not watched; thresholds are whole', async () => {
    await product(testShop.app, { name: 'Manual', provider: 'manual' })
    await product(testShop.app, { name: 'Parado', status: 'inactive' })
    await watch()
    expect(
      (await mails('Estoque baixo')).filter((mail) => /Manual|Parado/.test(mail.subject)),
    ).toEqual([])
    const { id } = await product(testShop.app)

    for (const threshold of [-1, 1.5, 'x', 10_001])
      expect(
        (
          await send(testShop, `PUT /api/admin/stock/products/${id}/threshold`, {
            as: staff,
            body: { threshold },
          })
        ).status,
      ).toBe(400)

    expect(
      (
        await send(testShop, `PUT /api/admin/stock/products/${staff.userId}/threshold`, {
          as: staff,
          body: { threshold: 1 },
        })
      ).status,
    ).toBe(404)

    expect(
      (
        await send(testShop, `PUT /api/admin/stock/products/${id}/threshold`, {
          as: staff,
          body: { threshold: null },
        })
      ).body.product.threshold,
    ).toBe(5)
  })

  it('shows how many days the keys last at the rate of 30 days, and nothing without a sale', async () => {
    const { id } = await product(testShop.app, { keys: keys('DIAS', 20) })
    expect(await stocked(id)).toMatchObject({ soldIn30Days: 0, daysLeft: null })
    await sell(id, 4)
    expect(await stocked(id)).toMatchObject({ available: 16, soldIn30Days: 4, daysLeft: 120 })
  })
})

describe('the notice that a product is back', () => {
  const awaited = async (who: Person) =>
    (await send(testShop, 'GET /api/product/restock', { as: who })).body.productIds
  const ask = (who: Person, id: string, method: 'PUT' | 'DELETE' = 'PUT') =>
    send(testShop, `${method} /api/product/restock/${id}`, { as: who })

  it('one mail to each account that asked, once, when the product can be bought again [S006]', async () => {
    const { id } = await product(testShop.app, { name: 'Esgotado' })

    const [ana, bia, carla] = [
      await person(testShop.app),
      await person(testShop.app),
      await person(testShop.app),
    ]

    for (const who of [ana, ana, bia, carla])
      expect((await ask(who, id)).body).toEqual({ success: true, waiting: true })
    expect((await ask(carla, id, 'DELETE')).body.waiting).toBe(false)
    expect([await awaited(carla), await awaited(ana)]).toEqual([[], [id]])
    expect((await stocked(id)).awaited).toBe(2)
    await testShop.drain()
    expect(await mails('Esgotado voltou')).toEqual([])
    await add(id, ...keys('VOLTA', 2))
    expect((await mails('Esgotado voltou')).flatMap((mail) => mail.to).sort()).toEqual(
      [ana.email, bia.email].sort(),
    )
    expect((await mails('Esgotado voltou'))[0]!.text).toContain('/products?q=Esgotado')
    await add(id, ...keys('OUTRA', 2))
    expect(await mails('Esgotado voltou')).toHaveLength(2)
    expect(await awaited(ana)).toEqual([])
    await ask(ana, id)
    await testShop.drain()
    expect(await mails('Esgotado voltou')).toHaveLength(3)
  })

  it('paid orders come first: keys that only fill waiting orders are no restock', async () => {
    const { id } = await product(testShop.app, { name: 'Disputado', keys: ['DSP-0'] })
    const buyer = await person(testShop.app)
    accepted(await startPix(testShop, buyer, await fill(testShop, buyer, id), { coupon: 'TUDO' }))
    const waiter = await person(testShop.app)
    await ask(waiter, id)

    await testShop.app.db
      .update(stockKeys)
      .set({ status: 'revoked' })
      .where(eq(stockKeys.variantId, id))

    await testShop.drain()
    expect(await mails('Disputado voltou')).toEqual([])
    expect(await awaited(waiter)).toEqual([id])
  })

  it('a visitor has to log in; a product off sale cannot be waited for', async () => {
    const { id } = await product(testShop.app, { status: 'inactive' })
    expect((await send(testShop, `PUT /api/product/restock/${id}`)).status).toBe(401)
    expect((await ask(await person(testShop.app), id)).body.code).toBe('product.not_found')
    expect((await ask(await person(testShop.app), 'x')).status).toBe(400)
  })
})
