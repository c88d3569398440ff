import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, productVariants } from '../../../db/tables/index.ts'
import { person, product, variant, type Person } from '../../../testing/make.ts'
import { send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await person(testShop.app, { role: 'admin', name: 'Alice' })
})

afterAll(async () => {
  await testShop?.close()
})

const ask = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  language?: string,
) =>
  send(testShop, `${method} /api/admin/product/${path}`, {
    as: staff,
    body,
    headers: language ? { 'accept-language': language } : {},
  })

const detail = async (id: string, language = 'pt-BR') =>
  send(testShop, `GET /api/product/detail/${id}`, { headers: { 'accept-language': language } })

describe('the variants of a product in the back office', () => {
  it('the second one requires a name for the first, and names are unique [L020]', async () => {
    const { id } = await product(testShop.app, { priceCents: 990, keys: 2 })
    const add = (body: object) => ask('POST', `${id}/variants`, body)

    expect(await add({ name: 'Anual', price: 79.9 })).toMatchObject({
      status: 400,
      body: {
        code: 'variant.name_needed',
        error: 'Com mais de uma opção, cada uma precisa de um nome.',
      },
    })

    expect((await add({ name: '', firstName: 'Mensal', price: 79.9 })).body.code).toBe(
      'variant.name_needed',
    )

    expect(await add({ name: 'mensal', firstName: 'Mensal', price: 1 })).toMatchObject({
      status: 409,
      body: {
        code: 'variant.name_taken',
        error: 'Este produto já tem uma opção com o nome mensal.',
      },
    })

    const { status, body } = await add({
      name: 'Anual',
      nameEn: 'Yearly',
      firstName: 'Mensal',
      price: 79.9,
      compareAtPrice: 118.8,
      validityDays: 365,
      perCustomer: 2,
      minQuantity: 1,
    })

    expect(status).toBe(200)

    expect(body.variant).toMatchObject({
      productId: id,
      isFirst: false,
      name: 'Anual',
      nameEn: 'Yearly',
      position: 1,
      active: true,
      price: 79.9,
      compareAtPrice: 118.8,
      provider: 'stock',
      metadata: { sellerType: 'multiloader', level: 1 },
      validityDays: 365,
      minQuantity: 1,
      maxQuantity: 10,
      perCustomer: 2,
      available: 0,
      waiting: 0,
      version: 1,
    })

    expect((await ask('GET', `${id}/variants`)).body.variants).toMatchObject([
      { id, isFirst: true, name: 'Mensal', price: 9.9, available: 2, version: 2 },
      { id: body.variant.id, name: 'Anual' },
    ])

    expect((await add({ name: 'ANUAL', price: 1 })).body.code).toBe('variant.name_taken')
    expect((await ask('PUT', `${id}/variants/${id}`, { name: '' })).body.code).toBe(
      'variant.name_needed',
    )
  })

  it('an old version gets the current variant; a new sequence must contain all variants [L021]', async () => {
    const { id } = await product(testShop.app)
    const other = await variant(testShop.app, id, { name: 'Outra' })
    const change = (body: object) => ask('PATCH', `${id}/variants/${other}`, body)

    expect((await change({ price: 5, version: 1 })).body.variant).toMatchObject({
      price: 5,
      version: 2,
    })

    expect(await change({ price: 6, version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'product.changed', current: { id: other, price: 5, version: 2 } },
    })

    const order = (ids: string[]) => ask('PATCH', `${id}/variants/order`, { ids })

    for (const ids of [[id], [id, id], [id, other, other], [id, staff.userId]])
      expect((await order(ids)).body, ids.join()).toMatchObject({
        code: 'request.invalid',
        fields: ['ids'],
      })

    expect((await order([other, id])).body.variants).toMatchObject([
      { id: other, position: 0 },
      { id, position: 1 },
    ])

    // The other variant comes first now, so the product shows that variant's price.
    expect((await ask('GET', id)).body.product).toMatchObject({ price: 5 })
    expect((await ask('PATCH', `${staff.userId}/variants/order`, { ids: [id] })).body.code).toBe(
      'product.not_found',
    )
  })

  it('the first is never deleted; deactivating it takes it off sale [L022, L031]', async () => {
    const { id } = await product(testShop.app, { priceCents: 100, keys: 1 })
    const other = await variant(testShop.app, id, { name: 'Outra', priceCents: 200, keys: 1 })

    expect(await ask('DELETE', `${id}/variants/${id}`, undefined, 'en-US')).toMatchObject({
      status: 409,
      body: {
        code: 'variant.first',
        error: 'The first option cannot be deleted. Deactivate it to take it from the shop.',
      },
    })

    expect((await ask('PATCH', `${id}/variants/${id}`, { active: false })).status).toBe(200)

    expect((await detail(id)).body).toMatchObject({
      price: 2,
      variantCount: 1,
      variants: [{ id: other }],
    })

    expect((await ask('DELETE', `${id}/variants/${other}`)).status).toBe(200)
    expect((await ask('DELETE', `${id}/variants/${other}`)).body.code).toBe('variant.not_found')
    // The product has no variant on sale any more.
    expect((await detail(id)).status).toBe(404)
    const keys = await send(testShop, `GET /api/admin/stock?variantId=${other}`, { as: staff })
    expect(keys.body).toMatchObject({ total: 1, licenses: [{ product: null, productId: id }] })
  })

  it('refuses terms that do not fit together, by either call, and changes nothing [L004]', async () => {
    const { id } = await product(testShop.app, { priceCents: 1000 })
    const change = (body: object) => ask('PATCH', `${id}/variants/${id}`, body)

    expect(await change({ compareAtPrice: 10 })).toMatchObject({
      status: 400,
      body: {
        code: 'variant.compare_at',
        error: 'O preço anterior deve ser maior que o preço.',
      },
    })

    expect((await change({ compareAtPrice: 15 })).status).toBe(200)
    expect((await ask('PUT', id, { price: 15 })).body.code).toBe('variant.compare_at')
    expect((await change({ validityDays: null })).status).toBe(200)

    for (const body of [
      (await change({ provider: 'keyauth' })).body,
      (await ask('PUT', id, { provider: 'keyauth' })).body,
    ])
      expect(body).toMatchObject({
        code: 'variant.delivery',
        error: 'Esta forma de entrega não combina com: validade.',
        fields: ['validityDays'],
      })

    expect((await change({ minQuantity: 11 })).body).toMatchObject({
      code: 'request.invalid',
      fields: ['minQuantity', 'maxQuantity'],
    })

    expect((await ask('GET', `${id}/variants`)).body.variants).toMatchObject([
      { price: 10, compareAtPrice: 15, provider: 'stock', minQuantity: 1 },
    ])
  })

  it('the calls of the product write its leading variant, with one entry in the trail [L009, L010]', async () => {
    const { id } = await product(testShop.app, { priceCents: 1000 })
    const other = await variant(testShop.app, id, { name: 'Outra', priceCents: 3000 })

    await testShop.app.db
      .update(productVariants)
      .set({ active: false })
      .where(eq(productVariants.id, id))

    const { status, body } = await ask('PUT', id, {
      price: 25,
      provider: 'manual',
      discordRoleId: '77',
      maxPerOrder: 4,
      name: 'Nome',
      metadata: { level: 9, expiration: 12, sellerType: 'singleloader' },
    })

    expect(status).toBe(200)

    expect(body.product).toMatchObject({
      name: 'Nome',
      price: 25,
      provider: 'manual',
      discordRoleId: '77',
      maxPerOrder: 4,
      metadata: { level: 9, expiration: 12, sellerType: 'singleloader' },
    })

    const rows = await testShop.app.db
      .select()
      .from(productVariants)
      .where(eq(productVariants.productId, id))

    expect(rows.find((row) => row.id === id)).toMatchObject({ priceCents: 1000, provider: 'stock' })

    expect(rows.find((row) => row.id === other)).toMatchObject({
      priceCents: 2500,
      provider: 'manual',
      discordRoleId: '77',
      maxQuantity: 4,
      level: 9,
      validityDays: 12,
      sellerType: 'singleloader',
    })

    const trail = await testShop.app.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.targetId, id), eq(auditLog.action, 'product.updated')))

    expect(trail).toHaveLength(1)
    // 0 days mean permanent. For a variant with a limited validity, 0 is an error.
    const nought = () => ask('PUT', id, { metadata: { expiration: 0 } })

    expect((await nought()).body).toMatchObject({
      code: 'request.invalid',
      fields: ['metadata.expiration'],
    })

    await ask('PATCH', `${id}/variants/${other}`, { validityDays: null })
    expect((await nought()).body.product).toMatchObject({ metadata: { expiration: 0 } })
    expect((await detail(id)).body.variants).toMatchObject([
      { id: other, validity: { days: null, basis: 'purchase' } },
    ])
  })
})

describe('the list of products in the back office', () => {
  it('shows the lowest price on sale and the number of variants, and sorts by it [L035]', async () => {
    const { id } = await product(testShop.app, { priceCents: 5000, name: 'Lista Larga' })
    const month = await variant(testShop.app, id, { name: 'Mês', priceCents: 990 })
    await variant(testShop.app, id, { name: 'Semana', priceCents: 100, active: false })
    await product(testShop.app, { priceCents: 2000, name: 'Lista Estreita' })

    const rows = async () =>
      (
        await send(testShop, 'GET /api/admin/product?search=Lista&sort=price', { as: staff })
      ).body.products.map(
        (row: { name: string; price: number; priceFrom: number; variantCount: number }) => [
          row.name,
          row.price,
          row.priceFrom,
          row.variantCount,
        ],
      )

    expect(await rows()).toEqual([
      ['Lista Larga', 50, 9.9, 3],
      ['Lista Estreita', 20, 20, 1],
    ])

    await ask('DELETE', `${id}/variants/${month}`)

    expect(await rows()).toEqual([
      ['Lista Estreita', 20, 20, 1],
      ['Lista Larga', 50, 50, 2],
    ])

    await ask('PATCH', `${id}/variants/${id}`, { active: false })
    expect((await rows())[1]).toEqual(['Lista Larga', 50, 50, 2])
  })
})

describe('the shop', () => {
  it('starts a price range at the cheapest variant in stock, also in search and its order', async () => {
    const { id } = await product(testShop.app, { priceCents: 5990, name: 'Cimo A' })
    await variant(testShop.app, id, { name: 'Semana', priceCents: 990, keys: 0 })
    await variant(testShop.app, id, { name: 'Mês', priceCents: 2990, keys: 3 })
    const other = await product(testShop.app, { priceCents: 1990, name: 'Cimo B', keys: 2 })
    expect((await detail(id)).body).toMatchObject({ priceFrom: 29.9, priceTo: 59.9 })
    const found = await send(testShop, 'GET /api/product/search?sort=price_asc&q=cimo')

    expect(
      found.body.products.map((row: { id: string; priceFrom: number }) => [row.id, row.priceFrom]),
    ).toEqual([
      [other.id, 19.9],
      [id, 29.9],
    ])
  })

  it('shows range, number and each variant, in the reader’s language; lists have no variants [L019]', async () => {
    const { id } = await product(testShop.app, { priceCents: 3000, name: 'Faixa', featured: true })

    const cheap = await variant(testShop.app, id, {
      name: 'Um mês',
      nameEn: 'A month',
      priceCents: 990,
      compareAtCents: 1500,
      keys: 6,
      minQuantity: 2,
      maxQuantity: 5,
    })

    const dear = await variant(testShop.app, id, {
      name: 'Vitalícia',
      priceCents: 9900,
      validityDays: null,
      provider: 'manual',
    })

    await variant(testShop.app, id, { name: 'Fora', priceCents: 1, active: false })
    const { body } = await detail(id, 'en-US')

    expect(body).toMatchObject({
      price: 30,
      priceFrom: 9.9,
      priceTo: 99,
      variantCount: 3,
      compareAtPrice: null,
      stock: 'in',
    })

    expect(body.variants).toEqual([
      {
        id,
        _id: id,
        name: 'Primeira',
        price: 30,
        compareAtPrice: null,
        currency: 'BRL',
        stock: 'out',
        isAvailable: false,
        validity: { days: 30, basis: 'purchase' },
        minQuantity: 1,
        maxQuantity: 10,
      },
      {
        id: cheap,
        _id: cheap,
        name: 'Um mês',
        price: 9.9,
        compareAtPrice: 15,
        currency: 'BRL',
        stock: 'in',
        isAvailable: true,
        minQuantity: 2,
        maxQuantity: 5,
        validity: { days: 30, basis: 'purchase' },
      },
      {
        id: dear,
        _id: dear,
        name: 'Vitalícia',
        price: 99,
        compareAtPrice: null,
        currency: 'BRL',
        stock: 'in',
        isAvailable: true,
        minQuantity: 1,
        maxQuantity: 10,
        validity: { days: null, basis: 'purchase' },
      },
    ])

    const listed = await send(testShop, 'GET /api/product/list-featured-products')
    expect(listed.body[0]).toMatchObject({ id, priceFrom: 9.9, variantCount: 3 })
    expect(listed.body[0]).not.toHaveProperty('variants')
    const cheapest = await send(testShop, 'GET /api/product/search?sort=price_asc&q=faixa')
    expect(cheapest.body.products).toMatchObject([{ id, priceFrom: 9.9 }])
  })

  it('shows an empty variant as sold out, and the product with its best stock level [L024]', async () => {
    const { id } = await product(testShop.app, { keys: 0 })
    const other = await variant(testShop.app, id, { name: 'Cheia', keys: 2 })

    expect((await detail(id)).body).toMatchObject({
      stock: 'low',
      variants: [
        { id, stock: 'out', isAvailable: false },
        { id: other, stock: 'low', isAvailable: true },
      ],
    })
  })
})

describe('the stock of variants', () => {
  it('is added to, listed and watched by variant [L015, L016]', async () => {
    const { id } = await product(testShop.app, { name: 'Pilha' })
    const alone = await product(testShop.app, { name: 'Pilha só', keys: 1 })
    const other = await variant(testShop.app, id, { name: 'Anual' })
    const paste = (body: object) => send(testShop, 'POST /api/admin/stock', { as: staff, body })
    await paste({ productId: id, licenses: ['PRIM-0001'] })
    await paste({ productId: id, variantId: other, licenses: ['ANUA-0001', 'ANUA-0002'] })
    expect(
      (await paste({ productId: alone.id, variantId: other, licenses: ['X-1'] })).body,
    ).toMatchObject({ code: 'variant.not_found', error: 'Opção não encontrada.' })
    const total = async (query: string) =>
      (await send(testShop, `GET /api/admin/stock?${query}`, { as: staff })).body
    expect((await total(`productId=${id}`)).total).toBe(3)

    expect(await total(`variantId=${other}`)).toMatchObject({
      total: 2,
      licenses: [{ product: { id, name: 'Pilha', variant: { id: other, name: 'Anual' } } }, {}],
    })

    const rows = (await send(testShop, 'GET /api/admin/stock/products', { as: staff })).body
      .products
    const named = (name: string) => rows.find((row: { name: string }) => row.name === name)
    expect(named('Pilha · Primeira')).toMatchObject({ id, productId: id, available: 1 })

    expect(named('Pilha · Anual')).toMatchObject({
      id: other,
      productId: id,
      productName: 'Pilha',
      variantName: 'Anual',
      available: 2,
    })

    expect(named('Pilha só')).toMatchObject({
      id: alone.id,
      productName: 'Pilha só',
      variantName: '',
      available: 1,
    })

    const watched = await send(testShop, `PUT /api/admin/stock/products/${other}/threshold`, {
      as: staff,
      body: { threshold: 9 },
    })

    expect(watched.body.product).toMatchObject({ id: other, threshold: 9 })
  })

  it('notifies buyers who wait for the variant that is back [L017]', async () => {
    const { id } = await product(testShop.app, { keys: 1 })
    const other = await variant(testShop.app, id, { name: 'Anual' })
    const who = await person(testShop.app)
    const wait = (one: string) => send(testShop, `PUT /api/product/restock/${one}`, { as: who })
    await wait(other)
    await wait(id)
    const list = await send(testShop, 'GET /api/product/restock', { as: who })
    expect(list.body.productIds).toEqual([id])
    expect(list.body.variantIds.toSorted()).toEqual([id, other].toSorted())
    await send(testShop, `DELETE /api/product/restock/${id}`, { as: who })

    expect((await send(testShop, 'GET /api/product/restock', { as: who })).body).toMatchObject({
      productIds: [id],
      variantIds: [other],
    })
  })
})
