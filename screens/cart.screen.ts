import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { cart, items, type Line } from './cart-samples.ts'
import { ids } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

const setup: Given = { as: { role: 'client' }, replies: [cart(items)] }

/** A page with the cart drawer open. */
async function drawer(more: Given, name: string | RegExp = /^Carrinho/): Promise<Screen> {
  const screen = await show('/terms', { ...setup, ...more })
  await screen.press(name)
  await screen.dialog().waitFor()
  await screen.atRest()

  return screen
}

describe('the cart at the side', () => {
  it('shows its lines with their sums, why one can hold no more, and the total [S075]', async () => {
    const screen = await drawer({})

    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Carrinho',
        'Pincel Pro',
        'R$ 416,70 cada',
        'Chave na tela em segundos',
        '3',
        'R$ 1.250,10',
        'Lápis Mini',
        'R$ 19,90 cada',
        'Chave na tela em segundos',
        '2',
        'R$ 39,80',
        'No máximo 2 por pedido.',
        'Tinta Azul',
        'R$ 7,05 cada',
        'Chave na tela em segundos',
        '5',
        'R$ 35,25',
        'Só restam 4.',
        'Giz',
        'R$ 3,33 cada',
        'Chave na tela em segundos',
        '1',
        'R$ 3,33',
        'Não está mais à venda.',
        'Tirar do carrinho',
        'Tela',
        'R$ 11,25 cada',
        'Chave na tela em segundos',
        '1',
        'R$ 11,25',
        'Só resta 1.',
        'Cupom de desconto',
        'Aplicar',
        'Total',
        'R$ 1.339,73',
        'Finalizar compra',
        'Continuar comprando',
      ])

    expect(
      await screen.page.getByRole('button', { name: /^Carrinho/ }).getAttribute('aria-label'),
    ).toEqual('Carrinho, 12 itens')
    const all = await screen.dialog().getByRole('button').all()

    const labels = all.map(async (one) => [
      await one.getAttribute('aria-label'),
      await one.isDisabled(),
    ])

    await expect
      .poll(() => Promise.all(labels))
      .toEqual([
        ['Fechar', false],
        ['Remover Pincel Pro', false],
        ['Diminuir Pincel Pro', false],
        ['Aumentar Pincel Pro', false],
        ['Remover Lápis Mini', false],
        ['Diminuir Lápis Mini', false],
        ['Aumentar Lápis Mini', true],
        ['Remover Tinta Azul', false],
        ['Diminuir Tinta Azul', false],
        ['Aumentar Tinta Azul', true],
        ['Remover Giz', false],
        ['Diminuir Giz', false],
        ['Aumentar Giz', true],
        [null, false],
        ['Remover Tela', false],
        ['Diminuir Tela', false],
        ['Aumentar Tela', true],
        [null, true],
        [null, false],
      ])

    const total = screen.page.getByTestId('cart-total')
    await expect.poll(() => screen.lines(total)).toEqual(['R$ 1.339,73'])
    screen.expectAnswered()
  })

  it('shows the same in English, in dollars, on a phone [S026, S075]', async () => {
    const dollars = items.map((one) => ({
      ...one,
      product: { ...one.product, currency: 'USD' as const },
    }))

    const screen = await show('/terms', {
      ...setup,
      language: 'en-US',
      width: 360,
      replies: [cart(dollars)],
    })

    await screen.press(/^Cart/)
    await screen.dialog().waitFor()
    await screen.atRest()

    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Cart',
        'Pincel Pro',
        '$416.70 each',
        'Key on screen in seconds',
        '3',
        '$1,250.10',
        'Lápis Mini',
        '$19.90 each',
        'Key on screen in seconds',
        '2',
        '$39.80',
        'Up to 2 per order.',
        'Tinta Azul',
        '$7.05 each',
        'Key on screen in seconds',
        '5',
        '$35.25',
        'Only 4 left.',
        'Giz',
        '$3.33 each',
        'Key on screen in seconds',
        '1',
        '$3.33',
        'No longer for sale.',
        'Remove from cart',
        'Tela',
        '$11.25 each',
        'Key on screen in seconds',
        '1',
        '$11.25',
        'Only 1 left.',
        'Coupon',
        'Apply',
        'Total',
        '$1,339.73',
        'Check out',
        'Keep shopping',
      ])
  })

  it('sends each change: one more, one fewer, none [S075, S226, S227]', async () => {
    const screen = await drawer({})

    const answer = (lines: Line[]) => ({
      success: true as const,
      cart: { ...ids(90), items: lines, currency: 'BRL' as const, total: 0 },
      ...ids(90),
      items: lines,
    })

    screen.replies.unshift(on(api.cart.update, answer([{ ...items[0]!, quantity: 4 }, items[1]!])))
    await screen.press('Aumentar Pincel Pro')
    await expect.poll(() => screen.lines(screen.dialog())).not.toContain('Giz')

    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Carrinho',
        'Pincel Pro',
        'R$ 416,70 cada',
        'Chave na tela em segundos',
        '4',
        'R$ 1.666,80',
        'Lápis Mini',
        'R$ 19,90 cada',
        'Chave na tela em segundos',
        '2',
        'R$ 39,80',
        'No máximo 2 por pedido.',
        'Cupom de desconto',
        'Aplicar',
        'Total',
        'R$ 1.706,60',
        'Finalizar compra',
        'Continuar comprando',
      ])

    screen.replies.unshift(on(api.cart.update, answer([items[0]!, { ...items[1]!, quantity: 1 }])))
    await screen.press('Diminuir Lápis Mini')
    await screen.atRest()
    screen.replies.unshift(on(api.cart.remove, answer([items[1]!])))
    await screen.press('Remover Pincel Pro')
    await expect.poll(() => screen.lines(screen.dialog())).not.toContain('Pincel Pro')

    expect(screen.calls.filter(({ method }) => method !== 'GET')).toEqual([
      {
        method: 'PATCH',
        path: '/api/product/cart/00000000-0000-4000-8000-00000000000a/update/11111111-0000-4000-8000-000000000001',
        query: {},
        body: { quantity: 4 },
      },
      {
        method: 'PATCH',
        path: '/api/product/cart/00000000-0000-4000-8000-00000000000a/update/11111111-0000-4000-8000-000000000002',
        query: {},
        body: { quantity: 1 },
      },
      {
        method: 'DELETE',
        path: '/api/product/cart/00000000-0000-4000-8000-00000000000a/remove/11111111-0000-4000-8000-000000000001',
        query: {},
        body: {},
      },
    ])
  })

  it('shows the shop’s message when a change is refused', async () => {
    const screen = await drawer({})
    screen.replies.unshift(
      refused(api.cart.update, 'Só restam 3 de Pincel Pro.', 409, 'cart.stock'),
    )
    await screen.press('Aumentar Pincel Pro')
    await screen.page.getByText('Só restam 3 de Pincel Pro.').waitFor()
    await screen.atRest()

    await expect
      .poll(async () => (await screen.lines(screen.dialog())).slice(0, 6))
      .toEqual([
        'Carrinho',
        'Só restam 3 de Pincel Pro.',
        'Pincel Pro',
        'R$ 416,70 cada',
        'Chave na tela em segundos',
        '3',
      ])
  })

  it('leads each line to its page, says who delivers it, and goes on shopping [P110]', async () => {
    const byStaff = {
      ...items[1]!,
      product: { ...items[1]!.product, delivery: 'by_staff' as const },
    }

    const screen = await drawer({ replies: [cart([items[0]!, byStaff])] })
    const links = await screen.dialog().getByRole('link').all()

    expect(
      await Promise.all(
        links.map(async (one) => [await one.innerText(), await one.getAttribute('href')]),
      ),
    ).toEqual([
      ['Pincel Pro', '/products/produto-1'],
      ['Lápis Mini', '/products/produto-2'],
      ['Finalizar compra', '/checkout'],
    ])

    await expect
      .poll(async () => (await screen.lines(screen.dialog())).slice(6, 10))
      .toEqual(['Lápis Mini', 'R$ 19,90 cada', 'Entrega pela equipe', '2'])
    await screen.press('Continuar comprando')
    await expect.poll(() => screen.page.getByRole('dialog').count()).toBe(0)
    expect(new URL(screen.page.url()).pathname).toBe('/terms')
    const english = await drawer({ language: 'en-US', replies: [cart([byStaff])] }, /^Cart/)

    await expect
      .poll(() => english.lines(english.dialog()))
      .toEqual([
        'Cart',
        'Lápis Mini',
        'R$19.90 each',
        'Delivered by our team',
        '2',
        'R$39.80',
        'Up to 2 per order.',
        'Coupon',
        'Apply',
        'Total',
        'R$39.80',
        'Check out',
        'Keep shopping',
      ])
  })

  it('applies a coupon with the checkout’s own call, and keeps it for the checkout [S164] [P110]', async () => {
    const answer = (part: Partial<Body<typeof api.cart.validate>>) =>
      on(api.cart.validate, {
        success: true,
        ...ids(90),
        items: [],
        currency: 'BRL',
        subtotal: 1250.1,
        discount: 0,
        finalTotal: 1250.1,
        cupom: null,
        ...part,
      })

    const screen = await drawer({ replies: [cart([items[0]!])] })
    const storedItems = () => screen.page.evaluate(() => localStorage.getItem('cupomCode'))
    screen.replies.unshift(answer({}))
    await screen.page.getByLabel('Cupom de desconto').fill('nada')
    await screen.press('Aplicar')
    await screen.page.getByText('Cupom inválido ou expirado.').waitFor()
    expect(await storedItems()).toBe(null)

    screen.replies.unshift(
      answer({
        discount: 125.01,
        finalTotal: 1125.09,
        cupom: { code: 'VERAO', type: 'percentage' },
      }),
    )

    await screen.page.getByLabel('Cupom de desconto').fill('verao')
    await screen.press('Aplicar')

    await expect
      .poll(async () => (await screen.lines(screen.dialog())).slice(6))
      .toEqual([
        'Cupom de desconto',
        'VERAO',
        'Cupom aplicado com sucesso!',
        'Subtotal',
        'R$ 1.250,10',
        'Desconto',
        '− R$ 125,01',
        'Total',
        'R$ 1.125,09',
        'Finalizar compra',
        'Continuar comprando',
      ])

    expect(await storedItems()).toBe('VERAO')

    expect(screen.sent('POST', '/api/product/cart/validate')).toEqual([
      { cartId: '11111111-0000-4000-8000-000000000090', cupomCode: 'NADA' },
      { cartId: '11111111-0000-4000-8000-000000000090', cupomCode: 'VERAO' },
    ])

    screen.replies.unshift(answer({}))
    await screen.press('Remover o cupom VERAO')

    await expect
      .poll(async () => (await screen.lines(screen.dialog())).slice(6))
      .toEqual([
        'Cupom de desconto',
        'Aplicar',
        'Total',
        'R$ 1.250,10',
        'Finalizar compra',
        'Continuar comprando',
      ])

    expect(await storedItems()).toBe(null)
  })

  it('is empty, fails to load, waits [S076]', async () => {
    const empty = await drawer({ replies: [cart([])] })

    await expect
      .poll(() => empty.lines(empty.dialog()))
      .toEqual([
        'Carrinho',
        'Seu carrinho está vazio.',
        'O que você adicionar fica guardado aqui.',
        'Ver produtos',
      ])

    const broken = [refused(api.cart.read, 'A conta não bate.', 400)]
    const failed = await drawer({ replies: broken })

    await expect
      .poll(() => failed.lines(failed.dialog()))
      .toEqual([
        'Carrinho',
        'O carrinho não pôde ser carregado. Seus itens continuam guardados.',
        'Tentar novamente',
      ])

    const waiting = await drawer({ replies: [pending(api.cart.read)] })
    await expect.poll(() => waiting.lines(waiting.dialog())).toEqual(['Carrinho'])
    await expect
      .poll(() => waiting.page.getByRole('status', { name: 'Carregando' }).count())
      .toBe(1)
  })
})
