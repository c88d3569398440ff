import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { categories, products } from '../../db/tables/index.ts'
import { emptyPublicCache } from '../../platform/load/public-cache.ts'
import { product } from '../../testing/make.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let world: TestShop

beforeAll(async () => {
  world = await openTestShop()
})

afterAll(async () => {
  await world?.close()
})

type Seen = { categoryName: string; products: { name: string; status: string }[] }[]
const status = async () => (await world.http.inject('/api/server/status')).json() as Seen

it('the status page lists all products of active categories with status, alphabetically [S244, S130, B230]', async () => {
  for (const [name, state] of [
    ['Zebra', 'active'],
    ['água', 'maintenance'],
    ['Bola', 'discontinued'],
    ['abelha', 'inactive'],
  ] as const)
    await product(world.app, { category: 'Situação', name, status: state })

  const gone = await product(world.app, { category: 'Situação' })
  await product(world.app, { category: 'Escondida' })

  await world.app.db
    .update(products)
    .set({ deletedAt: world.clock.now() })
    .where(eq(products.id, gone.id))

  await world.app.db
    .update(categories)
    .set({ active: false })
    .where(eq(categories.name, 'Escondida'))

  await emptyPublicCache(world.app.db)

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
    const reply = await world.http.inject({ url: '/api/server/status', headers })
    expect(reply.statusCode).toBe(200)

    for (const one of reply.json() as Seen)
      expect([Object.keys(one), ...one.products.map((of) => Object.keys(of))]).toEqual([
        ['categoryName', 'products'],
        ...one.products.map(() => ['name', 'status']),
      ])
  }
})
