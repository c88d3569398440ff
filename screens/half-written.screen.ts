import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { actOn } from '../e2e/row-acts.ts'
import { longestAnswers } from './longest.ts'
import type { Screen } from './screen.ts'
import { show } from './show.ts'

// A dialog with typed text survives one Escape or one press beside it. A dialog without typed text
// closes at once.

const { system, categories, coupons, stock, products, variants, roles, announcements } = adminApi
const { users, desk, savedViews, licences, deliveries, orders } = adminApi
const setups = [system, categories, coupons, stock, products, variants, roles, announcements]

const replies = longestAnswers(
  [...setups, users, desk, savedViews, licences, deliveries, orders].flatMap((calls) =>
    Object.values(calls ?? {}),
  ) as never,
)

const first = '00000000-0000-4000-8000-000000000000'
const product = '00000000-0000-4000-8000-000000000001'

const dialogs: [name: string, path: string, open?: string, first?: string][] = [
  ['a category', '/admin/categories?new=1'],
  ['a new coupon', '/admin/cupons?new=1'],
  ['a coupon that exists', `/admin/cupons?edit=${first}`],
  ['a new order', '/admin/orders', 'Novo pedido', '1'],
  ['an option', `/admin/products?pageOf=${product}&part=options`, 'Adicionar opção'],
  ['keys', '/admin/stock?new=1'],
  ['the Discord id of a user', `/admin/users?user=${first}`],
  ['a view', '/admin/cupons?search=a', 'Salvar esta visão'],
]

const closings: [name: string, close: (screen: Screen) => Promise<unknown>][] = [
  ['Escape', ({ page }) => page.keyboard.press('Escape')],
  ['a press beside', ({ page }) => page.mouse.click(5, 400)],
  ['the cross', (screen) => screen.press('Fechar', screen.dialog())],
  ['its own Cancel', (screen) => screen.press('Cancelar', screen.dialog())],
]

/** A copy of the list of orders in which each order can be withdrawn. */
const withPossible = (body: unknown) => {
  const { orders, ...rest } = body as { orders: { withdrawal: object | null }[] }

  const withdrawal = {
    state: 'possible',
    until: '2036-02-10T17:05:00.000Z',
    askedAt: null,
    reason: null,
    answer: null,
  }

  return { ...rest, orders: orders.map((order) => ({ ...order, withdrawal })) }
}

describe('a dialog with typed text', () => {
  it.each(dialogs)('asks before it is lost: %s', async (_, path, open, first = '') => {
    const screen = await show(path, { as: { role: 'admin' }, replies })

    const bring = async () => {
      if (open) await screen.press(open)
      await screen.dialog().waitFor()
    }

    const field = screen.dialog().locator('input:not([type]), textarea').first()
    const question = screen.page.getByRole('alertdialog')
    await bring()
    const hasCancel = await screen.dialog().getByRole('button', { name: 'Cancelar' }).count()

    for (const [, close] of closings.slice(0, hasCancel ? 4 : 3)) {
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
    expect(await field.inputValue()).toBe(first)
    await screen.page.keyboard.press('Escape')
    await expect.poll(() => screen.dialog().count()).toBe(0)
  })

  it('keeps the next question open when the close event of the previous one is late', async () => {
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

  it('keeps a typed reason for the next time, until it was sent', async () => {
    const free = replies.map(({ body, ...answer }) => ({
      ...answer,
      body: JSON.parse(JSON.stringify(body).replaceAll('"isBanned":true', '"isBanned":false')),
    }))

    const screen = await show('/admin/users', { as: { role: 'admin' }, replies: free })
    const question = screen.page.getByRole('alertdialog')
    const reason = question.getByRole('textbox')
    const ask = () => actOn(screen.page.getByRole('row').nth(1), 'Banir')
    await ask()
    await reason.fill('meio escrito')
    await screen.page.keyboard.press('Escape')
    await expect.poll(() => question.count()).toBe(0)
    await ask()
    expect(await reason.inputValue()).toBe('meio escrito')
    await screen.press('Banir', question)
    await expect.poll(() => question.count()).toBe(0)
    await ask()
    expect(await reason.inputValue()).toBe('')
  })

  it('closes without a question when the text was only a search', async () => {
    const screen = await show('/admin/categories', { as: { role: 'admin' }, replies })
    await screen.page.keyboard.press('Control+k')
    await screen.dialog().getByRole('combobox').fill('ORD-1')
    await screen.page.keyboard.press('Escape')
    await expect.poll(() => screen.dialog().count()).toBe(0)
    expect(await screen.page.getByRole('alertdialog').count()).toBe(0)
  })

  it('closes without a question when the text is unchanged or empty', async () => {
    const screen = await show('/admin/stock?new=1', { as: { role: 'admin' }, replies })
    const field = screen.dialog().locator('textarea').first()
    await field.fill('meio escrito')
    await field.fill('')
    await screen.page.keyboard.press('Escape')
    await expect.poll(() => screen.dialog().count()).toBe(0)
    expect(await screen.page.getByRole('alertdialog').count()).toBe(0)
  })
})

describe('a dialog of a customer with typed text', () => {
  it('has the text again when it is opened again: the reason of a withdrawal', async () => {
    const ownOrders = longestAnswers([api.orders.list]).map((answer) => ({
      ...answer,
      body: withPossible(answer.body),
    }))

    const screen = await show('/dashboard/orders', { as: { role: 'client' }, replies: ownOrders })
    const open = () =>
      screen.page.getByRole('button', { name: 'Desistir da compra' }).first().click()

    for (const [, close] of closings.slice(0, 3)) {
      await open()
      const field = screen.dialog().getByRole('textbox')
      if ((await field.inputValue()) === '') await field.fill('meio escrito')
      expect(await field.inputValue()).toBe('meio escrito')
      await close(screen)
      await expect.poll(() => screen.dialog().count()).toBe(0)
    }

    await open()
    expect(await screen.dialog().getByRole('textbox').inputValue()).toBe('meio escrito')
  })
})

declare global {
  /** Defined only in the page, by holdEnds. */
  var sendEnds: () => number
}

/** Runs in the page: delays the close events of dialogs, as a busy browser does. */
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
