import { api } from '@chaveiro/contracts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { on, type Body } from './answers.ts'
import { cart, items } from './cart-samples.ts'
import { ids } from './samples.ts'
import { show } from './show.ts'

/** Starts to record animations of the page: what moves, a total by its former text, and how long. */
async function movesOf(page: Page): Promise<() => Promise<[string, number][]>> {
  await page.evaluate(() => {
    const moves: [string, number][] = []
    Object.assign(window, { moves })
    // oxlint-disable-next-line unbound-method
    const { animate } = Element.prototype

    Element.prototype.animate = function (this: HTMLElement, keyframes, options) {
      const picture = this.popover ? 'picture' : 'line'
      const { duration } = options as { duration: number }
      moves.push([this.dataset.before ?? picture, duration])

      return animate.call(this, keyframes, options)
    }
  })

  return () => page.evaluate(() => (window as unknown as { moves: [string, number][] }).moves)
}

describe('a product that is added', () => {
  const pincel: Body<typeof api.catalogue.featured>[number] = {
    ...ids(1),
    slug: 'pincel-pro',
    name: 'Pincel Pro',
    description: 'Pinta em camadas',
    price: 416.7,
    currency: 'BRL',
    image: null,
    category: { ...ids(40), name: 'arte', color: '#3b82f6' },
    provider: 'stock',
    status: 'active',
    isFeatured: true,
    stock: 'in',
    maxPerOrder: 3,
    metadata: { sellerType: 'multiloader', level: 7, expiration: 30 },
    priceFrom: 416.7,
    priceTo: 416.7,
    variantCount: 1,
    compareAtPrice: null,
  }

  const lapis = { ...pincel, ...ids(2), name: 'Lápis Mini', price: 19.9, currency: 'USD' as const }

  const shop = [
    on(api.catalogue.featured, [pincel, lapis]),
    on(api.catalogue.categories, []),
    on(api.cart.limits, { success: true, limits: [{ id: pincel.id, max: 2 }] }),
  ]

  it('shows in a visitor’s open cart, up to the stock [S003, S047]', async () => {
    const screen = await show('/products', { replies: shop })
    await screen.press('Adicionar ao carrinho: Pincel Pro')
    await screen.dialog().waitFor()
    await screen.atRest()

    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Carrinho',
        'Pincel Pro',
        'R$ 416,70 cada',
        'Chave na tela em segundos',
        '1',
        'R$ 416,70',
        'Cupom de desconto',
        'Aplicar',
        'Total',
        'R$ 416,70',
        'Finalizar compra',
        'Continuar comprando',
      ])

    await screen.press('Aumentar Pincel Pro')

    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Carrinho',
        'Pincel Pro',
        'R$ 416,70 cada',
        'Chave na tela em segundos',
        '2',
        'R$ 833,40',
        'Só restam 2.',
        'Cupom de desconto',
        'Aplicar',
        'Total',
        'R$ 833,40',
        'Finalizar compra',
        'Continuar comprando',
      ])

    expect(screen.calls.filter(({ path }) => path.endsWith('/limits'))).toEqual([
      {
        method: 'GET',
        path: '/api/product/limits',
        query: { ids: '11111111-0000-4000-8000-000000000001' },
      },
    ])
  })

  it('keeps a visitor’s coupon for the checkout, and leads to the product [P110]', async () => {
    const words = async (
      language: 'pt-BR' | 'en-US',
      add: string,
      label: string,
      apply: string,
    ) => {
      const screen = await show('/products', { replies: shop, language })
      await screen.press(add)
      await screen.dialog().waitFor()
      await screen.page.getByLabel(label).fill('verao')
      await screen.press(apply)
      const said = screen.page.locator('#cart-coupon-outcome')
      await expect.poll(() => screen.lines(said)).toHaveLength(1)
      expect(await screen.page.evaluate(() => localStorage.getItem('cupomCode'))).toBe('VERAO')
      expect(screen.calls.filter(({ method }) => method === 'POST')).toEqual([])
      const name = screen.dialog().getByRole('link', { name: 'Pincel Pro' })

      return [...(await screen.lines(said)), await name.getAttribute('href')]
    }

    expect(
      await words('pt-BR', 'Adicionar ao carrinho: Pincel Pro', 'Cupom de desconto', 'Aplicar'),
    ).toEqual(['Cupom guardado. Ele é conferido ao finalizar a compra.', '/products/pincel-pro'])

    expect(await words('en-US', 'Add to cart: Pincel Pro', 'Coupon', 'Apply')).toEqual([
      "Coupon saved. We'll check it at checkout.",
      '/products/pincel-pro',
    ])
  })

  it('of another currency asks whether to start a new cart [decision Q53]', async () => {
    const screen = await show('/products', { replies: shop })
    await screen.press('Adicionar ao carrinho: Pincel Pro')
    await screen.dialog().waitFor()
    await screen.press('Fechar', screen.dialog())
    await screen.press('Adicionar ao carrinho: Lápis Mini')
    const question = screen.page.getByRole('alertdialog')
    const open = screen.page.getByRole('button', { name: 'Adicionar ao carrinho: Lápis Mini' })

    for (const no of ['Escape', 'Fechar', 'Manter o carrinho']) {
      await question.waitFor()
      if (no === 'Escape') await screen.page.keyboard.press('Escape')
      else await screen.press(no, question)
      await question.waitFor({ state: 'hidden' })
      const cart = await screen.page.evaluate(() => JSON.stringify({ ...localStorage }))
      expect([cart.includes(ids(1).id), cart.includes(ids(2).id)], no).toEqual([true, false])
      await open.click()
    }

    await question.waitFor()

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Seu carrinho está em reais (R$)',
        'Lápis Mini é vendido em dólares (US$), e um carrinho leva produtos de uma moeda só. Você pode manter o carrinho como está ou começar um novo só com este produto.',
        'Começar um novo',
        'Manter o carrinho',
      ])

    await screen.press('Começar um novo')
    await screen.dialog().waitFor()
    await screen.atRest()

    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Carrinho',
        'Lápis Mini',
        'US$ 19,90 cada',
        'Chave na tela em segundos',
        '1',
        'US$ 19,90',
        'Cupom de desconto',
        'Aplicar',
        'Total',
        'US$ 19,90',
        'Finalizar compra',
        'Continuar comprando',
      ])
  })

  it('lets its picture travel into the cart and the total roll, or neither with reduced motion', async () => {
    const pictured = { ...pincel, image: '/favicon.svg' }
    const replies = [on(api.catalogue.featured, [pictured, lapis]), ...shop]

    for (const reducedMotion of ['no-preference', 'reduce'] as const) {
      const screen = await show('/products', { replies })
      await screen.page.emulateMedia({ reducedMotion })
      const moves = await movesOf(screen.page)

      await screen.press('Adicionar ao carrinho: Pincel Pro')
      await screen.dialog().waitFor()
      await screen.press('Aumentar Pincel Pro')
      const total = screen.page.getByTestId('cart-total')
      await expect.poll(() => screen.lines(total)).toEqual(['R$ 833,40'])

      const isMoving = reducedMotion === 'no-preference'
      expect(await moves()).toEqual(
        isMoving
          ? [
              ['picture', 240],
              ['line', 240],
              ['R$\u00a0416,70', 200],
            ]
          : [],
      )
      // The travelling picture leaves nothing behind.
      await expect.poll(() => screen.page.locator('img[popover]').count()).toBe(0)
    }
  })

  it('of another currency asks the same in English [decision Q53]', async () => {
    const screen = await show('/products', { replies: shop, language: 'en-US' })
    await screen.press('Add to cart: Lápis Mini')
    await screen.dialog().waitFor()
    await screen.press('Close', screen.dialog())
    await screen.press('Add to cart: Pincel Pro')
    const question = screen.page.getByRole('alertdialog')
    await question.waitFor()

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Your cart is in US dollars (US$)',
        'Pincel Pro is sold in reais (R$), and a cart can hold only one currency. You can keep the cart as it is or start a new one with just this product.',
        'Start a new one',
        'Keep the cart',
      ])
  })

  it('by a logged-in customer is sent to the shop [S225]', async () => {
    const screen = await show('/products', { as: { role: 'client' }, replies: [...shop, cart([])] })

    screen.replies.unshift(
      cart([items[0]!]),
      on(api.cart.add, {
        success: true,
        cart: { ...ids(90), items: [items[0]!], currency: 'BRL', total: 0 },
        ...ids(90),
        items: [items[0]!],
      }),
    )

    await screen.press('Adicionar ao carrinho: Pincel Pro')
    await screen.dialog().getByText('R$ 1.250,10').first().waitFor()

    expect(screen.calls.filter(({ method }) => method === 'POST')).toEqual([
      {
        method: 'POST',
        path: '/api/product/cart/00000000-0000-4000-8000-00000000000a/add',
        query: {},
        body: { productId: '11111111-0000-4000-8000-000000000001', quantity: 1 },
      },
    ])

    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Carrinho',
        'Pincel Pro',
        'R$ 416,70 cada',
        'Chave na tela em segundos',
        '3',
        'R$ 1.250,10',
        'Cupom de desconto',
        'Aplicar',
        'Total',
        'R$ 1.250,10',
        'Finalizar compra',
        'Continuar comprando',
      ])
  })
})
