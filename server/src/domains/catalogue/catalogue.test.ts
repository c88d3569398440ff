import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { categories, productVariants } from '../../db/tables/index.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { emptyPublicCache } from '../../platform/load/public-cache.ts'
import { category, product } from '../../testing/make.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { addKeys } from '../stock/stock.service.ts'

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop()
})

afterAll(async () => {
  await testShop?.close()
})

type Shown = { id: string; _id: string; name: string; stock: string }
const get = async <T>(url: string): Promise<T> => (await testShop.http.inject(url)).json() as T

const inCategory = (name: string) =>
  get<Shown[]>(`/api/product/list-by-category/${encodeURIComponent(name)}`)

describe('catalogue', () => {
  it('lists hold what is on sale, with id and _id, and update at once in every process [S134, S135, S230, S231, S131, S289, S290, S129]', async () => {
    await category(testShop.app, 'Redes & Ação')
    const shown = await product(testShop.app, { category: 'Redes & Ação', featured: true, keys: 1 })
    await product(testShop.app, { category: 'Redes & Ação', status: 'maintenance' })

    expect(await inCategory('redes & ação')).toMatchObject([
      {
        id: shown.id,
        _id: shown.id,
        name: shown.name,
        price: 19.9,
        currency: 'BRL',
        stock: 'low',
        provider: 'stock',
        metadata: { sellerType: 'multiloader', level: 1, expiration: 30 },
        discordRoleId: null,
      },
    ])

    expect(
      (await get<Shown[]>('/api/product/list-featured-products')).map((one) => one.id),
    ).toContain(shown.id)
    const listed = await get<{ name: string }[]>('/api/product/list-active-categories')

    expect(listed.find((one) => one.name === 'Redes & Ação')).toMatchObject({
      productCount: 1,
      id: expect.any(String),
      image: null,
    })

    const second = await testShop.another()

    await inTransaction(second, (tx) =>
      addKeys(
        tx,
        shown.id,
        Array.from({ length: 9 }, (_, i) => `NOVA-${i}`),
      ),
    )

    await expect.poll(async () => (await inCategory('redes & ação'))[0]!.stock).toBe('in')
  })

  it('lists, search and details name the role that comes with a product [S129]', async () => {
    await category(testShop.app, 'Com cargo')
    const { id } = await product(testShop.app, { category: 'Com cargo', featured: true })

    await testShop.app.db
      .update(productVariants)
      .set({ discordRoleId: '111222333444555666' })
      .where(eq(productVariants.id, id))

    await inTransaction(testShop.app, (tx) => emptyPublicCache(tx.db))
    const of = (all: Shown[]) => all.filter((one) => one.id === id)
    const named = [{ id, discordRoleId: '111222333444555666' }]
    await expect.poll(() => inCategory('Com cargo')).toMatchObject(named)
    const featured = () => get<Shown[]>('/api/product/list-featured-products')
    await expect.poll(async () => of(await featured())).toMatchObject(named)
    expect(await get(`/api/product/detail/${id}`)).toMatchObject(named[0]!)
    const found = await get<{ products: Shown[] }>('/api/product/search?category=Com%20cargo')
    expect(of(found.products)).toMatchObject(named)
  })

  it('a list that the browser has is answered 304 without its bytes, until it changes', async () => {
    const url = '/api/product/list-by-category/Etiqueta'
    await category(testShop.app, 'Etiqueta')
    await product(testShop.app, { category: 'Etiqueta', name: 'Um' })
    const had = await testShop.http.inject(url)
    expect(had.headers['cache-control']).toBe('no-cache')
    const tag = String(had.headers.etag)
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
    const ask = () => testShop.http.inject({ url, headers: { 'if-none-match': tag } })
    const again = await ask()
    expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', tag])
    await product(testShop.app, { category: 'Etiqueta', name: 'Dois' })
    await emptyPublicCache(testShop.app.db)
    await expect.poll(async () => (await ask()).statusCode).toBe(200)
    const names = ((await ask()).json() as Shown[]).map((one) => one.name)
    expect(names.toSorted()).toEqual(['Dois', 'Um'])
  })

  it('a category is found in any case of its name, and odd spellings do not affect its list [S230, S231]', async () => {
    const shown = await product(testShop.app, { category: 'KÉY & AÇÃO' })
    await expect.poll(() => inCategory('kéy & ação')).toHaveLength(1)

    for (const spelling of ['\u212Aéy & Ação', 'kéy & ação', 'KÉY & AÇÃO', ' Kéy & AçÃo '])
      expect(
        (await inCategory(spelling)).map((one) => one.id),
        spelling,
      ).toEqual([shown.id])

    expect(
      await testShop.http
        .inject('/api/product/list-by-category/nada')
        .then((reply) => [reply.statusCode, reply.json()]),
    ).toEqual([200, []])
  })

  it('replies are cached by existing ids: made-up names and spellings take no room [S231]', async () => {
    const shown = await product(testShop.app, { category: 'Edição Única' })
    await expect.poll(() => inCategory('edição única')).toHaveLength(1)
    const asked = vi.spyOn(testShop.app.publicCache, 'get')

    try {
      const letters = [...'edição única']
      const spellings = Array.from({ length: 400 }, (_, bits) =>
        letters.map((letter, i) => ((bits >> i) & 1 ? letter.toUpperCase() : letter)).join(''),
      )

      for (const odd of [
        ...spellings,
        'EDIC\u0327A\u0303O U\u0301NICA',
        ' edição   única ',
        'edição\u00a0única',
        'Edição Única\t',
      ])
        expect(
          (await inCategory(odd)).map((one) => one.id),
          odd,
        ).toEqual([shown.id])

      for (let i = 0; i < 400; i++) expect(await inCategory(`Edição Única ${i}`)).toEqual([])

      for (const near of [
        'edicao unica',
        'edição-única',
        'ediçãoúnica',
        'edição única%',
        '%',
        '',
        ' ',
        '\u200b',
        'e'.repeat(200),
      ])
        if (near) expect(await inCategory(near), near).toEqual([])

      expect(new Set(asked.mock.calls.map(([key]) => key)).size).toBe(2)
    } finally {
      asked.mockRestore()
    }

    expect((await inCategory('Edição Única')).map((one) => one.id)).toEqual([shown.id])
  })

  it('a missing name leaves nothing in the cache and is found once it exists [S231]', async () => {
    expect(await inCategory('Surge depois')).toEqual([])
    const id = '01890000-0000-7000-8000-000000000001'
    expect((await testShop.http.inject(`/api/product/detail/${id}`)).statusCode).toBe(404)
    const made = await product(testShop.app, { id, category: 'Surge depois' })
    await expect
      .poll(async () => (await inCategory('Surge depois')).map((one) => one.id))
      .toEqual([made.id])
    expect((await get<Shown>(`/api/product/detail/${id}`)).name).toBe(made.name)

    for (const junk of ['nada', '-'.repeat(36), "' or 1=1"])
      expect(
        (await testShop.http.inject(`/api/product/detail/${encodeURIComponent(junk)}`)).statusCode,
      ).toBe(404)
  })

  it('stock of keys is in, low or out, other stock is in; a hidden category hides its products [S132]', async () => {
    const [none, few, many, minted] = [
      await product(testShop.app, { category: 'Estoque', name: 'B' }),
      await product(testShop.app, { category: 'Estoque', name: 'á', keys: 5 }),
      await product(testShop.app, { category: 'Estoque', name: 'a', keys: 6 }),
      await product(testShop.app, { category: 'Estoque', name: 'ç', provider: 'manual' }),
    ]

    await emptyPublicCache(testShop.app.db)

    await expect
      .poll(async () => (await inCategory('estoque')).map((one) => [one.id, one.stock]))
      .toEqual([
        [many.id, 'in'],
        [few.id, 'low'],
        [none.id, 'out'],
        [minted.id, 'in'],
      ])

    expect((await get<Shown>(`/api/product/detail/${few.id}`)).stock).toBe('low')

    await testShop.app.db
      .update(categories)
      .set({ active: false })
      .where(eq(categories.name, 'Estoque'))

    await emptyPublicCache(testShop.app.db)
    // The page of the product is cached until the notice of the change has reached each process.
    await expect
      .poll(async () => (await testShop.http.inject(`/api/product/detail/${few.id}`)).statusCode)
      .toBe(404)
    expect((await inCategory('estoque')).length).toBe(0)
    expect(
      (await get<{ name: string }[]>('/api/product/list-active-categories')).map((one) => one.name),
    ).not.toContain('Estoque')
  })
})
