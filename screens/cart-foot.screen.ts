import { describe, expect, it } from 'vitest'

import { cartOf, items } from './checkout-samples.ts'
import type { Screen } from './screen.ts'
import { show } from './show.ts'

describe('a customer’s cart at the foot of the shop', () => {
  const as = { role: 'client', name: 'Bia Prado', email: 'bia@exemplo.test' } as const
  const bar = (screen: Screen, name: string) =>
    screen.page.getByRole('region', { name, exact: true })

  it('leads a phone straight to the checkout, from the shop and from the dashboard [P240]', async () => {
    for (const [language, name, said] of [
      ['pt-BR', 'Carrinho', ['5 itens · R$ 1.269,90', 'Finalizar compra']],
      ['en-US', 'Cart', ['5 items · R$1,269.90', 'Check out']],
    ] as const)
      for (const at of ['/products', '/dashboard']) {
        const screen = await show(at, { as, language, width: 360, replies: [cartOf(items)] })
        await expect.poll(() => screen.lines(bar(screen, name))).toEqual(said)
        await bar(screen, name).getByRole('link').click()
        await expect.poll(() => new URL(screen.page.url()).pathname).toBe('/checkout')
        await expect.poll(() => bar(screen, name).count()).toBe(0)
      }
  })

  it('is not there on a desktop, on other pages, or with an empty cart [P240]', async () => {
    const full = { as, replies: [cartOf(items)] }
    const desk = await show('/products', full)
    await desk.page.getByRole('button', { name: 'Carrinho, 5 itens' }).waitFor()
    await expect.poll(() => bar(desk, 'Carrinho').isVisible()).toBe(false)
    const room = await show('/dashboard/settings', { ...full, width: 360 })
    await room.page.getByRole('button', { name: 'Carrinho, 5 itens' }).waitFor()
    expect(await bar(room, 'Carrinho').count()).toBe(0)
    const empty = await show('/products', { as, width: 360, replies: [cartOf([])] })
    await empty.page.getByRole('main').waitFor()
    expect(await bar(empty, 'Carrinho').count()).toBe(0)
  })
})
