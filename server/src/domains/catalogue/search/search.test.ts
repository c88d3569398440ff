import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { categories, products, productVariants } from '../../../db/tables/index.ts'
import { emptyPublicCache } from '../../../platform/load/public-cache.ts'
import { category, product } from '../../../testing/make.ts'
import { roundTripsOf } from '../../../testing/round-trips.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop
let sheet: string

beforeAll(async () => {
  testShop = await openTestShop()
  await category(testShop.app, 'Proteção')

  for (const [name, given] of [
    ['Antivírus Guardião', { category: 'Proteção', priceCents: 3000, featured: true, keys: 1 }],
    ['Office 2024', { category: 'Escritório', priceCents: 9000, keys: 6 }],
    ['Planilha Fácil', { category: 'Escritório', priceCents: 1000 }],
    ['Desconto 50% Total', { category: 'Escritório', priceCents: 500, provider: 'manual' }],
    ['Nuvem Dólar', { category: 'Escritório', priceCents: 1000, currency: 'USD', keys: 1 }],
    ['Escondido Antivírus', { category: 'Proteção', status: 'inactive' }],
    ['Guia de rede', { category: 'Redes' }],
  ] as const) {
    testShop.clock.advance(60)
    const made = await product(testShop.app, { name, ...given })
    if (name === 'Planilha Fácil') sheet = made.id
  }

  await testShop.app.db
    .update(products)
    .set({ description: 'Funciona com o office e com todos os sistemas.' })
    .where(eq(products.name, 'Planilha Fácil'))

  await emptyPublicCache(testShop.app.db)
})

afterAll(async () => {
  await testShop?.close()
})

type Found = {
  success: true
  total: number
  products: { name: string; price: number; stock: string }[]
  pagination: { totalPages: number; currentPage: number; hasNextPage: boolean }
}

const search = async (query: Record<string, string>) => {
  const reply = await testShop.http.inject(`/api/product/search?${new URLSearchParams(query)}`)
  return { status: reply.statusCode, body: reply.json() as Found }
}

const names = async (q: string, more: Record<string, string> = {}) =>
  (await search({ q, ...more })).body.products.map((one) => one.name)

describe('words', () => {
  it('accents, case and order do not matter, in the query or in the name', async () => {
    for (const q of [
      'antivirus',
      'antivírus',
      'ANTIVÍRUS',
      'Antivi\u0301rus',
      'guardiao antivirus',
      'Antivírus — Guardião!',
      '  guardião  ',
    ])
      expect(await names(q), q).toEqual(['Antivírus Guardião'])
    expect(await names('facil')).toEqual(['Planilha Fácil'])
  })

  it('a query with one wrong, missing, extra or swapped letter finds the word; with two not', async () => {
    for (const q of [
      'antivrus',
      'anttivirus',
      'antiviruz',
      'anitvirus',
      'amtivirus guardiao',
      'antivirus guadriao',
    ])
      expect(await names(q), q).toEqual(['Antivírus Guardião'])

    for (const q of ['ofice', 'offcie', 'ofifce 2024'])
      expect((await names(q))[0], q).toBe('Office 2024')
    for (const q of ['atvirus', 'amtivirys', 'xffixe']) expect(await names(q), q).toEqual([])
  })

  it('every beginning of a word finds it; one or two letters match only beginnings', async () => {
    for (let i = 1; i <= 'planilha'.length; i++)
      expect(await names('planilha'.slice(0, i)), 'planilha'.slice(0, i)).toContain(
        'Planilha Fácil',
      )

    expect(await names('gu')).toEqual(['Guia de rede', 'Antivírus Guardião'])
    expect(await names('ad')).toEqual([])
    expect(await names('anilh')).toEqual(['Planilha Fácil'])
  })

  it('every word must be in name, category or description; the name counts most', async () => {
    expect(await names('office')).toEqual(['Office 2024', 'Planilha Fácil'])
    expect(await names('office planilha')).toEqual(['Planilha Fácil'])
    expect(await names('office guardiao')).toEqual([])
    expect(await names('protecao')).toEqual(['Antivírus Guardião'])
    expect(await names('rede')).toEqual(['Guia de rede'])
    expect(await names('escritorio dolar')).toEqual(['Nuvem Dólar'])
    expect(await names('esrcitorio dolar')).toEqual(['Nuvem Dólar'])

    await testShop.app.db
      .update(products)
      .set({ name: 'Guia de cabos' })
      .where(eq(products.name, 'Guia de rede'))

    expect(await names('cabos')).toEqual(['Guia de cabos'])

    await testShop.app.db
      .update(products)
      .set({ name: 'Guia de rede' })
      .where(eq(products.name, 'Guia de cabos'))

    await emptyPublicCache(testShop.app.db)
    await expect.poll(() => names('cabos')).toEqual([])
  })

  it('only products on sale are found, and one that goes off sale is found no more', async () => {
    expect(await names('escondido')).toEqual([])
    const late = await product(testShop.app, { name: 'Passageiro', category: 'Sumida' })
    await emptyPublicCache(testShop.app.db)
    await expect.poll(() => names('passageiro')).toEqual(['Passageiro'])

    await testShop.app.db
      .update(categories)
      .set({ active: false })
      .where(eq(categories.name, 'Sumida'))

    await emptyPublicCache(testShop.app.db)
    await expect.poll(() => names('passageiro')).toEqual([])
    await testShop.app.db.delete(productVariants).where(eq(productVariants.productId, late.id))
    await testShop.app.db.delete(products).where(eq(products.id, late.id))
  })
})

describe('a repeated search', () => {
  it('is answered without the database, until something on sale changes', async () => {
    await search({ q: 'planilh' })

    expect(await roundTripsOf(() => search({ q: 'planilh' }))).toMatchObject({
      trips: 0,
      result: { body: { products: [{ name: 'Planilha Fácil', price: 10 }], total: 1 } },
    })

    await testShop.app.db
      .update(productVariants)
      .set({ priceCents: 1250 })
      .where(eq(productVariants.id, sheet))

    await emptyPublicCache(testShop.app.db)
    await expect
      .poll(async () => (await search({ q: 'planilh' })).body)
      .toMatchObject({ products: [{ name: 'Planilha Fácil', price: 12.5 }] })

    await testShop.app.db
      .update(productVariants)
      .set({ priceCents: 1000 })
      .where(eq(productVariants.id, sheet))

    await emptyPublicCache(testShop.app.db)
  })

  it('is not cached without results: nonsense fills no memory', async () => {
    await search({ q: 'xyzzy plugh' })
    const { trips, result } = await roundTripsOf(() => search({ q: 'xyzzy plugh' }))
    expect(trips).toBeGreaterThan(0)

    expect(result.body).toEqual({
      success: true,
      products: [],
      total: 0,
      pagination: {
        currentPage: 1,
        totalPages: 1,
        totalItems: 0,
        itemsPerPage: 24,
        hasNextPage: false,
        hasPrevPage: false,
      },
    })
  })
})

describe('bounds', () => {
  it('an empty query lists everything on sale, featured first; blanks count as empty', async () => {
    expect((await search({})).body).toMatchObject({
      success: true,
      total: 6,
      pagination: { totalPages: 1, currentPage: 1, hasNextPage: false },
    })
    for (const q of ['', '   ']) expect((await names(q))[0]).toBe('Antivírus Guardião')
  })

  it('two hundred characters are read, one more is refused', async () => {
    for (const q of [
      'a'.repeat(200),
      'antivírus '.repeat(20),
      'a b c d e f g h i j k l m n o p q r s t u v w x y z',
      'ﷺ'.repeat(200),
      '🔑'.repeat(100),
    ])
      expect((await search({ q })).status, q).toBe(200)

    expect((await search({ q: 'a'.repeat(201) })).status).toBe(400)
    expect(await names('antivírus '.repeat(20))).toEqual(['Antivírus Guardião'])
  })

  it('wildcards and nonsense are text like any other', async () => {
    for (const q of ['%', '_', '\\', '%%', '%_%', '***', '.*', '\u200b', '🔑'])
      expect(await names(q), q).toEqual([])

    for (const q of [
      'a%z',
      'z_a',
      'off%ce',
      '\\office\\%zzz',
      "' or '1'='1",
      "'; drop table products; --",
      '$1',
      '") union select 1',
      'a & b | !c',
      '(((',
      '\ud800',
    ]) {
      const { status, body } = await search({ q })
      expect([status, body.products.map((one) => one.name)], q).toEqual([200, []])
    }

    expect(await names('o_fice')).toEqual(await names('o fice'))
    expect(await names('50%')).toEqual(['Desconto 50% Total'])
    expect((await testShop.http.inject('/api/product/search?q=%00')).statusCode).toBe(400)
    expect((await testShop.http.inject('/api/product/search?q=a&q=b')).statusCode).toBe(400)

    for (const query of [
      { sort: 'x' },
      { limit: '101' },
      { limit: '0' },
      { page: '0' },
      { featured: 'x' },
      { category: 'x'.repeat(201) },
    ])
      expect(
        (await search(query as unknown as Record<string, string>)).status,
        JSON.stringify(query),
      ).toBe(400)
  })
})

describe('order and filters', () => {
  it('sorts by price in reais, newest, name and relevance', async () => {
    const inOffice = (sort: string) => names('', { category: 'escritório', sort })

    expect(await inOffice('price_asc')).toEqual([
      'Desconto 50% Total',
      'Planilha Fácil',
      'Nuvem Dólar',
      'Office 2024',
    ])

    expect(await inOffice('price_desc')).toEqual([
      'Office 2024',
      'Nuvem Dólar',
      'Planilha Fácil',
      'Desconto 50% Total',
    ])

    expect(await inOffice('newest')).toEqual([
      'Nuvem Dólar',
      'Desconto 50% Total',
      'Planilha Fácil',
      'Office 2024',
    ])

    expect(await inOffice('name')).toEqual([
      'Desconto 50% Total',
      'Nuvem Dólar',
      'Office 2024',
      'Planilha Fácil',
    ])

    expect(await names('office', { sort: 'price_asc' })).toEqual(['Planilha Fácil', 'Office 2024'])
  })

  it('filters by category in any spelling, by featured and by availability', async () => {
    expect(await names('', { category: ' ESCRITÓRIO ', inStock: 'true' })).toEqual([
      'Desconto 50% Total',
      'Nuvem Dólar',
      'Office 2024',
    ])

    expect(await names('', { featured: 'true' })).toEqual(['Antivírus Guardião'])
    expect(await names('office', { featured: 'true' })).toEqual([])
    expect(await names('', { featured: 'false', inStock: 'false' })).toHaveLength(6)
    expect(await names('office', { category: 'nada' })).toEqual([])
  })

  it('pages hold every product once, and a page beyond the last is empty', async () => {
    const seen = await Promise.all(
      [1, 2, 3, 4].map((page) => search({ limit: '2', page: String(page), sort: 'name' })),
    )

    expect(
      seen.map(({ body }) => [body.products.length, body.total, body.pagination.hasNextPage]),
    ).toEqual([
      [2, 6, true],
      [2, 6, true],
      [2, 6, false],
      [0, 6, false],
    ])

    expect(new Set(seen.flatMap(({ body }) => body.products.map((one) => one.name))).size).toBe(6)
  })

  it('is answered by the index, not by reading every product', async () => {
    const plan = await testShop.app.db.transaction(async (db) => {
      await db.execute(
        sql`insert into products (
            id, name, description, category_id, created_at, updated_at
          )
          select
            gen_random_uuid(), 'Produto ' || md5(n::text), 'Licença ' || md5((n * 7)::text),
            (select id from categories limit 1), now(), now()
          from generate_series(1, 4000) n`,
      )

      await db.execute(sql`analyze products`)

      const { rows } = await db.execute<{ 'QUERY PLAN': string }>(
        sql`explain select id from products p
          where p.status = 'active' and p.deleted_at is null
            and (search_all like '%office%' or search_all like '%planilha%')`,
      )

      await db.execute(sql`delete from products where name like 'Produto %'`)

      return rows.map((row) => row['QUERY PLAN'])
    })

    expect(
      plan.filter((line) => line.includes('Bitmap Index Scan on products_search')),
      plan.join('\n'),
    ).toHaveLength(2)
  })
})
