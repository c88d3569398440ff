import { siteDefaults } from '@chaveiro/contracts/defaults'
import { timings } from '@chaveiro/contracts/limits'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { fillCart } from './fill-cart.ts'
import { settled, signIn } from './routes.ts'
import { openShop, visit, type Shop } from './shop.ts'

// The shop's exact texts when something is missing, closed or refused, as specified.

let shop: Shop
let customer: Awaited<ReturnType<typeof signIn>>

beforeAll(async () => {
  shop = await openShop()
  customer = await signIn(shop)
  await fillCart(shop, customer)
})

afterAll(async () => {
  await shop?.close()
})

const desk = { language: 'pt-BR', width: 1280, reducedMotion: 'reduce' } as const
const english = { language: 'en-US', width: 1280, reducedMotion: 'reduce' } as const

const choose = (page: Page, name: RegExp) =>
  page.getByRole('main').getByRole('radio', { name }).check({ force: true })

/** Removes the server-rendered content, so that the browser loads all data itself. */
const asShell = (page: Page) =>
  page.route(
    (url) => url.origin === shop.origin,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()

      const answer = await route.fetch()

      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace(/<script[^>]*id="page-state"[\s\S]*?<\/script>/, ''),
      })
    },
  )

describe('maintenance', () => {
  it('a closed shop leads to its message, looks every 30 s, and leads back when it opens [S123, S124, S267]', async () => {
    const admin = await signIn(shop, 'admin@demo.test')

    const close = async (maintenanceMode: boolean) => {
      expect(
        await shop.api('/api/admin/system/site-settings', {
          method: 'PUT',
          headers: admin.headers,
          body: JSON.stringify({
            maintenanceMode,
            maintenanceMessage: 'Trocando os cofres até as 22h.',
          }),
        }),
      ).toMatchObject({ success: true })
    }

    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await page.clock.install()
    await close(true)

    try {
      // At the moment of closing a cached page may still be sent; its next call is refused.
      await expect
        .poll(
          async () => {
            await page.goto('/products')
            await page.waitForTimeout(700)

            return new URL(page.url()).pathname
          },
          { timeout: 20_000 },
        )
        .toBe('/maintenance')

      for (const title of ['workTitle', 'timeTitle', 'statusTitle'])
        await page
          .getByRole('heading', { level: 2, name: t('store', `maintenance.${title}`) })
          .waitFor()

      await page
        .getByRole('region', { name: t('store', 'maintenance.statusTitle') })
        .getByText('Trocando os cofres até as 22h.')
        .waitFor()

      expect(
        await page
          .getByRole('main')
          .getByRole('link', { name: t('store', 'maintenance.home') })
          .getAttribute('href'),
      ).toBe('/')

      await page.clock.fastForward(timings.maintenanceRetry + 500)
      expect(new URL(page.url()).pathname).toBe('/maintenance')
    } finally {
      await close(false)
    }

    // Waits for the next poll, or the one after it if an old answer was already on its way.
    await expect
      .poll(
        async () => {
          await page.clock.fastForward(timings.maintenanceRetry + 500)
          return new URL(page.url()).pathname
        },
        { timeout: 20_000, interval: 1000 },
      )
      .toBe('/products')

    await visitor.context.close()
  })
})

describe('login', () => {
  it('staff go to the back office at /admin/users [S153, S008]', async () => {
    for (const email of ['admin@demo.test', 'developer@demo.test']) {
      const visitor = await visit(shop, desk)
      const { page, t } = visitor
      const requests: string[] = []
      page.on('framenavigated', (frame) => requests.push(new URL(frame.url()).pathname))
      await page.goto('/login')
      await page.getByLabel(t('account', 'field.email')).fill(email)
      await page.getByLabel(t('account', 'field.password'), { exact: true }).fill('Demo-Store-2026')

      await page
        .getByRole('main')
        .getByRole('button', { name: t('account', 'login.submit'), exact: true })
        .click()

      await expect.poll(() => requests, { timeout: 20_000 }).toContain('/admin/users')
      await visitor.context.close()
    }
  })

  it('staff who opened a section without a session return to it and its search after login [decision Q126]', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await page.goto('/admin/orders?search=nobody-has-this')

    await page
      .getByRole('main')
      .getByRole('link', { name: t('store', 'permission.login') })
      .click()

    await page.waitForURL('**/login')
    await page.getByLabel(t('account', 'field.email')).fill('admin@demo.test')
    await page.getByLabel(t('account', 'field.password'), { exact: true }).fill('Demo-Store-2026')

    await page
      .getByRole('main')
      .getByRole('button', { name: t('account', 'login.submit'), exact: true })
      .click()

    await page.waitForURL('**/admin/orders?search=nobody-has-this', { timeout: 20_000 })
    await visitor.context.close()
  })
})

describe('checkout', () => {
  it("without the id of the cart nothing is asked and 'ID do carrinho não encontrado.' shows [S191]", async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await customer.give(visitor.context)
    const sent: string[] = []

    await page.route('**/api/product/cart/*', async (route) => {
      const cart = (await (await route.fetch()).json()) as { items: unknown[] }
      await route.fulfill({
        json: { success: true, items: cart.items, cart: { items: cart.items } },
      })
    })

    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/payment/'))
        sent.push(request.url())
    })

    await page.goto('/checkout')

    await page
      .getByRole('main')
      .getByRole('checkbox', { name: /^(Li e aceito|I have read)/ })
      .check()

    await choose(page, new RegExp(t('checkout', 'method.card')))
    await page.getByRole('button', { name: /^Pagar / }).click()
    await page.getByText('ID do carrinho não encontrado.').waitFor()
    expect(sent).toEqual([])
    await visitor.context.close()
  })

  it('PIX needs a name and an email, card and crypto a login; the missing data is named [S192]', async () => {
    const knownVisitor = await visit(shop, desk)
    const { page, t } = knownVisitor
    await customer.give(knownVisitor.context)
    await page.goto('/checkout')

    await page
      .getByRole('main')
      .getByRole('checkbox', { name: /^(Li e aceito|I have read)/ })
      .waitFor()

    await page.evaluate(() =>
      localStorage.setItem(
        'userData',
        JSON.stringify({ ...JSON.parse(localStorage.getItem('userData')!), name: '' }),
      ),
    )

    await page.reload()

    await page
      .getByRole('main')
      .getByRole('checkbox', { name: /^(Li e aceito|I have read)/ })
      .check()

    await choose(page, /PIX/)
    await page.getByLabel(t('checkout', 'pix.cpf'), { exact: true }).fill('529.982.247-25')
    await page.getByRole('button', { name: /^Pagar / }).click()
    await page.getByText(t('checkout', 'error.noUser')).waitFor()
    await page.goto('/terms')

    await page.evaluate(() => {
      localStorage.removeItem('accessToken')
      localStorage.removeItem('userData')
    })

    const visitor = await visit(shop, desk)
    await visitor.page.goto('/dashboard/orders')
    await visitor.page.waitForURL('**/permission')
    await visitor.page.getByText('Acesso não autorizado. Por favor, faça login.').waitFor()
    await visitor.context.close()
    await knownVisitor.context.close()
  })

  it('the PIX expiry has the Brazilian format in English too; other dates follow the language [S295, S083]', async () => {
    const visitor = await visit(shop, english)
    const { page, t } = visitor
    await customer.give(visitor.context)
    await page.goto('/checkout')

    await page
      .getByRole('main')
      .getByRole('checkbox', { name: /^(Li e aceito|I have read)/ })
      .check()

    await choose(page, /PIX/)
    await page.getByLabel(t('checkout', 'pix.cpf'), { exact: true }).fill('529.982.247-25')
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByLabel(t('checkout', 'pix.code')).waitFor()
    const dayOf = (time: number) =>
      new Intl.DateTimeFormat('pt-BR').format(time).split('/') as [string, string, string]
    // A PIX payment is valid for 30 minutes, so late in the evening it ends on the next day.
    await page.getByText(dayOf(Date.now() + 30 * 60_000).join('/')).waitFor()
    const [day, month, year] = dayOf(Date.now())
    await page.goto('/status')
    await expect
      .poll(() => page.getByTestId('status-updated').innerText())
      .toMatch(new RegExp(`${Number(month)}/${Number(day)}/${year.slice(2)}`))
    await visitor.context.close()
  })
})

describe('money', () => {
  it('total spent has a comma in both languages; the worth of licences follows the language [S098, S107] [F145]', async () => {
    for (const [look, spent, worth] of [
      [desk, 'R$\u00a01.234,50', 'R$\u00a02.345,60'],
      [english, 'R$\u00a01.234,50', 'R$2,345.60'],
    ] as const) {
      const { page, context, t } = await visit(shop, look)
      await customer.give(context)

      await page.route('**/api/users/{orders?*,products}', async (route) => {
        const answer = await route.fetch()
        const body = await answer.json()

        await route.fulfill({
          response: answer,
          json: { ...body, totalSpent: 1234.5, totalValue: 2345.6 },
        })
      })

      const value = (label: string) =>
        page.getByRole('main').getByText(label, { exact: true }).locator('xpath=../..').innerText()
      await page.goto('/dashboard/orders')
      await expect.poll(() => value(t('account', 'dashboard.spent'))).toContain(spent)
      await page.goto('/dashboard/products')
      await expect.poll(() => value(t('account', 'products.value'))).toContain(worth)
      await context.close()
    }
  })
})

describe('the session of the browser', () => {
  it('settings that cannot be loaded: the defaults apply and the failure is logged [S019, S020]', async () => {
    const visitor = await visit(shop, desk)
    const { page } = visitor
    const noted: string[] = []
    page.on('console', (message) => noted.push(message.text()))
    await asShell(page)
    await page.route('**/api/server/public/site-settings', (route) =>
      route.fulfill({ status: 500, json: {} }),
    )
    await page.goto('/terms')
    await settled(page)
    await page.getByRole('banner').getByText(siteDefaults.siteName).first().waitFor()
    await page.getByRole('contentinfo').getByText(new RegExp(siteDefaults.siteName)).waitFor()
    expect(noted.some((text) => text.startsWith('Erro ao carregar configurações do site'))).toBe(
      true,
    )
    await visitor.context.close()
  })

  it('each of five types has its title, ways out and help; an unknown one counts as denied [S121, S284]', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    const titles = new Set<string>()

    for (const type of [
      'no-auth',
      'token-error',
      'insufficient-permissions',
      'auth-error',
      'denied',
      'made-up',
      '__proto__',
    ]) {
      await page.goto('/permission')

      await page.evaluate((given) => {
        window.history.replaceState(
          {
            ...window.history.state,
            usr: { type: given, requiredRole: ['admin', 'developer'], currentRole: 'client' },
          },
          '',
        )
      }, type)

      await page.reload()

      const knownType = [
        'no-auth',
        'token-error',
        'insufficient-permissions',
        'auth-error',
      ].includes(type)
        ? type
        : 'denied'

      await page
        .getByRole('heading', {
          level: 1,
          name: t('store', `permission.title.${knownType}`),
          exact: true,
        })
        .waitFor()

      await page.getByText(t('store', `permission.message.${knownType}`), { exact: true }).waitFor()
      titles.add(t('store', `permission.title.${knownType}`))

      for (const [label, href] of [
        ['permission.dashboard', '/dashboard'],
        ['permission.home', '/'],
      ] as const)
        expect(
          await page
            .getByRole('main')
            .getByRole('link', { name: t('store', label) })
            .getAttribute('href'),
        ).toBe(href)

      expect(
        await page
          .getByRole('main')
          .getByRole('link', { name: t('store', 'permission.support') })
          .getAttribute('href'),
      ).toBe('/sandbox/chat')

      expect(
        await page
          .getByRole('main')
          .getByRole('link', { name: t('store', 'permission.login') })
          .count(),
      ).toBe(['no-auth', 'token-error', 'auth-error'].includes(type) ? 1 : 0)
    }

    expect(titles.size).toBe(5)
    await visitor.context.close()
  })

  it('a translation file is read once per page; the text direction follows the language [S296, S297]', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await page.clock.install()
    const read: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/locales/')) read.push(new URL(request.url()).pathname)
    })
    await asShell(page)
    await page.goto('/status')
    await settled(page)
    await page.clock.fastForward('05:00:00')

    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('common', 'footer.terms') })
      .click()

    await page.waitForURL('**/terms')
    await settled(page)
    expect(read.length).toBeGreaterThan(1)
    expect(new Set(read).size).toBe(read.length)
    expect(await page.evaluate(() => document.documentElement.dir)).toBe('ltr')
    await visitor.context.close()
  })
})
