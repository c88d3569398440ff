import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages, type Language } from '@chaveiro/contracts/limits'
import { openShop, visit, type Shop } from './shop.ts'

// Public pages as finished HTML: readable without JavaScript, taken over without a word, found and shared.

let shop: Shop
beforeAll(async () => { shop = await openShop() })
afterAll(async () => { await shop?.close() })

const publicPages = ['/', '/products', '/products/category/Jogos', '/status', '/login', '/register', '/forgot-password', '/terms', '/maintenance']
const html = async (path: string, headers: Record<string, string> = {}) => (await fetch(shop.origin + path, { headers, redirect: 'manual' })).text()
const money = (language: Language, amount: number, currency: string) => new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount)

describe('without JavaScript', () => {
  it.each(languages)('[S001 S002 S012] the shop in %s shows its products with names and prices, and its links work', async (language) => {
    const featured = await shop.api('/api/product/list-featured-products') as { name: string; price: number; currency: string }[]
    const seen = await visit(shop, { language, width: 360, javaScript: false })
    await seen.page.goto('/products')
    expect(featured.length).toBeGreaterThan(3)
    for (const { name, price, currency } of featured) {
      const card = seen.page.getByRole('article').filter({ has: seen.page.getByRole('heading', { name, exact: true }) })
      expect(await card.getByText(money(language, price, currency)).count()).toBe(1)
    }
    expect(await seen.page.title()).toBe(`${seen.t('store', 'shop.title')} · Chaveiro`)
    await seen.page.getByRole('link', { name: /^Jogos/ }).click()
    await seen.page.getByRole('heading', { level: 1, name: 'Jogos' }).waitFor()
    expect(await seen.page.getByRole('article').count()).toBeGreaterThan(2)
    await seen.page.getByRole('contentinfo').getByRole('link', { name: seen.t('common', 'footer.terms') }).click()
    await seen.page.getByRole('heading', { level: 1, name: seen.t('store', 'terms.title') }).waitFor()
    expect(await seen.page.locator('html').getAttribute('lang')).toBe(language)
    await seen.context.close()
  })
})

describe('taken over by the browser', () => {
  it.each(languages)('[S027] every public page opens without login in %s, shows at once what stays, and the console says nothing', async (language) => {
    for (const path of publicPages) {
      const seen = await visit(shop, { language, width: 1280 })
      const said: string[] = []
      seen.page.on('console', (message) => said.push(`${message.type()} ${message.text()}`))
      const asked: string[] = []
      seen.page.on('request', (request) => { if (/\/(?:api\/product\/list|api\/settings|locales)/.test(request.url())) asked.push(request.url()) })
      const before = /<h1[^>]*>([^<]+)/.exec(await html(path, { 'accept-language': language }))?.[1]
      await seen.page.goto(path)
      await seen.page.waitForFunction(() => Object.keys(document.getElementById('root')!).some((key) => key.startsWith('__reactContainer')))
      await seen.page.waitForLoadState('networkidle')
      expect(await seen.page.getByRole('heading', { level: 1 }).textContent(), path).toBe(before)
      expect([...said, ...seen.complaints], path).toEqual([])
      // Texts and answers came with the page; only what refreshes by itself asks again.
      expect(path === '/maintenance' ? [] : asked, path).toEqual([])
      expect(new URL(seen.page.url()).pathname).toBe(path)
      await seen.context.close()
    }
  })

  it('[S013 S014 S016] the address chooses the language, then the cookie, then storage; the choice is kept and told to the server', async () => {
    const seen = await visit(shop, { language: 'pt-BR', width: 1280 })
    const lang = () => seen.page.locator('html').getAttribute('lang')
    const kept = () => seen.page.evaluate(() => localStorage.getItem('i18nextLng'))
    await seen.page.goto('/products?lng=en-US')
    await expect.poll(kept).toBe('en-US')
    expect(await lang()).toBe('en-US')
    // The server cannot see the storage: the browser mends the first page, the cookie the next ones.
    await seen.context.clearCookies()
    await seen.page.goto('/terms')
    await expect.poll(lang).toBe('en-US')
    await seen.page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
    expect((await seen.context.cookies()).find(({ name }) => name === 'i18next')?.value).toBe('en-US')
    expect(await html('/terms', { 'accept-language': 'pt-BR', cookie: 'i18next=en-US' })).toContain('<html lang="en-US"')
    expect(await html('/terms?lng=pt-BR', { 'accept-language': 'en-US', cookie: 'i18next=en-US' })).toContain('<html lang="pt-BR"')
    await seen.page.evaluate(() => localStorage.setItem('i18nextLng', 'pt-BR'))
    await seen.page.goto('/products')
    await seen.page.waitForLoadState('networkidle')
    expect(await lang()).toBe('en-US')
    expect(seen.complaints).toEqual([])
    await seen.context.close()
  })
})

describe('addresses', () => {
  it('[S033] an address that is no page goes home; a missing file and a missing category are not found', async () => {
    const answer = async (path: string) => { const { status, headers } = await fetch(shop.origin + path, { redirect: 'manual' }); return [status, headers.get('location')] }
    expect(await answer('/nada/aqui')).toEqual([302, '/'])
    expect(await answer('/assets/velho-123.js')).toEqual([404, null])
    expect(await answer('/products/category/nada')).toEqual([404, null])
    expect(await answer('/products/category/jogos')).toEqual([200, null])
    expect(await html('/products/category/nada')).toContain('content="noindex"')
    expect(await html('/products/category/JOGOS')).toContain(`<link rel="canonical" href="${shop.origin}/products/category/Jogos">`)
  })
})
