import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { ids } from './samples.ts'
import { show, type Given } from './show.ts'
import { sold } from './sold-samples.ts'

type Owned = Body<typeof api.orders.products>['products'][number]

const owned: Owned = {
  ...ids(1),
  name: 'Pincel Pro',
  description: 'Pinta em camadas',
  price: 1234.56,
  currency: 'BRL',
  status: 'active',
  purchaseDate: '2026-02-03T17:05:00.000Z',
  expirationDate: '2027-03-05T12:00:00.000Z',
  licenseId: ids(31).id,
  licenseKey: 'AAAA-BBBB-1111',
  orderNumber: 'ORD-000017',
  image: null,
  color: '#3b82f6',
  productId: ids(2).id,
  variantId: ids(2).id,
  onSale: true,
}

const all: Owned[] = [
  owned,
  {
    ...owned,
    ...ids(2),
    name: 'Lápis Mini',
    description: '',
    price: 19.9,
    currency: 'USD',
    status: 'expired',
    purchaseDate: '2025-01-02T12:00:00.000Z',
    expirationDate: '2026-01-09T12:00:00.000Z',
    licenseKey: 'CCCC-DDDD-2222',
  },
  {
    ...owned,
    ...ids(3),
    name: 'Tinta Azul',
    description: 'Seca em um minuto',
    price: 7.05,
    status: 'suspended',
    expirationDate: null,
    licenseId: null,
    licenseKey: null,
  },
  {
    ...owned,
    ...ids(4),
    name: 'Giz',
    description: 'Some com água',
    price: 3.33,
    status: 'pending',
    expirationDate: null,
    licenseId: null,
    licenseKey: null,
  },
]

const list = (...products: Owned[]) =>
  on(api.orders.products, {
    success: true,
    products,
    data: products,
    total: products.length && 2025,
    active: 1810,
    totalValue: 98765.43,
  })

/** No product waits for a review; own-reviews.screen.ts covers the others. */
const noReviews = on(api.reviews.own, { success: true, products: [], reviews: [] })
const setup: Given = { as: { role: 'client' }, replies: [list(...all), noReviews] }
const path = '/dashboard/products'

describe('the own products', () => {
  it('show their figures and each unit with its state, dates and masked key [S107, S108, S109]', async () => {
    const screen = await show(path, setup)

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Voltar ao painel',
        'Meus produtos',
        'Total',
        '2.025',
        'Ativos',
        '1.810',
        'Valor total',
        'R$ 98.765,43',
        'Todos (4)',
        'Em uso (1)',
        'A caminho (1)',
        'Encerrados (2)',
        'Pincel Pro',
        'Pinta em camadas',
        'Ativa',
        'válida até 5 de mar. de 2027',
        'Comprada em 3 de fev. de 2026 · R$ 1.234,56',
        '••••••••••••••••••••••••••••••••',
        'Copiar',
        'Mostrar',
        'Como ativar',
        'Lápis Mini',
        'Expirada',
        'terminou em 9 de jan. de 2026',
        'Comprada em 2 de jan. de 2025 · US$ 19,90',
        '••••••••••••••••••••••••••••••••',
        'Copiar',
        'Mostrar',
        'Renovar',
        'Como ativar',
        'Tinta Azul',
        'Seca em um minuto',
        'Suspensa',
        'Comprada em 3 de fev. de 2026 · R$ 7,05',
        'Esta licença está suspensa. Fale com o suporte.',
        'Giz',
        'Some com água',
        'Pendente',
        'Comprada em 3 de fev. de 2026 · R$ 3,33',
        'A chave está sendo preparada e aparece aqui assim que estiver pronta.',
      ])

    await expect
      .poll(() => screen.unread(all))
      .toEqual([
        '[].id',
        '[].currency',
        '[].status',
        '[].licenseId',
        '[].licenseKey',
        '[].orderNumber',
        '[].color',
        '[].productId',
        '[].variantId',
      ])

    screen.expectAnswered()
  })

  it('can be filtered by state, also after a reload; an ended licence can be renewed [P138]', async () => {
    const cart = { success: true as const, cart: null, id: null, _id: null, items: [] }
    const add = '/api/product/cart/00000000-0000-4000-8000-00000000000a/add'

    const screen = await show(path, {
      ...setup,
      replies: [on(api.cart.add, cart), ...setup.replies!],
    })

    const names = () =>
      screen.page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
    await expect.poll(names).toEqual(['Pincel Pro', 'Lápis Mini', 'Tinta Azul', 'Giz'])
    await screen.press('Em uso (1)')
    await expect.poll(names).toEqual(['Pincel Pro'])
    await screen.press('A caminho (1)')
    await expect.poll(names).toEqual(['Giz'])
    await screen.press('Encerrados (2)')
    await expect.poll(names).toEqual(['Lápis Mini', 'Tinta Azul'])
    await screen.page.reload()
    await expect.poll(names).toEqual(['Lápis Mini', 'Tinta Azul'])

    expect(
      await screen.page
        .getByRole('group', { name: 'Quais produtos mostrar' })
        .getByRole('button', { pressed: true })
        .allInnerTexts(),
    ).toEqual(['Encerrados (2)'])

    await screen.press('Renovar Lápis Mini')
    await screen.page.waitForURL('**/checkout')
    expect(screen.sent('POST', add)).toEqual([
      { productId: ids(2).id, variantId: ids(2).id, quantity: 1 },
    ])

    const none = await show(`${path}?show=ended`, {
      ...setup,
      language: 'en-US',
      replies: [list(owned), noReviews],
    })

    await expect
      .poll(async () => (await none.lines()).slice(8))
      .toEqual([
        'All (1)',
        'In use (1)',
        'On their way (0)',
        'Ended (0)',
        'No products in this list.',
      ])
  })

  it('show a key on request, hide it again, and copy it [S109]', async () => {
    const screen = await show(path, setup)
    const keys = screen.page.getByTestId('owned-key')
    await screen.press('Mostrar a chave de Lápis Mini')
    await expect
      .poll(() => keys.allInnerTexts())
      .toEqual(['••••••••••••••••••••••••••••••••', 'CCCC-DDDD-2222'])
    await screen.press('Esconder a chave de Lápis Mini')
    await expect
      .poll(() => keys.allInnerTexts())
      .toEqual(['••••••••••••••••••••••••••••••••', '••••••••••••••••••••••••••••••••'])
    await screen.press('Copiar a chave de Lápis Mini')
    await expect
      .poll(() => screen.page.evaluate(() => navigator.clipboard.readText()))
      .toEqual('CCCC-DDDD-2222')
  })

  it('have the buttons of a key in one row with its guide, on a phone too [P251]', async () => {
    const boxesOf = async (given: Given, names: readonly string[], details: string) => {
      const screen = await show(path, given)
      // A row that is not wide has only the button that copies; the others are below it.
      if (given.width !== 1280) await screen.press(details)
      const boxes = await Promise.all(
        names.map((name) => screen.page.getByRole('button', { name, exact: true }).boundingBox()),
      )
      const line = new Set(boxes.map((box) => box!.y))

      return [line.size, boxes.every((box) => box!.width >= 44 && box!.height >= 44)]
    }

    const portuguese = [
      'Copiar a chave de Pincel Pro',
      'Mostrar a chave de Pincel Pro',
      'Como ativar Pincel Pro',
    ]

    const english = [
      'Copy the key of Pincel Pro',
      'Show the key of Pincel Pro',
      'How to activate Pincel Pro',
    ]

    // The scrollbar takes 15 px of the window here; on a phone it overlays the page.
    for (const width of [320 + 15, 360, 768, 1280]) {
      const lines = width === 1280 ? 1 : 2
      expect(
        await boxesOf({ ...setup, width }, portuguese, 'Detalhes de Pincel Pro'),
        `pt-BR ${width}`,
      ).toEqual([lines, true])
      expect(
        await boxesOf({ ...setup, width, language: 'en-US' }, english, 'Details of Pincel Pro'),
        `en-US ${width}`,
      ).toEqual([lines, true])
    }
  })

  it('show all 32 dots of a key, on a narrow phone too [P643]', async () => {
    for (const width of [320 + 15, 360, 1280]) {
      const screen = await show(path, { ...setup, width })
      if (width < 1280) await screen.press('Detalhes de Pincel Pro')
      const key = screen.page.getByTestId('owned-key').first()
      await expect.poll(() => key.innerText()).toBe('••••••••••••••••••••••••••••••••')
      // A dot is 7 px wide; one px of difference is only rounding.
      const over = await key.evaluate((code) => code.scrollWidth - code.clientWidth)
      expect(over, `${width}`).toBeLessThanOrEqual(1)
    }
  })

  it('are rows of 72 px, whatever their state; a narrow row opens for the rest [S108]', async () => {
    const named = all.map((product) => ({
      ...product,
      name: 'Suíte de desenho com camadas e pincéis',
    }))
    const replies = [list(...named), noReviews]

    for (const [width, language] of [
      [320 + 15, 'pt-BR'],
      [390, 'en-US'],
      [768, 'pt-BR'],
      [1280, 'pt-BR'],
      [1280, 'en-US'],
      [1920, 'pt-BR'],
    ] as const) {
      const { page } = await show(path, { ...setup, width, language, replies })
      const rows = page.getByRole('main').getByRole('article')
      await expect.poll(() => rows.count()).toBe(4)
      const heights = await rows.evaluateAll((found) => found.map((row) => row.clientHeight))
      expect(heights, `${language} ${width}`).toEqual([72, 72, 72, 72])
    }

    const screen = await show(path, { ...setup, width: 390 })
    const row = screen.page.getByRole('article').nth(1)
    await expect
      .poll(() => screen.lines(row))
      .toEqual(['Lápis Mini', 'Terminou em 9 de jan. de 2026', 'Copiar'])
    const details = row.getByRole('button', { name: 'Detalhes de Lápis Mini' })
    await details.click()
    expect(await details.getAttribute('aria-expanded')).toBe('true')
    expect(await screen.lines(row)).toEqual([
      'Lápis Mini',
      'Terminou em 9 de jan. de 2026',
      'Comprada em 2 de jan. de 2025 · US$ 19,90',
      '••••••••••••••••••••••••••••••••',
      'Copiar',
      'Mostrar',
      'Renovar',
      'Como ativar',
    ])
  })

  it('can be empty, failed or loading [S107, S275] [P642]', async () => {
    const replies = [refused(api.orders.products, 'A conta não bate.', 400)]
    const english = { ...setup, language: 'en-US' as const }
    const none = await show(path, { ...setup, replies: [list(), noReviews, sold] })

    await expect
      .poll(() => none.lines())
      .toEqual([
        'Voltar ao painel',
        'Meus produtos',
        'Nenhum produto ainda.',
        'O que você comprar aparece aqui com a sua chave.',
        'Ver produtos',
        'Que tal um destes?',
        'Pincel Pro',
        'R$ 1.234,56',
        '30 dias',
        'Lápis Mini',
        'US$ 19,90',
        '30 dias',
        'Tinta Azul',
        'R$ 0,07',
        '30 dias',
      ])

    expect(await (await show(path, { ...setup, replies })).lines()).toEqual([
      'Voltar ao painel',
      'Meus produtos',
      'Os produtos não puderam ser carregados.',
      'Tentar novamente',
    ])

    const empty = await show(path, { ...english, replies: [list(), noReviews, sold] })

    await expect
      .poll(() => empty.lines())
      .toEqual([
        'Back to the dashboard',
        'My products',
        'No products yet.',
        'Everything you buy appears here with its key.',
        'See products',
        'How about one of these?',
        'Pincel Pro',
        'R$1,234.56',
        '30 days',
        'Lápis Mini',
        '$19.90',
        '30 days',
        'Tinta Azul',
        'R$0.07',
        '30 days',
      ])

    expect(await (await show(path, { ...english, replies })).lines()).toEqual([
      'Back to the dashboard',
      'My products',
      "We couldn't load the products.",
      'Try again',
    ])

    const waiting = await show(path, { ...setup, replies: [pending(api.orders.products)] })
    await expect.poll(() => waiting.lines()).toEqual(['Voltar ao painel', 'Meus produtos'])
    await expect
      .poll(() => waiting.page.getByRole('status', { name: 'Carregando' }).count())
      .toBe(1)
  })
})
