import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { products, productTexts } from '../../db/tables/index.ts'
import { person, product, type Person } from '../../testing/make.ts'
import { buy, chooseMode, owner, payAll, refund, say } from '../../testing/reviews.ts'
import { send } from '../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop({ sandbox: true })
  staff = await person(testShop.app, { role: 'admin' })
  await payAll(testShop)
  await chooseMode(testShop, staff, 'after')
})

afterAll(async () => {
  await testShop?.close()
})

const latest = async (language = 'pt-BR') =>
  (
    await send(testShop, 'GET /api/product/list-latest-reviews', {
      headers: { 'accept-language': language },
    })
  ).body

/** A buyer reviews their product. */
async function hear(name: string, productId: string, rating: number, body: string) {
  const who = await owner(testShop, productId, name)
  expect((await say(testShop, who, productId, { rating, body, showName: true })).status).toBe(200)
}

const told = async () =>
  (await latest()).reviews.map(({ authorName, body }: Record<string, string>) => [authorName, body])

describe('the reviews on the first page', () => {
  it('are none before the first review [P121]', async () => {
    expect(await latest()).toEqual({ success: true, reviews: [], rating: null })
  })

  it('are the three newest with text and four or five stars, with product and overall mean [P121]', async () => {
    const first = await product(testShop.app, { name: 'Pincel Pro', keys: 9 })
    const second = await product(testShop.app, { name: 'Lápis Mini', keys: 9 })
    await hear('Ana Lima', first.id, 5, 'Chegou na hora.')
    await hear('Beto Reis', first.id, 4, 'Muito bom.')
    await hear('Caio Melo', second.id, 3, 'Mais ou menos.')
    await hear('Duda Paz', second.id, 5, '')
    await hear('Eva Cruz', second.id, 5, 'Recomendo.')

    await expect.poll(told, { timeout: 3000 }).toEqual([
      ['Eva C.', 'Recomendo.'],
      ['Beto R.', 'Muito bom.'],
      ['Ana L.', 'Chegou na hora.'],
    ])

    const { reviews, rating } = await latest()
    expect(rating).toEqual({ average: 4.4, count: 5 })

    expect(reviews.map((one: { product: unknown }) => one.product)).toEqual([
      { name: 'Lápis Mini', slug: 'lapis-mini' },
      { name: 'Pincel Pro', slug: 'pincel-pro' },
      { name: 'Pincel Pro', slug: 'pincel-pro' },
    ])

    await hear('Fabi Luz', first.id, 5, 'Voltei a comprar.')

    await expect.poll(told, { timeout: 3000 }).toEqual([
      ['Fabi L.', 'Voltei a comprar.'],
      ['Eva C.', 'Recomendo.'],
      ['Beto R.', 'Muito bom.'],
    ])
  })

  it('name the product in the language of the reader [P121]', async () => {
    const [row] = await testShop.app.db
      .select({ id: products.id })
      .from(products)
      .where(eq(products.name, 'Pincel Pro'))

    await testShop.app.db.insert(productTexts).values({
      productId: row!.id,
      language: 'en-US',
      name: 'Brush Pro',
      updatedAt: testShop.app.clock.now(),
    })

    const names = ({ reviews }: { reviews: { product: { name: string } }[] }) =>
      reviews.map((one) => one.product.name)
    expect(names(await latest('en-US'))).toEqual(['Brush Pro', 'Lápis Mini', 'Brush Pro'])
    expect(names(await latest())).toEqual(['Pincel Pro', 'Lápis Mini', 'Pincel Pro'])
  })

  it('leave out refunded products and hidden reviews [P121]', async () => {
    const { id } = await product(testShop.app, { name: 'Tinta Azul', keys: 9 })
    const who = await person(testShop.app, { name: 'Gil Nunes' })
    const order = await buy(testShop, who, id)
    await say(testShop, who, id, { body: 'Gostei.', showName: true })
    await hear('Hugo Dias', id, 5, 'Ótimo.')

    await expect
      .poll(async () => (await told()).slice(0, 2), { timeout: 3000 })
      .toEqual([
        ['Hugo D.', 'Ótimo.'],
        ['Gil N.', 'Gostei.'],
      ])

    await refund(testShop, order)
    await testShop.drain()

    await expect
      .poll(async () => (await told()).slice(0, 2), { timeout: 3000 })
      .toEqual([
        ['Hugo D.', 'Ótimo.'],
        ['Fabi L.', 'Voltei a comprar.'],
      ])

    const [{ id: reviewId }] = (await latest()).reviews

    await send(testShop, `PATCH /api/admin/reviews/${reviewId}/status`, {
      as: staff,
      body: { status: 'rejected', reason: 'prova' },
    })

    await expect
      .poll(async () => (await told())[0], { timeout: 3000 })
      .toEqual(['Fabi L.', 'Voltei a comprar.'])
    expect((await latest()).rating).toEqual({ average: 4.5, count: 6 })
  })

  it('are none while the shop takes no reviews, and all return afterwards [P121]', async () => {
    await chooseMode(testShop, staff, 'off')
    expect(await latest()).toEqual({ success: true, reviews: [], rating: null })
    await chooseMode(testShop, staff, 'after')
    expect((await latest()).reviews).toHaveLength(3)
  })
})
