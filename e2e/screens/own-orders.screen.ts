import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'
import { on, pending, refused, type Body } from './answers.ts'
import { ids, onePage } from './samples.ts'
import { show, type Given } from './show.ts'

type Order = Body<typeof api.orders.list>['orders'][number]
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
  products: [
    { ...ids(2), name: 'Pincel Pro', quantity: 3, price: 416.7 },
    { ...ids(3), name: 'Lápis Mini', quantity: 2, price: 9.9 },
  ],
  licenses: ['AAAA-BBBB-1111', 'CCCC-DDDD-2222'],
  units: [
    { productName: 'Pincel Um', licenseId: null, licenseKey: 'AAAA-BBBB-1111', status: 'active' },
    {
      productName: 'Pincel Dois',
      licenseId: null,
      licenseKey: 'CCCC-DDDD-2222',
      status: 'expired',
    },
    { productName: 'Pincel Três', licenseId: null, licenseKey: null, status: 'suspended' },
    { productName: 'Lápis Um', licenseId: null, licenseKey: null, status: 'pending' },
    { productName: 'Lápis Dois', licenseId: null, licenseKey: null, status: 'pending' },
  ],
  pendingUnits: 2,
}
const plain: Order = {
  ...order,
  discount: 0,
  licenses: [],
  units: [],
  pendingUnits: 0,
  products: [{ ...ids(4), name: 'Tinta Azul', quantity: 1, price: 7.05 }],
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
const given: Given = { as: { role: 'client' }, replies: [list(1, order)] }
const path = '/dashboard/orders'

describe('the own orders', () => {
  it('show their sums, lines, keys, what waits and what is suspended [S103, S104]', async () => {
    const screen = await show(path, given)
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
        'Concluído',
        'R$ 1.234,56',
        'Pincel Pro 3 × R$ 416,70',
        'R$ 1.250,10',
        'Lápis Mini 2 × R$ 9,90',
        'R$ 19,80',
        'Desconto',
        '− R$ 35,34',
        'Pincel Um',
        'AAAA-BBBB-1111',
        'Copiar',
        'Pincel Dois',
        'CCCC-DDDD-2222',
        'Copiar',
        'Pincel Três: Esta licença está suspensa. Fale com o suporte.',
        '2 chaves ainda serão entregues.',
        'Baixar recibo',
      ])
    const [asked] = screen.calls.filter(({ path }) => path === '/api/users/orders')
    expect(asked!.query).toEqual({ page: '1', limit: '10' })
    await expect
      .poll(() => screen.unread(order))
      .toEqual([
        'id',
        'status',
        'subtotal',
        'currency',
        'paymentMethod',
        'products[].id',
        'units[].status',
        'units[].productName',
      ])
    screen.expectAnswered()
  })

  it('show the same in English, and on a phone [S104, S294]', async () => {
    const screen = await show(path, { ...given, language: 'en-US', width: 360 })
    await expect
      .poll(() => screen.lines())
      .toEqual([
        'Back to the dashboard',
        'My orders',
        'Total orders',
        '2,025',
        'Total spent',
        'R$ 98.765,43',
        'Order ORD-000017',
        '2/3/26, 2:05 PM · PIX',
        'Completed',
        'R$1,234.56',
        'Pincel Pro 3 × R$416.70',
        'R$1,250.10',
        'Lápis Mini 2 × R$9.90',
        'R$19.80',
        'Discount',
        '− R$35.34',
        'Pincel Um',
        'AAAA-BBBB-1111',
        'Copy',
        'Pincel Dois',
        'CCCC-DDDD-2222',
        'Copy',
        'Pincel Três: This licence is suspended. Talk to support.',
        '2 keys are still to be delivered.',
        'Download receipt',
      ])
  })

  it('say each state and each way of paying, and what can be done about it [S104, S182]', async () => {
    const replies = [list(1, ...states)]
    expect((await (await show(path, { ...given, replies })).lines()).slice(6)).toEqual([
      'Pedido ORD-000021',
      '03/02/2026, 14:05 · Criptomoeda',
      'Pendente',
      'R$ 1.234,56',
      'Tinta Azul 1 × R$ 7,05',
      'R$ 7,05',
      'Pagar agora',
      'Baixar resumo',
      'Pedido ORD-000022',
      '03/02/2026, 14:05 · Cartão',
      'Cancelado',
      'R$ 1.234,56',
      'Tinta Azul 1 × R$ 7,05',
      'R$ 7,05',
      'Baixar resumo',
      'Pedido ORD-000023',
      '03/02/2026, 14:05 · Desconhecido',
      'Reembolsado',
      'US$ 7,05',
      'Tinta Azul 1 × US$ 7,05',
      'US$ 7,05',
      'Baixar recibo',
      'Pedido 00000013',
      '03/02/2026, 14:05 · PIX',
      'Concluído',
      'R$ 1.234,56',
      'Tinta Azul 1 × R$ 7,05',
      'R$ 7,05',
      '1 chave ainda será entregue.',
      'Baixar recibo',
    ])
    const english = await show(path, { ...given, replies, language: 'en-US' })
    await expect
      .poll(async () => (await english.lines()).slice(6))
      .toEqual([
        'Order ORD-000021',
        '2/3/26, 2:05 PM · Cryptocurrency',
        'Pending',
        'R$1,234.56',
        'Tinta Azul 1 × R$7.05',
        'R$7.05',
        'Pay now',
        'Download summary',
        'Order ORD-000022',
        '2/3/26, 2:05 PM · Card',
        'Cancelled',
        'R$1,234.56',
        'Tinta Azul 1 × R$7.05',
        'R$7.05',
        'Download summary',
        'Order ORD-000023',
        '2/3/26, 2:05 PM · Unknown',
        'Refunded',
        '$7.05',
        'Tinta Azul 1 × $7.05',
        '$7.05',
        'Download receipt',
        'Order 00000013',
        '2/3/26, 2:05 PM · PIX',
        'Completed',
        'R$1,234.56',
        'Tinta Azul 1 × R$7.05',
        'R$7.05',
        '1 key is still to be delivered.',
        'Download receipt',
      ])
  })

  it('stand on pages that one can turn [S103]', async () => {
    const screen = await show(path, { ...given, replies: [list(3, order)] })
    const pages = screen.page.getByRole('navigation', { name: 'Páginas de pedidos' })
    await expect.poll(() => screen.lines(pages)).toEqual(['Anterior', '1 de 3', 'Próxima'])
    await screen.press('Próxima')
    await screen.page.getByText('2 de 3').waitFor()
    const asked = screen.calls.filter(({ path }) => path === '/api/users/orders')
    expect(asked.map(({ query }) => query)).toEqual([
      { page: '1', limit: '10' },
      { page: '2', limit: '10' },
    ])
    const english = await show(path, { ...given, language: 'en-US', replies: [list(3, order)] })
    expect(
      await english.lines(english.page.getByRole('navigation', { name: 'Pages of orders' })),
    ).toEqual(['Previous', '1 of 3', 'Next'])
  })

  it('say that the document could not be had [S276]', async () => {
    const words = async (language: 'pt-BR' | 'en-US', button: string, text: RegExp) => {
      const replies = [refused(api.orders.invoice, 'A conta não bate.', 400), ...given.replies!]
      const screen = await show(path, { ...given, language, replies })
      await screen.press(button)
      await screen.page.getByText(text).waitFor()
      const [asked] = screen.calls.filter(({ path }) => path.endsWith('/invoice'))
      return [await screen.lines(screen.page.getByText(text)), asked!.path]
    }
    expect(await words('pt-BR', 'Baixar recibo', /não pôde ser/)).toEqual([
      ['O documento não pôde ser baixado. Tente novamente.'],
      '/api/users/orders/11111111-0000-4000-8000-000000000001/invoice',
    ])
    expect(await words('en-US', 'Download receipt', /could not be/)).toEqual([
      ['The document could not be downloaded. Please try again.'],
      '/api/users/orders/11111111-0000-4000-8000-000000000001/invoice',
    ])
  })

  it('are none, cannot be told, are awaited [S106, S275]', async () => {
    const none = await show(path, { ...given, replies: [list(0)] })
    await expect
      .poll(() => none.lines())
      .toEqual([
        'Voltar ao painel',
        'Meus pedidos',
        'Nenhum pedido ainda.',
        'Quando você comprar, os pedidos e as chaves aparecem aqui.',
        'Ver produtos',
      ])
    const replies = [refused(api.orders.list, 'A conta não bate.', 400)]
    expect(await (await show(path, { ...given, replies })).lines()).toEqual([
      'Voltar ao painel',
      'Meus pedidos',
      'Os pedidos não puderam ser carregados.',
      'Tentar novamente',
    ])
    const english = { ...given, language: 'en-US' as const }
    expect(await (await show(path, { ...english, replies: [list(0)] })).lines()).toEqual([
      'Back to the dashboard',
      'My orders',
      'No orders yet.',
      'When you buy, orders and keys appear here.',
      'See products',
    ])
    expect(await (await show(path, { ...english, replies })).lines()).toEqual([
      'Back to the dashboard',
      'My orders',
      'The orders could not be loaded.',
      'Try again',
    ])
    const waiting = await show(path, { ...given, replies: [pending(api.orders.list)] })
    await expect.poll(() => waiting.lines()).toEqual(['Voltar ao painel', 'Meus pedidos'])
    await expect
      .poll(() => waiting.page.getByRole('status', { name: 'Carregando' }).count())
      .toBe(1)
  })
})
