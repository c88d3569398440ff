import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone, refuse, rowOf, soon, staff } from './admin.ts'
import { actOn, stateIn } from './row-acts.ts'
import { openShop, sidewaysScroll, visit, type Shop } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

const sections = [
  'sales',
  'transactions',
  'carts',
  'products',
  'categories',
  'licenses',
  'tickets',
  'users',
  'security',
  'notifications',
  'system',
  'logs',
  'settings',
  'stock',
  'cupons',
]

describe('access to the back office', () => {
  it('a developer runs the shop from the back office too [B001, B017, S208]', async () => {
    const { page, t, context } = await staff(shop, desk(), 'products', 'developer@demo.test')
    await page.getByRole('heading', { name: t('admin', 'adminProducts.title'), level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin/products')
    await context.close()
  })

  it('visitors and customers are refused in all 15 sections and read which role opens each [B009]', async () => {
    const visitor = await visit(shop, desk())
    const customer = await staff(shop, desk(), 'users', 'cliente@demo.test')

    for (const section of sections) {
      await visitor.page.goto(`/admin/${section}`)
      await visitor.page
        .getByRole('heading', { level: 1, name: visitor.t('store', 'permission.title.no-auth') })
        .waitFor()
      await customer.page.goto(`/admin/${section}`)

      await customer.page
        .getByRole('heading', {
          level: 1,
          name: customer.t('store', 'permission.title.insufficient-permissions'),
        })
        .waitFor()

      await customer.page
        .getByText(
          customer.t('store', 'permission.roles', {
            required: ['role.admin', 'role.developer']
              .map((role) => customer.t('store', role))
              .join(', '),
            current: customer.t('store', 'role.client'),
          }),
        )
        .waitFor()

      for (const { page } of [visitor, customer])
        expect(new URL(page.url()).pathname, section).toBe('/permission')
    }

    await visitor.context.close()
    await customer.context.close()
  })

  it('without stored user data the shell goes to /login, with a role that is not staff to / [B016, S207]', async () => {
    const { page, context } = await staff(shop, desk(), 'products')
    await page.getByRole('heading', { level: 1 }).waitFor()

    await page.evaluate(() =>
      localStorage.setItem(
        'userData',
        JSON.stringify({ ...JSON.parse(localStorage.getItem('userData')!), role: 'client' }),
      ),
    )

    await page.reload()
    await page.waitForURL((url) => url.pathname === '/')
    await page.evaluate(() => localStorage.removeItem('userData'))
    // The dashboard call would store the user again (Q05), so it is aborted. The back office checks
    // the stored user when it opens.
    await page.route('**/api/users/dashboard', (route) => route.abort())
    await page.goto('/admin/products')
    await page.waitForURL('**/login')
    await context.close()
  })

  it('bare /admin is users, an unknown section goes home [B010, B015]', async () => {
    const { page, context } = await staff(shop, desk(), 'unknown-section')
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/admin')
    await page.waitForURL('**/admin/users')
    await context.close()
  })
})

describe('the frame', () => {
  it('the menu lists Hoje, the orders and 15 sections in both languages, the open one marked [B013, B014, B004, Q108]', async () => {
    for (const [language, rights] of [
      ['pt-BR', 'Todos os direitos reservados.'],
      ['en-US', 'All rights reserved.'],
    ] as const) {
      const { page, t, context } = await staff(shop, desk(language), 'categories')

      const nav = page
        .getByRole('complementary')
        .first()
        .getByRole('navigation', { name: t('admin', 'shell.sections') })

      await nav.waitFor()

      expect(
        (
          await nav
            .getByRole('link')
            .evaluateAll((links) =>
              links.map((link) => link.getAttribute('href')!.replace('/admin/', '')),
            )
        ).toSorted(),
      ).toEqual([...sections, 'orders', 'today'].toSorted())

      expect((await page.getByRole('complementary').first().innerText()).split('\n').at(-1)).toBe(
        `© ${new Date().getFullYear()} Chaveiro. ${rights}`,
      )
      // Two reviews of the demo shop wait for staff; the menu shows their count at the products.
      const waiting = { 'pt-BR': '2 avaliações esperam', 'en-US': '2 reviews waiting' }[language]

      for (const section of sections) {
        const name = t('admin', `shell.section.${section}`)

        const link = nav.getByRole('link', {
          name: section === 'products' ? `${name} ${waiting}` : name,
          // The name of the tickets' link contains the number of open tickets.
          exact: section !== 'tickets',
        })

        await soon(() => link.count()).toBe(1)
      }

      expect(await nav.locator('[aria-current=page]').allTextContents()).toEqual([
        t('admin', 'shell.section.categories'),
      ])
      await nav.getByRole('link', { name: t('admin', 'shell.section.logs'), exact: true }).click()
      await page.waitForURL('**/admin/logs')
      await soon(() => nav.locator('[aria-current=page]').allTextContents()).toEqual([
        t('admin', 'shell.section.logs'),
      ])
      await context.close()
    }
  })

  it('on a phone the sections are behind the menu; no section scrolls sideways [B013]', async () => {
    const { page, t, context } = await staff(shop, phone('en-US'), 'products')
    await page.getByRole('button', { name: t('admin', 'shell.menu') }).click()

    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('admin', 'shell.section.security'), exact: true })
      .click()

    await page.waitForURL('**/admin/security')
    await soon(() => page.getByRole('dialog').count()).toBe(0)

    for (const section of [
      'products',
      'categories',
      'notifications',
      'security',
      'system',
      'logs',
      'settings',
      'products?pageOf=new',
    ]) {
      await page.goto(`/admin/${section}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await sidewaysScroll(page), section).toBeLessThanOrEqual(0)
    }

    await context.close()
  })

  it('the keyboard opens sections and acts in the palette; language and theme change here too [B001, B004]', async () => {
    const { page, t, context, complaints } = await staff(shop, desk(), 'products')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: t('admin', 'palette.title') })
    await soon(() =>
      palette.getByRole('combobox').evaluate((input) => input === document.activeElement),
    ).toBe(true)
    await page.keyboard.type('seguranca')
    await soon(() => palette.getByRole('option').count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin/security')
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await page.waitForURL('**/admin/categories')
    await page.keyboard.press('?')

    await page
      .getByRole('dialog', { name: t('admin', 'shell.keys') })
      .getByText(t('admin', 'shell.section.orders'))
      .waitFor()

    await page.keyboard.press('Escape')
    await page.goto('/admin/products')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('g u')
    expect(new URL(page.url()).pathname).toBe('/admin/products')

    await page
      .getByRole('complementary')
      .first()
      .getByRole('button', { name: /Conta, tema e idioma$/ })
      .click()

    await page.getByRole('menuitemradio', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Products', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('dark')
    await page.getByRole('option', { name: /dark theme/ }).click()
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('lists', () => {
  it('a section shows its loading, logs and explains a failure, and loads again by a button [B007, B231]', async () => {
    const { page, t, context, complaints } = await staff(shop, desk(), 'settings')
    await page.getByRole('heading', { level: 1 }).waitFor()
    let free!: () => void
    const held = new Promise<void>((done) => {
      free = done
    })

    await page.route('**/api/admin/product?*', async (route) => {
      await held
      await route.fulfill({
        status: 500,
        contentType: 'application/json',
        body: '{"success":false,"error":"x","code":"internal"}',
      })
    })

    await page
      .getByRole('complementary')
      // The link's name contains the number of waiting reviews as soon as that number is loaded.
      .getByRole('link', { name: /^Produtos( 2 avaliações esperam)?$/ })
      .click()

    await page.getByRole('status', { name: t('common', 'state.loading') }).waitFor()
    free()

    await page
      .getByRole('alert')
      .filter({ hasText: t('admin', 'adminProducts.errorLoad') })
      .waitFor()

    expect(complaints.some((line) => line.includes('/api/admin/product'))).toBe(true)
    await page.unroute('**/api/admin/product?*')
    await page.getByRole('button', { name: t('common', 'action.retry') }).click()
    await page.getByRole('table').waitFor()
    await context.close()
  })

  it('previous is off on the first page, next on the last; the page is in the address [B156, B043]', async () => {
    const { page, t, context } = await staff(shop, desk(), 'products')
    const pages = page.getByRole('navigation', { name: t('admin', 'kit.pages') })

    const [previous, next] = [
      pages.getByRole('button', { name: t('admin', 'kit.previous') }),
      pages.getByRole('button', { name: t('admin', 'kit.next') }),
    ]

    await pages.getByText(/Página 1 de [2-9]/).waitFor()
    expect([await previous.isDisabled(), await next.isDisabled()]).toEqual([true, false])
    expect(await page.getByRole('table').getByRole('row').count()).toBe(11)
    const last = Number(/de (\d+)/.exec(await pages.innerText())![1])

    for (let at = 2; at <= last; at++) {
      await next.click()
      await pages.getByText(t('admin', 'kit.pageOf', { page: at, pages: last })).waitFor()
    }

    expect([await previous.isDisabled(), await next.isDisabled()]).toEqual([false, true])
    expect(new URL(page.url()).searchParams.get('page')).toBe(String(last))
    await page.reload()
    await pages.getByText(t('admin', 'kit.pageOf', { page: last, pages: last })).waitFor()
    await page.goBack()
    await pages.getByText(t('admin', 'kit.pageOf', { page: last - 1, pages: last })).waitFor()
    await page.goto('/admin/products?page=900')
    await pages.getByText(t('admin', 'kit.pageOf', { page: last, pages: last })).waitFor()
    await context.close()
  })

  it('a deletion asks first, names its effects, can be cancelled, and reloads the list [B176, B008]', async () => {
    const { page, t, context, api } = await staff(shop, phone(), 'products')

    const { product } = await api('/api/admin/product', {
      method: 'POST',
      body: JSON.stringify({ name: 'Zebra para apagar', description: 'd', price: 1 }),
    })

    await page.goto('/admin/products?search=Zebra')
    const row = rowOf(page, 'Zebra para apagar')
    const remove = () => actOn(row, t('admin', 'kit.delete'))
    await remove()
    const question = page.getByRole('alertdialog', {
      name: t('admin', 'adminProducts.deleteTitle', { name: 'Zebra para apagar' }),
    })
    await question.getByText(t('admin', 'adminProducts.deleteText')).waitFor()
    await question.getByRole('button', { name: t('admin', 'kit.cancel') }).click()
    expect((await api(`/api/admin/product/${product.id}`)).success).toBe(true)
    await remove()
    await question.getByRole('button', { name: t('admin', 'adminProducts.deleteAct') }).click()
    await page.getByText(t('admin', 'kit.noMatch')).waitFor()
    expect((await api(`/api/admin/product/${product.id}`)).success).toBe(false)
    await context.close()
  })
})

describe('texts', () => {
  it('a refusal shows the section’s text and the server’s reason until it is closed [B249]', async () => {
    const { page, t, context, complaints } = await staff(shop, desk('en-US'), 'products')
    const row = page.getByRole('row').nth(1)
    await row.waitFor()

    const restore = await refuse(page, /\/api\/admin\/product\/[\w-]+$/, 'A provider said no.', {
      status: 409,
      method: 'PUT',
    })

    await stateIn(page, 'Status of ').choose(t('admin', 'adminProducts.status.maintenance'))
    const banner = page
      .getByRole('alert')
      .filter({ hasText: `${t('admin', 'adminProducts.errorUpdate')} A provider said no.` })
    await banner.waitFor()
    expect(complaints.some((line) => line.includes(t('admin', 'adminProducts.errorUpdate')))).toBe(
      true,
    )
    await banner.getByRole('button', { name: t('common', 'action.close') }).click()
    expect(await banner.count()).toBe(0)
    await restore()
    await context.close()
  })

  it("a visitor's first page loads nothing of the back office", async () => {
    const visitor = await visit(shop, phone())
    const files: string[] = []
    visitor.page.on('request', (request) => files.push(request.url()))
    await visitor.page.goto('/')
    await visitor.page.getByRole('main').getByRole('link').first().waitFor()
    await visitor.page.waitForLoadState('networkidle')
    expect(
      files.filter((file) => /shell|use-list|list-page|locales\/[\w-]+\/admin/.test(file)),
    ).toEqual([])
    await visitor.context.close()
  })
})
