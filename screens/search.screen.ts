import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import { onePage } from './samples.ts'
import type { Screen } from './screen.ts'
import { show } from './show.ts'
import { lapis, pincel, type Product } from './sold-samples.ts'

// The search field of the top bar, on the shop's pages that have no search field of their own.

const found = (...products: Product[]) =>
  on(api.catalogue.search, {
    success: true,
    products,
    total: products.length,
    pagination: onePage(products.length),
  })

const several = { ...lapis, variantCount: 3, priceFrom: 7.5 }
const label = { 'pt-BR': 'Buscar produtos', 'en-US': 'Search products' }
const field = ({ page }: Screen) => page.getByRole('search').getByRole('textbox')
const list = ({ page }: Screen) => page.getByRole('search').getByRole('list')
const address = ({ page }: Screen) => page.url().replace(new URL(page.url()).origin, '')

const asked = (screen: Screen) =>
  screen.calls.filter(({ path }) => path === '/api/product/search').map(({ query }) => query)

const focused = ({ page }: Screen) =>
  page.evaluate(() => (document.activeElement as HTMLElement).innerText.split('\n')[0])

describe('the search of the bar', () => {
  it('suggests products with their price during typing, and links to all results [P277]', async () => {
    for (const [language, lines] of [
      ['pt-BR', ['Pincel Pro', 'R$ 1.234,56', 'Lápis Mini', 'A partir de US$ 7,50']],
      ['en-US', ['Pincel Pro', 'R$1,234.56', 'Lápis Mini', 'From $7.50']],
    ] as const) {
      const screen = await show('/terms', { language, replies: [found(pincel, several)] })
      await screen.page.getByLabel(label[language]).fill('pin')
      await expect.poll(() => screen.lines(list(screen))).toEqual(lines)
      expect(await list(screen).getByRole('link').count()).toBe(2)
      expect(asked(screen)).toEqual([{ q: 'pin', limit: '5' }])
      await field(screen).press('Enter')
      await expect.poll(() => address(screen)).toBe('/products?q=pin')
      // The results page has its own search field, which contains the typed words.
      await expect.poll(() => field(screen).inputValue()).toBe('pin')
    }
  })

  it('is used by the keyboard alone: arrows move, Escape closes, Enter follows [P277]', async () => {
    const screen = await show('/status', { replies: [found(pincel, lapis)] })
    await field(screen).fill('pin')
    await list(screen).waitFor()
    await screen.page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(screen)).toBe('Pincel Pro')
    await screen.page.keyboard.press('ArrowDown')
    await screen.page.keyboard.press('ArrowDown')
    await expect.poll(() => focused(screen)).toBe('Ver todos os resultados')
    await screen.page.keyboard.press('ArrowUp')
    await expect.poll(() => focused(screen)).toBe('Lápis Mini')
    await screen.page.keyboard.press('Escape')
    await list(screen).waitFor({ state: 'detached' })
    expect(await field(screen).evaluate((one) => one === document.activeElement)).toBe(true)
    await screen.page.keyboard.press('ArrowDown')
    await list(screen).waitFor()
    await list(screen).getByRole('link', { name: 'Pincel Pro' }).click()
    await expect.poll(() => address(screen)).toBe('/products/pincel-pro')
    expect(await field(screen).inputValue()).toBe('')
  })

  it('closes when the focus leaves it, and says how many products match [P277]', async () => {
    const screen = await show('/terms', { replies: [found(pincel, lapis)] })
    const said = screen.page.getByRole('search').getByRole('status')
    await field(screen).fill('pin')
    await expect.poll(() => said.allInnerTexts()).toEqual(['2 produtos encontrados'])
    await screen.page.getByRole('contentinfo').click({ position: { x: 5, y: 5 } })
    await list(screen).waitFor({ state: 'detached' })
    expect(await field(screen).inputValue()).toBe('pin')
    await field(screen).focus()
    await list(screen).waitFor()
    screen.replies.unshift(found())
    await field(screen).fill('nada')
    await expect.poll(() => said.allInnerTexts()).toEqual(['Nada encontrado'])
    expect(await list(screen).count()).toBe(0)
  })

  it('opens the results if suggestions fail to load, and the shop without a text [P277]', async () => {
    const screen = await show('/terms', {
      replies: [refused(api.catalogue.search, 'A conta não bate.', 400)],
    })
    await field(screen).fill('pin')
    await field(screen).press('Enter')
    await expect.poll(() => address(screen)).toBe('/products?q=pin')
    await screen.goTo('/terms')
    await field(screen).fill('  ')
    await field(screen).press('Enter')
    await expect.poll(() => address(screen)).toBe('/products')
  })

  it('is on the shop’s pages on a desktop, but not on the login or on a phone [P277]', async () => {
    const expectShown = async (path: string, width: number, isShown: boolean) => {
      const { page } = await show(path, { width })
      await page.getByRole('heading', { level: 1 }).waitFor()
      const form = page.locator('header form[role=search]')
      await expect.poll(() => form.isVisible(), { message: path }).toBe(isShown)
    }

    await expectShown('/', 1280, true)
    await expectShown('/products', 1280, false)
    await expectShown('/login', 1280, false)
    await expectShown('/terms', 390, false)
  })
})
