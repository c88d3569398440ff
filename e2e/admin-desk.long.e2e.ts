import { AxeBuilder } from '@axe-core/playwright'
import { languages } from '@chaveiro/contracts/limits'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { desk, phone, refuse, rowOf, soon, staff } from './admin.ts'
import { builtFile } from './built-file.ts'
import { actOn, openRow } from './row-acts.ts'
import { openShop, sidewaysScroll, type Shop } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(async () => {
  await shop?.close()
})

const chart = (page: Page, name: string) => page.getByRole('region', { name })
const charts = ['sales', 'users', 'months', 'products', 'methods'] as const

describe('sales', () => {
  it('30 days to begin with, six calls at once, four cards, five drawn charts 300 px high with their tables [B018, B019, B020, B021, B022, B128]', async () => {
    const { page, t, context, api, complaints } = await staff(shop, desk(), 'settings')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const asked: string[] = []
    let free!: () => void
    const held = new Promise<void>((done) => {
      free = done
    })
    await page.route('**/api/admin/stats/*', async (route) => {
      asked.push(new URL(route.request().url()).pathname + new URL(route.request().url()).search)
      await held
      await route.continue()
    })
    await page
      .getByRole('complementary')
      .getByRole('link', { name: t('admin', 'shell.section.sales'), exact: true })
      .click()
    // None is answered before all are asked.
    await soon(() => asked.toSorted()).toEqual(
      [
        'payment-methods?range=30d',
        'revenue',
        'sales-stats?range=30d',
        'sales?range=30d',
        'top-products?range=30d',
        'users?range=30d',
      ].map((path) => `/api/admin/stats/${path}`),
    )
    free()
    const { data } = await api('/api/admin/stats/sales-stats?range=30d')
    const cards = page.locator('dl > div')
    await soon(
      async () =>
        await cards.evaluateAll((all) =>
          all.map((card) => [
            card.querySelector('dt')!.textContent,
            card.querySelector('dd')!.textContent?.replace(/\u00a0/g, ' '),
          ]),
        ),
    ).toEqual([
      [
        'Receita total',
        `R$ ${new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(data.totalRevenue)}`,
      ],
      ['Total de vendas', new Intl.NumberFormat('pt-BR').format(data.totalSales)],
      ['Novos usuários', new Intl.NumberFormat('pt-BR').format(data.totalUsers)],
      [
        'Pedido médio',
        `R$ ${new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(data.totalRevenue / Math.max(data.totalSales, 1))}`,
      ],
    ])
    const changes = page.locator('[data-growth]')
    expect(await changes.allTextContents()).toEqual(
      Array(4).fill(expect.stringMatching(/^[+-]\d[\d.]*,\d%/)),
    )
    expect(await changes.first().getAttribute('class')).toBe(
      data.growthRate >= 0 ? 'text-good' : 'text-bad',
    )
    for (const key of charts) {
      const name = t('admin', `adminSales.chart.${key}`)
      const canvas = chart(page, name).getByRole('img', { name })
      await canvas.waitFor()
      await soon(async () => (await canvas.boundingBox())!.height).toBe(300)
      await soon(() =>
        canvas.evaluate((one) => {
          const { width, height } = one as HTMLCanvasElement
          return (
            new Set(
              (one as HTMLCanvasElement).getContext('2d')!.getImageData(0, 0, width, height).data,
            ).size > 4
          )
        }),
      ).toBe(true)
      expect(
        await chart(page, name).getByRole('table', { name }).getByRole('row').count(),
      ).toBeGreaterThan(1)
    }
    expect(await chart(page, t('admin', 'adminSales.chart.sales')).getByRole('row').count()).toBe(
      31,
    )
    await page.getByText('7 dias', { exact: true }).click()
    await soon(() =>
      chart(page, t('admin', 'adminSales.chart.sales')).getByRole('row').count(),
    ).toBe(8)
    expect(new URL(page.url()).searchParams.get('range')).toBe('7d')
    expect(
      await page
        .getByRole('radio')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(['7d', '30d', '90d', '1y'])
    expect(complaints).toEqual([])
    await context.close()
  })

  it('a shrinking and an empty shop: red rate, the average of no sale, charts that say there is nothing; methods by their names [B019, B020, B029, B254, B005]', async () => {
    const { page, t, context } = await staff(shop, phone(), 'settings')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const answer = (path: string, data: unknown) =>
      page.route(`**/api/admin/stats/${path}*`, (route) =>
        route.fulfill({ json: { success: true, data } }),
      )
    await answer('sales-stats', {
      totalSales: 0,
      totalRevenue: 0,
      totalUsers: 0,
      growthRate: -12.34,
    })
    for (const path of ['sales?', 'users', 'revenue', 'top-products']) await answer(path, [])
    await answer(
      'payment-methods',
      ['card', 'binance', 'efybank'].map((method) => ({ method, count: 1, amount: 10.4 })),
    )
    await page.goto('/admin/sales')
    const rate = page.locator('[data-growth]')
    await rate.filter({ hasText: '-12,3%' }).waitFor()
    expect(await rate.getAttribute('class')).toBe('text-bad')
    expect(await page.getByText(t('admin', 'adminSales.noData'), { exact: true }).count()).toBe(4)
    const rows = chart(page, t('admin', 'adminSales.chart.methods')).getByRole('rowheader')
    await soon(async () => (await rows.allTextContents()).toSorted()).toEqual([
      'Cartão',
      'Criptomoeda',
      'PIX',
    ])
    await chart(page, t('admin', 'adminSales.chart.methods'))
      .getByRole('cell', { name: /^R\$\s10$/ })
      .first()
      .waitFor({ state: 'attached' })
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await context.close()
  })

  it('what cannot be loaded says so with a retry, the rest stands [B030]', async () => {
    for (const language of languages) {
      const { page, t, context } = await staff(shop, desk(language), 'settings')
      await page.getByRole('heading', { level: 1 }).waitFor()
      const restore = await refuse(page, '**/api/admin/stats/sales?*')
      await page.goto('/admin/sales')
      const alert = page.getByRole('alert').filter({ hasText: t('admin', 'adminSales.errorLoad') })
      await alert.waitFor()
      await chart(page, t('admin', 'adminSales.chart.users')).getByRole('img').waitFor()
      await restore()
      await alert.getByRole('button', { name: t('common', 'action.retry') }).click()
      await chart(page, t('admin', 'adminSales.chart.sales')).getByRole('img').waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
      await context.close()
    }
  })

  it('charts are drawn anew when the theme changes, and only this section loads the library [B022]', async () => {
    const { page, t, context } = await staff(shop, desk(), 'carts')
    const library = builtFile('src/features/admin/sales/chart-library.ts')
    const loaded = () =>
      page.evaluate(
        (file) => performance.getEntriesByType('resource').some((one) => one.name.endsWith(file)),
        library,
      )
    await page.getByRole('table').waitFor()
    expect(await loaded()).toBe(false)
    await page.goto('/admin/sales')
    const canvas = chart(page, t('admin', 'adminSales.chart.months')).getByRole('img')
    await canvas.waitFor()
    await soon(loaded).toBe(true)
    const picture = () => canvas.evaluate((one) => (one as HTMLCanvasElement).toDataURL())
    for (const theme of ['light', 'dark'] as const) {
      const before = await picture()
      await page.emulateMedia({ colorScheme: theme })
      if (theme === 'dark') await soon(picture).not.toBe(before)
    }
    await context.close()
  })
})

describe('tickets', () => {
  it('search by Enter and by the button from page 1, refresh empties it, two cards, the columns [B081, B082, B083, B084, B088]', async () => {
    const { page, t, context, api } = await staff(shop, desk(), 'tickets?page=2')
    const { data } = await api('/api/admin/tickets/stats')
    await soon(() =>
      page
        .locator('dl > div')
        .evaluateAll((cards) =>
          cards.map((card) => [
            card.querySelector('dt')!.textContent,
            card.querySelector('dd')!.textContent,
          ]),
        ),
    ).toEqual([
      ['Total de tickets', String(data.totalTickets)],
      ['Tickets fechados', String(data.closedTickets)],
    ])
    const pages = page.getByRole('navigation', { name: t('admin', 'kit.pages') })
    await pages.getByText(`Página 2 de ${Math.ceil(data.totalTickets / 10)}`).waitFor()
    await pages.getByRole('button', { name: t('admin', 'kit.previous') }).click()
    await pages.getByText(/^Página 1 de/).waitFor()
    expect(await pages.getByRole('button', { name: t('admin', 'kit.previous') }).isDisabled()).toBe(
      true,
    )
    const {
      tickets: [ticket],
    } = await api('/api/admin/tickets?limit=1')
    await rowOf(page, ticket.ticketId).getByText(`@${ticket.userName}`, { exact: true }).waitFor()
    await rowOf(page, ticket.ticketId).getByText(ticket.userDiscordId, { exact: true }).waitFor()
    expect(
      await rowOf(page, ticket.ticketId)
        .getByRole('button')
        .evaluateAll((all) => all.map((one) => one.getAttribute('title'))),
    ).toEqual(['Conversa', t('admin', 'adminTickets.open'), t('admin', 'kit.moreActs')])
    await page.goto('/admin/tickets?page=2')
    await page.getByRole('searchbox').fill(ticket.ticketId)
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')
    await page.getByRole('searchbox').press('Enter')
    await soon(() => page.getByRole('row').count()).toBe(2)
    expect(new URL(page.url()).searchParams.get('page')).toBeNull()
    await page.getByRole('searchbox').fill(ticket.userDiscordId)
    await page.getByRole('button', { name: t('admin', 'kit.search'), exact: true }).click()
    await soon(() => new URL(page.url()).searchParams.get('search')).toBe(ticket.userDiscordId)
    await page.getByRole('button', { name: t('admin', 'kit.refresh') }).click()
    await soon(() => page.getByRole('row').count()).toBe(11)
    expect(await page.getByRole('searchbox').inputValue()).toBe('')
    await context.close()
  })

  it('the transcript in a tab of its own, in a frame that may do nothing, as a file; closed and opened again [B085, B086, B087, B089, B131]', async () => {
    for (const given of [desk(), phone('en-US')]) {
      const { page, t, context, api, complaints } = await staff(shop, given, 'tickets')
      const { tickets } = await api('/api/admin/tickets?limit=10')
      const ticket = tickets.find((one: any) => one.status === 'closed')
      const said = (await api(`/api/admin/tickets/${ticket.ticketId}`)).ticket.messages[0].text
      const press = (key: string) =>
        actOn(rowOf(page, ticket.ticketId), t('admin', `adminTickets.${key}`))
      const opened = context.waitForEvent('page')
      await press('open')
      const tab = await opened
      await tab.waitForURL(`**/transcripts/${ticket.ticketId}.html`)
      await tab.getByText(said).first().waitFor()
      await tab.close()
      const file = page.waitForEvent('download')
      await press('download')
      expect((await file).suggestedFilename()).toMatch(/\.html$/)
      await press('view')
      const modal = page.getByRole('dialog', {
        name: t('admin', 'adminTickets.transcriptOf', { id: ticket.ticketId }),
      })
      expect(await modal.locator('iframe').getAttribute('sandbox')).toBe('')
      await modal.frameLocator('iframe').getByText(said).first().waitFor()
      await modal.getByRole('button', { name: t('admin', 'adminTickets.reopen') }).click()
      await soon(
        async () => (await api(`/api/admin/tickets/${ticket.ticketId}`)).ticket.status,
      ).toBe('open')
      await modal.getByRole('button', { name: t('admin', 'adminTickets.close') }).click()
      await soon(
        async () => (await api(`/api/admin/tickets/${ticket.ticketId}`)).ticket.status,
      ).toBe('closed')
      expect(complaints).toEqual([])
      await context.close()
    }
  })

  it('errors of load, transcript and download in a banner; a failure of the cards is only logged [B241]', async () => {
    const { page, t, context, complaints } = await staff(shop, desk(), 'tickets')
    await page.getByRole('table').waitFor()
    const told = (key: string) =>
      page
        .getByRole('alert')
        .filter({ hasText: t('admin', `adminTickets.${key}`) })
        .waitFor()
    await refuse(page, '**/tickets/*/transcript')
    await refuse(page, '**/tickets/*/transcript/download')
    const button = (key: string) =>
      actOn(page.getByRole('row').nth(1), t('admin', `adminTickets.${key}`))
    await button('view')
    await told('errorTranscript')
    await soon(() => page.getByRole('dialog').count()).toBe(0)
    await button('download')
    await told('errorDownload')
    await refuse(page, '**/api/admin/tickets/stats')
    await page.reload()
    await page.getByRole('table').waitFor()
    await soon(() => complaints.some((line) => line.includes('/api/admin/tickets/stats'))).toBe(
      true,
    )
    expect(await page.getByRole('alert').count()).toBe(0)
    await refuse(page, '**/api/admin/tickets?*')
    await page.reload()
    await told('errorLoad')
    await context.close()
  })
})

describe('axe finds nothing', () => {
  for (const [colorScheme, given] of [
    ['dark', phone()],
    ['light', desk('en-US')],
  ] as const)
    it(`${colorScheme}, ${given.width} px`, async () => {
      const { page, t, context } = await staff(shop, given, 'sales')
      await page.emulateMedia({ colorScheme })
      for (const section of ['sales', 'transactions', 'carts', 'orders', 'tickets']) {
        await page.goto(`/admin/${section}`)
        await page
          .getByRole(section === 'sales' ? 'img' : 'table')
          .first()
          .waitFor()
        const look = async (what: string) => {
          // What the bar at a phone's foot covers by half is not small: a page stands whole, and of
          // what lies behind a dialog nothing is judged.
          const isDialog = (await page.getByRole('dialog').count()) > 0
          const { width, height } = page.viewportSize()!
          const whole = await page.evaluate(() => document.documentElement.scrollHeight)
          if (!isDialog) await page.setViewportSize({ width, height: whole })
          await page.evaluate(() =>
            Promise.all(
              document
                .getAnimations()
                .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
                .map((one) => one.finished.catch(() => {})),
            ),
          )
          const axe = new AxeBuilder({ page })
            .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
            .setLegacyMode()
          const { violations } = await (isDialog ? axe.include('dialog[open]') : axe).analyze()
          await page.setViewportSize({ width, height })
          expect(
            violations.flatMap(({ id, nodes }) =>
              nodes.map((node) => `${what}: ${id} ${node.target.join(' ')}`),
            ),
          ).toEqual([])
          if (process.env.LOOK)
            await page.screenshot({
              path: `${process.env.LOOK}/${what}-${colorScheme}-${given.width}.png`,
              fullPage: true,
            })
        }
        await look(section)
        if (section === 'sales') continue
        const row = page.getByRole('row').nth(1)
        if (section === 'tickets') await actOn(row, t('admin', 'adminTickets.view'))
        else await openRow(row)
        // A ticket's words are read in a dialog, the others have a page.
        const opened = section === 'tickets' ? page.getByRole('dialog') : page.getByRole('main')
        await opened
          .getByRole('heading', { level: 3 })
          .or(opened.locator('iframe'))
          .first()
          .waitFor()
        await soon(() => opened.getByRole('status').count()).toBe(0)
        await look(`${section} details`)
      }
      await context.close()
    })
})
