import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { describe, expect, it } from 'vitest'

import { crossings } from './crossings.ts'
import { longestAnswers } from './longest.ts'
import type { Screen } from './screen.ts'
import { show } from './show.ts'

// Every table of the back office with the longest values that its calls may answer.
// e2e/tables.long.e2e.ts tests the tables with data of a real shop.

const sections = [
  'orders',
  'transactions',
  'carts',
  'products',
  'licenses',
  'stock',
  'cupons',
  'tickets',
  'users',
  'security',
  'notifications',
  'logs',
  'deliveries',
  'desk',
  'jobs',
  'discord',
  'reviews',
] as const

const isLong = process.env.CHAVEIRO_LONG === '1'
const languages = isLong ? (['pt-BR', 'en-US'] as const) : (['pt-BR'] as const)
const widths = isLong ? [768, 1024, 1280, 1920] : [1280]

const answers = longestAnswers(
  Object.values(adminApi).flatMap((section) => Object.values(section) as AnyRoute[]),
)

/** Resizes a window and waits until the page is drawn again. */
async function resize({ page }: Screen, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  // A table measures its new width one frame later.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
}

/** How far the widest table can be scrolled sideways, in px. */
const sideways = ({ page }: Screen): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('main .overflow-x-auto')].map(
        (frame) => frame.scrollWidth - frame.clientWidth,
      ),
    ),
  )

async function open(section: string, language: Language): Promise<Screen> {
  const screen = await show(`/admin/${section}`, {
    as: { role: 'admin' },
    language,
    now: '2026-12-31T15:00:00.000Z',
    replies: answers,
  })

  await screen.page.getByRole('table').first().waitFor()

  return screen
}

describe('a table with its longest values', () => {
  it.each(sections)(
    '%s: no overlap at 1280 px and the table fits; in the long run other widths and languages [P284]',
    async (section) => {
      const wrong: string[] = []

      for (const language of languages) {
        const screen = await open(section, language)
        for (const width of widths) {
          await resize(screen, width)
          const overlaps = (await crossings(screen.page)).slice(0, 5)
          const hidden = width < 1280 ? 0 : await sideways(screen)
          if (hidden > 0) overlaps.push(`${hidden} px of it do not fit`)
          const page = await screen.page.evaluate(() => document.documentElement.scrollWidth)
          if (page > width) overlaps.push(`the page is ${page} px wide`)
          wrong.push(...overlaps.map((fault) => `${language} ${width}: ${fault}`))
        }
      }

      expect(wrong).toEqual([])
    },
  )

  it('would be seen when a text of it lay over another', async () => {
    const screen = await open('orders', 'pt-BR')
    expect(await crossings(screen.page)).toEqual([])

    await screen.page
      .locator('tbody tr')
      .first()
      .getByText('maria-')
      .evaluate((text) => {
        text.style.cssText = 'position: relative; left: 10px; top: -1lh'
      })

    expect(await crossings(screen.page)).toContain(
      'Maria Aparecida Albuquerque dos Santos | maria-aparecida.albuquerque@financeiro.e',
    )
  })
})
