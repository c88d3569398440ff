import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { describe, expect, it } from 'vitest'

import { longestAnswers } from './longest.ts'
import type { Screen } from './screen.ts'
import { show } from './show.ts'

// On every long form the save bar is in the window as soon as something changed, and covers no
// focused element.

const routes = Object.values(adminApi).flatMap((all) => Object.values(all) as AnyRoute[])
const replies = longestAnswers(routes)
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const forms: [name: string, path: string, label: string][] = [
  ['the settings', '/admin/settings', 'Nome da loja'],
  ['a page of the site', `/admin/settings?edit=${id(1)}`, 'Título em português'],
  ['the page of a product', `/admin/products?pageOf=${id(1)}`, 'Título para buscadores'],
  ['a product', `/admin/products?pageOf=${id(1)}&part=general`, 'Nome'],
]

type Box = { top: number; bottom: number }

const boxOf = (screen: Screen, selector: string): Promise<Box> =>
  screen.page
    .locator(selector)
    .first()
    .evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return { top, bottom }
    })

describe.each([
  [360, 740],
  [1280, 900],
])('at %i px', (width, height) => {
  it.each(forms)('saving stays in sight: %s', async (_, path, label) => {
    const screen = await show(path, { as: { role: 'admin' }, replies, width })
    const { page } = screen
    const field = page.getByRole('main').getByLabel(label, { exact: true }).first()
    await field.waitFor()
    expect(await page.locator('[data-save-bar]').count()).toBe(0)
    await field.fill('Outro texto')
    const bar = page.locator('[data-save-bar]')
    await bar.getByText('Há mudanças não salvas.', { exact: true }).waitFor()

    // The whole bar is in the window at every scroll position.
    for (const to of [0, 0.5, 1]) {
      await page.evaluate((part) => scrollTo(0, document.body.scrollHeight * part), to)
      const { top, bottom } = await boxOf(screen, '[data-save-bar]')
      expect(top).toBeGreaterThan(0)
      expect(bottom).toBeLessThanOrEqual(height)
      expect(await bar.getByRole('button', { name: 'Salvar', exact: true }).isEnabled()).toBe(true)
    }

    // The focused element is not under the bar (WCAG 2.4.11).
    await field.focus()
    const under: string[] = []

    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab')

      const hidden = await page.evaluate(() => {
        const one = document.activeElement!
        const over = document.querySelector('[data-save-bar]')!
        if (over.contains(one) || !one.closest('main form')) return null

        const [a, b] = [one.getBoundingClientRect(), over.getBoundingClientRect()]
        // Of a focused element taller than 44 px only the top 44 px must be above the bar; any
        // other must be wholly above it.
        const begins = Math.min(a.height, 44)
        const isBeside = a.right <= b.left || a.left >= b.right
        const isUnder = !isBeside && a.bottom > b.top && a.top + begins > b.top && a.top < b.bottom

        return isUnder
          ? `${one.tagName} ${(one as HTMLInputElement).name || one.textContent}`
          : null
      })

      if (hidden) under.push(hidden)
    }

    expect(under).toEqual([])
  })
})
