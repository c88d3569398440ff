import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { categories, products } from '../../db/tables/index.ts'
import { emptyPublicCache } from '../../platform/load/public-cache.ts'
import { product } from '../../testing/make.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})

afterAll(async () => {
  await testShop?.close()
})

type Seen = { categoryName: string; products: { name: string; status: string }[] }[]
const status = async () => (await testShop.http.inject('/api/server/status')).json() as Seen

it('the status page lists all products of active categories with status, alphabetically [S244, S130, B230]', async () => {
  for (const [name, state] of [
    ['Zebra', 'active'],
    ['água', 'maintenance'],
    ['Bola', 'discontinued'],
    ['abelha', 'inactive'],
  ] as const)
    await product(testShop.app, { category: 'Situação', name, status: state })

  const gone = await product(testShop.app, { category: 'Situação' })
  await product(testShop.app, { category: 'Escondida' })

  await testShop.app.db
    .update(products)
    .set({ deletedAt: testShop.clock.now() })
    .where(eq(products.id, gone.id))

  await testShop.app.db
    .update(categories)
    .set({ active: false })
    .where(eq(categories.name, 'Escondida'))

  await emptyPublicCache(testShop.app.db)

  const wanted = [
    { name: 'abelha', status: 'inactive' },
    { name: 'água', status: 'maintenance' },
    { name: 'Bola', status: 'discontinued' },
    { name: 'Zebra', status: 'active' },
  ]

  await expect
    .poll(async () => (await status()).find((one) => one.categoryName === 'Situação')?.products)
    .toEqual(wanted)
  expect((await status()).map((one) => one.categoryName)).not.toContain('Escondida')

  // An array of just these fields, for a visitor without a session or with an expired one.
  for (const headers of [{}, { authorization: 'Bearer x.y.z' }]) {
    const reply = await testShop.http.inject({ url: '/api/server/status', headers })
    expect(reply.statusCode).toBe(200)

    for (const one of reply.json() as Seen)
      expect([Object.keys(one), ...one.products.map((of) => Object.keys(of))]).toEqual([
        ['categoryName', 'products'],
        ...one.products.map(() => ['name', 'status']),
      ])
  }
})
