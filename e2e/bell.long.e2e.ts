import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openShop, visit, type Shop, type Visit } from './shop.ts'

// The notification bell: badge, panel, a notification in full. Tests of counts use mocked answers,
// the others the demo's notifications.

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

const desk = { language: 'pt-BR', width: 1280 } as const
const phone = { language: 'en-US', width: 360 } as const
const hour = 3_600_000

const notice = (n: number, more: object = {}) => ({
  _id: `n${n}`,
  type: 'announcement',
  title: null,
  content: `Aviso ${n}`,
  authorName: 'Equipe',
  authorAvatar: null,
  authorId: 'a',
  sentAt: new Date(Date.now() - n * 1_000).toISOString(),
  status: 'sent',
  priority: 'medium',
  attachments: [],
  embeds: [],
  tags: [],
  metadata: {},
  ...more,
})

type Made = ReturnType<typeof notice>

const fulfil = (route: Route, all: Made[]) => {
  const query = new URL(route.request().url()).searchParams
  const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
  const totalPages = Math.ceil(all.length / limit)

  return route.fulfill({
    json: {
      success: true,
      data: {
        notifications: all.slice((page - 1) * limit, page * limit),
        pagination: {
          currentPage: page,
          totalPages,
          totalItems: all.length,
          itemsPerPage: limit,
          hasNextPage: page < totalPages,
          hasPrevPage: page > 1,
        },
      },
    },
  })
}

const serve = (page: Page, all: Made[]) =>
  page.route('**/api/server/guild/**', (route) => fulfil(route, all))

const bellOf = ({ page, t }: Visit) =>
  page.getByRole('banner').getByRole('button', { name: new RegExp(`^${t('common', 'bell.open')}`) })

const badge = (page: Page) => page.locator('[data-badge]')

describe('bell', () => {
  it('badge of the newest hundred; opening marks what is listed, resets it, and loads on [S051, S052, S053, S054, S145, S187, S055]', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor

    const all = [
      ...Array.from({ length: 35 }, (_, n) => notice(n)),
      notice(90, { sentAt: new Date(Date.now() - 25 * hour).toISOString() }),
    ]

    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/notifications?')) requests.push(new URL(request.url()).search)
    })
    await serve(page, all)
    await page.goto('/terms')
    await expect.poll(() => badge(page).textContent()).toBe('35')
    expect(requests).toEqual(['?page=1&limit=100&sortBy=sentAt&sortOrder=desc'])
    await bellOf(visitor).click()
    const panel = page.getByRole('dialog', { name: t('common', 'bell.title') })
    await panel.getByText('Aviso 0', { exact: true }).waitFor()
    expect(requests[1]).toBe('?page=1&limit=10&sortBy=sentAt&sortOrder=desc')
    expect(await badge(page).count()).toBe(0)
    // A window of 900 px shows ten entries. The panel loads ahead until 1.5 window heights are
    // ready; the rest waits for a scroll.
    await expect.poll(() => panel.getByRole('listitem').count()).toBeGreaterThanOrEqual(20)
    const early = await panel.getByRole('listitem').count()
    expect(early).toBeLessThan(36)
    const list = page.locator('[data-bell-list]')

    await expect
      .poll(async () => {
        await list.evaluate((node) => node.scrollTo(0, node.scrollHeight))
        return panel.getByRole('listitem').count()
      })
      .toBe(36)

    await panel.getByText(t('common', 'bell.end')).waitFor()

    const viewed = JSON.parse(
      (await page.evaluate(() =>
        localStorage.getItem(
          Object.keys(localStorage).find((key) => key.startsWith('viewedNotifications_'))!,
        ),
      ))!,
    ) as { id: string; sentAt: string }[]

    expect(viewed).toHaveLength(36)
    expect(viewed[0]).toEqual({ id: 'n0', sentAt: all[0]!.sentAt })
    await panel.getByRole('button', { name: t('common', 'bell.close') }).click()
    await panel.waitFor({ state: 'hidden' })
    // When the tab is visible again, only the new notification counts as unread.
    all.unshift(notice(200, { sentAt: new Date().toISOString() }))
    await page.evaluate(() =>
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    )
    await expect.poll(() => badge(page).textContent()).toBe('1')

    all.unshift(
      ...Array.from({ length: 120 }, (_, n) =>
        notice(300 + n, { sentAt: new Date().toISOString() }),
      ),
    )

    await page.reload()
    await expect.poll(() => badge(page).textContent()).toBe('99+')
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  it('an item has picture or letter, author, Brazilian date, preview, coloured type and clip [S056, S286, S291, S292, S294, S295]', async () => {
    const visitor = await visit(shop, phone)
    const { page, t } = visitor

    const file = {
      filename: 'a.pdf',
      url: 'https://files.test/a.pdf',
      contentType: 'application/pdf',
      size: 48_200,
    }

    const sentAt = '2026-03-09T15:04:00.000Z'

    await serve(page, [
      notice(1, { authorName: 'Ágata', content: 'x'.repeat(120), sentAt, attachments: [file] }),
      notice(2, { type: 'notification', authorAvatar: '/favicon.svg' }),
      notice(3, { type: 'update', content: '', embeds: [{ title: 'y'.repeat(90) }] }),
      notice(4, { type: 'alert', authorAvatar: '/no-such-picture.png' }),
    ])

    await page.goto('/terms')
    await bellOf(visitor).click()
    const items = page.getByRole('dialog').getByRole('listitem')
    await items.nth(3).waitFor()
    const first = items.first()
    expect(await first.locator('[data-avatar]').textContent()).toBe('Á')
    await first.getByText('Ágata').waitFor()

    const local = new Intl.DateTimeFormat('pt-BR', {
      dateStyle: 'short',
      timeStyle: 'short',
    }).format(new Date(sentAt))

    expect(await first.locator('time').textContent()).toBe(local)
    await first.getByText(`${'x'.repeat(80)}…`, { exact: true }).waitFor()
    await first
      .getByRole('img', { name: t('common', 'bell.attachments_one', { count: 1 }) })
      .waitFor()
    expect(await items.nth(1).locator('img').count()).toBe(1)

    expect(
      await items
        .nth(1)
        .getByRole('img', { name: /attachment/ })
        .count(),
    ).toBe(0)

    await items
      .nth(2)
      .getByText(`${'y'.repeat(70)}…`, { exact: true })
      .waitFor()

    await items.nth(3).locator('[data-avatar]').waitFor()

    const hues = await page
      .locator('[data-type] > span')
      .evaluateAll((badges) =>
        badges.map((one) => getComputedStyle(one).color.match(/\d+/g)!.map(Number)),
      )

    const [blue, green, amber, red] = hues as [number[], number[], number[], number[]]
    expect(blue[2]! > blue[0]! && blue[2]! > blue[1]!).toBe(true)
    expect(green[1]! > green[0]! && green[1]! > green[2]!).toBe(true)
    expect(amber[0]! > amber[1]! && amber[1]! > amber[2]!).toBe(true)
    expect(red[0]! > red[1]! + 60 && red[0]! > red[2]! + 60).toBe(true)

    expect(await page.locator('[data-type]').allTextContents()).toEqual([
      'Announcement',
      'Notification',
      'Update',
      'Alert',
    ])

    await visitor.context.close()
  })

  it('one in full: author, time, content, labels, embeds, files that open in a new tab [S057, S058, S059, S291, S292, S293]', async () => {
    const visitor = await visit(shop, desk)
    const { page } = visitor

    const files = [
      { filename: 'foto.png', url: '/favicon.svg', contentType: 'image/png', size: 10 },
      {
        filename: 'guia.pdf',
        url: 'https://files.test/guia.pdf',
        contentType: 'application/pdf',
        size: 1_530_000,
      },
      { filename: 'mal.html', url: 'javascript:alert(1)', contentType: 'text/html', size: 5 },
    ]

    const embeds = [
      {
        title: 'Versão 2',
        description: 'O que mudou',
        url: 'https://a.test/x',
        fields: [{ name: 'Novo', value: 'Tudo' }],
        footer: { text: 'Equipe técnica' },
        image: { url: '/favicon.svg' },
      },
    ]

    const long = `${'Texto inteiro. '.repeat(30)}Veja https://a.test/p.`

    await serve(page, [
      notice(1, {
        content: long,
        attachments: files,
        embeds,
        priority: 'urgent',
        status: 'failed',
        type: 'alert',
      }),
      notice(2, { priority: 'low', status: 'pending' }),
      notice(3, { priority: 'high' }),
      notice(4),
    ])

    await page.goto('/terms')
    await bellOf(visitor).click()
    const items = page.getByRole('dialog').first().getByRole('listitem')
    await items.first().getByRole('button').click()
    const full = page.getByRole('dialog').last()
    await full.getByText('Equipe', { exact: true }).waitFor()
    expect(await full.locator('time').getAttribute('datetime')).toMatch(/^20/)
    expect(await full.getByText(/^Texto inteiro/).textContent()).toBe(long)
    expect(await full.getByRole('link', { name: 'https://a.test/p' }).getAttribute('target')).toBe(
      '_blank',
    )

    for (const text of [
      'Alerta',
      'Prioridade: Urgente',
      'Falhou',
      'O que mudou',
      'Novo',
      'Tudo',
      'Equipe técnica',
      '1,5 MB',
    ])
      await full.getByText(text, { exact: true }).first().waitFor()

    expect(
      await full.getByRole('link', { name: 'Versão 2', exact: true }).getAttribute('href'),
    ).toBe('https://a.test/x')
    const pdf = full.getByRole('link', { name: /guia\.pdf/ })

    expect([await pdf.getAttribute('href'), await pdf.getAttribute('target')]).toEqual([
      'https://files.test/guia.pdf',
      '_blank',
    ])

    expect(await full.locator('a[href^="javascript"]').count()).toBe(0)
    const opened = page.waitForEvent('popup')
    await full.getByRole('link', { name: /foto\.png/ }).click()
    await (await opened).close()

    const swatch = () =>
      full
        .locator('[data-delivery] > span')
        .evaluate((node) => getComputedStyle(node).backgroundColor)

    expect(await swatch()).toBe('rgb(239, 68, 68)')
    const seenLabels: (string | null)[] = []

    for (const [n, color] of [
      [1, 'rgb(245, 158, 11)'],
      [2, 'rgb(16, 185, 129)'],
      [3, 'rgb(16, 185, 129)'],
    ] as const) {
      await page.keyboard.press('Escape')
      await items.nth(n).getByRole('button').click()
      expect(await swatch()).toBe(color)

      seenLabels.push(
        await full.getByText(/^Prioridade/).textContent(),
        await full.locator('[data-delivery]').textContent(),
      )
    }

    expect(seenLabels).toEqual([
      'Prioridade: Baixa',
      'Pendente',
      'Prioridade: Alta',
      'Enviado',
      'Prioridade: Média',
      'Enviado',
    ])

    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })

  it('empty, 401, failure and retry; a visitor is never sent to the login page [S060, S263, S264, S262, S265]', async () => {
    const visitor = await visit(shop, desk)
    const { page, t } = visitor
    let answer: (route: Route) => Promise<void> = (route) =>
      route.fulfill({ status: 404, json: { success: false, error: 'x' } })
    await page.route('**/api/server/guild/**', (route) => answer(route))

    const open = async () => {
      await page.goto('/terms')
      await bellOf(visitor).click()

      return page.getByRole('dialog')
    }

    await (await open()).getByText(t('common', 'bell.empty')).waitFor()

    answer = (route) =>
      route.fulfill({
        status: 400,
        json: { success: false, error: 'Nenhuma notificação encontrada no sistema' },
      })

    await (await open()).getByText(t('common', 'bell.empty')).waitFor()
    answer = (route) => route.fulfill({ status: 401, json: { success: false, error: 'x' } })
    const panel = await open()
    await panel.getByText(t('common', 'bell.errorAuth')).waitFor()
    expect(await panel.getByRole('listitem').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/terms')
    // If the second page fails, the list is emptied; a retry begins with the first page.
    const all = Array.from({ length: 12 }, (_, n) => notice(n))

    answer = (route) =>
      new URL(route.request().url()).searchParams.get('page') === '2'
        ? route.fulfill({ status: 500, json: { success: false, error: 'x' } })
        : fulfil(route, all)

    await (await open()).getByText(t('common', 'bell.errorLoad')).waitFor()
    expect(await panel.getByRole('listitem').count()).toBe(0)
    let slow = () => {}

    answer = async (route) => {
      if (new URL(route.request().url()).searchParams.get('page') === '2')
        await new Promise<void>((done) => {
          slow = done
        })
      return fulfil(route, all)
    }

    await panel.getByRole('button', { name: t('common', 'action.retry') }).click()
    await panel.getByText(t('common', 'bell.loadingMore')).waitFor()
    slow()
    await expect.poll(() => panel.getByRole('listitem').count()).toBe(12)
    await visitor.context.close()
  })

  it('without a guild, or when it has no notifications, the bell asks for the default ones [S261]', async () => {
    for (const answer of [
      { status: 404, json: { success: false, error: 'x' } },
      { status: 400, json: { success: false, error: 'Nenhuma notificação encontrada no sistema' } },
    ]) {
      const visitor = await visit(shop, desk)
      const requests: string[] = []
      visitor.page.on('request', (request) => {
        if (request.url().includes('/notifications?'))
          requests.push(new URL(request.url()).pathname)
      })
      await visitor.page.route('**/api/server/notifications/guild-id', (route) =>
        route.fulfill(answer),
      )
      await visitor.page.goto('/terms')
      await bellOf(visitor).click()
      await visitor.page.getByRole('dialog').getByRole('listitem').first().waitFor()
      expect(new Set(requests)).toEqual(new Set(['/api/server/guild/default/notifications']))
      await visitor.context.close()
    }
  })

  it("the demo's own notifications, by keyboard alone [S042, S056]", async () => {
    const visitor = await visit(shop, desk)
    const { page } = visitor
    await page.goto('/terms')
    await badge(page).waitFor()
    await bellOf(visitor).focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('dialog').first()
    await panel.getByRole('listitem').nth(3).waitFor()
    await panel.getByRole('listitem').first().getByRole('button').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').last().getByRole('article').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect
      .poll(() => bellOf(visitor).evaluate((node) => node === document.activeElement))
      .toBe(true)
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })
})
