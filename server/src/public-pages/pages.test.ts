import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createHttp } from '../http/server.ts'
import { category, person, product } from '../testing/make.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { createPages, rendererLoader } from './pages.ts'
import { builtWebRoot } from './serve-web.ts'

// Which pages the server renders and caches, with the built web app.

let testShop: TestShop

beforeAll(async () => {
  testShop = await openTestShop({ env: { TRUST_PROXY: '1' } })
  await category(testShop.app, 'Jogos')
  await product(testShop.app, { name: 'Espada Longa', category: 'Jogos', keys: 3, featured: true })
})

afterAll(async () => {
  await testShop?.close()
})

const page = (url: string, headers: Record<string, string> = {}) =>
  testShop.http.inject({ url, headers: { 'accept-language': 'pt-BR', ...headers } })

describe('the page cache', () => {
  it('keeps no page rendered while a read failed: the browser renders it, the next is right [F153]', async () => {
    for (const url of ['/products', '/products/category/Jogos', '/status']) {
      await testShop.app.pool.query("select pg_notify('chaveiro_pages', '')")

      await expect
        .poll(
          async () => {
            await testShop.app.pool.query('alter table products rename to products_away')
            try {
              await testShop.app.pool.query("select pg_notify('chaveiro_pages', '')")
              await new Promise((done) => setTimeout(done, 20))

              return (await page(url)).headers['cache-control']
            } finally {
              await testShop.app.pool.query('alter table products_away rename to products')
            }
          },
          { timeout: 10_000 },
        )
        .toBe('no-store')

      const next = await page(url)

      expect([url, next.statusCode, next.payload.includes('Espada Longa')]).toEqual([
        url,
        200,
        true,
      ])
    }
  })

  it('holds whole pages despite a ban of 127.0.0.1, a spent limit and ended maintenance [F153]', async () => {
    const staff = await person(testShop.app, { role: 'admin' })

    const { id } = (
      await testShop.http.inject({
        method: 'POST',
        url: '/api/admin/security/bans',
        headers: staff.headers,
        payload: { ip: '127.0.0.1', reason: 'prova' },
      })
    ).json().ban

    await testShop.app.pool.query("select pg_notify('chaveiro_pages', '')")
    await expect
      .poll(
        async () => (await testShop.http.inject('/api/product/list-featured-products')).statusCode,
      )
      .toBe(403)

    for (const url of ['/products', '/products/category/Jogos']) {
      const drawn = await page(url, { 'x-forwarded-for': '198.51.100.7' })
      expect([url, drawn.statusCode, drawn.payload.includes('Espada Longa')]).toEqual([
        url,
        200,
        true,
      ])
    }

    await testShop.http.inject({
      method: 'DELETE',
      url: `/api/admin/security/bans/${id}`,
      headers: staff.headers,
    })

    const turn = (maintenanceMode: boolean) =>
      testShop.http.inject({
        method: 'PUT',
        url: '/api/admin/system/site-settings',
        headers: staff.headers,
        payload: { maintenanceMode },
      })

    await turn(true)
    await expect.poll(async () => (await page('/products')).statusCode).toBe(503)
    expect((await page('/products')).headers['cache-control']).toBe('no-store')
    await turn(false)
    await expect.poll(async () => (await page('/products')).statusCode).toBe(200)
    expect((await page('/products')).payload).toContain('Espada Longa')
  })
})

describe('addresses of pages', () => {
  it('other spellings redirect once to the canonical address with their query, never elsewhere [F159]', async () => {
    for (const [requested, to] of [
      ['/products/', '/products'],
      ['/products///', '/products'],
      ['/PRODUCTS?q=espada', '/products?q=espada'],
      ['/Terms/?lng=en-US', '/terms?lng=en-US'],
      ['/products/category/jogos', '/products/category/Jogos'],
      ['/products/category/JOGOS/?sort=name', '/products/category/Jogos?sort=name'],
      ['/products/category/%4aogos', '/products/category/Jogos'],
      ['/products/category/%20jogos%20', '/products/category/Jogos'],
    ] as const) {
      const answer = await page(requested)
      expect([requested, answer.statusCode, answer.headers.location]).toEqual([requested, 301, to])
      expect([to, (await page(to)).statusCode]).toEqual([to, 200])
    }

    for (const requested of [
      '//evil.example/',
      '//evil.example/products/',
      '/%2fevil.example/products/',
    ])
      expect([requested, (await page(requested)).headers.location]).toEqual([requested, '/'])
  })

  it('404s, other spellings and queries render nothing: a page is rendered once a language [F159] [P278]', async () => {
    let drawn = 0
    const real = rendererLoader(testShop.app)!

    const counted = async () => {
      const by = await real()
      return {
        ...by,
        renderPage: async (...given: Parameters<typeof by.renderPage>) => {
          drawn++
          return by.renderPage(...given)
        },
      }
    }

    const http = Fastify({ routerOptions: { maxParamLength: 500 } })
    await http.register(cookie)
    const pages = await createPages(testShop.http, testShop.app, builtWebRoot, counted)
    http.setNotFoundHandler(
      async (request, reply) => (await pages(request, reply)) ?? reply.send(''),
    )

    const floods = [
      (n: number) => `/products/category/nada-${n}`,
      (n: number) => `/nada/${n}`,
      (n: number) => `/products${'/'.repeat((n % 20) + 1)}`,
      (n: number) => `/products/category/${n % 2 ? 'jogos' : 'JOGOS'}/?x=${n}`,
      (n: number) => `/products?utm=${n}`,
    ]

    await testShop.app.pool.query("select pg_notify('chaveiro_pages', '')")
    await new Promise((done) => setTimeout(done, 50))
    await http.inject({ url: '/products', headers: { 'accept-language': 'pt-BR' } })
    expect(drawn).toBe(1)
    const statuses = new Map<number, number>()

    for (let n = 0; n < 40; n++)
      for (const flood of floods) {
        const { statusCode } = await http.inject({
          url: flood(n),
          headers: { 'accept-language': 'pt-BR' },
        })
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
      }

    expect(Object.fromEntries(statuses)).toEqual({ 200: 40, 301: 80, 302: 40, 404: 40 })
    expect(drawn).toBe(1)

    // Searches for words and categories share one rendered page, which has no home page content.
    const headers = { 'accept-language': 'pt-BR' }
    const searched = ['?q=1', '?q=2&sort=name', '?q=3&stock=in&utm=3', '?category=Jogos']

    for (const query of searched) {
      const { payload } = await http.inject({ url: `/products${query}`, headers })
      expect(payload).not.toContain('Em destaque</h2>')
      expect(payload).toContain('data-skeletons')
      expect(payload).toContain('ative o JavaScript do navegador')
    }

    expect((await http.inject({ url: '/products?q=+', headers })).payload).toContain(
      'Em destaque</h2>',
    )
    expect(drawn).toBe(2)

    // A search that only sorts or filters by stock is rendered with its results.
    for (const query of ['?sort=price_asc', '?sort=price_asc&utm=4', '?q=+&sort=price_asc']) {
      const { payload } = await http.inject({ url: `/products${query}`, headers })
      expect(payload).toContain('Espada Longa</a>')
      expect(payload).toContain('data-testid="search-count"')
      expect(payload).not.toContain('data-skeletons')
    }

    expect(drawn).toBe(3)

    for (const query of ['?sort=nada', '?sort=mais', '?stock=in&sort=name', '?sort=name&stock=in'])
      await http.inject({ url: `/products${query}`, headers })
    expect(drawn).toBe(5)
    expect((await http.inject('/products/category/nada')).payload).toContain(
      '<meta name="robots" content="noindex">',
    )
    await http.close()
  })

  it('an address in another system’s style redirects home, a missing file is a 404 [S033] [F132]', async () => {
    const answers = async (url: string) => {
      const { statusCode, headers } = await page(url)
      return [url, statusCode, headers.location]
    }

    for (const url of ['/nope.html', '/index.php', '/pasta/velha.htm'])
      expect(await answers(url)).toEqual([url, 302, '/'])
    for (const url of ['/nope.js', '/nada/foto.png', '/assets/velho.html'])
      expect(await answers(url)).toEqual([url, 404, undefined])
  })

  it('translations are read again after an hour [S296]', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'chaveiro-web-'))
    cpSync(builtWebRoot, folder, { recursive: true })
    const http = Fastify()
    await http.register(cookie)
    const pages = await createPages(
      testShop.http,
      testShop.app,
      folder,
      rendererLoader(testShop.app),
    )
    http.setNotFoundHandler(async (request, reply) => pages(request, reply))

    const drawn = async () => {
      await testShop.app.pool.query("select pg_notify('chaveiro_pages', '')")
      await new Promise((done) => setTimeout(done, 50))

      return (await http.inject({ url: '/status', headers: { 'accept-language': 'pt-BR' } }))
        .payload
    }

    const file = join(folder, 'locales/pt-BR/status.json')
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    const title = texts.title!
    expect(await drawn()).toContain(title)
    writeFileSync(file, JSON.stringify({ ...texts, title: 'Situação de hoje' }))
    expect(await drawn()).not.toContain('Situação de hoje')
    testShop.clock.advance(3_601)
    expect(await drawn()).toContain('Situação de hoje')
    await http.close()
    rmSync(folder, { recursive: true })
  })
})

it('pages promise keys by mail only while the shop sends them, and show its contact settings [S018] [F126, F147]', async () => {
  const staff = await person(testShop.app, { role: 'admin' })

  // Compares only the visible part, because the state for the browser's scripts contains both
  // texts.
  const said = async (url: string, texts: readonly string[]) => {
    const [drawn, kept] = (await page(url)).payload.split('id="page-state"')
    expect(kept).toContain('store')

    return texts.map((text) => drawn!.includes(text))
  }

  const home = [
    'A chave aparece na tela e na sua conta assim que o pagamento é confirmado.',
    'contato@loja.example',
    'por e-mail assim que',
    'Chaves da Bia, na hora.',
    'bia@loja.test',
  ]

  const terms = [
    'na tela e na sua conta',
    'contato@loja.example',
    'na tela, na sua conta e por e-mail',
    'bia@loja.test',
  ]

  expect(await said('/', home)).toEqual([true, true, false, false, false])
  expect(await said('/terms', terms)).toEqual([true, true, false, false])

  const { statusCode } = await testShop.http.inject({
    method: 'PUT',
    url: '/api/admin/system/site-settings',
    headers: staff.headers,
    payload: {
      keysByMail: true,
      siteDescription: 'Chaves da Bia, na hora.',
      contactEmail: 'bia@loja.test',
    },
  })

  expect(statusCode).toBe(200)
  await expect.poll(() => said('/', home)).toEqual([false, false, true, true, true])
  await expect.poll(() => said('/terms', terms)).toEqual([false, false, true, true])
})

it('with rendering off every page and the translations are still served', async () => {
  const config = { ...testShop.app.config, renderPages: false }
  const http = await createHttp({ ...testShop.app, config })

  const answers = await Promise.all(
    ['/', '/products', '/admin', '/locales/pt-BR/common.json', '/theme.js'].map(async (url) => {
      const { statusCode, headers } = await http.inject({ url })
      return [url, statusCode, headers['content-type']]
    }),
  )

  await http.close()

  expect(answers).toEqual([
    ['/', 200, 'text/html; charset=utf-8'],
    ['/products', 200, 'text/html; charset=utf-8'],
    ['/admin', 200, 'text/html; charset=utf-8'],
    ['/locales/pt-BR/common.json', 200, 'application/json; charset=utf-8'],
    ['/theme.js', 200, 'application/javascript; charset=utf-8'],
  ])
})
