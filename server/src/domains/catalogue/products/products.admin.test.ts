import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLog, products, productVariants } from '../../../db/tables/index.ts'
import { category, person, product, type Person } from '../../../testing/make.ts'
import { fill, send, type Answer } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop
let admin: Person

beforeAll(async () => {
  testShop = await openTestShop()
  admin = await person(testShop.app, { role: 'admin', name: 'Alice Admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const base = '/api/admin/product'

const ask = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  body?: object,
  who = admin,
): Promise<Answer> => send(testShop, `${method} ${url}`, { as: who, body })

const names = (answer: Answer): string[] =>
  answer.body.products.map((one: { name: string }) => one.name)

const full = (given: object = {}) => ({
  name: 'Antivírus',
  description: 'Proteção',
  price: 49.9,
  category: 'general',
  provider: 'stock',
  ...given,
})

async function trail(targetId: string) {
  const [row] = await testShop.app.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.targetType, 'product'), eq(auditLog.targetId, targetId)))
    .orderBy(desc(auditLog.id))
    .limit(1)
  return row!
}

describe('products in the back office', () => {
  it('a full product is created, by category id, name or object, and listed with every field [B197, B106, B107, B183, B108, B187]', async () => {
    const id = await category(testShop.app, 'Jogos')

    const made = await ask(
      'POST',
      base,
      full({
        name: ' Jogo X ',
        price: 19.99,
        currency: 'USD',
        category: id,
        provider: 'keyauth',
        status: 'maintenance',
        discordRoleId: '123456789',
        isFeatured: true,
        image: 'https://cdn.exemplo.test/x.png',
        metadata: { sellerType: 'singleloader', level: 999, expiration: 30 },
      }),
    )

    expect(made).toMatchObject({
      status: 200,

      body: {
        success: true,

        product: {
          name: 'Jogo X',
          description: 'Proteção',
          price: 19.99,
          currency: 'USD',
          category: { id, _id: id, name: 'Jogos', color: '#3B82F6' },
          provider: 'keyauth',
          status: 'maintenance',
          discordRoleId: '123456789',
          isFeatured: true,
          image: 'https://cdn.exemplo.test/x.png',
          metadata: { sellerType: 'singleloader', level: 999, expiration: 30 },
          version: 1,
        },
      },
    })

    expect(made.body.product._id).toBe(made.body.product.id)
    // A product without a price is free (Q126).
    const plain = (await ask('POST', base, { name: 'Simples', description: 'd' })).body.product

    expect(plain).toMatchObject({
      price: 0,
      currency: 'BRL',
      category: { name: 'general' },
      provider: 'stock',
      status: 'active',
      isFeatured: false,
      image: null,
      discordRoleId: null,
      metadata: { sellerType: 'multiloader', level: 1, expiration: 1 },
    })

    expect(
      (await ask('POST', base, full({ category: { _id: id, name: 'Jogos' } }))).body.product
        .category.name,
    ).toBe('Jogos')

    expect((await ask('GET', `${base}/${made.body.product.id}`)).body.product).toEqual(
      made.body.product,
    )
  })

  it('the server requires all that a product must have [B158, B159, B160, B162, B163]', async () => {
    for (const missing of ['name', 'description'])
      expect(
        (await ask('POST', base, { ...full(), [missing]: undefined })).body,
        missing,
      ).toMatchObject({ code: 'request.invalid', fields: [missing] })

    for (const [field, wrong] of [
      ['name', '  '],
      ['description', ''],
      ['price', -0.01],
      ['price', 1.001],
      ['price', '10'],
      ['currency', 'EUR'],
      ['provider', 'other'],
      ['status', 'gone'],
      ['image', 'x.png'],
      ['image', 'javascript:alert(1)'],
      ['image', '//evil.test/x'],
      ['discordRoleId', 'abc'],
      ['metadata.level', { level: 0 }],
      ['metadata.level', { level: 1000 }],
      ['metadata.level', { level: 1.5 }],
      ['metadata.expiration', { expiration: 0 }],
      ['metadata.sellerType', { sellerType: 'x' }],
    ] as const) {
      const reply = await ask('POST', base, full({ [field.split('.')[0]!]: wrong }))
      expect([reply.status, reply.body.code, reply.body.fields], field).toEqual([
        400,
        'request.invalid',
        [field],
      ])
    }

    for (const unknown of ['', 'nenhuma', '01890000-0000-7000-8000-000000000001'])
      expect((await ask('POST', base, full({ category: unknown }))).status, unknown).toBe(400)

    expect((await ask('POST', base, full({ category: 'nenhuma' }))).body).toMatchObject({
      code: 'product.category',
      error: 'Escolha uma categoria da lista.',
    })

    expect(
      (await ask('POST', base, full({ image: '', price: 0.1 + 0.2 }))).body.product,
    ).toMatchObject({ image: null, price: 0.3 })
    expect((await ask('POST', base, full({ image: '/uploads/abc.webp' }))).status).toBe(200)
  })

  it('a change takes any fields; status goes to any value and featured toggles [B198, B040, B041, B139]', async () => {
    const { id } = await product(testShop.app, { priceCents: 1000 })
    const statuses = ['active', 'inactive', 'maintenance', 'discontinued']

    for (const from of statuses)
      for (const to of statuses) {
        await ask('PATCH', `${base}/${id}`, { status: from })
        expect(
          (await ask('PATCH', `${base}/${id}/status`, { status: to })).body.product.status,
        ).toBe(to)
      }

    expect((await ask('PUT', `${base}/${id}`, { isFeatured: true })).body.product).toMatchObject({
      isFeatured: true,
      price: 10,
      status: 'discontinued',
    })

    expect((await ask('PATCH', `${base}/${id}/toggle`)).body.product.isFeatured).toBe(false)

    expect(
      (await ask('PUT', `${base}/${id}`, full({ name: 'Novo', metadata: { level: 7 } }))).body
        .product,
    ).toMatchObject({
      name: 'Novo',
      price: 49.9,
      metadata: { sellerType: 'multiloader', level: 7, expiration: 30 },
    })

    expect(
      (await ask('PATCH', `${base}/01890000-0000-7000-8000-000000000001`, { status: 'active' }))
        .body.code,
    ).toBe('product.not_found')
  })

  it('of two editors of a product the second gets the current one, and nothing is lost [B198]', async () => {
    const { id } = await product(testShop.app)
    const { version } = (await ask('GET', `${base}/${id}`)).body.product

    expect((await ask('PUT', `${base}/${id}`, { price: 5, version })).body.product).toMatchObject({
      price: 5,
      version: version + 1,
    })

    const late = await ask('PUT', `${base}/${id}`, { price: 7, version })

    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'product.changed',
        error: expect.stringContaining('Outra pessoa'),
        product: { id, price: 5, version: version + 1 },
      },
    })

    const both = await Promise.all(
      [8, 9].map((price) => ask('PUT', `${base}/${id}`, { price, version: version + 1 })),
    )
    expect(both.map((one) => one.status).sort()).toEqual([200, 409])
    expect((await ask('PUT', `${base}/${id}`, { price: 6 })).body.product.price).toBe(6)
  })

  it('the list pages, searches, filters and sorts, with the totals of the whole store [B106, B039, B251]', async () => {
    const own = await openTestShop()
    try {
      const who = await person(own.app, { role: 'developer' })
      const list = (query = '') => send(own, `GET ${base}${query}`, { as: who })

      for (let i = 0; i < 12; i++)
        await product(own.app, {
          name: `Item ${String(i).padStart(2, '0')}`,
          priceCents: 100 * (12 - i),
          category: i % 3 ? 'Par' : 'Ímpar',
          provider: i === 5 ? 'manual' : 'stock',
          status: i === 6 ? 'inactive' : 'active',
        })

      await product(own.app, { name: '100%_certo', category: 'Par' })
      const first = await list()

      expect(first.body).toMatchObject({
        success: true,
        total: 13,
        totalPages: 2,
        distinctCategories: 2,
      })

      expect(first.body.products).toHaveLength(10)
      expect(names(await list('?page=2&limit=10'))).toHaveLength(3)
      expect(names(await list('?search=item%2001'))).toEqual(['Item 01'])
      expect(names(await list('?search=%25_'))).toEqual(['100%_certo'])
      expect(names(await list('?provider=manual'))).toEqual(['Item 05'])
      expect(names(await list('?status=inactive&category=all'))).toEqual([])
      expect(names(await list('?status=inactive'))).toEqual(['Item 06'])

      expect((await list('?status=all&provider=&category=%C3%8Dmpar')).body).toMatchObject({
        total: 4,
        distinctCategories: 2,
      })

      expect(names(await list('?sort=price&limit=2'))).toEqual(['Item 11', 'Item 10'])
      expect(names(await list('?sort=-name&limit=2'))).toEqual(['Item 11', 'Item 10'])
      const csv = (
        await send(own, `GET ${base}/export.csv?status=inactive`, { as: who })
      ).body.toString() as string
      expect(csv.split('\r\n')).toHaveLength(3)
      expect(csv).toContain('"Item 06"')
      expect((await list('?limit=1000')).status).toBe(400)
    } finally {
      await own.close()
    }
  })

  it('a deleted product leaves shop, lists and carts for good; orders keep their copy [B199, B200, B186]', async () => {
    const buyer = await person(testShop.app)
    const { id, name } = await product(testShop.app, { category: 'Sumindo', keys: 2 })
    await fill(testShop, buyer, id)
    const inShop = async () =>
      (await testShop.http.inject('/api/product/list-by-category/sumindo')).json().length
    await expect.poll(inShop).toBe(1)
    expect((await ask('DELETE', `${base}/${id}`)).body).toEqual({ success: true })
    await expect.poll(inShop).toBe(0)
    expect(
      (await send(testShop, `GET /api/product/cart/${buyer.userId}`, { as: buyer })).body.items,
    ).toEqual([])

    for (const again of [
      await ask('DELETE', `${base}/${id}`),
      await ask('GET', `${base}/${id}`),
      await ask('PUT', `${base}/${id}`, { price: 1 }),
    ])
      expect(again.body.code).toBe('product.not_found')

    expect(names(await ask('GET', `${base}?search=${encodeURIComponent(name)}`))).toEqual([])
    expect(
      (await testShop.app.db.select().from(products).where(eq(products.id, id)))[0]!.deletedAt,
    ).not.toBeNull()
  })

  it('each change records actor, address and values; staff may change, customers may not [B180, B179, B198]', async () => {
    const { id, name } = await product(testShop.app, { priceCents: 1000 })
    await ask('PUT', `${base}/${id}`, { price: 12, name })

    expect(await trail(id)).toMatchObject({
      action: 'product.updated',
      actorId: admin.userId,
      actorName: 'Alice Admin',
      ip: '127.0.0.1',
      details: { before: { price: 10, version: 1 }, after: { price: 12, version: 2 } },
    })

    expect(Object.keys(((await trail(id)).details as { after: object }).after).sort()).toEqual([
      'price',
      'updatedAt',
      'version',
    ])

    await ask(
      'DELETE',
      `${base}/${id}`,
      undefined,
      await person(testShop.app, { role: 'developer', name: 'Dora' }),
    )

    expect(await trail(id)).toMatchObject({
      action: 'product.deleted',
      actorName: 'Dora',
      details: { before: { price: 12, name } },
    })

    const client = await person(testShop.app)

    for (const [method, url] of [
      ['GET', base],
      ['POST', base],
      ['PUT', `${base}/${id}`],
      ['DELETE', `${base}/${id}`],
    ] as const)
      expect((await ask(method, url, method === 'GET' ? undefined : {}, client)).status).toBe(403)
  })

  it('a change shows in the shop at once, in every process [B198]', async () => {
    const second = await testShop.another()
    const { id } = await product(testShop.app, { category: 'Vitrine' })
    const read = () => second.publicCache.get('probe', async () => Math.random()).then(String)
    let kept = await read()

    await expect
      .poll(async () => {
        const before = kept
        kept = await read()

        return kept === before
      })
      .toBe(true)

    await ask('PATCH', `${base}/${id}`, { price: 3 })
    await expect.poll(async () => (await read()) !== kept).toBe(true)
    expect((await testShop.http.inject(`/api/product/detail/${id}`)).json().price).toBe(3)
  })
})

describe('the limit of one order', () => {
  it('is 10 by default, from 1 to 99, and the shop shows it on product and cart [Q116, F113]', async () => {
    const made = await ask('POST', base, full({ name: 'Chave Limitada' }))
    expect(made.body.product).toMatchObject({ maxPerOrder: 10 })
    const { id } = made.body.product
    for (const maxPerOrder of [0, 100, 1.5, '3'])
      expect((await ask('PUT', `${base}/${id}`, { maxPerOrder })).status).toBe(400)
    expect((await ask('PUT', `${base}/${id}`, { maxPerOrder: 3 })).body.product).toMatchObject({
      maxPerOrder: 3,
    })
    expect((await ask('GET', `/api/product/detail/${id}`)).body).toMatchObject({ maxPerOrder: 3 })
    const stocked = await product(testShop.app, { keys: 3 })
    await ask('PUT', `${base}/${stocked.id}`, { maxPerOrder: 3 })
    const buyer = await person(testShop.app)

    const added = await ask(
      'POST',
      `/api/product/cart/${buyer.userId}/add`,
      { productId: stocked.id, quantity: 3 },
      buyer,
    )

    expect(added.body.items).toMatchObject([{ quantity: 3, product: { maxPerOrder: 3 } }])
  })

  it('a product is permanent without a validity, unless a licence server creates its keys [P420]', async () => {
    const forLife = { metadata: { expiration: null } }
    const { body } = await ask('POST', base, full({ ...forLife, provider: 'stock' }))
    expect(body.product).toMatchObject({ metadata: { expiration: 0 } })

    const [kept] = await testShop.app.db
      .select({ days: productVariants.validityDays })
      .from(productVariants)
      .where(eq(productVariants.id, body.product.id))

    expect(kept).toEqual({ days: null })
    const days = { metadata: { expiration: 30 } }
    const to = (change: object) => ask('PUT', `${base}/${body.product.id}`, change)
    expect((await to(days)).body.product).toMatchObject({ metadata: { expiration: 30 } })
    expect((await to(forLife)).body.product).toMatchObject({ metadata: { expiration: 0 } })
    const minted = await ask('POST', base, full({ ...forLife, provider: 'keyauth' }))

    expect([minted.status, minted.body.code, minted.body.fields]).toEqual([
      400,
      'variant.delivery',
      ['validityDays'],
    ])

    expect((await to({ ...forLife, provider: 'keyauth' })).body.code).toBe('variant.delivery')
  })
})
