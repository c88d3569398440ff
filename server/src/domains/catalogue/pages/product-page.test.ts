import { productPage } from '@chaveiro/contracts/catalogue'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { categories, products } from '../../../db/tables/index.ts'
import { emptyPublicCache } from '../../../platform/load/public-cache.ts'
import { person, product, type Person } from '../../../testing/make.ts'
import { roundTripsOf } from '../../../testing/round-trips.ts'
import { send } from '../../../testing/shop.ts'
import { openTestShop, type TestShop } from '../../../testing/test-shop.ts'

let testShop: TestShop
let admin: Person

beforeAll(async () => {
  testShop = await openTestShop()
  admin = await person(testShop.app, { role: 'admin' })
})

afterAll(async () => {
  await testShop?.close()
})

const english = { 'accept-language': 'en-US,en;q=0.9' }
const ask = (path: string, headers = {}) => send(testShop, `GET /api/product/${path}`, { headers })
const pageOf = (slug: string, headers = {}) => ask(`page/${slug}`, headers)

async function save(id: string, body: object): Promise<void> {
  const answer = await send(testShop, `PUT /api/admin/product/${id}/page`, { as: admin, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

const paragraph = (text: string) => [{ type: 'paragraph', children: [{ type: 'text', text }] }]
const upload = (letter: string) => `/uploads/${letter.repeat(64)}.webp`

/** The cache shows a change only after a short delay. */
const soon = (ask: () => Promise<unknown>) => expect.poll(ask, { timeout: 5_000 })

describe('the page of a product', () => {
  it('returns all that it shows, in the shape of its contract [L049]', async () => {
    const { id } = await product(testShop.app, {
      name: 'Editor Pró',
      keys: 6,
      priceCents: 4990,
      expirationDays: 30,
      category: 'Editores',
      role: '123456789',
    })

    await save(id, {
      texts: {
        'pt-BR': {
          body: '## Sobre\nEdita **tudo**.',
          requirements: 'Windows',
          includes: '- Chave',
          guide: 'Cole a chave secreta.',
          seoTitle: 'Editor barato',
          seoDescription: 'O melhor editor',
        },
      },
      images: [
        { url: upload('a'), altPt: 'Tela', altEn: 'Screen', width: 800, height: 600 },
        { url: upload('b'), altPt: 'Caixa', width: 400, height: 300 },
      ],
    })

    const { status, body } = await pageOf('editor-pro')
    expect(status).toBe(200)
    expect(productPage.parse(body)).toEqual(body)

    expect(body).toEqual({
      success: true,

      product: {
        id,
        _id: id,
        slug: 'editor-pro',
        name: 'Editor Pró',
        description: 'Licença de Editor Pró',
        price: 49.9,
        currency: 'BRL',
        image: null,
        category: expect.objectContaining({ name: 'Editores' }),
        provider: 'stock',
        rating: null,
        status: 'active',
        isFeatured: false,
        discordRoleId: '123456789',
        stock: 'in',
        maxPerOrder: 10,
        metadata: { sellerType: 'multiloader', level: 1, expiration: 30 },
        priceFrom: 49.9,
        priceTo: 49.9,
        variantCount: 1,
        compareAtPrice: null,
      },

      variants: [
        {
          id,
          _id: id,
          name: '',
          price: 49.9,
          compareAtPrice: null,
          currency: 'BRL',
          stock: 'in',
          isAvailable: true,
          validity: { days: 30, basis: 'purchase' },
          minQuantity: 1,
          maxQuantity: 10,
        },
      ],

      isAvailable: true,
      movedTo: null,
      images: [
        { url: upload('a'), alt: 'Tela', width: 800, height: 600 },
        { url: upload('b'), alt: 'Caixa', width: 400, height: 300 },
      ],

      texts: {
        body: [
          { type: 'heading', level: 3, children: [{ type: 'text', text: 'Sobre' }] },
          {
            type: 'paragraph',
            children: [
              { type: 'text', text: 'Edita ' },
              { type: 'strong', children: [{ type: 'text', text: 'tudo' }] },
              { type: 'text', text: '.' },
            ],
          },
        ],
        requirements: paragraph('Windows'),
        includes: [{ type: 'list', start: null, items: [paragraph('Chave')] }],
      },

      seo: { title: 'Editor barato', description: 'O melhor editor' },
      delivered: { delivery: 'at_once', validityDays: 30, chatRole: true },
      related: [],
    })
  })

  it('is in the language of lng or of the reader; each text falls back to pt-BR by itself [L049, L060]', async () => {
    const { id } = await product(testShop.app, { name: 'Guarda Chuva', provider: 'manual' })

    await save(id, {
      texts: {
        'pt-BR': { body: 'Corpo', requirements: 'Nada', seoTitle: 'Título' },
        'en-US': { name: 'Umbrella', body: 'Body', includes: 'Handle', requirements: '' },
      },
      images: [
        { url: upload('c'), altPt: 'Foto', altEn: 'Picture', width: 10, height: 10 },
        { url: upload('d'), altPt: 'Só foto', width: 10, height: 10 },
      ],
    })

    const inEnglish = {
      product: { name: 'Umbrella', description: 'Licença de Guarda Chuva', slug: 'guarda-chuva' },
      texts: {
        body: paragraph('Body'),
        requirements: paragraph('Nada'),
        includes: paragraph('Handle'),
      },
      seo: { title: 'Título', description: null },
      images: [{ alt: 'Picture' }, { alt: 'Só foto' }],
      delivered: { delivery: 'by_staff', validityDays: 30, chatRole: false },
    }

    const inPortuguese = {
      product: { name: 'Guarda Chuva' },
      texts: { body: paragraph('Corpo'), requirements: paragraph('Nada'), includes: null },
      images: [{ alt: 'Foto' }, { alt: 'Só foto' }],
    }

    expect((await pageOf('guarda-chuva', english)).body).toMatchObject(inEnglish)
    expect((await pageOf('guarda-chuva?lng=en-US')).body).toMatchObject(inEnglish)
    expect((await pageOf('guarda-chuva')).body).toMatchObject(inPortuguese)
    expect((await pageOf('guarda-chuva?lng=pt-BR', english)).body).toMatchObject(inPortuguese)
    expect((await pageOf('guarda-chuva?lng=fr')).status).toBe(400)
  })

  it('never contains the activation guide, in any call of the shop [L054, L049]', async () => {
    const { id } = await product(testShop.app, {
      name: 'Com Guia',
      category: 'Guias',
      featured: true,
    })

    await save(id, {
      texts: {
        'pt-BR': { guide: 'Palavra-Secreta', body: 'Corpo' },
        'en-US': { guide: 'Secret-Word' },
      },
    })

    for (const path of [
      'page/com-guia',
      'page/com-guia?lng=en-US',
      'detail/com-guia',
      `detail/${id}`,
      'search?q=guia',
      'list-by-category/guias',
      'list-featured-products',
    ])
      for (const headers of [{}, english]) {
        const { status, body } = await ask(path, headers)
        expect(status, path).toBe(200)
        expect(JSON.stringify(body), path).toContain(id)
        expect(JSON.stringify(body), path).not.toMatch(/Palavra-Secreta|Secret-Word|guide/)
      }
  })

  it('an older slug returns the present slug; an unknown slug and a deleted product are 404', async () => {
    const { id } = await product(testShop.app, { name: 'Nome Velho' })
    await save(id, { slug: 'nome-novo' })

    expect((await pageOf('nome-velho')).body).toMatchObject({
      movedTo: 'nome-novo',
      product: { id, slug: 'nome-novo' },
    })

    expect((await pageOf('nome-novo')).body).toMatchObject({ movedTo: null, product: { id } })
    expect((await pageOf('NOME-NOVO')).body).toMatchObject({ product: { id } })
    await send(testShop, `DELETE /api/admin/product/${id}`, { as: admin })

    for (const slug of [
      'nome-novo',
      'nome-velho',
      'nunca-houve',
      'category',
      "a'b",
      '-',
      '%20',
      id,
    ])
      await soon(async () => {
        const { status, body } = await pageOf(slug)
        return [status, body.code, slug]
      }).toEqual([404, 'product.not_found', slug])
  })

  it('stays when the product or its category is off sale, and says so', async () => {
    const { id } = await product(testShop.app, { name: 'Fora de Linha', category: 'Sazonal' })
    expect((await pageOf('fora-de-linha')).body.isAvailable).toBe(true)

    await send(testShop, `PATCH /api/admin/product/${id}/status`, {
      as: admin,
      body: { status: 'discontinued' },
    })

    await soon(async () => (await pageOf('fora-de-linha')).body).toMatchObject({
      isAvailable: false,
      product: { status: 'discontinued' },
    })

    expect((await ask('detail/fora-de-linha')).status).toBe(404)
    const { id: hidden } = await product(testShop.app, { name: 'Escondida', category: 'Invisível' })

    await testShop.app.db
      .update(categories)
      .set({ active: false })
      .where(eq(categories.name, 'Invisível'))

    expect((await pageOf('escondida')).body).toMatchObject({
      isAvailable: false,
      product: { id: hidden, status: 'active' },
    })
  })

  it('takes at most three queries, and none once it is cached', async () => {
    const { id } = await product(testShop.app, { name: 'Muito Visto', category: 'Vistos' })
    const { id: off } = await product(testShop.app, { status: 'inactive' })
    await product(testShop.app, { category: 'Vistos' })
    await save(id, { related: [off], texts: { 'pt-BR': { body: 'a' } } })

    for (const headers of [{}, english]) {
      const cold = await roundTripsOf(() => pageOf('muito-visto', headers))
      expect(cold.trips, cold.statements.join('\n')).toBeLessThanOrEqual(3)
      expect(cold.result.body.related).toHaveLength(1)
    }

    await soon(async () => (await roundTripsOf(() => pageOf('muito-visto'))).trips).toBe(0)
    expect((await roundTripsOf(() => pageOf('muito-visto', english))).trips).toBeLessThanOrEqual(3)
    expect((await roundTripsOf(() => pageOf('muito-visto', english))).trips).toBe(0)
  })
})

describe('the related products', () => {
  it('are the chosen ones that are on sale, in their order [L057]', async () => {
    const { id } = await product(testShop.app, { name: 'Centro', category: 'Roda' })
    await product(testShop.app, { category: 'Roda' })

    const [a, b, off, gone] = [
      await product(testShop.app, { name: 'Ralo A' }),
      await product(testShop.app, { name: 'Ralo B', keys: 1 }),
      await product(testShop.app, { status: 'inactive' }),
      await product(testShop.app),
    ]

    await save(id, { related: [b.id, off.id, gone.id, a.id] })

    await testShop.app.db
      .update(products)
      .set({ deletedAt: new Date() })
      .where(eq(products.id, gone.id))

    await emptyPublicCache(testShop.app.db)

    await soon(async () =>
      (await pageOf('centro')).body.related.map((one: { id: string; stock: string }) => [
        one.id,
        one.stock,
      ]),
    ).toEqual([
      [b.id, 'low'],
      [a.id, 'out'],
    ])
  })

  it('are else up to four of the same category on sale, featured first, then the newest [L057]', async () => {
    const own = await product(testShop.app, { name: 'Solo', category: 'Vizinhos' })
    const made: string[] = []

    for (const given of [{ featured: true }, {}, {}, {}, {}, { status: 'inactive' }] as const) {
      testShop.clock.advance(60)
      made.push((await product(testShop.app, { category: 'Vizinhos', ...given })).id)
    }

    const related = async () =>
      (await pageOf('solo')).body.related.map((one: { id: string }) => one.id)
    expect(await related()).toEqual([made[0], made[4], made[3], made[2]])
    // When no chosen product is on sale, the page shows products of the same category, as without a
    // choice.
    await save(own.id, { related: [made[5]!] })
    await soon(related).toEqual([made[0], made[4], made[3], made[2]])
  })
})

describe('lists and details', () => {
  it('have the slug, and a detail is found by it, old or new', async () => {
    const { id } = await product(testShop.app, {
      name: 'Achado Só',
      category: 'Achados',
      featured: true,
    })

    for (const path of ['list-by-category/achados', 'list-featured-products'])
      await soon(async () => (await ask(path)).body).toContainEqual(
        expect.objectContaining({ id, slug: 'achado-so' }),
      )

    expect((await ask('search?q=achado')).body.products).toMatchObject([{ id, slug: 'achado-so' }])
    for (const path of ['detail/achado-so', 'detail/Achado-So', `detail/${id}`])
      expect((await ask(path)).body, path).toMatchObject({ id, slug: 'achado-so' })
    await save(id, { slug: 'achado' })
    for (const path of ['detail/achado-so', 'detail/achado', `detail/${id}`])
      await soon(async () => (await ask(path)).body).toMatchObject({ id, slug: 'achado' })
    expect((await ask('detail/nunca-achado')).status).toBe(404)
  })

  it('are in English where texts exist and are asked for; search keeps the Portuguese name [L060]', async () => {
    const { id } = await product(testShop.app, { name: 'Planilha Azul', category: 'Azul' })
    const other = await product(testShop.app, { name: 'Aquarela', category: 'Azul' })
    await save(id, { texts: { 'en-US': { name: 'A Blue Sheet', summary: 'Blue.' } } })

    const list = async (headers = {}) =>
      (await ask('list-by-category/azul', headers)).body.map(
        (one: { name: string; description: string }) => [one.name, one.description],
      )

    await soon(() => list(english)).toEqual([
      ['A Blue Sheet', 'Blue.'],
      ['Aquarela', `Licença de ${other.name}`],
    ])

    expect(await list()).toEqual([
      ['Aquarela', 'Licença de Aquarela'],
      ['Planilha Azul', 'Licença de Planilha Azul'],
    ])

    for (const path of [`detail/${id}`, 'detail/planilha-azul']) {
      expect((await ask(path, english)).body.name, path).toBe('A Blue Sheet')
      expect((await ask(path)).body.name, path).toBe('Planilha Azul')
    }

    const searched = async (headers = {}) =>
      (await ask('search?q=planilha', headers)).body.products.map(
        (one: { name: string; description: string }) => [one.name, one.description],
      )

    expect(await searched(english)).toEqual([['Planilha Azul', 'Blue.']])
    expect(await searched()).toEqual([['Planilha Azul', 'Licença de Planilha Azul']])
    expect((await ask('search?q=blue sheet', english)).body.total).toBe(0)
  })
})
