import { demoPassword } from '@chaveiro/contracts/limits'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openShop, sidewaysScroll, visit, type Shop, type Visit } from './shop.ts'

// The parts around the pages: loading screen, navbar, home page with music, particles, footer.
// bell.long.e2e.ts tests the bell.

const guild = '123456789012345678'
let shop: Shop

// A shop with a Discord server; tests that need a shop without Discord open another one.
beforeAll(async () => {
  shop = await openShop({ DISCORD_GUILD_ID: guild })
})

afterAll(async () => {
  await shop?.close()
})

const phone = { language: 'pt-BR', width: 360 } as const
const desk = { language: 'pt-BR', width: 1280 } as const
const lively = { ...desk, reducedMotion: 'no-preference' } as const

async function logIn({ page, t }: Visit, email = 'cliente@demo.test'): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(t('account', 'field.email')).fill(email)
  await page.getByLabel(t('account', 'field.password'), { exact: true }).fill(demoPassword)

  await page
    .getByRole('main')
    .getByRole('button', { name: t('account', 'login.submit'), exact: true })
    .click()

  await page.waitForFunction(() => localStorage.getItem('userData') !== null)
}

/**
 * A token like the server's, but with this expiry. Only the browser reads the token, so its
 * signature is a dummy.
 */
const tokenUntil = (exp: number) =>
  `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ role: 'client', exp })).replace(/=+$/, '')}.x`

const kept = (page: Page, session: Record<string, string>) =>
  page.addInitScript((values) => {
    if (!sessionStorage.getItem('set')) {
      sessionStorage.setItem('set', '1')
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
    }
  }, session)

const person = (name: string) =>
  JSON.stringify({ id: 'u1', _id: 'u1', name, email: 'a@b.test', role: 'client' })

const phaseOf = (page: Page) =>
  page.evaluate(() => document.querySelector('.loading')?.getAttribute('data-phase') ?? 'over')

/** Records the phases of the loading screen with their times, from the first moment on. */
const watchPhases = (page: Page) =>
  page.addInitScript(() => {
    const seen: [string, number][] = []
    Object.assign(window, { seen })

    const look = () => {
      const now =
        document.querySelector('.loading')?.getAttribute('data-phase') ??
        (seen.length ? 'over' : null)
      if (now && seen.at(-1)?.[0] !== now) seen.push([now, performance.now()])
      requestAnimationFrame(look)
    }

    look()
  })

/** Makes the next page load the first one of a new visit. */
const endVisit = (page: Page) =>
  page.evaluate(() => {
    if (location.protocol.startsWith('http')) sessionStorage.removeItem('visited')
  })

const phases = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: [string, number][] }).seen)

describe('loading screen', () => {
  it('covers the finished page, which is inert, and ends at 2.8 s; never again within the shop [S036, S037, S039, S041]', async () => {
    const visitor = await visit(shop, lively)
    const { page } = visitor
    await watchPhases(page)
    await page.goto('/products')
    await page.getByRole('heading', { name: 'LOADING...' }).waitFor()
    await page.locator('.fight').waitFor()
    const leftFighter = page.locator('[data-fighter=left]')
    const right = page.locator('[data-fighter=right]')
    expect(await leftFighter.locator('text').textContent()).toBe('C')
    expect(await right.locator('text').textContent()).toBe('Guest')

    const [red, green] = await Promise.all(
      [leftFighter, right].map((one) =>
        one.evaluate((node) => getComputedStyle(node).color.match(/\d+/g)!.map(Number)),
      ),
    )

    expect(red![0]! > red![1]! + 100 && red![0]! > red![2]! + 100).toBe(true)
    expect(green![1]! > green![0]! + 100 && green![1]! > green![2]! + 40).toBe(true)
    const [boxLeft, boxRight] = [await leftFighter.boundingBox(), await right.boundingBox()]
    expect(boxLeft!.x).toBeLessThan(boxRight!.x)

    expect(
      await page
        .locator('.tear')
        .evaluateAll((tears) => tears.every((tear) => tear.getAnimations().length === 1)),
    ).toBe(true)

    // The page is already behind the loading screen, but inert.
    expect(await page.locator('main h1').count()).toBe(1)
    expect(await page.locator('[inert] main').count()).toBe(1)

    expect(
      await page.evaluate(() => {
        document.querySelector<HTMLElement>('header a')!.focus()
        return document.activeElement === document.body
      }),
    ).toBe(true)

    await page.waitForFunction(() => !document.querySelector('.loading'))
    expect(await page.locator('[inert]').count()).toBe(0)
    const phaseMarks = await phases(page)
    expect(phaseMarks.map(([name]) => name)).toEqual(['first', 'on', 'hidden', 'over'])
    const start = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
    )
    const lasted = phaseMarks.at(-1)![1] - start
    expect(lasted).toBeGreaterThanOrEqual(2_790)

    await page
      .getByRole('banner')
      .getByRole('link', { name: visitor.t('common', 'nav.status') })
      .click()

    await page.getByRole('heading', { level: 1 }).waitFor()
    expect((await phases(page)).length).toBe(4)
    expect(await phaseOf(page)).toBe('over')
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  it('a click hides it after 1.8 s and ends it at 2.0 s; the keyboard has the skip button [S039]', async () => {
    const visitor = await visit(shop, lively)
    const { page, t } = visitor

    for (const skip of [
      () => page.locator('.loading').click({ position: { x: 20, y: 20 } }),
      () => page.keyboard.press('Tab').then(() => page.keyboard.press('Enter')),
    ]) {
      await page.addInitScript(() =>
        addEventListener(
          'click',
          () => {
            Object.assign(window, { clickedAt: performance.now() })
          },
          true,
        ),
      )

      await watchPhases(page)
      await endVisit(page)
      await page.goto('/')
      await page.waitForFunction(
        () => document.querySelector('.loading')?.getAttribute('data-phase') === 'on',
      )
      expect(await page.getByRole('button', { name: t('common', 'loading.skip') }).count()).toBe(1)
      await skip()
      await page.waitForFunction(() => !document.querySelector('.loading'))
      const clicked = await page.evaluate(
        () => (window as unknown as { clickedAt: number }).clickedAt,
      )
      const start = await page.evaluate(
        () => performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      )
      const at = new Map(await phases(page))
      // A click later than 0.8 s never delays the end of the loading screen.
      expect(at.get('hidden')! - clicked).toBeGreaterThanOrEqual(
        Math.min(1_790, 2_590 + start - clicked),
      )
      expect(at.get('over')! - clicked).toBeGreaterThanOrEqual(
        Math.min(1_990, 2_790 + start - clicked),
      )
      expect(at.get('over')!).toBeGreaterThan(at.get('hidden')!)
    }

    await visitor.context.close()
  })

  it('comes once a visit: not on the next page, nor on the way back from the card page [P125]', async () => {
    const watchSeen = (page: Page) =>
      page.addInitScript(() => {
        const look = () => {
          const screen = document.querySelector('.loading')
          if (screen?.checkVisibility()) Object.assign(window, { wasSeen: true })
          requestAnimationFrame(look)
        }
        look()
      })

    const wasSeen = async (page: Page, path: string) => {
      await page.goto(path)
      await page.waitForSelector('html[data-ready]', { state: 'attached' })
      await page.waitForFunction(() => !document.querySelector('.loading'))

      return page.evaluate(() => 'wasSeen' in window)
    }

    const visitor = await visit(shop, lively)
    await watchSeen(visitor.page)
    expect(await wasSeen(visitor.page, '/products')).toBe(true)
    expect(await wasSeen(visitor.page, '/')).toBe(false)
    expect(await wasSeen(visitor.page, '/login')).toBe(false)
    await endVisit(visitor.page)
    expect(await wasSeen(visitor.page, '/')).toBe(true)
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
    const back = await visit(shop, lively)
    await watchSeen(back.page)
    expect(await wasSeen(back.page, '/status?session_id=cs_unknown')).toBe(false)
    await back.context.close()
  })

  it('without scripts or with reduced motion nothing is in the way [S036, S041]', async () => {
    const still = await visit(shop, desk)
    await still.page.goto('/products')
    await still.page.waitForFunction(() => !document.querySelector('.loading'))

    expect(
      await still.page.evaluate(
        () =>
          performance.now() - performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
      ),
    ).toBeLessThan(2_600)

    await still.context.close()
    const plain = await visit(shop, { ...lively, javaScript: false })
    await plain.page.goto('/products')
    expect(await plain.page.locator('.loading').isVisible()).toBe(false)
    await plain.context.close()
  })

  it('the green figure: name of the dashboard call, else stored, else Guest [S038]', async () => {
    const name = async (given: Record<'answer' | 'stored' | 'shown', string>) => {
      const visitor = await visit(shop, lively)
      const { page } = visitor
      await kept(page, { accessToken: tokenUntil(4e9), userData: person(given.stored) })

      await page.route('**/api/users/dashboard', (route) =>
        route.fulfill({
          status: given.answer ? 200 : 400,
          json: given.answer
            ? {
                success: true,
                data: {
                  user: { name: given.answer, email: 'a@b.test', role: 'client' },
                  dashboard: {},
                },
              }
            : { success: false, error: 'x' },
        }),
      )

      await page.route('**/api/product/cart/**', (route) =>
        route.fulfill({ json: { success: true, cart: null, items: [] } }),
      )
      // The test moves the clock through the 2.8 seconds, so that a slow machine sees all phases.
      await page.clock.install()
      await page.clock.pauseAt(Date.now() + 1000)
      await page.goto('/')
      const label = page.locator('[data-fighter=right] text')

      const read = async () => {
        await page.clock.runFor(20)
        return (await label.count()) ? label.textContent() : null
      }

      await expect.poll(read).toBe(given.shown)
      await visitor.context.close()
    }

    await name({ answer: 'Ana Clara', stored: 'Velho Nome', shown: 'Ana Clara' })
    await name({ answer: '', stored: 'Velho Nome', shown: 'Velho Nome' })
  })

  it('an expired token is renewed once on load; a refusal ends the session in silence [S040, S041]', async () => {
    const visitor = await visit(shop, lively)
    const { page } = visitor
    let refreshes = 0

    await page.route('**/api/users/refresh-token', (route) => {
      refreshes += 1
      return route.fulfill({ status: 401, json: { success: false, error: 'x' } })
    })

    await page.route('**/api/product/cart/**', (route) =>
      route.fulfill({ json: { success: true, cart: null, items: [] } }),
    )
    await kept(page, { accessToken: tokenUntil(1_000), userData: person('Fulano'), theme: 'dark' })
    await page.goto('/products')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    expect(
      await page.evaluate(() => [localStorage.getItem('userData'), localStorage.getItem('theme')]),
    ).toEqual([null, 'dark'])
    await expect.poll(() => page.locator('[data-fighter=right] text').textContent()).toBe('Guest')
    expect(refreshes).toBe(1)
    await page.waitForFunction(() => !document.querySelector('.loading'))
    expect(new URL(page.url()).pathname).toBe('/products')

    await page
      .getByRole('banner')
      .getByRole('link', { name: visitor.t('common', 'nav.login') })
      .waitFor()

    await visitor.context.close()
    const back = await visit(shop, lively)
    await logIn(back)

    await back.page.evaluate(
      (token) => localStorage.setItem('accessToken', token),
      tokenUntil(1_000),
    )

    await endVisit(back.page)
    await back.page.goto('/')
    await expect
      .poll(() => back.page.evaluate(() => localStorage.getItem('accessToken')!.length))
      .toBeGreaterThan(100)
    await expect
      .poll(() => back.page.locator('[data-fighter=right] text').textContent())
      .toBe('Cliente Demo')
    await back.context.close()
  })
})

describe('home', () => {
  it('hero and blurbs for everybody, the quick menu for logged-in people [S061, S062]', async () => {
    const visitor = await visit(shop, phone)
    const { page, t } = visitor
    await page.goto('/')
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 1, name: 'Chaveiro' }).waitFor()
    expect(
      await main.getByRole('link', { name: t('store', 'home.shop') }).getAttribute('href'),
    ).toBe('/products')

    for (const key of [
      'home.secure',
      'home.qualityTitle',
      'home.qualityText',
      'home.supportTitle',
      'home.supportText',
    ])
      await main.getByText(t('store', key), { exact: true }).waitFor()

    // Without a link from its owner the shop links to no Discord server (Q124).
    expect(await main.getByRole('link', { name: t('store', 'home.support') }).count()).toBe(0)
    expect(await main.getByRole('region', { name: t('store', 'home.quickMenu') }).count()).toBe(0)
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await logIn(visitor)
    await page.goto('/')
    const menu = main.getByRole('region', { name: t('store', 'home.quickMenu') })
    for (const text of ['C', 'Cliente Demo', 'cliente@demo.test', t('store', 'role.client')])
      await menu.getByText(text, { exact: true }).first().waitFor()
    const tiles = await menu
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))

    expect(tiles).toEqual([
      '/products',
      '/dashboard',
      '/dashboard/orders',
      '/status',
      '/sandbox/chat',
    ])

    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)

    const [chat] = await Promise.all([
      visitor.context.waitForEvent('page'),
      menu.getByRole('link', { name: t('store', 'home.help') }).click(),
    ])

    await chat.waitForLoadState()
    expect(new URL(chat.url()).pathname).toBe('/sandbox/chat')
    await visitor.context.close()
  })
})

describe('navbar and footer', () => {
  it('a visitor: name, links, bell, login; scrolled after 10 px [S042, S043, S044, S046, S048]', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    await page.goto('/products')
    const bar = page.getByRole('banner')

    const target = async (name: string) =>
      new URL(
        await bar
          .getByRole('link', { name, exact: true })
          .evaluate((link: HTMLAnchorElement) => link.href),
      ).pathname

    expect([
      await target('Chaveiro'),
      await target(t('common', 'nav.products')),
      await target(t('common', 'nav.status')),
      await target(t('common', 'nav.login')),
      await target(t('common', 'nav.register')),
    ]).toEqual(['/', '/products', '/status', '/login', '/register'])

    await bar.getByRole('button', { name: /^Notificações/ }).waitFor()
    expect(await bar.getByRole('link', { name: t('common', 'widget.support') }).count()).toBe(0)
    const scrolled = () => bar.locator('[data-scrolled]').getAttribute('data-scrolled')
    expect(await scrolled()).toBe('false')
    await page.evaluate(() => window.scrollTo(0, 10))
    await page.waitForTimeout(100)
    expect(await scrolled()).toBe('false')
    await page.evaluate(() => window.scrollTo(0, 11))
    await expect.poll(scrolled).toBe('true')
    await visitor.context.close()
  })

  it("logged in: cart, community, dashboard, logout; the admin button is the admin's alone [S045, S046, S048]", async () => {
    for (const [email, admin] of [
      ['cliente@demo.test', 0],
      ['developer@demo.test', 0],
      ['admin@demo.test', 1],
    ] as const) {
      const visitor = await visit(shop, desk)
      const { page, t } = visitor
      const token = { client: 'client', developer: 'developer', admin: 'admin' }[
        email.split('@')[0]!.replace('cliente', 'client')
      ]!

      await kept(page, {
        accessToken: tokenUntil(4e9),
        userData: JSON.stringify({ id: 'u1', _id: 'u1', name: 'X', email, role: token }),
      })

      await page.route('**/api/users/dashboard', (route) =>
        route.fulfill({ status: 400, json: {} }),
      )
      await page.route('**/api/product/cart/**', (route) =>
        route.fulfill({ json: { success: true, cart: null, items: [] } }),
      )

      await page.route('**/notifications/guild-id', (route) =>
        route.fulfill({
          json: { success: true, guildId: 'default', data: { guildId: 'default' } },
        }),
      )

      await page.route('**/api/users/tickets/unread', (route) =>
        route.fulfill({ json: { success: true, unread: 0 } }),
      )
      await page.route('**/api/users/notifications', (route) =>
        route.fulfill({ json: { success: true, viewed: [], preferences: null } }),
      )
      await page.goto('/terms')
      const bar = page.getByRole('banner')
      await bar.getByRole('button', { name: /^Carrinho/ }).waitFor()
      expect(
        await bar.getByRole('link', { name: t('common', 'widget.support') }).getAttribute('href'),
      ).toBe('/sandbox/chat')
      expect(
        await bar.getByRole('link', { name: t('common', 'nav.dashboard') }).getAttribute('href'),
      ).toBe('/dashboard')
      expect(await bar.getByRole('button', { name: t('common', 'nav.logout') }).count()).toBe(1)
      const button = bar.getByRole('link', { name: t('common', 'nav.admin') })
      expect(await button.count()).toBe(admin)
      if (admin) expect(await button.getAttribute('href')).toBe('/admin/users')
      await visitor.context.close()
    }
  })

  it('the community button asks the chat service only on click, and falls back to support [S048]', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    let requestCount = 0
    let works = true

    await page.route(`**/api/server/guild/${guild}/widget`, (route) => {
      requestCount += 1
      return works
        ? route.fulfill({
            json: {
              success: true,
              widget: {
                name: 'Loja no chat',
                online: 1234,
                invite: 'https://discord.com/invite/abc',
              },
            },
          })
        : route.abort()
    })

    await logIn(visitor)
    await page.goto('/terms')
    const button = page
      .getByRole('banner')
      .getByRole('button', { name: t('common', 'widget.open') })
    await button.waitFor()
    expect(await button.getAttribute('data-guild')).toBe(guild)
    expect(requestCount).toBe(0)
    await button.click()
    const panel = page.getByRole('dialog')
    await panel.getByText('Loja no chat').waitFor()
    await panel.getByText('1.234 pessoas online').waitFor()
    expect(await panel.getByRole('link').getAttribute('href')).toBe(
      'https://discord.com/invite/abc',
    )
    works = false
    await page.goto('/terms')

    await page
      .getByRole('banner')
      .getByRole('button', { name: t('common', 'widget.open') })
      .click()

    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('common', 'widget.support') })
      .waitFor()

    await visitor.context.close()
  })

  it('the footer says year and name in the language chosen, on every page [S023]', async () => {
    const year = new Date().getFullYear()
    for (const [language, line] of [
      ['pt-BR', `© ${year} Chaveiro. Todos os direitos reservados.`],
      ['en-US', `© ${year} Chaveiro. All rights reserved.`],
    ] as const) {
      const visitor = await visit(shop, { ...phone, language })

      for (const path of ['/', '/products', '/login', '/status']) {
        await visitor.page.goto(path)
        await visitor.page.getByRole('contentinfo').getByText(line).waitFor()
      }

      await visitor.context.close()
    }
  })
})
