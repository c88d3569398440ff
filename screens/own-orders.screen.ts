import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { showKeys } from '../e2e/buyer.ts'
import { on, pending, refused, type Body } from './answers.ts'
import { ids, onePage } from './samples.ts'
import { show, type Given } from './show.ts'
import { sold } from './sold-samples.ts'

type Order = Body<typeof api.orders.list>['orders'][number]

const unit = (
  product: number,
  productName: string,
  licenseKey: string | null,
  status: Order['units'][number]['status'],
) => {
  const { id } = ids(product)
  return { productId: id, variantId: id, productName, licenseId: null, licenseKey, status }
}

/** An order line of a product with a single variant. */
const bought = (product: number, name: string, quantity: number, price: number) => ({
  ...ids(product),
  variantId: ids(product).id,
  variantName: '',
  name,
  quantity,
  price,
  ...looks,
})

const looks = { image: null, color: '#3b82f6', onSale: true }

const order: Order = {
  ...ids(1),
  orderNumber: 'ORD-000017',
  status: 'completed',
  createdAt: '2026-02-03T17:05:00.000Z',
  totalAmount: 1234.56,
  subtotal: 1269.9,
  discount: 35.34,
  currency: 'BRL',
  paymentMethod: 'pix',
  products: [bought(2, 'Pincel Pro', 3, 416.7), bought(3, 'Lápis Mini', 2, 9.9)],
  licenses: ['AAAA-BBBB-1111', 'CCCC-DDDD-2222'],

  units: [
    unit(2, 'Pincel Um', 'AAAA-BBBB-1111', 'active'),
    unit(2, 'Pincel Dois', 'CCCC-DDDD-2222', 'expired'),
    unit(2, 'Pincel Três', null, 'suspended'),
    unit(3, 'Lápis Um', null, 'pending'),
    unit(3, 'Lápis Dois', null, 'pending'),
  ],

  pendingUnits: 2,

  timeline: [
    { event: 'made', at: '2026-02-03T17:05:00.000Z' },
    { event: 'paid', at: '2026-02-03T17:07:00.000Z' },
    { event: 'delivered', at: '2026-02-03T17:08:00.000Z' },
    { event: 'refunded', at: null },
  ],

  openUntil: null,
  withdrawal: null,
}

const timeline: Order['timeline'] = [{ event: 'made', at: '2026-02-03T17:05:00.000Z' }]

const plain: Order = {
  ...order,
  discount: 0,
  licenses: [],
  units: [],
  pendingUnits: 0,
  timeline: timeline,
  products: [bought(4, 'Tinta Azul', 1, 7.05)],
}

const states: Order[] = [
  { ...plain, ...ids(10), orderNumber: 'ORD-000021', status: 'pending', paymentMethod: 'crypto' },
  { ...plain, ...ids(11), orderNumber: 'ORD-000022', status: 'cancelled', paymentMethod: 'card' },
  {
    ...plain,
    ...ids(12),
    orderNumber: 'ORD-000023',
    status: 'refunded',
    paymentMethod: 'boletim',
    currency: 'USD',
    totalAmount: 7.05,
  },
  { ...plain, ...ids(13), orderNumber: '', pendingUnits: 1 },
]

const list = (totalPages: number, ...orders: Order[]) =>
  on(api.orders.list, {
    success: true,
    orders,
    data: orders,
    totalSpent: 98765.43,
    pagination: {
      ...onePage(orders.length ? 2025 : 0),
      totalPages,
      hasNextPage: totalPages > 1,
    },
  })

const setup: Given = { as: { role: 'client' }, replies: [list(1, order)] }
const path = '/dashboard/orders'
const dots = '••••••••••••••••••••••••••••••••'

describe('the own orders', () => {
  it('show their sums, lines, keys, what waits and what is suspended [S103, S104]', async () => {
    const screen = await show(path, setup)

    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Voltar ao painel',
        'Meus pedidos',
        'Total de pedidos',
        '2.025',
        'Total gasto',
        'R$ 98.765,43',
        'Pedido ORD-000017',
        '03/02/2026, 14:05 · PIX',
        'A entregar',
        'R$ 1.234,56',
        'Pincel Pro 3 × R$ 416,70',
        'R$ 1.250,10',
        dots,
        'Mostrar',
        'Copiar',
        dots,
        'Mostrar',
        'Copiar',
        'Pincel Três: Esta licença está suspensa. Fale com o suporte.',
        'Lápis Mini 2 × R$ 9,90',
        'R$ 19,80',
        'Desconto',
        '− R$ 35,34',
        '2 chaves ainda serão entregues.',
        'Pedido feito',
        '03/02/2026, 14:05',
        'Pago',
        '03/02/2026, 14:07',
        'Entregue',
        '03/02/2026, 14:08',
        'Reembolsado',
        'Comprar de novo',
        'Baixar recibo',
        'Pedir ajuda',
      ])

    const [asked] = screen.calls.filter(({ path }) => path === '/api/users/orders')
    expect(asked!.query).toEqual({ page: '1', limit: '10' })
    await showKeys(screen.page)

    await expect
      .poll(() => screen.unread(order))
      .toEqual([
        'id',
        'status',
        'subtotal',
        'currency',
        'paymentMethod',
        'products[].id',
        'products[].variantId',
        'products[].color',
        'units[].productId',
        'units[].variantId',
        'units[].status',
        'units[].productName',
        'timeline[].event',
      ])

    screen.expectAnswered()
  })

  it('show each state and payment method; an opened order shows its actions [S104, S182]', async () => {
    const replies = [list(1, ...states)]
    const closed = await show(path, { ...setup, replies })
    const tinta = ['Tinta Azul 1 × R$ 7,05', 'R$ 7,05']

    await expect
      .poll(async () => (await closed.lines()).slice(6))
      .toEqual([
        'Pedido ORD-000021',
        '03/02/2026, 14:05 · Criptomoeda',
        'Pendente',
        'R$ 1.234,56',
        ...tinta,
        'Pedido feito',
        '03/02/2026, 14:05',
        'Pagar agora',
        'Baixar resumo',
        'Pedir ajuda',
        'Pedido ORD-000022',
        '03/02/2026, 14:05 · Cartão',
        'Cancelado',
        'R$ 1.234,56',
        ...tinta,
        'Pedido ORD-000023',
        '03/02/2026, 14:05 · Desconhecido',
        'Reembolsado',
        'US$ 7,05',
        'Tinta Azul 1 × US$ 7,05',
        'US$ 7,05',
        'Pedido 00000013',
        '03/02/2026, 14:05 · PIX',
        'A entregar',
        'R$ 1.234,56',
        ...tinta,
        '1 chave ainda será entregue.',
      ])

    await closed.press('Pedido ORD-000021')
    await closed.press('Pedido ORD-000022')
    await closed.press('Pedido ORD-000023')
    await closed.press('Pedido 00000013')
    const madeLines = ['Pedido feito', '03/02/2026, 14:05', 'Comprar de novo']

    await expect
      .poll(async () => (await closed.lines()).slice(12))
      .toEqual([
        'Pedido ORD-000022',
        '03/02/2026, 14:05 · Cartão',
        'Cancelado',
        'R$ 1.234,56',
        ...tinta,
        ...madeLines,
        'Baixar resumo',
        'Pedir ajuda',
        'Pedido ORD-000023',
        '03/02/2026, 14:05 · Desconhecido',
        'Reembolsado',
        'US$ 7,05',
        'Tinta Azul 1 × US$ 7,05',
        'US$ 7,05',
        ...madeLines,
        'Baixar recibo',
        'Pedir ajuda',
        'Pedido 00000013',
        '03/02/2026, 14:05 · PIX',
        'A entregar',
        'R$ 1.234,56',
        ...tinta,
        '1 chave ainda será entregue.',
        ...madeLines,
        'Baixar recibo',
        'Pedir ajuda',
      ])

    const english = await show(path, { ...setup, replies, language: 'en-US' })
    await english.press('Order ORD-000023')

    await expect
      .poll(async () => (await english.lines()).slice(6))
      .toEqual([
        'Order ORD-000021',
        '2/3/26, 2:05 PM · Cryptocurrency',
        'Pending',
        'R$1,234.56',
        'Tinta Azul 1 × R$7.05',
        'R$7.05',
        'Ordered',
        '2/3/26, 2:05 PM',
        'Pay now',
        'Download summary',
        'Get help',
        'Order ORD-000022',
        '2/3/26, 2:05 PM · Card',
        'Cancelled',
        'R$1,234.56',
        'Tinta Azul 1 × R$7.05',
        'R$7.05',
        'Order ORD-000023',
        '2/3/26, 2:05 PM · Unknown',
        'Refunded',
        '$7.05',
        'Tinta Azul 1 × $7.05',
        '$7.05',
        'Ordered',
        '2/3/26, 2:05 PM',
        'Buy again',
        'Download receipt',
        'Get help',
        'Order 00000013',
        '2/3/26, 2:05 PM · PIX',
        'Awaiting delivery',
        'R$1,234.56',
        'Tinta Azul 1 × R$7.05',
        'R$7.05',
        '1 key still to come.',
      ])
  })

  it('show all lines of a closed order, and mask each key until it is requested [S104]', async () => {
    const name = 'Um pincel de um nome tão comprido que em tela nenhuma cabe numa linha só'

    const older: Order = {
      ...plain,
      ...ids(20),
      orderNumber: 'ORD-000020',
      products: [bought(5, 'Acesso VIP · 30 dias', 2, 10), bought(6, name, 1, 7.5)],
      licenses: ['VIP1-0000-0000-0000-0001', 'VIP2', 'LONG-3'],
      units: [
        unit(5, 'Acesso VIP', 'VIP1-0000-0000-0000-0001', 'active'),
        unit(5, 'Acesso VIP', 'VIP2', 'active'),
        unit(6, 'Pincel', 'LONG-3', 'expired'),
      ],
    }

    const replies = [list(1, states[0]!, older)]
    const screen = await show(path, { ...setup, replies })
    const card = (of: typeof screen) => of.page.getByRole('article').nth(1)
    const masked = [dots, 'Mostrar', 'Copiar']

    await expect
      .poll(() => screen.lines(card(screen)))
      .toEqual([
        'Pedido ORD-000020',
        '03/02/2026, 14:05 · PIX',
        'Concluído',
        'R$ 1.234,56',
        'Acesso VIP · 30 dias 2 × R$ 10,00',
        'R$ 20,00',
        ...masked,
        ...masked,
        `${name} 1 × R$ 7,50`,
        'R$ 7,50',
        ...masked,
      ])

    expect(await card(screen).innerHTML()).not.toMatch(/VIP[12]|LONG-3/)
    await screen.press('Copiar a chave de Acesso VIP (2)', card(screen))
    const copied = () => screen.page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toBe('VIP2')
    await screen.press('Mostrar a chave de Acesso VIP (2)', card(screen))
    await screen.press('Mostrar a chave de Pincel', card(screen))
    const codes = card(screen).locator('code')
    expect(await codes.allInnerTexts()).toEqual([dots, 'VIP2', 'LONG-3'])
    await screen.press('Esconder a chave de Pincel', card(screen))
    expect(await codes.allInnerTexts()).toEqual([dots, 'VIP2', dots])
    const english = await show(path, { ...setup, replies, language: 'en-US', width: 320 })
    await english.press('Show the key of Acesso VIP (1)', card(english))

    expect(await card(english).locator('code').allInnerTexts()).toEqual([
      'VIP1-0000-0000-0000-0001',
      dots,
      dots,
    ])

    const isCut = (of: typeof screen) =>
      card(of)
        .locator('code')
        .evaluateAll((all) => all.some((one) => one.scrollWidth > one.clientWidth))

    const isWide = (of: typeof screen) =>
      of.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    for (const one of [screen, english])
      expect([await isCut(one), await isWide(one)]).toEqual([false, false])
  })

  it('show the time left for a pending order, and link to its payment and to help [P130]', async () => {
    const open: Order = { ...states[0]!, openUntil: '2026-02-03T17:35:30.000Z' }
    const now = '2026-02-03T17:20:00.000Z'
    const screen = await show(path, { ...setup, replies: [list(1, open)] })
    await screen.holdClock(now)
    await screen.page.reload()
    await expect
      .poll(async () => (await screen.lines()).slice(14))
      .toEqual(['Pagar agora', 'Tempo restante: 15:30', 'Baixar resumo', 'Pedir ajuda'])
    expect(
      await screen.page.getByRole('link', { name: 'Pagar agora' }).getAttribute('href'),
    ).toEqual('/checkout')
    expect(
      await screen.page.getByRole('link', { name: 'Pedir ajuda' }).getAttribute('href'),
    ).toEqual('https://chat.exemplo.test/ajuda')
    await screen.page.close()
  })

  it('buy again: missing units go into the cart, then the checkout opens; a refusal is shown [P131]', async () => {
    const held = {
      lineId: ids(502).id,
      variant: { ...ids(2), name: '' },
      compareAtPrice: null,

      product: {
        ...ids(2),
        name: 'Pincel Pro',
        price: 416.7,
        currency: 'BRL' as const,
        image: null,
        color: '#3b82f6',
        slug: 'pincel-pro',
        delivery: 'at_once' as const,
        maxPerOrder: 10,
      },

      quantity: 1,
      max: 10,
    }

    const cart = { success: true as const, cart: null, id: null, _id: null, items: [held] }
    const add = '/api/product/cart/00000000-0000-4000-8000-00000000000a/add'

    const screen = await show(path, {
      ...setup,
      replies: [on(api.cart.read, cart), on(api.cart.add, cart), ...setup.replies!],
    })

    await screen.press('Comprar de novo')
    await screen.page.waitForURL('**/checkout')

    expect(screen.sent('POST', add)).toEqual([
      { productId: ids(2).id, variantId: ids(2).id, quantity: 2 },
      { productId: ids(3).id, variantId: ids(3).id, quantity: 2 },
    ])

    const refusal = async (language: 'pt-BR' | 'en-US', button: string) => {
      const out = await show(path, {
        ...setup,
        language,
        replies: [
          on(api.cart.read, cart),
          refused(api.cart.add, 'Pincel Pro: só restam 2.', 409, 'cart.stock'),
          ...setup.replies!,
        ],
      })

      await out.press(button)

      return [await out.toast(), new URL(out.page.url()).pathname]
    }

    expect(await refusal('pt-BR', 'Comprar de novo')).toEqual([
      'Pincel Pro: só restam 2.',
      '/dashboard/orders',
    ])

    expect(await refusal('en-US', 'Buy again')).toEqual([
      'Pincel Pro: só restam 2.',
      '/dashboard/orders',
    ])
  })

  it('are split into pages [S103]', async () => {
    const screen = await show(path, { ...setup, replies: [list(3, order)] })
    const pages = screen.page.getByRole('navigation', { name: 'Páginas de pedidos' })
    await expect.poll(() => screen.lines(pages)).toEqual(['Anterior', '1 de 3', 'Próxima'])
    await screen.press('Próxima')
    await screen.page.getByText('2 de 3').waitFor()
    const listCalls = screen.calls.filter(({ path }) => path === '/api/users/orders')

    expect(listCalls.map(({ query }) => query)).toEqual([
      { page: '1', limit: '10' },
      { page: '2', limit: '10' },
    ])

    const english = await show(path, { ...setup, language: 'en-US', replies: [list(3, order)] })
    expect(
      await english.lines(english.page.getByRole('navigation', { name: 'Pages of orders' })),
    ).toEqual(['Previous', '1 of 3', 'Next'])
  })

  it('say that the receipt could not be downloaded [S276]', async () => {
    const words = async (language: 'pt-BR' | 'en-US', button: string, text: RegExp) => {
      const replies = [refused(api.orders.invoice, 'A conta não bate.', 400), ...setup.replies!]
      const screen = await show(path, { ...setup, language, replies })
      await screen.press(button)
      await screen.page.getByText(text).waitFor()
      const [asked] = screen.calls.filter(({ path }) => path.endsWith('/invoice'))

      return [await screen.lines(screen.page.getByText(text)), asked!.path]
    }

    expect(await words('pt-BR', 'Baixar recibo', /não pôde ser/)).toEqual([
      ['O documento não pôde ser baixado. Tente novamente.'],
      '/api/users/orders/11111111-0000-4000-8000-000000000001/invoice',
    ])

    expect(await words('en-US', 'Download receipt', /couldn't download/)).toEqual([
      ["We couldn't download the document. Please try again."],
      '/api/users/orders/11111111-0000-4000-8000-000000000001/invoice',
    ])
  })

  it('can be empty, failed or loading [S106, S275] [P642]', async () => {
    const none = await show(path, { ...setup, replies: [list(0), sold] })

    await expect
      .poll(() => none.lines())
      .toEqual([
        'Voltar ao painel',
        'Meus pedidos',
        'Nenhum pedido ainda.',
        'Quando você comprar, os pedidos e as chaves aparecem aqui.',
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

    none.expectAnswered()
    const replies = [refused(api.orders.list, 'A conta não bate.', 400)]

    expect(await (await show(path, { ...setup, replies })).lines()).toEqual([
      'Voltar ao painel',
      'Meus pedidos',
      'Os pedidos não puderam ser carregados.',
      'Tentar novamente',
    ])

    const english = { ...setup, language: 'en-US' as const }
    const empty = await show(path, { ...english, replies: [list(0), sold] })

    await expect
      .poll(() => empty.lines())
      .toEqual([
        'Back to the dashboard',
        'My orders',
        'No orders yet.',
        'Once you buy something, your orders and keys appear here.',
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
      'My orders',
      "We couldn't load your orders.",
      'Try again',
    ])

    const waiting = await show(path, { ...setup, replies: [pending(api.orders.list)] })
    await expect.poll(() => waiting.lines()).toEqual(['Voltar ao painel', 'Meus pedidos'])
    await expect
      .poll(() => waiting.page.getByRole('status', { name: 'Carregando' }).count())
      .toBe(1)
  })
})
