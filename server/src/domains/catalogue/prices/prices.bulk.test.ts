import { and, asc, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { auditLog, priceChanges, productVariants } from '../../../db/tables/index.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { category, person, product, variant, type Person } from '../../../testing/make.ts'
import { send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

// Set prices and categories of many products at once.

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { role: 'admin' })
})

afterAll(() => testShop?.close())

const ask = async (
  call: Parameters<typeof send>[1],
  body?: object,
  headers?: Record<string, string>,
) => (await send(testShop, call, { as: staff, body, headers })).body

const setPrices = (rows: object[], language = 'pt-BR') =>
  ask('POST /api/admin/product/bulk-price', { rows }, { 'accept-language': language })

const prices = async (ids: string[]) => {
  const rows = await testShop.app.db
    .select()
    .from(productVariants)
    .where(inArray(productVariants.id, ids))
  return ids.map((id) => rows.find((row) => row.id === id)!.priceCents)
}

const shelf = async (name: string, given: object = {}) =>
  (await product(testShop.app, { name, ...given })).id

/** Schedule a price of a product's first variant, from now on for a day. */
async function runPlan(id: string, given: object): Promise<void> {
  const endsAt = new Date(testShop.clock.now().getTime() + 86_400_000)
  const plan = { ...given, variantId: id, endsAt }
  expect(await ask(`POST /api/admin/product/${id}/prices`, plan)).toMatchObject({ success: true })
}

const sorted = (left: { name: string | null; why: string; reason?: string }[]) =>
  left.map(({ name, why, reason }) => [name, why, reason]).toSorted()

it('each variant of many products is listed with its price, without deleted ones', async () => {
  const [one, two, gone] = [
    await shelf('Zinco', { priceCents: 1990 }),
    await shelf('Água', { priceCents: 500, currency: 'USD' }),
    await shelf('Foi-se'),
  ]

  const long = await variant(testShop.app, one, {
    name: 'Longa',
    priceCents: 4990,
    compareAtCents: 5990,
    active: false,
  })

  await variant(testShop.app, one, { name: 'Velha', deletedAt: testShop.clock.now() })
  await ask(`DELETE /api/admin/product/${gone}`)
  await runPlan(two, { price: 4 })
  const none = { compareAtPrice: null, planned: false }

  expect(await ask(`GET /api/admin/product/prices?ids=${[one, two, gone].join(',')}`)).toEqual({
    success: true,

    prices: [
      {
        id: two,
        _id: two,
        productId: two,
        name: 'Água',
        currency: 'USD',
        price: 4,
        compareAtPrice: null,
        planned: true,
        version: 2,
      },
      {
        ...none,
        id: one,
        _id: one,
        productId: one,
        name: 'Zinco · Primeira',
        currency: 'BRL',
        price: 19.9,
        version: 1,
      },
      {
        id: long,
        _id: long,
        productId: one,
        name: 'Zinco · Longa',
        currency: 'BRL',
        price: 49.9,
        compareAtPrice: 59.9,
        planned: false,
        version: 1,
      },
    ],
  })

  const many = Array.from({ length: 101 }, () => newId()).join(',')

  for (const [ids, field] of [
    ['', 'ids.0'],
    ['x', 'ids.0'],
    [`${one},`, 'ids.1'],
    [many, 'ids'],
  ] as const)
    expect(await ask(`GET /api/admin/product/prices?ids=${ids}`)).toMatchObject({
      code: 'request.invalid',
      fields: [field],
    })
})

it('prices change with history, trail and the end of a plan, as by hand; a repeat does nothing', async () => {
  const [one, two] = [
    await shelf('Um', { priceCents: 2000 }),
    await shelf('Dois', { priceCents: 1000 }),
  ]

  const long = await variant(testShop.app, two, { name: 'Longa', priceCents: 3000 })
  await runPlan(one, { price: 15, compareAtPrice: 20 })

  const rows = [
    { id: one, to: 13.5 },
    { id: two, to: 9.99 },
    { id: long, to: 30 },
  ]

  const told = await setPrices(rows)
  expect(told.left).toEqual([])

  expect(told.done.map(({ name, from }: any) => [name, from]).toSorted()).toEqual([
    ['Dois · Primeira', 10],
    ['Um', 15],
  ])

  expect(await prices([one, two, long])).toEqual([1350, 999, 3000])

  const history = await testShop.app.db
    .select()
    .from(priceChanges)
    .where(and(inArray(priceChanges.productId, [one, two]), eq(priceChanges.cause, 'hand')))
    .orderBy(asc(priceChanges.toCents))

  expect(history.map(({ fromCents, toCents, actorId }) => [fromCents, toCents, actorId])).toEqual([
    [1000, 999, staff.userId],
    [1500, 1350, staff.userId],
  ])

  const { plans } = await ask(`GET /api/admin/product/${one}/prices`)
  expect(plans.map(({ state }: any) => state)).toEqual(['overruled'])

  const trail = async () =>
    (
      await testShop.app.db
        .select()
        .from(auditLog)
        .where(
          and(
            inArray(auditLog.targetId, [one, two]),
            eq(auditLog.action, 'product.variant_updated'),
          ),
        )
    ).map(({ targetId, actorId, details }) => [
      targetId === one ? 'Um' : 'Dois',
      actorId,
      (details as any).after.price,
    ])

  expect((await trail()).toSorted()).toEqual([
    ['Dois', staff.userId, 9.99],
    ['Um', staff.userId, 13.5],
  ])

  expect(await setPrices(rows)).toEqual({ success: true, done: [], left: [] })
  expect(await trail()).toHaveLength(2)
  // Undo the change. The undo skips the price of a product that another person changed meanwhile.
  await ask(`PUT /api/admin/product/${two}/variants/${two}`, { nameEn: 'First' })
  const back = await setPrices(
    told.done.map(({ id, from, version }: any) => ({ id, to: from, version })),
  )
  expect(back.done.map(({ name, from }: any) => [name, from])).toEqual([['Um', 13.5]])
  expect(sorted(back.left)).toEqual([['Dois · Primeira', 'changed', undefined]])
  expect(await prices([one, two])).toEqual([1500, 999])
})

it("the refusal of one product is in the reader's language, and the others change", async () => {
  const [fine, struck, gone] = [
    await shelf('Certo', { priceCents: 1000 }),
    await shelf('Riscado', { priceCents: 1000 }),
    await shelf('Sumiu'),
  ]

  const second = await variant(testShop.app, struck, { name: 'Segunda', priceCents: 1000 })

  await testShop.app.db
    .update(productVariants)
    .set({ compareAtCents: 1200 })
    .where(eq(productVariants.id, second))

  await ask(`DELETE /api/admin/product/${gone}`)
  const rows = [struck, second, gone, fine].map((id) => ({ id, to: 12 }))
  const told = await setPrices(rows)
  expect(told.done.map(({ name }: any) => name)).toEqual(['Certo'])
  const why = 'O preço anterior deve ser maior que o preço.'

  expect(sorted(told.left)).toEqual([
    [null, 'gone', undefined],
    ['Riscado · Primeira', 'refused', why],
    ['Riscado · Segunda', 'refused', why],
  ])

  // Only the price of the second variant is invalid, but the prices of a product change together or
  // not at all.
  expect(await prices([fine, struck, second])).toEqual([1200, 1000, 1000])
  const english = await setPrices([{ id: second, to: 13 }], 'en-US')
  expect(sorted(english.left)).toEqual([
    ['Riscado · Segunda', 'refused', 'The compare-at price must be higher than the price.'],
  ])
  for (const to of [-1, 1_000_000.01, 10.001, '10'])
    expect(await setPrices([{ id: fine, to }])).toMatchObject({ code: 'request.invalid' })
})

it('two concurrent price changes of the same products both end, and one price remains', async () => {
  const ids = [await shelf('A', { priceCents: 100 }), await shelf('B', { priceCents: 100 })]
  const to = (price: number, order: string[]) => setPrices(order.map((id) => ({ id, to: price })))
  const answers = await Promise.all([to(5, ids), to(7, ids.toReversed())])

  expect(answers.map(({ success, left }) => [success, left])).toEqual([
    [true, []],
    [true, []],
  ])

  expect(new Set([500, 700]).has((await prices(ids))[0]!)).toBe(true)
})

it('products move into a category together and back; an unknown one refuses all', async () => {
  const [from, to] = [await category(testShop.app, 'De'), await category(testShop.app, 'Para')]
  const ids = [await shelf('Ida', { category: 'De' }), await shelf('Volta', { category: 'Para' })]
  const move = (rows: object[]) => ask('POST /api/admin/product/bulk-category', { rows })

  const where = async () => {
    const all = []
    for (const id of ids)
      all.push((await ask(`GET /api/admin/product/${id}`)).product.category.name)

    return all
  }

  const told = await move(ids.map((id) => ({ id, to })))
  expect(told).toMatchObject({ done: [{ id: ids[0], name: 'Ida', from }], left: [] })
  expect(told.done).toHaveLength(1)
  expect(await where()).toEqual(['Para', 'Para'])
  const [{ id, version }] = told.done
  await move([{ id, to: from, version }])
  expect(await where()).toEqual(['De', 'Para'])
  expect(await move(ids.map((one) => ({ id: one, to: newId() })))).toMatchObject({
    code: 'product.category',
  })
  expect(await where()).toEqual(['De', 'Para'])
})
