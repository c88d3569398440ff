import { timings } from '@chaveiro/contracts/limits'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { builtFile } from './built-file.ts'
import { settled, signIn } from './routes.ts'
import { openShop, sidewaysScroll, visit, type Shop, type Visit } from './shop.ts'

// The public pages and the settings: with data, empty, failed and offline.

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

const phone = { language: 'pt-BR', width: 360, reducedMotion: 'reduce' } as const
const desk = { language: 'pt-BR', width: 1280, reducedMotion: 'reduce' } as const
const english = { language: 'en-US', width: 1280, reducedMotion: 'reduce' } as const

const answer = (page: Page, url: string, status: number, body: unknown) =>
  page.route(url, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  )

const refusal = { success: false, error: 'x', message: 'x', code: 'internal' }

type Product = {
  id: string
  name: string
  description: string
  price: number
  currency: string
  stock: string
  variantCount: number
  category: { name: string }
}

type Category = { name: string; productCount: number }

const pick = async (currency: string) => {
  const categories = (await shop.api('/api/product/list-active-categories')) as Category[]

  const lists = (await Promise.all(
    categories.map(({ name }) =>
      shop.api(`/api/product/list-by-category/${encodeURIComponent(name)}`),
    ),
  )) as Product[][]

  return lists.flat().find((one) => one.currency === currency && one.stock === 'in')!
}

/**
 * Navigates within the app, so that the browser loads the data. On a full load the server's HTML
 * already contains it.
 */
async function stepTo(seen: Visit, path: string): Promise<void> {
  await seen.page.goto('/terms')
  await settled(seen.page)

  await seen.page.evaluate((to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, path)
}

const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

describe('shop front and category', () => {
  it('featured products with picture, name, price in their currency and a button that adds them [S066, S001]', async () => {
    const featured = (await shop.api('/api/product/list-featured-products')) as Product[]
    for (const device of [phone, english]) {
      const visitor = await visit(shop, device)
      const { page, t } = visitor
      await page.goto('/products')
      await settled(page)
      expect(featured.length).toBeGreaterThan(3)

      for (const { name, price, currency } of featured) {
        const one = card(page, name)
        await one.locator('img, [role=img], svg').first().waitFor()

        await one
          .getByText(
            new Intl.NumberFormat(device.language, { style: 'currency', currency }).format(price),
          )
          .waitFor()
      }

      // A product of several options is added on its page.
      const { name } = featured.find(({ variantCount }) => variantCount === 1)!
      await page.getByRole('button', { name: t('store', 'product.addNamed', { name }) }).click()

      await page
        .getByRole('dialog', { name: t('common', 'cart.title') })
        .getByText(name)
        .waitFor()

      expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
      await visitor.context.close()
    }
  })

  it('category cards count their products and lead to their page; empty ones are not offered [S067] [P640, F132]', async () => {
    const visitor = await visit(shop, phone)
    const { page } = visitor
    await page.goto('/products')
    const main = page.getByRole('main')
    const cards = main.getByRole('region', { name: 'Categorias' })

    await cards
      .getByRole('link', { name: /Jogos/ })
      .getByText(/\d+ produtos/)
      .waitFor()

    expect(await main.getByRole('link', { name: /general/i }).count()).toBe(0)
    await cards.getByRole('link', { name: /Jogos/ }).click()
    await page.waitForURL('**/products/category/Jogos')
    await page.getByRole('heading', { level: 1, name: 'Jogos' }).waitFor()
    await visitor.context.close()
  })

  it('a failed load says so and the retry works; nothing there is said too [S068, S072]', async () => {
    const visitor = await visit(shop, phone)
    const { page, t } = visitor

    for (const [path, url, failed, empty] of [
      [
        '/products',
        '**/api/product/list-featured-products',
        'shop.errorLoad',
        'shop.featuredEmpty',
      ],
      [
        '/products/category/Jogos',
        '**/api/product/list-by-category/**',
        'category.errorLoad',
        'category.empty',
      ],
    ] as const) {
      await answer(page, url, 500, refusal)
      await stepTo(visitor, path)
      await page.getByText(t('store', failed)).waitFor()
      await page.unroute(url)
      await answer(page, url, 200, [])
      await page.getByRole('button', { name: t('common', 'action.retry') }).click()
      await page.getByText(t('store', empty)).waitFor()
      await page.unroute(url)
    }

    await page.route('**/api/product/list-by-category/**', () => {})
    await stepTo(visitor, '/products/category/Design%20e%20V%C3%ADdeo')
    await page.getByRole('status', { name: t('common', 'state.loading') }).waitFor()
    await visitor.context.close()
  })

  it('a category has its name, a way back and complete cards; its layout has no address [S070, S071, S073, S074]', async () => {
    const usd = await pick('USD')
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await page.goto(`/products/category/${encodeURIComponent(usd.category.name)}`)
    await page.getByRole('heading', { level: 1, name: usd.category.name }).waitFor()
    const one = card(page, usd.name)
    await one.getByText(usd.description.slice(0, 30)).waitFor()

    await one
      .getByText(
        new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'USD' }).format(usd.price),
      )
      .waitFor()

    expect(
      new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'USD' }).format(usd.price),
    ).toMatch(/,\d\d$/)

    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: t('store', 'category.checkout') })
        .count(),
    ).toBe(0)

    await one.getByRole('button').click()

    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('common', 'action.close') })
      .click()

    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: t('store', 'category.checkout') })
        .getAttribute('href'),
    ).toBe('/checkout')

    await page
      .getByRole('main')
      .getByRole('link', { name: t('store', 'category.back') })
      .click()

    await page.waitForURL('**/products')
    // Only a product could have this URL, and no product has the slug `layout`.
    expect((await page.goto('/products/layout'))!.status()).toBe(404)
    await page.getByRole('heading', { level: 1, name: t('store', 'page.missing') }).waitFor()
    await visitor.context.close()
  })
})

describe('search', () => {
  it('results come while typing, with count and address; order, category and stock narrow them', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await page.goto('/products')
    const field = page
      .getByRole('searchbox')
      .or(page.getByRole('textbox', { name: t('common', 'nav.search') }))
    await field.focus()
    await page.keyboard.type('antivirus')
    await page.waitForURL('**/products?q=antivirus')
    const count = page.getByTestId('search-count')
    await expect.poll(() => count.innerText()).toMatch(/^\d+ produtos? encontrados?$/)
    await card(page, 'Sentivar Antivírus').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(`${shop.origin}/products`)
    await page.getByRole('heading', { name: t('store', 'shop.featured') }).waitFor()
    await page.getByRole('link', { name: t('store', 'search.all') }).click()
    await page.waitForURL('**/products?sort=name')
    await page.getByRole('combobox', { name: t('store', 'search.sort') }).selectOption('price_asc')
    await page
      .getByRole('navigation', { name: t('store', 'shop.categories') })
      .getByRole('link', { name: /^Jogos/ })
      .click()

    await page.waitForURL(
      (url) =>
        url.searchParams.get('sort') === 'price_asc' &&
        url.searchParams.get('category') === 'Jogos',
    )

    const jogos = ((await shop.api('/api/product/list-by-category/Jogos')) as Product[]).toSorted(
      (a, b) => a.price - b.price,
    )
    await expect
      .poll(() => page.getByRole('article').getByRole('heading').allInnerTexts())
      .toEqual(jogos.map(({ name }) => name))
    await page.getByRole('checkbox', { name: t('store', 'search.inStock') }).check()
    await expect
      .poll(() => page.getByRole('article').count())
      .toBe(jogos.filter(({ stock }) => stock !== 'out').length)
    const savedUrl = page.url()
    await page.reload()
    await expect
      .poll(() => page.getByRole('article').count())
      .toBe(jogos.filter(({ stock }) => stock !== 'out').length)
    expect(page.url()).toBe(savedUrl)
    await page.getByRole('button', { name: t('store', 'search.front') }).click()
    await page.waitForURL(`${shop.origin}/products`)
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  it('nothing found, a failed search and the way on', async () => {
    const visitor = await visit(shop, phone)
    const { page, t } = visitor
    await page.goto('/products?q=zzzzzz')
    await page.getByText(t('store', 'search.noneText')).waitFor()
    expect(await page.getByRole('textbox', { name: t('common', 'nav.search') }).inputValue()).toBe(
      'zzzzzz',
    )
    await answer(page, '**/api/product/search*', 500, refusal)
    await page.getByRole('textbox', { name: t('common', 'nav.search') }).fill('office')
    await page.getByText(t('store', 'search.error')).waitFor()
    await page.unroute('**/api/product/search*')
    await page.getByRole('button', { name: t('common', 'action.retry') }).click()
    await card(page, 'Escribano Office 2026').waitFor()
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await visitor.context.close()
  })
})

describe('status', () => {
  const list = [
    { categoryName: 'Vazia', products: [] },
    {
      categoryName: 'Cheia',
      products: ['active', 'maintenance', 'discontinued', 'inactive', 'strange'].map((status) => ({
        name: `P ${status}`,
        status,
      })),
    },
  ]

  it('one table a category with status and time, asked again every 60 s [S094, S095, S096, B157, S130]', async () => {
    const visitor = await visit(shop, english)
    const { page, t } = visitor
    let requestCount = 0
    await page.clock.install({ time: new Date('2026-11-21T12:00:00') })

    await page.route('**/api/server/status', (route) => {
      requestCount++
      return route.fulfill({ json: list })
    })

    await stepTo(visitor, '/status')
    await page.getByRole('heading', { level: 1, name: t('status', 'title') }).waitFor()
    const rows = page.getByRole('table', { name: 'Cheia' }).getByRole('row')

    for (const [status, shown] of [
      ['active', 'undetected'],
      ['maintenance', 'maintenance'],
      ['discontinued', 'discontinued'],
      ['inactive', 'offline'],
      ['strange', 'offline'],
    ])
      await rows
        .filter({ hasText: `P ${status}` })
        .getByText(new RegExp(`^${shown}$`, 'i'))
        .waitFor()

    await page.getByRole('region', { name: 'Vazia' }).getByText('No products found').waitFor()
    const time = (text: string) => /\d+:\d\d/.exec(text)?.[0]
    const before = time(await page.getByTestId('status-updated').innerText())
    expect(time(await rows.nth(1).innerText())).toBe(before)
    const count = requestCount
    await page.clock.fastForward(timings.statusPage - 2_000)
    expect(requestCount).toBe(count)
    await page.clock.fastForward(2_500)
    await expect.poll(() => requestCount).toBe(count + 1)
    await expect
      .poll(async () => time(await page.getByTestId('status-updated').innerText()))
      .not.toBe(before)
    await visitor.context.close()
  })

  it('the documented words for a failure, for no data and for no products; the retry works [S281, S282, B248]', async () => {
    const visitor = await visit(shop, english)
    const { page } = visitor
    await answer(page, '**/api/server/status', 500, refusal)
    await stepTo(visitor, '/status')
    await page.getByText('Error fetching status data. Please try again later.').waitFor()
    await page.unroute('**/api/server/status')
    await answer(page, '**/api/server/status', 200, [])
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No status data available.').waitFor()
    await visitor.context.close()
  })
})

describe('settings', () => {
  it('four tabs by mouse and arrows; the language changes at once, its message leaves after 3 s [S111, S112, S114, S115]', async () => {
    const visitor = await visit(shop, phone)
    const { page, t } = visitor
    await (await signIn(shop)).give(visitor.context)
    await page.clock.install()
    await page.goto('/dashboard/settings')
    await settled(page)

    expect(await page.getByRole('tab').allInnerTexts()).toEqual(
      ['profile', 'security', 'notifications', 'preferences'].map((name) =>
        t('account', `settings.${name}`),
      ),
    )

    for (const [label, value] of [
      ['field.name', 'Cliente Demo'],
      ['field.email', 'cliente@demo.test'],
      ['field.role', t('account', 'role.client')],
    ] as const) {
      const heading = page.getByRole('heading', { name: t('account', label), exact: true })
      const row = page.locator('section').filter({ has: heading })
      expect(await row.getByText(value, { exact: true }).count()).toBe(1)
      expect(await row.locator('input').count()).toBe(0)
    }

    await page.getByText(t('account', 'settings.managed')).waitFor()
    await page.getByRole('tab').first().focus()
    await page.keyboard.press('ArrowLeft')
    await page.waitForURL('**/dashboard/settings?tab=preferences')

    await expect
      .poll(() =>
        page.getByRole('tab', { selected: true }).evaluate((tab) => tab === document.activeElement),
      )
      .toBe(true)

    const calls: string[] = []

    page.on('request', (request) => {
      // The visit is counted when the browser is idle, so at any time.
      const isAct = request.method() !== 'GET' && !request.url().endsWith('/api/visits')
      if (isAct) calls.push(request.url())
    })

    const language = t('account', 'settings.language')
    await page.getByRole('button', { name: `Mudar: ${language}` }).click()
    await page.getByRole('main').getByRole('combobox', { name: language }).selectOption('en-US')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    const message = page.getByText('Preferences saved.')
    await message.waitFor()
    await page.clock.fastForward(timings.settingsSuccess - 500)
    expect(await message.count()).toBe(1)
    await page.clock.fastForward(600)
    await message.waitFor({ state: 'detached' })

    expect([calls, await page.evaluate(() => localStorage.getItem('i18nextLng'))]).toEqual([
      [],
      'en-US',
    ])

    await page.reload()
    await page.getByRole('tab', { name: 'Preferences', selected: true }).waitFor()
    await visitor.context.close()
  })

  it('the three choices are kept on this device and with the account, and outlive a logout [S113, S116, Q104] [P214]', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await (await signIn(shop)).give(visitor.context)
    await page.goto('/dashboard/settings?tab=notifications')
    const calls: string[] = []

    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // Each page counts its visit, which does not change the account.
      if (request.method() !== 'GET' && pathname !== '/api/visits') calls.push(pathname)
    })

    const open = page.getByRole('button', { name: 'Mudar: Novidades que você recebe' })
    await open.click()
    const boxes = ['email', 'chat', 'updates'].map((name) =>
      page.getByRole('checkbox', { name: t('account', `settings.notify.${name}`) }),
    )
    for (const box of boxes) expect(await box.isChecked()).toBe(true)
    await boxes[1]!.uncheck()
    await page.getByRole('button', { name: t('account', 'settings.save') }).click()
    await page.getByText(t('account', 'settings.saved')).waitFor()
    expect(calls).toEqual(['/api/users/notifications/preferences'])
    await page.reload()
    await open.click()
    await expect.poll(() => boxes[1]!.isChecked()).toBe(false)
    await page.getByRole('button', { name: t('common', 'nav.logout') }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    expect(
      JSON.parse((await page.evaluate(() => localStorage.getItem('notificationPreferences')))!),
    ).toEqual({ email: true, chat: false, updates: true })
    await visitor.context.close()
  })
})

describe('terms', () => {
  it('built-in terms follow the language; own terms keep line breaks above the privacy policy [S125, S126]', async () => {
    const visitor = await visit(shop, english)
    const { page, t } = visitor
    await page.goto('/terms')
    await page.getByRole('heading', { level: 1, name: t('store', 'terms.title') }).waitFor()
    await page.getByText('1. ').first().waitFor()
    const settings = (await shop.api('/api/server/public/site-settings')) as Record<string, unknown>

    await answer(page, '**/api/server/public/site-settings', 200, {
      ...settings,
      termsOfService: 'Linha um\nLinha <b>dois</b>',
      privacyPolicy: 'Nada é vendido.',
    })

    await page.route('**/terms', async (route) => {
      const page = await route.fetch()
      await route.fulfill({
        response: page,
        body: (await page.text()).replace(/<script[^>]*id="page-state"[\s\S]*?<\/script>/, ''),
      })
    })

    await page.reload()
    await expect
      .poll(() => page.getByText('Linha um').innerText())
      .toContain('Linha um\nLinha <b>dois</b>')

    const [terms, privacy] = await Promise.all([
      page.getByText('Linha um').boundingBox(),
      page.getByText('Nada é vendido.').boundingBox(),
    ])

    expect(privacy!.y).toBeGreaterThan(terms!.y)
    await visitor.context.close()
  })
})

describe('without a connection', () => {
  it('every page says so, keeps what it has, and goes on by itself', async () => {
    const visitor = await visit(shop, phone)
    const { page, t } = visitor
    await page.goto('/products')
    await settled(page)
    await visitor.context.setOffline(true)
    await page.getByText(t('common', 'state.offline')).waitFor()
    await page.getByRole('heading', { name: t('store', 'shop.featured') }).waitFor()
    await visitor.context.setOffline(false)
    await page.getByText(t('common', 'state.offline')).waitFor({ state: 'detached' })
    await visitor.context.close()
  })

  it('a page stays while its missing parts wait, and they arrive when the connection is back', async () => {
    const visitor = await visit(shop, phone)
    const { page, t } = visitor
    let dropped = 0
    const search = `**/${builtFile('src/features/store/shop/search-bar.tsx')}`

    await page.route(search, (route) => {
      dropped += 1
      return visitor.context.setOffline(true).then(() => route.abort('internetdisconnected'))
    })

    await page.goto('/products', { waitUntil: 'commit' })
    await page.getByText(t('common', 'state.offline')).waitFor()
    await expect.poll(() => dropped).toBeGreaterThan(0)
    await page.waitForTimeout(700)
    await page.getByRole('heading', { name: t('store', 'shop.featured') }).waitFor()
    await page.unroute(search)
    await visitor.context.setOffline(false)
    await page.getByRole('textbox', { name: t('common', 'nav.search') }).waitFor()
    await visitor.context.close()
  })
})

it('GET /locales/{lng}/{ns}.json has the same namespaces of flat texts in both languages [S015]', async () => {
  for (const namespace of ['common', 'store', 'checkout', 'account', 'result', 'status', 'admin'])
    for (const language of ['pt-BR', 'en-US']) {
      const reply = await fetch(`${shop.origin}/locales/${language}/${namespace}.json`)
      expect(reply.headers.get('content-type')).toMatch(/application\/json/)
      const texts = (await reply.json()) as Record<string, unknown>
      expect(Object.values(texts).every((text) => typeof text === 'string')).toBe(true)

      expect(texts).toEqual(
        JSON.parse(
          readFileSync(
            new URL(`../web/public/locales/${language}/${namespace}.json`, import.meta.url),
            'utf8',
          ),
        ),
      )
    }
})

describe('what needs JavaScript, without it', () => {
  // Playwright finds no text inside <noscript>.
  const needed = (page: Page) => page.locator('noscript > p')
  const said =
    'Para entrar, comprar e pagar, ative o JavaScript do navegador. ' +
    'To log in, buy and pay, turn on JavaScript in your browser.'

  it.each([
    '/products/neblina-orbital',
    '/products',
    '/login',
    '/register',
    '/checkout',
    '/dashboard',
    '/admin',
  ])('is said on %s, wherever one has scrolled to', async (path) => {
    const visitor = await visit(shop, { language: 'pt-BR', width: 360, javaScript: false })
    await visitor.page.goto(path)
    const words = needed(visitor.page)
    expect(await words.innerText()).toBe(said)

    const bottom = async () => {
      const { y = -1, height = 0 } = (await words.boundingBox()) ?? {}
      return y > 0 && Math.round(y + height) <= 740
    }

    expect(await bottom()).toBe(true)
    await visitor.page.mouse.wheel(0, 400)
    await expect.poll(bottom).toBe(true)
    await visitor.context.close()
  })

  it('a login that is sent comes back to its page, and leaves nothing in the address', async () => {
    const visitor = await visit(shop, { language: 'pt-BR', width: 360, javaScript: false })
    const { page } = visitor
    await page.goto('/login')
    await page.getByLabel('E-mail').fill('bia@exemplo.test')
    await page.getByRole('main').getByLabel('Senha', { exact: true }).fill('segredo-1')
    await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.waitForLoadState()
    expect(await needed(page).innerText()).toBe(said)
    expect(page.url()).toBe(`${shop.origin}/login`)
    expect(await page.getByLabel('E-mail').inputValue()).toBe('')
    await visitor.context.close()
  })
})
