import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openFleet, until } from '../server/src/testing/fleet.ts'
import { person } from '../server/src/testing/make.ts'
import { xssTexts } from '../server/src/testing/xss-corpus.ts'
import { adminSections } from '../web/src/routing/paths.ts'
import { desk, rowOf, soon, staff } from './admin.ts'
import { settled, signIn } from './routes.ts'
import { actOn } from './row-acts.ts'
import { openShop, visit, type Shop, type Visit } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop({ RATE_ACCOUNT: '1000', RATE_CHECKOUT: '1000' })
})

afterAll(async () => {
  await shop?.close()
})

/** Joins payloads into as few texts as possible, each of at most `max` characters. */
function packed(max: number): string[] {
  const texts: string[] = ['']

  for (const text of xssTexts
    .map((one) => one.replace(/[\u0000-\u001f\u007f]/g, ' ').trim())
    .filter((one) => one.length <= max && one.isWellFormed())) {
    if (`${texts.at(-1)} ${text}`.length > max) texts.push(text)
    else texts[texts.length - 1] = `${texts.at(-1)} ${text}`.trim()
  }

  return texts
}

type Watched = Visit & { ran: string[] }

/**
 * A browser without Content-Security-Policy, so that an injected script really runs and is
 * reported.
 */
async function watched(given: Visit | null = null): Promise<Watched> {
  const visitor = given ?? (await visit(shop, { ...desk(), bypassCSP: true }))
  const ran: string[] = []
  await visitor.context.exposeFunction('xss', () => {
    ran.push(`ran on ${visitor.page.url()}`)
  })

  // The shop itself may open a tab (a transcript), which is searched too. Any other new tab fails
  // the test.
  visitor.context.on('page', async (page) => {
    await page.waitForURL(/^(?!about:blank)/).catch(() => {})

    ran.push(
      ...(page.url().startsWith(`${shop.origin}/`)
        ? await planted(page)
        : [`opened ${page.url()}`]),
    )

    await page.close()
  })

  visitor.page.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })

  visitor.context.on('request', (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).hostname !== 'localhost')
      ran.push(`asked ${request.url()}`)
  })

  return { ...visitor, ran }
}

/**
 * Markup that a text injected into a page or its iframes: event attributes, script URLs, inline
 * scripts, and elements such as object, embed and base.
 */
const planted = async (page: Page): Promise<string[]> =>
  (await Promise.all(page.frames().map((frame) => frame.evaluate(plantedHere)))).flat()

const plantedHere = (): string[] =>
  [...document.querySelectorAll('*')].flatMap((element) => {
    const found = [...element.attributes]
      .filter(
        ({ name, value }) =>
          /^on/i.test(name) ||
          (/^(href|src|action|formaction|xlink:href|data|srcdoc|background)$/i.test(name) &&
            /^\s*(javascript|vbscript|data:text)/i.test(value)),
      )
      .map(({ name, value }) => `${element.tagName} ${name}=${value.slice(0, 80)}`)

    if (
      element.tagName === 'SCRIPT' &&
      !element.getAttribute('src') &&
      !/^application\/(ld\+)?json$/.test(element.getAttribute('type') ?? '')
    )
      found.push(`script ${element.textContent.slice(0, 80)}`)

    if (/^(OBJECT|EMBED|MARQUEE|BASE|PORTAL|FRAMESET|PLAINTEXT|XMP|MATH)$/.test(element.tagName))
      found.push(element.tagName)

    return found
  })

async function expectQuiet({ page, ran }: Watched, where: string): Promise<void> {
  // Triggers pointer and focus handlers of every element.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      element.dispatchEvent(new Event('focus'))
    }
  })
  expect([where, await planted(page), ran]).toEqual([where, [], []])
}

type Filled = { customer: { email: string }; ticket: string; coupon: string; banned: string }

/** Writes payloads into every text that users or staff can write. */
async function poison(): Promise<Filled> {
  const { headers } = await signIn(shop, 'admin@demo.test')

  const call = async (method: string, path: string, body?: object) => {
    const answer = await shop.api(path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })

    expect([path, answer.success, answer.error]).toEqual([path, true, undefined])

    return answer
  }

  for (const name of packed(60).slice(0, 6))
    await call('POST', '/api/product/create-category', { name, description: packed(400)[0] })
  const whole = packed(9_000)

  for (const [at, name] of packed(120).entries())
    await call('POST', '/api/admin/product', {
      name,
      description: whole[at % whole.length],
      price: 10,
      isFeatured: at < 5,
      category: packed(60)[at % 6],
    })

  const { products } = await call('GET', '/api/admin/product?limit=100&sort=-createdAt')

  await call('POST', '/api/admin/stock', {
    productId: products[0].id,
    licenses: ['<script>xss()</script>', '"><img src=x onerror=xss()>-2', '{{xss()}}-3'],
  })

  const texts = packed(2_000)

  for (const [at, message] of texts.entries())
    await call('POST', '/api/admin/notifications', {
      type: 'alert',
      title: packed(100)[at],
      message,
      authorName: packed(80)[at % 6],
      embeds: [
        {
          title: packed(100)[at],
          description: texts[0],
          fields: [{ name: packed(100)[at], value: texts[0]!.slice(0, 900) }],
        },
      ],
      tags: [packed(30)[at % 9]],
    })

  const { users } = await call('GET', '/api/admin/users?limit=100')
  const clients = users.filter((one: { role: string; email: string }) => one.role === 'client')
  const names = packed(80)
  for (const [at, one] of clients.entries())
    await call('PUT', `/api/admin/users/${one.id}`, { name: names[at % names.length] })
  const banned = clients.find((one: { email: string }) => one.email !== 'cliente@demo.test')
  await call('POST', `/api/admin/users/${banned.id}/ban`, { reason: packed(500)[0] })

  await call('POST', '/api/admin/security/bans', {
    hwid: '<img src=x onerror=xss()>',
    reason: packed(400)[0],
  })

  const long = packed(4_000)

  const { ticket } = await call('POST', '/api/admin/tickets', {
    userName: names[0],
    userDiscordId: '123456789012345678',
    subject: packed(180)[0],

    messages: [
      ...packed(100).map((author, at) => ({ author, role: 'user', text: long[at % long.length] })),
      {
        author: 'x',
        role: 'bot',
        text: xssTexts
          .filter((one) => one.isWellFormed() && !one.includes('\u0000'))
          .slice(0, 100)
          .join('\n')
          .slice(0, 4_000),
        attachments: packed(250)
          .slice(0, 10)
          .map((name) => ({ name, url: 'https://x.test/a.png' })),

        embeds: packed(250)
          .slice(0, 10)
          .map((title) => ({
            title,
            description: long[0],
            footer: title,
            fields: [{ name: title, value: long[0]!.slice(0, 1_000) }],
          })),
      },
    ],
  })

  await call('PUT', '/api/admin/system/site-settings', {
    siteName: packed(80)[0],
    siteDescription: packed(300)[0],
    maintenanceMessage: packed(900)[0],
    termsOfService: xssTexts
      .map((one) => one.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ' ').toWellFormed())
      .join('\n\n'),
    privacyPolicy: `# ${packed(900)[0]}\n\n[x](javascript:xss())`,
  })

  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

  await call('POST', '/api/admin/cupons', {
    code: 'VENENO',
    type: 'percentage',
    value: 100,
    startDate: new Date(Date.now() - 60_000).toISOString(),
    endDate: tomorrow,
    products: [products[0].id],
  })

  const buyer = await signIn(shop)

  await shop.api(`/api/product/cart/${buyer.user.id}/add`, {
    method: 'POST',
    headers: buyer.headers,
    body: JSON.stringify({ productId: products[0].id, quantity: 2 }),
  })

  const { cart } = await shop.api(`/api/product/cart/${buyer.user.id}`, { headers: buyer.headers })

  const paid = await shop.api('/api/payment/efybank/checkout', {
    method: 'POST',
    headers: buyer.headers,
    body: JSON.stringify({
      cartId: cart.id,
      cupomCode: 'VENENO',
      termsAccepted: true,
      customer: { cpf: '52998224725' },
    }),
  })

  expect(paid.error).toBeUndefined()

  await shop.api(`/api/product/cart/${buyer.user.id}/add`, {
    method: 'POST',
    headers: buyer.headers,
    body: JSON.stringify({ productId: products[0].id, quantity: 1 }),
  })

  return {
    customer: { email: 'cliente@demo.test' },
    ticket: ticket.ticketId,
    coupon: 'VENENO',
    banned: banned.email,
  }
}

describe('texts that people write never run as code', () => {
  let filled: Filled
  beforeAll(async () => {
    filled = await poison()
  })

  it(`${xssTexts.length} payloads on every page of the shop run nothing [S221, B089]`, async () => {
    expect(xssTexts.length).toBeGreaterThanOrEqual(200)
    const watchedPage = await watched()
    const { page, context } = watchedPage
    await (await signIn(shop, filled.customer.email)).give(context)

    for (const path of [
      '/',
      '/products',
      '/products?sort=name',
      '/products?q=script',
      `/products/category/${encodeURIComponent(packed(60)[0]!)}`,
      '/dashboard',
      '/dashboard/orders',
      '/dashboard/products',
      '/dashboard/settings',
      '/checkout',
      '/terms',
      '/status',
      '/maintenance',
    ]) {
      await page.goto(path)
      await page.locator('main h1').first().waitFor()
      await settled(page).catch(() => {})
      await expectQuiet(watchedPage, path)
      if (path === '/products' || path === '/terms')
        expect(await page.locator('main').innerText(), path).toContain('<')
    }

    await page.goto('/')

    for (const button of await page.getByRole('banner').getByRole('button').all()) {
      await button.click({ timeout: 3_000 }).catch(() => {})
      await expectQuiet(watchedPage, 'a button of the bar')
      await page.keyboard.press('Escape')
    }

    await context.close()
  })

  it('in every section of the back office, its first row opened, and its own bell [B089]', async () => {
    const watchedPage = await watched(await staffWithoutPolicy())
    const { page, t } = watchedPage
    const sizes: string[] = []

    for (const section of adminSections) {
      await page.goto(`/admin/${section}`)
      if (!new URL(page.url()).pathname.startsWith('/admin')) continue

      await page.locator('main h1').first().waitFor()
      await settled(page).catch(() => {})
      await expectQuiet(watchedPage, section)
      sizes.push(section)
      const buttons = page.locator('main tbody tr').first().getByRole('button')

      for (let at = 0; at < Math.min(await buttons.count(), 4); at++) {
        const label = (await buttons.nth(at).getAttribute('aria-label')) ?? ''
        if (label.startsWith(t('admin', 'kit.delete'))) continue

        await buttons
          .nth(at)
          .click({ timeout: 3_000 })
          .catch(() => {})

        await page.waitForTimeout(200)
        await expectQuiet(watchedPage, `${section}: ${label}`)
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
      }
    }

    expect(sizes).toEqual([...adminSections])
    await watchedPage.context.close()
  })

  it('in a transcript, as a page and as the file that is kept, and in every mail and receipt [B089, B221]', async () => {
    const { headers } = await signIn(shop, 'admin@demo.test')
    const documents: [string, string][] = []

    for (const form of ['transcript', 'transcript/download'])
      documents.push([
        form,
        await (
          await fetch(`${shop.origin}/api/admin/tickets/${filled.ticket}/${form}`, { headers })
        ).text(),
      ])

    await soon(async () =>
      JSON.stringify(await shop.sandbox('GET', '/sandbox/api/mail')),
    ).toContain(filled.customer.email)
    for (const { id } of mailsOf(await shop.sandbox('GET', '/sandbox/api/mail')))
      documents.push([`mail ${id}`, htmlOf(await shop.sandbox('GET', `/sandbox/api/mail/${id}`))])
    expect(documents.length).toBeGreaterThan(2)
    const watchedPage = await watched()
    await watchedPage.page.goto('/offline.html').catch(() => {})

    for (const [name, html] of documents) {
      expect([name, html.length > 200]).toEqual([name, true])
      await watchedPage.page.setContent(html)
      await expectQuiet(watchedPage, name)
    }

    expect(documents.map(([, html]) => html).join('')).toContain('&lt;')
    await watchedPage.context.close()
  })
})

type Mail = { id: string }

const mailsOf = (answer: any): Mail[] =>
  (Array.isArray(answer) ? answer : (answer.mails ?? answer.mail ?? answer.messages)) as Mail[]

const htmlOf = (answer: any): string => String((answer.mail ?? answer.message ?? answer).html)

/** An administrator in a browser without Content-Security-Policy. */
async function staffWithoutPolicy(): Promise<Visit> {
  const visitor = await visit(shop, { ...desk(), bypassCSP: true })
  await (await signIn(shop, 'admin@demo.test')).give(visitor.context)

  return visitor
}

describe('the policy of every page', () => {
  it('no page of ours lets a script run that is not a file of ours, nor speaks unsafely [S221, B089]', async () => {
    const staffHeaders = (await signIn(shop, 'admin@demo.test')).headers
    const [{ ticketId }] = (await shop.api('/api/admin/tickets', { headers: staffHeaders })).tickets

    const pages = [
      '/',
      '/products',
      '/products/category/general',
      '/login',
      '/terms',
      '/status',
      '/checkout',
      '/dashboard',
      '/admin',
      ...adminSections.map((section) => `/admin/${section}`),
      '/maintenance',
      '/permission',
      '/nowhere',
      '/offline.html',
      '/docs/',
      `/api/admin/tickets/${ticketId}/transcript`,
    ]

    for (const path of pages) {
      const answer = await fetch(shop.origin + path, {
        headers: path.startsWith('/api') ? staffHeaders : {},
      })
      const policy = answer.headers.get('content-security-policy')
      expect([path, policy !== null]).toEqual([path, true])

      const rules = Object.fromEntries(
        policy!.split(';').map((rule) => {
          const [name, ...values] = rule.trim().split(/\s+/)
          return [name, values.join(' ')]
        }),
      )

      const scripts = rules['script-src'] ?? rules['default-src']
      expect([path, scripts]).toEqual([path, expect.any(String)])

      expect([path, scripts]).not.toEqual([
        path,
        expect.stringMatching(/unsafe-inline|unsafe-eval|data:|\*|https?:(\s|$)/),
      ])

      expect([path, answer.headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
    }
  })

  it('the pages live under it: nothing of ours is stopped by the policy [S221]', async () => {
    const staffWindow = await staff(shop, desk())

    for (const path of [
      '/',
      '/products',
      '/checkout',
      '/dashboard',
      '/admin/users',
      '/admin/settings',
      '/docs/',
    ]) {
      await staffWindow.page.goto(path)
      await staffWindow.page.waitForLoadState('load')
    }

    expect(staffWindow.complaints.filter((text) => /Content.Security.Policy/i.test(text))).toEqual(
      [],
    )
    await staffWindow.context.close()
  })
})

describe('a visitor who is not staff', () => {
  it('a role forged in local storage shows no byte of what staff see [S209, B179, B185]', async () => {
    const { headers } = await signIn(shop, 'admin@demo.test')

    const others = (
      (await shop.api('/api/admin/users?limit=100', { headers })).users as { email: string }[]
    )
      .map(({ email }) => email)
      .filter((email) => email !== 'cliente@demo.test')

    const visitor = await visit(shop, desk())
    await (await signIn(shop)).give(visitor.context)
    const answers: [string, number, string][] = []

    visitor.page.on('response', async (response) => {
      const { pathname } = new URL(response.url())
      if (
        /^\/api\/(admin|server\/(audit|config|site-settings)|product\/list-categories)/.test(
          pathname,
        )
      )
        answers.push([pathname, response.status(), await response.text().catch(() => '')])
    })

    await visitor.page.goto('/')

    for (const section of adminSections) {
      await visitor.page.evaluate(() => {
        const user = JSON.parse(localStorage.getItem('userData')!)
        localStorage.setItem('userData', JSON.stringify({ ...user, role: 'admin', isAdmin: true }))
      })

      await visitor.page.goto(`/admin/${section}`)
      await visitor.page.waitForLoadState('load')
      await visitor.page.waitForTimeout(300)
      const text = await visitor.page.evaluate(
        () => document.documentElement.innerHTML + JSON.stringify(localStorage),
      )
      for (const email of others) expect([section, text.includes(email)]).toEqual([section, false])
    }

    for (const [path, status, text] of answers) {
      expect([path, status]).toEqual([path, 403])
      for (const email of others) expect(text).not.toContain(email)
    }

    await visitor.context.close()
  })
})

describe('two of staff at the same thing', () => {
  it('the second to save a product gets a conflict, and nothing is overwritten [B154, B189]', async () => {
    const { headers } = await signIn(shop, 'admin@demo.test')

    const made = (
      await shop.api('/api/admin/product', {
        method: 'POST',
        headers,
        body: JSON.stringify({ name: 'Duas abas', description: 'Antes', price: 10 }),
      })
    ).product

    const [one, two] = [
      await staff(shop, desk(), 'products'),
      await staff(shop, desk(), 'products'),
    ]

    const description = ({ page, t }: Visit) =>
      page.getByRole('textbox', { name: t('admin', 'adminProducts.description') }).first()

    for (const tab of [one, two]) {
      await tab.page.getByRole('searchbox').fill('Duas abas')
      await actOn(rowOf(tab.page, 'Duas abas'), tab.t('admin', 'kit.edit'))
      await soon(() => description(tab).inputValue()).toBe('Antes')
    }

    const save = async (tab: Visit, text: string) => {
      await description(tab).fill(text)
      await tab.page.getByRole('button', { name: tab.t('admin', 'kit.save'), exact: true }).click()
    }

    const stored = async () =>
      (await shop.api(`/api/admin/product/${made.id}`, { headers })).product

    await save(one, 'Da primeira aba')
    await soon(async () => (await stored()).description).toBe('Da primeira aba')

    await save(two, 'Da segunda aba')
    await two.page.getByRole('main').getByRole('alert').waitFor()
    expect(await description(two).inputValue()).toBe('Da segunda aba')

    expect(await stored()).toMatchObject({
      description: 'Da primeira aba',
      version: made.version + 1,
    })

    await Promise.all([one.context.close(), two.context.close()])
  })
})

describe('two processes of the shop', () => {
  it('both know a ban and the closed shop within two seconds, and staff can undo it [B147, S124]', async () => {
    const fleet = await openFleet(2)
    try {
      const { headers } = await person(fleet.app, { role: 'admin' })
      const [one, two] = fleet.servers.map(({ origin }) => origin) as [string, string]

      const asked = async (origin: string, path: string, init: RequestInit = {}) => {
        const answer = await fetch(origin + path, {
          ...init,
          headers: {
            ...(init.body ? { 'content-type': 'application/json' } : {}),
            ...init.headers,
          },
        })
        return { status: answer.status, body: (await answer.json()) as any }
      }

      const everywhere = (status: number) =>
        until(async () => {
          for (const origin of [one, two])
            expect((await asked(origin, '/api/product/list-featured-products')).status).toBe(status)
        }, 2)

      await everywhere(200)

      const {
        body: { ban },
      } = await asked(one, '/api/admin/security/bans', {
        method: 'POST',
        headers,
        body: JSON.stringify({ ip: '127.0.0.1', reason: 'prova' }),
      })

      await everywhere(403)
      for (const origin of [one, two])
        expect((await asked(origin, '/api/admin/users', { headers })).status).toBe(200)

      expect(
        (await asked(two, `/api/admin/security/bans/${ban.id}`, { method: 'DELETE', headers }))
          .status,
      ).toBe(200)

      await everywhere(200)

      expect(
        (
          await asked(two, '/api/admin/system/site-settings', {
            method: 'PUT',
            headers,
            body: JSON.stringify({ maintenanceMode: true }),
          })
        ).status,
      ).toBe(200)

      await everywhere(503)
      for (const origin of [one, two])
        expect((await asked(origin, '/api/admin/users', { headers })).status).toBe(200)

      expect(
        (
          await asked(one, '/api/admin/system/site-settings', {
            method: 'PUT',
            headers,
            body: JSON.stringify({ maintenanceMode: false }),
          })
        ).status,
      ).toBe(200)

      await everywhere(200)
    } finally {
      await fleet.close()
    }
  })
})
