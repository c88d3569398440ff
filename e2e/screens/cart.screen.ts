import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'
import { on, pending, refused, type Body } from './answers.ts'
import { ids } from './samples.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

type Cart = Body<typeof api.cart.read>
type Line = Cart['items'][number]
/** A line with how many there are, how many there may be, and how many of it one order may hold. */
const line = (
  number: number,
  name: string,
  price: number,
  [quantity, max, maxPerOrder]: [number, number, number],
): Line => ({
  lineId: ids(number + 500).id,
  variant: { ...ids(number), name: '' },
  compareAtPrice: null,
  product: {
    ...ids(number),
    name,
    price,
    currency: 'BRL',
    image: null,
    color: '#3b82f6',
    maxPerOrder,
  },
  quantity,
  max,
})
const items = [
  line(1, 'Pincel Pro', 416.7, [3, 6, 6]),
  line(2, 'Lápis Mini', 19.9, [2, 2, 2]),
  line(3, 'Tinta Azul', 7.05, [5, 4, 9]),
  line(4, 'Giz', 3.33, [1, 0, 8]),
  line(5, 'Tela', 11.25, [1, 1, 7]),
]
const cart = (lines: Line[]) =>
  on(api.cart.read, {
    success: true,
    cart: { ...ids(90), items: lines, currency: lines[0]?.product.currency ?? 'BRL', total: 0 },
    ...ids(90),
    items: lines,
  })
const given: Given = { as: { role: 'client' }, replies: [cart(items)] }

/** A page with the drawer open. */
async function drawer(more: Given, name: string | RegExp = /^Carrinho/): Promise<Screen> {
  const screen = await show('/terms', { ...given, ...more })
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
        '3',
        'R$ 1.250,10',
        'Lápis Mini',
        'R$ 19,90 cada',
        '2',
        'R$ 39,80',
        'No máximo 2 por pedido.',
        'Tinta Azul',
        'R$ 7,05 cada',
        '5',
        'R$ 35,25',
        'Só restam 4.',
        'Giz',
        'R$ 3,33 cada',
        '1',
        'R$ 3,33',
        'Indisponível agora. Remova para continuar.',
        'Tela',
        'R$ 11,25 cada',
        '1',
        'R$ 11,25',
        'Só resta 1.',
        'Total',
        'R$ 1.339,73',
        'Finalizar compra',
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
        ['Remover Tela', false],
        ['Diminuir Tela', false],
        ['Aumentar Tela', true],
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
      ...given,
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
        '3',
        '$1,250.10',
        'Lápis Mini',
        '$19.90 each',
        '2',
        '$39.80',
        'At most 2 in one order.',
        'Tinta Azul',
        '$7.05 each',
        '5',
        '$35.25',
        'Only 4 left.',
        'Giz',
        '$3.33 each',
        '1',
        '$3.33',
        'Not available now. Remove it to continue.',
        'Tela',
        '$11.25 each',
        '1',
        '$11.25',
        'Only 1 left.',
        'Total',
        '$1,339.73',
        'Check out',
      ])
  })

  it('asks for what was changed: one more, one fewer, none [S075, S226, S227]', async () => {
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
        '4',
        'R$ 1.666,80',
        'Lápis Mini',
        'R$ 19,90 cada',
        '2',
        'R$ 39,80',
        'No máximo 2 por pedido.',
        'Total',
        'R$ 1.706,60',
        'Finalizar compra',
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

  it('says in the words of the shop why a change was not taken', async () => {
    const screen = await drawer({})
    screen.replies.unshift(
      refused(api.cart.update, 'Só restam 3 de Pincel Pro.', 409, 'cart.stock'),
    )
    await screen.press('Aumentar Pincel Pro')
    await screen.page.getByText('Só restam 3 de Pincel Pro.').waitFor()
    await screen.atRest()
    await expect
      .poll(async () => (await screen.lines(screen.dialog())).slice(0, 5))
      .toEqual(['Carrinho', 'Só restam 3 de Pincel Pro.', 'Pincel Pro', 'R$ 416,70 cada', '3'])
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

  it('says so in English too [S076]', async () => {
    const english = (replies: Given['replies']) =>
      drawer({ replies: replies!, language: 'en-US' }, /^Cart/)
    const empty = await english([cart([])])
    await expect
      .poll(() => empty.lines(empty.dialog()))
      .toEqual(['Cart', 'Your cart is empty.', 'What you add is kept here.', 'See products'])
    const failed = await english([refused(api.cart.read, 'A conta não bate.', 400)])
    await expect
      .poll(() => failed.lines(failed.dialog()))
      .toEqual(['Cart', 'The cart could not be loaded. Your items are kept.', 'Try again'])
  })
})

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

  it('shows in the open cart of a visitor, as far as there is any left [S003, S047]', async () => {
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
        '1',
        'R$ 416,70',
        'Total',
        'R$ 416,70',
        'Finalizar compra',
      ])
    await screen.press('Aumentar Pincel Pro')
    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Carrinho',
        'Pincel Pro',
        'R$ 416,70 cada',
        '2',
        'R$ 833,40',
        'Só restam 2.',
        'Total',
        'R$ 833,40',
        'Finalizar compra',
      ])
    expect(screen.calls.filter(({ path }) => path.endsWith('/limits'))).toEqual([
      {
        method: 'GET',
        path: '/api/product/limits',
        query: { ids: '11111111-0000-4000-8000-000000000001' },
      },
    ])
  })

  it('of another currency asks whether to begin anew (Q53)', async () => {
    const screen = await show('/products', { replies: shop })
    await screen.press('Adicionar ao carrinho: Pincel Pro')
    await screen.dialog().waitFor()
    await screen.press('Fechar', screen.dialog())
    await screen.press('Adicionar ao carrinho: Lápis Mini')
    const question = screen.page.getByRole('alertdialog')
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
        '1',
        'US$ 19,90',
        'Total',
        'US$ 19,90',
        'Finalizar compra',
      ])
  })

  it('of another currency asks the same in English (Q53)', async () => {
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
        'Pincel Pro is sold in reais (R$), and a cart takes products of one currency only. You can keep the cart as it is or start a new one with this product alone.',
        'Start a new one',
        'Keep the cart',
      ])
  })

  it('of somebody logged in is asked of the shop [S225]', async () => {
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
    await screen.page.getByText('R$ 1.250,10').first().waitFor()
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
        '3',
        'R$ 1.250,10',
        'Total',
        'R$ 1.250,10',
        'Finalizar compra',
      ])
  })
})
