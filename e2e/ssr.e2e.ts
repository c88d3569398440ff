import { demoPassword, languages, namespaces, type Language } from '@chaveiro/contracts/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openFleet, until } from '../server/src/testing/fleet.ts'
import { person, product } from '../server/src/testing/make.ts'
import { openShop, visit, type Shop } from './shop.ts'

// Public pages rendered by the server: readable without JavaScript, hydrated without an error,
// readable by search engines and link previews.

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

const publicPages = [
  '/',
  '/products',
  '/products/category/Jogos',
  '/products/neblina-orbital',
  '/status',
  '/login',
  '/register',
  '/forgot-password',
  '/terms',
  '/maintenance',
]

const html = async (path: string, headers: Record<string, string> = {}) =>
  (await fetch(shop.origin + path, { headers, redirect: 'manual' })).text()

const money = (language: Language, amount: number, currency: string) =>
  new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount)

describe('without JavaScript', () => {
  it.each(languages)(
    'the shop in %s shows its products with names and prices, and its links work [S001, S002, S012]',
    async (language) => {
      const featured = (await shop.api('/api/product/list-featured-products')) as {
        name: string
        price: number
        currency: string
      }[]

      const visitor = await visit(shop, { language, width: 360, javaScript: false })
      await visitor.page.goto('/products')
      expect(featured.length).toBeGreaterThan(3)

      for (const { name, price, currency } of featured) {
        const card = visitor.page
          .getByRole('article')
          .filter({ has: visitor.page.getByRole('heading', { name, exact: true }) })
        expect(await card.getByText(money(language, price, currency)).count()).toBe(1)
      }

      expect(await visitor.page.title()).toBe(`${visitor.t('store', 'shop.title')} · Chaveiro`)
      await visitor.page
        .getByRole('link', { name: /^Jogos/ })
        .first()
        .click()
      await visitor.page.getByRole('heading', { level: 1, name: 'Jogos' }).waitFor()
      expect(await visitor.page.getByRole('article').count()).toBeGreaterThan(2)

      await visitor.page
        .getByRole('contentinfo')
        .getByRole('link', { name: visitor.t('common', 'footer.terms') })
        .click()

      await visitor.page
        .getByRole('heading', { level: 1, name: visitor.t('store', 'terms.title') })
        .waitFor()
      expect(await visitor.page.locator('html').getAttribute('lang')).toBe(language)
      await visitor.context.close()
    },
  )
})

describe('taken over by the browser', () => {
  it.each(languages)(
    'every public page opens without login in %s, keeps its content, and logs no error [S027]',
    async (language) => {
      for (const path of publicPages) {
        const visitor = await visit(shop, { language, width: 1280 })
        const said: string[] = []

        visitor.page.on('console', (message) => {
          if (!/Service Worker registration blocked by Playwright/.test(message.text()))
            said.push(`${message.type()} ${message.text()}`)
        })

        // A refused eval() that its caller catches is no console message, only this event.
        await visitor.page.addInitScript(() => {
          addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
            console.warn(`policy ${violatedDirective} ${blockedURI}`)
          })
        })

        const requests: string[] = []

        visitor.page.on('request', (request) => {
          if (/\/(?:api\/product\/(?:list|page)|api\/settings|locales)/.test(request.url()))
            requests.push(request.url())
        })

        const before = /<h1[^>]*>(.*?)<\/h1>/s
          .exec(await html(path, { 'accept-language': language }))?.[1]
          ?.replaceAll(/<[^>]*>/g, '')
          .replaceAll('&#x27;', "'")
        await visitor.page.goto(path)

        await visitor.page.waitForFunction(() =>
          Object.keys(document.getElementById('root')!).some((key) =>
            key.startsWith('__reactContainer'),
          ),
        )

        await visitor.page.waitForLoadState('networkidle')
        expect(await visitor.page.getByRole('heading', { level: 1 }).textContent(), path).toBe(
          before,
        )
        expect([...said, ...visitor.complaints], path).toEqual([])

        // The HTML contains texts and data, so only self-refreshing parts send requests. The
        // reviews, far below the first screen, load their own texts.
        const later =
          path === '/products/neblina-orbital'
            ? [`${shop.origin}/locales/${language}/reviews.json`]
            : []

        expect(path === '/maintenance' ? [] : requests, path).toEqual(later)
        expect(new URL(visitor.page.url()).pathname).toBe(path)
        await visitor.context.close()
      }
    },
  )

  it('an early press counts once the app runs, and typed text never enters the address [S004]', async () => {
    const visitor = await visit(shop, { language: 'pt-BR', width: 360 })
    let release = () => {}
    const held = new Promise<void>((done) => {
      release = done
    })

    await visitor.page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })

    await visitor.page.goto('/login', { waitUntil: 'commit' })
    await visitor.page.getByLabel(visitor.t('account', 'field.email')).fill('ninguem@exemplo.test')
    await visitor.page
      .getByLabel(visitor.t('account', 'field.password'), { exact: true })
      .fill('segredo-do-cofre')
    await visitor.page
      .getByLabel(visitor.t('account', 'field.password'), { exact: true })
      .press('Enter')
    release()
    await visitor.page.getByText(visitor.t('account', 'login.invalid')).waitFor()
    expect(visitor.page.url()).toBe(`${shop.origin}/login`)
    await visitor.context.close()
  })

  it('a name typed and a box ticked before the app is there count as soon as it is', async () => {
    const visitor = await visit(shop, { language: 'pt-BR', width: 360 })
    const { page, t } = visitor
    let release = () => {}
    const held = new Promise<void>((done) => {
      release = done
    })

    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })

    await page.goto('/register', { waitUntil: 'commit' })
    const terms = page.getByRole('checkbox').first()
    await page.getByLabel(t('account', 'field.name')).fill('Ana')
    await terms.click()
    release()
    await page.waitForSelector('html[data-ready]', { state: 'attached' })
    await expect.poll(() => terms.isChecked()).toBe(true)
    expect(await page.getByLabel(t('account', 'field.name')).inputValue()).toBe('Ana')
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  it('the address chooses the language, then the cookie, then storage; the server learns it [S013, S014, S016]', async () => {
    const visitor = await visit(shop, { language: 'pt-BR', width: 1280 })
    const lang = () => visitor.page.locator('html').getAttribute('lang')
    const storedItems = () => visitor.page.evaluate(() => localStorage.getItem('i18nextLng'))
    await visitor.page.goto('/products?lng=en-US')
    await expect.poll(storedItems).toBe('en-US')
    expect(await lang()).toBe('en-US')
    // The server cannot read the browser's storage, so the browser corrects the first page. The
    // server reads a cookie for the following pages.
    await visitor.context.clearCookies()
    await visitor.page.goto('/terms')
    await expect.poll(lang).toBe('en-US')
    await visitor.page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
    expect((await visitor.context.cookies()).find(({ name }) => name === 'i18next')?.value).toBe(
      'en-US',
    )
    expect(await html('/terms', { 'accept-language': 'pt-BR', cookie: 'i18next=en-US' })).toContain(
      '<html lang="en-US"',
    )
    expect(
      await html('/terms?lng=pt-BR', { 'accept-language': 'en-US', cookie: 'i18next=en-US' }),
    ).toContain('<html lang="pt-BR"')
    await visitor.page.evaluate(() => localStorage.setItem('i18nextLng', 'pt-BR'))
    await visitor.page.goto('/products')
    await visitor.page.waitForLoadState('networkidle')
    expect(await lang()).toBe('en-US')
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })
})

describe('addresses', () => {
  it('an unknown page leads home, a missing product is a 404, other spellings redirect [S033, B010, L047] [F159]', async () => {
    const answer = async (path: string) => {
      const { status, headers } = await fetch(shop.origin + path, { redirect: 'manual' })
      return [status, headers.get('location')]
    }

    expect(await answer('/nada/aqui')).toEqual([302, '/'])
    expect(await answer('/assets/velho-123.js')).toEqual([404, null])
    expect(await answer('/products/category/nada')).toEqual([404, null])
    for (const path of ['/products/category/jogos', '/products/category/JOGOS'])
      expect(await answer(path), path).toEqual([301, '/products/category/Jogos'])
    expect(await answer('/products/category/Jogos')).toEqual([200, null])
    expect(await answer('/products/nada')).toEqual([404, null])

    expect(await answer('/products/Neblina-Orbital/?q=1')).toEqual([
      301,
      '/products/neblina-orbital?q=1',
    ])

    for (const path of ['/admin/nada', '/dashboard/nada', '/products/nada/nada'])
      expect(await answer(path), path).toEqual([302, '/'])
    expect(await html('/products/category/nada')).toContain('content="noindex"')
    expect(await (await fetch(`${shop.origin}/products/category/JOGOS`)).text()).toContain(
      `<link rel="canonical" href="${shop.origin}/products/category/Jogos">`,
    )
  })
})

describe('texts', () => {
  it('every namespace is a flat dictionary in both languages; other addresses are not found [S015]', async () => {
    for (const language of languages)
      for (const namespace of namespaces) {
        const answer = await fetch(`${shop.origin}/locales/${language}/${namespace}.json`)
        expect(answer.headers.get('content-type')).toContain('application/json')
        const values = Object.values((await answer.json()) as object)
        expect(values.length).toBeGreaterThan(3)
        expect(values.every((value) => typeof value === 'string')).toBe(true)
      }

    for (const path of ['fr-FR/common.json', 'pt-BR/nada.json', '..%2f..%2fpackage.json'])
      expect((await fetch(`${shop.origin}/locales/${path}`)).status, path).toBe(404)
  })
})

describe('guarded pages', () => {
  it('an expired token passes the guard; a failed renewal ends the session at the login [S035]', async () => {
    const visitor = await visit(shop, { language: 'pt-BR', width: 1280 })
    const { page } = visitor
    // robots.txt runs no code of the app, which would use the token at once.
    await page.goto('/robots.txt')
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

    await page.evaluate(
      (token) => localStorage.setItem('accessToken', token),
      `${part({ alg: 'HS256' })}.${part({ role: 'client', exp: 1_700_000_000 })}.x`,
    )

    const calls: string[] = []

    page.on('response', (response) => {
      if (response.url().includes('/api/users/'))
        calls.push(`${new URL(response.url()).pathname} ${response.status()}`)
    })

    await page.goto('/dashboard')
    await page.waitForURL('**/login')
    expect(calls.filter((call) => call.startsWith('/api/users/refresh-token'))).toEqual([
      '/api/users/refresh-token 401',
    ])
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    await visitor.context.close()
  })

  it.each([
    'Muitas tentativas. Tente novamente mais tarde.',
    'Too many attempts. Try again later.',
  ])(
    'a refresh answered "%s" ends the session after one try, without showing the sentence [S258]',
    async (text) => {
      const visitor = await visit(shop, { language: 'pt-BR', width: 1280 })
      const { page } = visitor
      await page.goto('/robots.txt')
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

      await page.evaluate(
        (token) => localStorage.setItem('accessToken', token),
        `${part({ alg: 'HS256' })}.${part({ role: 'client', exp: 1_700_000_000 })}.x`,
      )

      let refreshed = 0

      await page.route('**/api/users/refresh-token', (route) => {
        refreshed += 1
        return route.fulfill({
          status: 429,
          json: { success: false, code: 'rate.limited', error: text, message: text },
        })
      })

      await page.goto('/dashboard')
      await page.waitForURL('**/login')
      await page.waitForLoadState('networkidle')
      expect(refreshed).toBe(1)
      expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
      expect(await page.getByText(text.slice(0, 15)).count()).toBe(0)
      await visitor.context.close()
    },
  )
})

describe('found and shared', () => {
  const attribute = (page: string, pattern: RegExp) => pattern.exec(page)?.[1]

  it('each page’s head has title, description, canonical, languages, card and icon [S018]', async () => {
    for (const language of languages) {
      const titles = new Set<string>()

      for (const path of publicPages) {
        const page = await html(`${path}?lng=${language}`)
        const address = `${shop.origin}${path}?lng=`
        expect(attribute(page, /<link rel="canonical" href="([^"]+)"/), path).toBe(
          address + language,
        )

        expect(
          [...page.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, tongue, href]) => [
            tongue,
            href,
          ]),
        ).toEqual([
          ...languages.map((one) => [one, address + one]),
          ['x-default', shop.origin + path],
        ])

        expect(attribute(page, /<meta name="description" content="([^"]{20,200})"/), path).toBe(
          attribute(page, /<meta property="og:description" content="([^"]+)"/),
        )
        expect(attribute(page, /<link rel="icon" href="([^"]+)"/)).toBe('/favicon.svg')
        for (const part of [/<title>/g, /name="description"/g, /rel="icon"/g, /rel="canonical"/g])
          expect(page.match(part), `${path} ${part.source}`).toHaveLength(1)
        titles.add(attribute(page, /<title>([^<]+)/)!)
        const card = await fetch(attribute(page, /<meta property="og:image" content="([^"]+)"/)!)
        expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png'])
        const bytes = Buffer.from(await card.arrayBuffer())
        expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
      }

      expect(titles.size).toBe(publicPages.length)
    }

    expect(attribute(await html('/terms'), /<link rel="canonical" href="([^"]+)"/)).toBe(
      `${shop.origin}/terms`,
    )
  })

  it('structured data about products, offers and their place agrees with the calls', async () => {
    const page = await html('/products/category/Jogos?lng=pt-BR')
    const data = [...page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, text]) => JSON.parse(text!),
    )

    const products = (await shop.api('/api/product/list-by-category/Jogos')) as {
      name: string
      price: number
      currency: string
      stock: string
      variantCount: number
      priceFrom: number
      priceTo: number
    }[]

    expect(
      data
        .find((one) => one['@type'] === 'BreadcrumbList')
        .itemListElement.map(({ name, item }: { name: string; item: string }) => [name, item]),
    ).toEqual([
      ['Chaveiro', `${shop.origin}/`],
      ['Produtos', `${shop.origin}/products`],
      ['Jogos', `${shop.origin}/products/category/Jogos`],
    ])

    expect(
      data
        .find((one) => one['@type'] === 'ItemList')
        .itemListElement.map(({ item }: any) => [
          item['@type'],
          item.name,
          item.offers['@type'],
          item.offers.price ?? [item.offers.lowPrice, item.offers.highPrice],
          item.offers.priceCurrency,
          item.offers.availability?.split('/').at(-1) ?? item.offers.offerCount,
        ]),
    ).toEqual(
      products.map(({ name, price, priceFrom, priceTo, currency, stock, variantCount }) =>
        variantCount > 1
          ? [
              'Product',
              name,
              'AggregateOffer',
              [priceFrom.toFixed(2), priceTo.toFixed(2)],
              currency,
              variantCount,
            ]
          : [
              'Product',
              name,
              'Offer',
              price.toFixed(2),
              currency,
              stock === 'out' ? 'OutOfStock' : 'InStock',
            ],
      ),
    )

    expect(
      [...(await html('/')).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
        ([, text]) => JSON.parse(text!)['@type'],
      ),
    ).toEqual(['Organization'])
  })

  it('the head follows a navigation inside the app', async () => {
    const visitor = await visit(shop, { language: 'pt-BR', width: 1280 })
    await visitor.page.goto('/products')
    const description = () => visitor.page.locator('meta[name=description]').getAttribute('content')
    expect(await description()).toBe(visitor.t('common', 'head.products'))
    await visitor.page
      .getByRole('link', { name: /^Jogos/ })
      .first()
      .click()
    await expect.poll(() => visitor.page.title()).toBe('Jogos · Chaveiro')
    expect(await description()).toBe(visitor.t('common', 'head.category', { name: 'Jogos' }))
    await visitor.context.close()
  })

  it('the sitemap lists public pages in both languages; robots and manifest agree with it', async () => {
    const visitor = await visit(shop, { language: 'pt-BR', width: 360 })
    await visitor.page.goto('/terms')
    const map = await html('/sitemap.xml')

    const addresses = await visitor.page.evaluate((text) => {
      const document = new DOMParser().parseFromString(text, 'application/xml')
      if (document.querySelector('parsererror')) return null

      return [...document.querySelectorAll('url')].map((url) => ({
        at: url.querySelector('loc')!.textContent!,
        others: [...url.getElementsByTagNameNS('http://www.w3.org/1999/xhtml', 'link')].map(
          (link) => link.getAttribute('href')!,
        ),
      }))
    }, map)

    const categories = (await shop.api('/api/product/list-active-categories')) as { name: string }[]

    const searchAnswer = (await shop.api('/api/product/search?limit=100')) as {
      products: { slug: string }[]
      total: number
    }

    const slugs = searchAnswer.products.map(({ slug }) => slug).sort()
    expect(slugs).toHaveLength(searchAnswer.total)
    const plain = addresses?.filter(({ at }) => !at.includes('?'))
    expect(addresses).toHaveLength(3 * plain!.length)

    expect(plain?.map(({ at }) => decodeURIComponent(at.replace(shop.origin, '')))).toEqual([
      '/',
      '/products',
      ...categories.map(({ name }) => `/products/category/${name}`),
      ...slugs.map((slug) => `/products/${slug}`),
      '/status',
      '/terms',
    ])

    for (const { at, others } of plain!)
      for (const address of [at, ...others])
        expect((await fetch(address, { redirect: 'manual' })).status, address).toBe(200)
    const robots = await html('/robots.txt')
    for (const path of ['/admin', '/dashboard', '/checkout', '/api'])
      expect(robots).toContain(`Disallow: ${path}\n`)
    expect(robots).toContain(`Sitemap: ${shop.origin}/sitemap.xml`)

    const manifest = (await (await fetch(`${shop.origin}/manifest.webmanifest`)).json()) as {
      name: string
      start_url: string
      icons: { src: string; sizes: string }[]
    }

    expect(manifest).toMatchObject({ name: 'Chaveiro', start_url: '/' })

    for (const { src, sizes } of manifest.icons) {
      const bytes = Buffer.from(await (await fetch(shop.origin + src)).arrayBuffer())
      expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
    }

    await visitor.context.close()
  })
})

describe('kept and emptied', () => {
  it('a changed product with a hostile name shows in both processes, tagged and compressed', async () => {
    const fleet = await openFleet(2)
    try {
      const [one, other] = [fleet.servers[0]!, fleet.servers[1]!]

      const { id } = await product(fleet.app, {
        name: 'Antes',
        priceCents: 4200,
        featured: true,
        keys: 9,
      })

      const admin = await person(fleet.app, { role: 'admin' })
      const page = async (origin: string, headers: Record<string, string> = {}) =>
        fetch(`${origin}/products?lng=pt-BR`, { headers })

      await until(async () => {
        for (const { origin } of [one, other])
          expect(await (await page(origin)).text()).toContain('>Antes<')
      }, 5)

      const tag = (await page(one.origin)).headers.get('etag')!
      expect((await page(one.origin, { 'if-none-match': tag })).status).toBe(304)
      const name = '</script><script>alert(1)</script>$&'

      const change = await fetch(`${one.origin}/api/admin/product/${id}`, {
        method: 'PATCH',
        headers: { ...admin.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ name, price: 17.5 }),
      })

      expect(change.status).toBe(200)

      await until(async () => {
        for (const { origin } of [one, other]) {
          const text = await (await page(origin)).text()
          expect(text).toContain('R$\u00a017,50')
          expect(text).not.toContain('>Antes<')
          expect(text).not.toContain('<script>alert')
          const state = JSON.parse(/id="page-state">(.*?)<\/script>/.exec(text)![1]!)
          expect(JSON.stringify(state.answers)).toContain(JSON.stringify(name).slice(1, -1))
        }
      }, 2)

      expect((await page(one.origin, { 'if-none-match': tag })).status).toBe(200)
      expect(
        (await page(one.origin, { 'accept-encoding': 'br' })).headers.get('content-encoding'),
      ).toBe('br')
    } finally {
      await fleet.close()
    }
  })

  it('a query that changes nothing brings the cached page; parallel requests draw it once', async () => {
    const fleet = await openFleet(1)
    try {
      const { origin } = fleet.servers[0]!

      const { id } = await product(fleet.app, {
        name: 'Primeiro',
        priceCents: 4200,
        featured: true,
        keys: 9,
      })

      const page = async (query: string) => {
        const answer = await fetch(`${origin}/products${query}`, {
          headers: { 'accept-language': 'pt-BR' },
        })
        return { tag: answer.headers.get('etag'), text: await answer.text() }
      }

      await until(async () => expect((await page('')).text).toContain('>Primeiro<'), 5)
      const [plain, own] = [await page(''), await page('?lng=pt-BR')]
      const search = await page('?q=pro')
      // A change directly in the database clears no cache, so the new name appears only on a page
      // that is rendered again.
      await fleet.app.pool.query('update products set name = $1 where id = $2', ['Segundo', id])

      for (const query of [
        '?utm_source=x',
        '?page=2',
        '?lng=xx',
        `?${Math.random()}`,
        '?a=1&a=2&__proto__=3',
        '?%zz',
      ])
        expect(await page(query), query).toEqual(plain)

      expect(await page('?x=1&lng=pt-BR&page=2')).toEqual(own)
      for (const query of ['?q=a', '?category=Jogos&sort=name&stock=in&page=2'])
        expect(await page(query), query).toEqual(search)
      expect(new Set([plain.tag, own.tag, search.tag]).size).toBe(3)
      await fleet.app.pool.query("select pg_notify('chaveiro_pages', '')")
      await until(async () => expect((await page('')).text).toContain('>Segundo<'), 5)
      const many = await Promise.all(Array.from({ length: 40 }, (_, n) => page(`?n=${n}`)))
      expect(new Set(many.map(({ tag }) => tag)).size).toBe(1)
      expect(many[0]!.text).toContain('>Segundo<')
    } finally {
      await fleet.close()
    }
  })
})

describe('offline', () => {
  it.each(languages)(
    'without a network the shop says so in %s; nothing of a person is kept anywhere',
    async (language) => {
      const visitor = await visit(shop, { language, width: 360, serviceWorkers: 'allow' })
      const { page, context, t } = visitor
      await page.goto('/login')
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
      await page.getByLabel(t('account', 'field.email')).fill('cliente@demo.test')
      await page.getByLabel(t('account', 'field.password'), { exact: true }).fill(demoPassword)

      await page
        .getByRole('main')
        .getByRole('button', { name: t('account', 'login.submit'), exact: true })
        .click()

      await page.waitForURL('**/dashboard')
      await page.goto('/dashboard/orders')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.goto('/products')
      await page.waitForLoadState('networkidle')

      const kept = () =>
        page.evaluate(async () => {
          const faults: string[] = []
          for (const name of await caches.keys())
            for (const request of await (await caches.open(name)).keys())
              faults.push(new URL(request.url).pathname)

          return faults
        })

      await expect
        .poll(async () => (await kept()).filter((path) => path.startsWith('/assets/')).length)
        .toBeGreaterThan(5)

      expect(
        (await kept()).filter(
          (path) => !/^\/(?:assets\/|offline\/|favicon\.svg$|theme\.js$)/.test(path),
        ),
      ).toEqual([])

      await context.setOffline(true)
      await page.goto('/status').catch(() => {})
      await page.getByRole('heading', { name: t('common', 'offline.title') }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      await context.setOffline(false)
      await page.getByRole('link', { name: t('common', 'offline.retry') }).click()
      await page.getByRole('heading', { level: 1, name: t('status', 'title') }).waitFor()
      await context.close()
    },
  )
})
