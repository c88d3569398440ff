import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import * as tables from '../db/tables/index.ts'
import { emptyPublicCache } from '../platform/load/public-cache.ts'
import { person, product, variant, type Person } from '../testing/make.ts'
import { send } from '../testing/shop.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { drawCard } from './social-card.ts'

// Product pages as rendered HTML, with the built web app: their URLs, and their structured data for
// search engines.

let testShop: TestShop
let admin: Person
let origin: string

beforeAll(async () => {
  testShop = await openTestShop()
  admin = await person(testShop.app, { role: 'admin' })
  origin = testShop.app.config.publicUrl
})

afterAll(async () => {
  await testShop?.close()
})

const page = (url: string, language = 'pt-BR') =>
  testShop.http.inject({ url, headers: { 'accept-language': language } })

const answerOf = async (url: string) => {
  const { statusCode, headers } = await page(url)
  return [statusCode, headers.location]
}

async function save(id: string, body: object): Promise<void> {
  const answer = await send(testShop, `PUT /api/admin/product/${id}/page`, { as: admin, body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

/** The visible part of a page, without the state for the browser's scripts. */
const drawnOf = (html: string) => html.split('id="page-state"')[0]!

const dataOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, text]) =>
    JSON.parse(text!),
  )

const tag = (html: string, pattern: RegExp) => pattern.exec(html)?.[1]

/** Polls, because a change reaches the pages after a moment. */
const soon = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: 5_000 })

describe('addresses of products', () => {
  it('a page comes complete; another spelling redirects with its query; an unknown slug is a 404 [L047]', async () => {
    await product(testShop.app, { name: 'Espada Curta', keys: 3 })
    const first = await page('/products/espada-curta')
    expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'no-cache'])
    expect(first.headers['content-language']).toBe('pt-BR')
    expect(drawnOf(first.payload)).toContain('Espada Curta</h1>')

    expect(await answerOf('/products/ESPADA-curta/?lng=en-US&x=1')).toEqual([
      301,
      '/products/espada-curta?lng=en-US&x=1',
    ])

    for (const path of [
      '/products/nada',
      '/products/category',
      '/products/n%C3%A3o',
      '/products/%22%3E%3Cscript%3E',
      `/products/${'a'.repeat(300)}`,
    ]) {
      const { statusCode, payload } = await page(path)
      expect([path, statusCode]).toEqual([path, 404])
      expect(payload).toContain('<meta name="robots" content="noindex">')
      expect(payload).toContain('<div id="root"></div>')
    }
  })

  it('an old slug redirects to the new one, and back after a swap: no browser caches it [L047]', async () => {
    const { id } = await product(testShop.app, { name: 'Escudo', keys: 3 })
    expect(await answerOf('/products/escudo')).toEqual([200, undefined])
    await save(id, { slug: 'escudo-de-ferro' })

    await soon(() => answerOf('/products/escudo?utm_source=a&lng=en-US')).toEqual([
      301,
      '/products/escudo-de-ferro?utm_source=a&lng=en-US',
    ])

    expect((await page('/products/escudo')).headers['cache-control']).toBe('no-cache')
    expect(await answerOf('/products/escudo-de-ferro')).toEqual([200, undefined])
    await save(id, { slug: 'escudo' })
    await soon(() => answerOf('/products/escudo-de-ferro')).toEqual([301, '/products/escudo'])
    expect(await answerOf('/products/escudo')).toEqual([200, undefined])
  })

  it('a product off sale has a page without price, offer or index entry; a deleted one has none [L048]', async () => {
    const { id } = await product(testShop.app, { name: 'Lança', keys: 3, priceCents: 4321 })
    const before = await page('/products/lanca')
    expect(drawnOf(before.payload)).toContain('43,21')
    expect(await answerOf('/cards/product/lanca.png')).toEqual([200, undefined])
    await send(testShop, `PUT /api/admin/product/${id}`, {
      as: admin,
      body: { status: 'inactive' },
    })
    await soon(async () => drawnOf((await page('/products/lanca')).payload)).toContain(
      'Indisponível',
    )
    const { statusCode, payload } = await page('/products/lanca')
    expect(statusCode).toBe(200)
    expect(payload).toContain('<meta name="robots" content="noindex">')
    expect(payload).not.toContain('rel="canonical"')
    expect(drawnOf(payload)).not.toContain('43,21')
    expect(drawnOf(payload)).not.toContain('Comprar agora')
    expect(dataOf(payload)).toEqual([])
    expect(payload).toContain(`<meta property="og:image" content="${origin}/cards/shop.png">`)
    expect((await page('/cards/product/lanca.png')).statusCode).toBe(404)
    expect((await page('/sitemap.xml')).payload).not.toContain('/products/lanca')
    await send(testShop, `DELETE /api/admin/product/${id}`, { as: admin })
    await soon(() => answerOf('/products/lanca')).toEqual([404, undefined])
  })
})

describe('data for search engines', () => {
  it('title, description, languages, picture and one offer at the price that is charged [L055, L056]', async () => {
    const { id } = await product(testShop.app, {
      name: 'Arco "Longo" & <b>',
      keys: 3,
      priceCents: 123_450,
      category: 'Caça',
    })

    await save(id, {
      slug: 'arco-longo',
      texts: {
        'pt-BR': { seoTitle: 'Arco barato', seoDescription: 'O melhor arco.' },
        'en-US': { name: 'Long bow', summary: 'Shoots </script> far.' },
      },
    })

    await soon(async () => (await page('/products/arco-longo')).payload).toContain('Arco barato')
    const pt = (await page('/products/arco-longo')).payload
    expect(tag(pt, /<title>([^<]+)/)).toBe('Arco barato')
    expect(tag(pt, /name="description" content="([^"]+)/)).toBe('O melhor arco.')
    expect(tag(pt, /rel="canonical" href="([^"]+)/)).toBe(`${origin}/products/arco-longo`)

    expect([...pt.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, ...two]) => two)).toEqual(
      [
        ['pt-BR', `${origin}/products/arco-longo?lng=pt-BR`],
        ['en-US', `${origin}/products/arco-longo?lng=en-US`],
        ['x-default', `${origin}/products/arco-longo`],
      ],
    )

    expect(tag(pt, /og:type" content="([^"]+)/)).toBe('product')
    expect(tag(pt, /og:image" content="([^"]+)/)).toBe(`${origin}/cards/product/arco-longo.png`)

    expect(dataOf(pt)).toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'BreadcrumbList',

        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Chaveiro', item: `${origin}/` },
          { '@type': 'ListItem', position: 2, name: 'Produtos', item: `${origin}/products` },
          {
            '@type': 'ListItem',
            position: 3,
            name: 'Caça',
            item: `${origin}/products/category/Ca%C3%A7a`,
          },
          {
            '@type': 'ListItem',
            position: 4,
            name: 'Arco "Longo" & <b>',
            item: `${origin}/products/arco-longo`,
          },
        ],
      },
      {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: 'Arco "Longo" & <b>',
        description: 'Licença de Arco "Longo" & <b>',
        category: 'Caça',

        offers: {
          '@type': 'Offer',
          price: '1234.50',
          priceCurrency: 'BRL',
          availability: 'https://schema.org/InStock',
          url: `${origin}/products/arco-longo`,
        },

        sku: id,
        url: `${origin}/products/arco-longo`,
        brand: { '@type': 'Brand', name: 'Chaveiro' },
        image: [`${origin}/icons/icon-512.png`],
      },
    ])

    // For a reader of English, the URL without a language and the URL with ?lng=en-US are cached
    // separately.
    const read = (await page('/products/arco-longo', 'en-US')).payload
    expect(tag(read, /rel="canonical" href="([^"]+)/)).toBe(`${origin}/products/arco-longo`)
    const en = (await page('/products/arco-longo?lng=en-US')).payload
    expect(tag(en, /<title>([^<]+)/)).toBe('Arco barato')
    expect(tag(en, /rel="canonical" href="([^"]+)/)).toBe(`${origin}/products/arco-longo?lng=en-US`)
    expect(drawnOf(en)).toContain('Long bow</h1>')
    expect(dataOf(en)[1]).toMatchObject({ name: 'Long bow', description: 'Shoots </script> far.' })
  })

  it('each variant is an offer with its price and address, never with an earlier price [L019, L055]', async () => {
    const { id } = await product(testShop.app, { name: 'Zarabatana', keys: 3, priceCents: 9900 })

    const life = await variant(testShop.app, id, {
      name: 'Vitalícia',
      nameEn: 'Lifetime',
      priceCents: 123_450,
      compareAtCents: 200_000,
    })

    await variant(testShop.app, id, { name: 'Fora', priceCents: 100, active: false, keys: 1 })
    const at = `${origin}/products/zarabatana`
    const offered = async (path: string) => dataOf((await page(path)).payload)[1]

    const first = {
      '@type': 'Offer',
      price: '99.00',
      priceCurrency: 'BRL',
      availability: 'https://schema.org/InStock',
      url: `${at}?option=${id}`,
      name: 'Primeira',
    }

    const second = {
      '@type': 'Offer',
      price: '1234.50',
      priceCurrency: 'BRL',
      availability: 'https://schema.org/OutOfStock',
      url: `${at}?option=${life}`,
      name: 'Vitalícia',
    }

    const range = {
      '@type': 'AggregateOffer',
      lowPrice: '99.00',
      highPrice: '1234.50',
      priceCurrency: 'BRL',
      offerCount: 2,
    }

    const both = await offered('/products/zarabatana')
    expect(both).not.toHaveProperty('aggregateRating')
    expect(both.offers).toEqual({ ...range, offers: [first, second] })
    expect(JSON.stringify(both)).not.toContain('2000')

    expect((await offered('/products/zarabatana?lng=en-US')).offers).toEqual({
      ...range,
      offers: [first, { ...second, name: 'Lifetime' }],
    })

    await testShop.app.pool.query('insert into review_totals values ($1, 3, 13)', [id])
    await testShop.app.pool.query("select pg_notify('chaveiro_pages', '')")
    const rated = '/products/zarabatana?lng=en-US'
    await soon(async () => (await page(rated)).payload).toContain('4.3 out of 5, 3 reviews')
    expect(await offered(rated)).toMatchObject({
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.3, reviewCount: 3 },
    })
    expect(drawnOf((await page('/products/zarabatana')).payload)).toContain(
      '4,3 de 5, 3 avaliações',
    )
    const listed = dataOf((await page('/products/category/general')).payload)
    const items = listed.find((one: any) => one['@type'] === 'ItemList').itemListElement
    expect(items.find((one: any) => one.item.name === 'Zarabatana').item.offers).toEqual(range)
  })

  it('without SEO texts a page uses the product’s name and summary; sold out is stated [L055, L056]', async () => {
    const { id } = await product(testShop.app, { name: 'Dardo', currency: 'USD', priceCents: 50 })

    await testShop.app.pool.query('update products set description = $2 where id = $1', [
      id,
      `Voa ${'longe '.repeat(60)}`,
    ])

    const { payload } = await page('/products/dardo')
    expect(tag(payload, /<title>([^<]+)/)).toBe('Dardo · Chaveiro')
    const description = tag(payload, /name="description" content="([^"]+)/)!
    expect(description).toMatch(/^Voa longe .*longe…$/)
    expect(description.length).toBeLessThanOrEqual(160)

    expect(dataOf(payload)[1].offers).toMatchObject({
      price: '0.50',
      priceCurrency: 'USD',
      availability: 'https://schema.org/OutOfStock',
    })

    expect(drawnOf(payload)).not.toContain('Comprar agora')
  })

  it('the sitemap lists every product on sale in both languages with its last change [L056]', async () => {
    const { id } = await product(testShop.app, { name: 'Besta', keys: 1 })
    await soon(async () => (await page('/sitemap.xml')).payload).toContain('/products/besta<')

    const entries = async () =>
      [...(await page('/sitemap.xml')).payload.matchAll(/<url>(.*?)<\/url>/g)].map(
        ([, one]) => one!,
      )

    const at = `${origin}/products/besta`
    const mine = async () => (await entries()).find((one) => one.includes(`<loc>${at}</loc>`))!
    const changedAt = async () =>
      Date.parse(tag(await mine(), /<lastmod>(\d{4}-\d\d-\d\dT[\d:.]+Z)<\/lastmod>/)!)
    const links = [...(await mine()).matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)]

    expect(links.map(([, ...two]) => two)).toEqual([
      ['pt-BR', `${at}?lng=pt-BR`],
      ['en-US', `${at}?lng=en-US`],
      ['x-default', at],
    ])

    expect(
      (await entries())
        .filter((one) => one.includes(`<loc>${at}`))
        .map((one) => one.replace(/<lastmod>[^<]+<\/lastmod>/, '<lastmod/>')),
    ).toEqual(
      [at, `${at}?lng=pt-BR`, `${at}?lng=en-US`].map(
        (loc) =>
          `<loc>${loc}</loc><lastmod/>` +
          `<xhtml:link rel="alternate" hreflang="pt-BR" href="${at}?lng=pt-BR"/>` +
          `<xhtml:link rel="alternate" hreflang="en-US" href="${at}?lng=en-US"/>` +
          `<xhtml:link rel="alternate" hreflang="x-default" href="${at}"/>`,
      ),
    )

    const before = await changedAt()
    testShop.clock.advance(3_600)
    await save(id, { texts: { 'pt-BR': { seoTitle: 'Besta boa' } } })
    await soon(changedAt).toBeGreaterThanOrEqual(before + 3_600_000)
    const listed = (await entries()).filter((one) => one.includes('<lastmod>')).length

    const { rows } = await testShop.app.pool.query<{ n: number }>(
      `select count(*)::int as n from products p join categories c on c.id = p.category_id
       where p.status = 'active' and p.deleted_at is null and c.active`,
    )

    expect(listed).toBe(3 * rows[0]!.n)
  })

  it('the cards of the shop, a category and a product show their own words', async () => {
    const dagger = await product(testShop.app, { name: 'Adaga', category: 'Lâminas' })
    await product(testShop.app, { name: 'Elmo', category: 'Armaduras' })
    const { db } = testShop.app
    await db.execute(sql`update categories set
      description = case name when 'Lâminas' then 'O que corta.' else '' end`)
    await emptyPublicCache(db)
    const body = { siteName: 'Loja da Bia', siteDescription: 'De tudo.', accentColor: '#ffd400' }
    await send(testShop, 'PUT /api/admin/system/site-settings', { as: admin, body })
    const shop = { site: 'Loja da Bia', area: '#ffd400', on: '#16130a', offer: null }
    const categoryRows = await db.select().from(tables.categories)
    const idOf = (name: string) => categoryRows.find((category) => category.name === name)!.id
    const price = { price: 'R$\u00a019,90', from: '', rating: null }

    const cards = {
      shop: {
        ...shop,
        title: 'Loja da Bia',
        text: 'De tudo.',
        site: new URL(origin).host,
        cut: 'Loja da Bia',
      },
      'l%C3%A2minas': {
        ...shop,
        title: 'Lâminas',
        text: 'O que corta.',
        cut: idOf('Lâminas'),
      },
      Armaduras: { ...shop, title: 'Armaduras', text: 'De tudo.', cut: idOf('Armaduras') },
      'product/adaga': {
        ...shop,
        title: 'Adaga',
        text: 'Licença de Adaga',
        offer: price,
        cut: dagger.id,
      },
    }

    for (const [name, words] of Object.entries(cards)) {
      const drawn = await drawCard(words)
      const shown = async () => (await page(`/cards/${name}.png`)).rawPayload.equals(drawn)
      await soon(async () => [name, await shown()]).toEqual([name, true])
    }
  })

  it('a product’s card has its cover, 1200 × 630; without an own one it is drawn from text [L056]', async () => {
    const { id } = await product(testShop.app, { name: 'Machado', keys: 1 })

    const sizeOf = async () => {
      const { statusCode, headers, rawPayload } = await page('/cards/product/machado.png')
      const { width, height } = await sharp(rawPayload).metadata()

      return { statusCode, type: headers['content-type'], width, height, bytes: rawPayload }
    }

    const written = await sizeOf()
    expect(written).toMatchObject({ statusCode: 200, type: 'image/png', width: 1200, height: 630 })
    await testShop.app.db.execute(
      sql`update products set image = '/demo/categoria-geral.svg' where id = ${id}`,
    )
    await testShop.app.pool.query("select pg_notify('chaveiro_pages', '')")
    await soon(async () => (await sizeOf()).bytes.equals(written.bytes)).toBe(false)
    expect(await sizeOf()).toMatchObject({ type: 'image/png', width: 1200, height: 630 })
    for (const path of ['nada.png', 'machado.jpg', '..%2Fshop.png', 'MACHADO.png'])
      expect((await page(`/cards/product/${path}`)).statusCode, path).toBe(404)
  })

  it('a card shows the letters of a name in Greek, Cyrillic, Chinese and emoji', async () => {
    const words = { text: '', offer: null, site: 'Loja', area: '#ffd21f', on: '#16130a', cut: 'x' }
    const empty = await drawCard({ ...words, title: ' ' })

    for (const title of ['Ελένη', 'Анна', 'Nguyễn', '王小明', '🔑'])
      expect((await drawCard({ ...words, title })).equals(empty), title).toBe(false)
  })

  it('a product’s picture is a square PNG for mails; a file that does not exist has none', async () => {
    const { statusCode, headers, rawPayload } = await page('/cards/motif/demo-categoria-geral.png')
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 96, height: 96 })

    for (const path of [
      'demo-nada.png',
      `${'a'.repeat(64)}.png`,
      'x.png',
      '..%2Fdemo-basaltar.png',
    ])
      expect((await page(`/cards/motif/${path}`)).statusCode, path).toBe(404)
  })
})
