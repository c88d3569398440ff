import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone, rowOf, soon, staff } from './admin.ts'
import { builtFile } from './built-file.ts'
import { actOn, openRow } from './row-acts.ts'
import { openShop, type Shop } from './shop.ts'

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
  it('draws five charts 300 px high with their tables, and again for another range [B018, B021, B022]', async () => {
    const { page, t, context, complaints } = await staff(shop, desk(), 'sales')

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
    expect(complaints).toEqual([])
    await context.close()
  })

  it('charts are drawn again when the theme changes, and only this section loads the library [B022]', async () => {
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
  it('a transcript opens in a locked frame and as a file; a ticket is closed and reopened [B085, B086, B087, B089, B131]', async () => {
    for (const device of [desk(), phone('en-US')]) {
      const { page, t, context, api, complaints } = await staff(shop, device, 'tickets')
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
          // A phone's bottom bar may cover half of a control, which axe would report as too small.
          // So the window is as high as the page, unless a dialog covers it.
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
        // A ticket opens in a dialog, all other records on a page.
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
