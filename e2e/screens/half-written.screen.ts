import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'
import { longestAnswers } from './longest.ts'
import type { Screen } from './screen.ts'
import { show } from './show.ts'

// A dialog in which somebody typed is not thrown away by one Escape or one press beside it; one in
// which nobody did closes at once.

const { system, categories, coupons, stock, products, variants, roles, announcements } = adminApi
const replies = longestAnswers(
  [system, categories, coupons, stock, products, variants, roles, announcements].flatMap((calls) =>
    Object.values(calls ?? {}),
  ) as never,
)
const first = '00000000-0000-4000-8000-000000000000'
const product = '00000000-0000-4000-8000-000000000001'
const dialogs: [name: string, path: string, open?: string][] = [
  ['a category', '/admin/categories?new=1'],
  ['a new coupon', '/admin/cupons?new=1'],
  ['a coupon that exists', `/admin/cupons?edit=${first}`],
  ['an option', `/admin/products?pageOf=${product}&part=options`, 'Adicionar opção'],
]

const closings: [name: string, close: (screen: Screen) => Promise<unknown>][] = [
  ['Escape', ({ page }) => page.keyboard.press('Escape')],
  ['a press beside', ({ page }) => page.mouse.click(5, 400)],
  ['the cross', (screen) => screen.press('Fechar', screen.dialog())],
]

describe('a dialog in which somebody typed', () => {
  it.each(dialogs)('asks before it is lost: %s', async (_, path, open) => {
    const screen = await show(path, { as: { role: 'admin' }, replies })
    const bring = async () => {
      if (open) await screen.press(open)
      await screen.dialog().waitFor()
    }
    const field = screen.dialog().locator('input:not([type]), textarea').first()
    const question = screen.page.getByRole('alertdialog')
    await bring()
    for (const [, close] of closings) {
      await field.fill('meio escrito')
      await close(screen)
      await expect
        .poll(() => screen.lines(question))
        .toEqual([
          'Sair sem salvar?',
          'O que você mudou aqui ainda não foi salvo e se perde.',
          'Cancelar',
          'Sair sem salvar',
        ])
      await screen.press('Cancelar', question)
      await expect.poll(() => question.count()).toBe(0)
      expect(await field.inputValue()).toBe('meio escrito')
    }
    await screen.page.keyboard.press('Escape')
    await screen.press('Sair sem salvar', question)
    await expect.poll(() => screen.dialog().count()).toBe(0)
    if (!open) return
    await bring()
    expect(await field.inputValue()).toBe('')
    await screen.page.keyboard.press('Escape')
    await expect.poll(() => screen.dialog().count()).toBe(0)
  })

  it('keeps the next question when the end of the one before comes late', async () => {
    const screen = await show(dialogs[0]![1], { as: { role: 'admin' }, replies })
    const { page } = screen
    const question = page.getByRole('alertdialog')
    await screen.dialog().locator('input:not([type])').first().fill('meio escrito')
    await page.keyboard.press('Escape')
    await page.evaluate(holdEnds)
    await screen.press('Cancelar', question)
    await expect.poll(() => question.count()).toBe(0)
    await page.mouse.click(5, 400)
    await question.waitFor()
    expect(await page.evaluate(() => sendEnds())).toBe(1)
    await screen.atRest()
    expect(await question.count()).toBe(1)
  })
})

declare global {
  /** Only in a page; see holdEnds. */
  var sendEnds: () => number
}

/** In a page: the ends of dialogs are told later, as by a browser that has much to do. */
function holdEnds(): void {
  const held: EventTarget[] = []
  const hold = (event: Event) => {
    event.stopImmediatePropagation()
    held.push(event.target!)
  }
  addEventListener('close', hold, true)
  globalThis.sendEnds = () => {
    removeEventListener('close', hold, true)
    for (const dialog of held) dialog.dispatchEvent(new Event('close'))
    return held.length
  }
}
