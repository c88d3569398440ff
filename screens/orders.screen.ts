import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { ids, onePage } from './samples.ts'
import { show, type Given } from './show.ts'

const row = {
  ...ids(1),
  orderNumber: 'ORD-000017',
  userId: 'buyer-7',
  cartId: 'cart-9',
  customer: { name: 'Bia Prado', email: 'bia@exemplo.test' },
  status: 'completed' as const,
  totalAmount: 1234.56,
  subtotal: 1250.11,
  discount: { applied: true, cupomCode: 'VERAO', amount: 15.55 },
  currency: 'BRL' as const,
  paymentMethod: 'pix',
  origin: 'discord',
  itemCount: 3,
  productNames: ['Pincel Pro', 'Pincel Mini'],
  archived: false,
  createdAt: '2024-02-03T17:05:00.000Z',
  completedAt: '2024-02-04T18:09:00.000Z',
}

const stats = {
  totalOrders: 2025,
  completedOrders: 1810,
  pendingOrders: 120,
  cancelledOrders: 62,
  refundedOrders: 33,
  totalRevenue: 98765.43,
}

const list = (...orders: Body<typeof adminApi.orders.list>['orders']) =>
  on(adminApi.orders.list, {
    success: true,
    orders,
    data: orders,
    total: orders.length,
    pagination: onePage(orders.length),
  })

const order = {
  ...row,

  items: [
    {
      ...ids(2),
      productId: 'product-4',
      variantId: 'variant-5',
      variantName: '',
      name: 'Pincel Pro',
      image: null,
      price: 416.7,
      quantity: 3,
      provider: 'stock',
    },
  ],

  mailRefusedSince: null,

  units: [
    {
      ...ids(3),
      productName: 'Pincel Pro',
      status: 'active' as const,
      licenseId: 'licence-5',
      licenseKey: 'AAAA-BBBB-CCCC-1234',
      maskedKey: '••••1234',
      keyEnding: '1234',
      expirationDate: '2025-02-05T12:00:00.000Z',
      deliveredAt: '2024-02-03T17:11:00.000Z',
    },
    {
      ...ids(4),
      productName: 'Pincel Mini',
      status: 'pending' as const,
      licenseId: null,
      licenseKey: null,
      maskedKey: null,
      keyEnding: null,
      expirationDate: null,
      deliveredAt: null,
    },
  ],

  payments: [
    {
      ...ids(5),
      status: 'completed' as const,
      method: 'crypto',
      amount: 1240,
      attention: 'over',
      createdAt: '2024-02-03T17:06:00.000Z',
      updatedAt: '2024-02-03T17:12:00.000Z',
    },
  ],

  timeline: [
    {
      ...ids(6),
      action: 'payment.completed',
      source: 'webhook',
      performedBy: null,
      details: {},
      createdAt: '2024-02-03T17:08:09.000Z',
    },
  ],
}

const setup: Given = {
  as: { role: 'admin' },
  replies: [
    list(row),
    on(adminApi.orders.stats, { success: true, ...stats, data: stats }),
    on(adminApi.orders.read, { success: true, order, data: order }),
    on(adminApi.orders.counts, { success: true, all: 2031, review: 12, delivery: 34, pending: 56 }),
  ],
}

describe('the orders of the back office', () => {
  it('show their figures and their rows, every value as it is read [B012]', async () => {
    const screen = await show('/admin/orders', setup)

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Total de pedidos', '2.025 | Últimos 30 dias'],
        ['Concluídos', '1.810 | R$ 98.765,43'],
        ['Pendentes', '120'],
        ['Cancelados', '62'],
        ['Reembolsados', '33'],
      ])

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['', 'Pedido', 'Cliente', 'Produto', 'Valor', 'Situação', 'Data', 'Ações'],
        [
          '',
          'ORD-000017',
          'Bia Prado | bia@exemplo.test',
          'Pincel Pro | +1 | PIX',
          'R$ 1.234,56',
          'Concluído',
          '3 fev 2024 14:05',
          '',
        ],
      ])

    const [listed] = screen.calls.filter(({ path }) => path === '/api/admin/orders')
    expect(listed!.query).toEqual({ page: '1', limit: '10' })
    const lines = await screen.lines()
    const views = lines.indexOf('Todos')

    expect(lines.slice(views, views + 8)).toEqual([
      'Todos',
      '999+',
      'A revisar',
      '12',
      'A entregar',
      '34',
      'Pendentes',
      '56',
    ])
  })

  it('say each state in a word, what is archived, test money, or went back in part [B012, Q122, Q130] [P423]', async () => {
    const states = ['pending', 'completed', 'cancelled', 'refunded'] as const
    const rows = states.map((status, i) => ({ ...row, ...ids(10 + i), status }))

    const replies = [
      list(
        ...rows,
        { ...row, ...ids(20), archived: true },
        { ...row, ...ids(21), test: true },
        { ...row, ...ids(22), refundedAmount: 50, dispute: 'open' as const },
        { ...row, ...ids(23), dispute: 'lost' as const },
        { ...row, ...ids(24), dispute: 'won' as const },
        { ...row, ...ids(25), status: 'refunded' as const, refundedAmount: 1234.56 },
      ),
    ]

    const words = async (language: 'pt-BR' | 'en-US') =>
      (await (await show('/admin/orders', { ...setup, language, replies })).table())
        .slice(1)
        .map(([, number, , , , status]) => `${number}: ${status}`)

    expect(await words('pt-BR')).toEqual([
      'ORD-000017: Pendente',
      'ORD-000017: Concluído',
      'ORD-000017: Cancelado',
      'ORD-000017: Reembolsado',
      'ORD-000017 | Arquivado: Concluído',
      'ORD-000017 | Teste: Concluído',
      'ORD-000017: Concluído | R$ 50,00 reembolsados | Contestado',
      'ORD-000017: Concluído | Contestação perdida',
      'ORD-000017: Concluído',
      'ORD-000017: Reembolsado',
    ])

    expect(await words('en-US')).toEqual([
      'ORD-000017: Pending',
      'ORD-000017: Completed',
      'ORD-000017: Cancelled',
      'ORD-000017: Refunded',
      'ORD-000017 | Archived: Completed',
      'ORD-000017 | Test: Completed',
      'ORD-000017: Completed | R$50.00 refunded | Disputed',
      'ORD-000017: Completed | Dispute lost',
      'ORD-000017: Completed',
      'ORD-000017: Refunded',
    ])
  })

  it('open one with its sums, lines, units, payments and story [B012, B110]', async () => {
    const screen = await show(`/admin/orders?order=${order.id}`, setup)
    const dialog = screen.dialog('Pedido ORD-000017')

    await expect
      .poll(() => screen.facts(dialog))
      .toEqual([
        ['Situação', 'Concluído'],
        ['Cliente', 'Bia Prado (bia@exemplo.test)'],
        ['Subtotal', 'R$ 1.250,11'],
        ['Desconto', 'R$ 15,55 com VERAO'],
        ['Valor', 'R$ 1.234,56'],
        ['Forma de pagamento', 'PIX'],
        ['Origem', 'Discord'],
        ['Data', '3 fev 2024 14:05'],
        ['Concluído em', '4 fev 2024 15:09'],
      ])

    const lines = await screen.lines(dialog)

    expect(lines.slice(lines.indexOf('Itens'))).toEqual([
      'Itens',
      'Pincel Pro',
      'R$ 416,70 x 3',
      'Licenças',
      'Pincel Pro até 5 de fev. de 2025',
      '••••1234',
      'Ativa',
      'Pincel Mini sem chave ainda',
      'Pendente',
      'Pagamentos',
      'Criptomoeda · R$ 1.240,00 3 fev 2024 14:06',
      'Concluída',
      'Pago a mais',
      'Ver transação',
      'Reembolsar uma parte',
      'Linha do tempo',
      'Pagamento concluído',
      '3 fev 2024 14:08 · aviso do provedor',
      'Reenviar recibo',
      'Reembolsar',
    ])

    const ways = dialog.getByRole('navigation').getByRole('link')

    expect(await ways.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
      '/admin/users/buyer-7',
      '/admin/carts?search=buyer-7',
      '/admin/licenses?userId=buyer-7',
      '/admin/deliveries?search=ORD-000017',
    ])
  })

  it('say of one that mails do not reach its customer, in both languages [F221]', async () => {
    const refused = { ...order, mailRefusedSince: '2024-02-05T12:00:00.000Z' }
    const read = on(adminApi.orders.read, { success: true, order: refused, data: refused })

    const words = async (language: 'pt-BR' | 'en-US', title: string) => {
      const screen = await show(`/admin/orders?order=${order.id}`, {
        ...setup,
        language,
        replies: [read, ...setup.replies!],
      })

      const dialog = screen.dialog(title)
      await expect.poll(async () => (await screen.facts(dialog)).length).toBeGreaterThan(9)

      return (await screen.facts(dialog))[2]
    }

    expect(await words('pt-BR', 'Pedido ORD-000017')).toEqual([
      'E-mails',
      'não chegam desde 5 fev 2024 09:00: o servidor recusa o endereço',
    ])

    expect(await words('en-US', 'Order ORD-000017')).toEqual([
      'Emails',
      'not delivered since Feb 5, 2024, 9:00 AM: the server rejects the address',
    ])
  })

  it('show in both languages that a test purchase’s order and payment are one [P423]', async () => {
    const test = {
      ...order,
      test: true as const,
      payments: [{ ...order.payments[0]!, test: true as const }],
    }

    const replies = [on(adminApi.orders.read, { success: true, order: test, data: test })]

    for (const [language, word] of [
      ['pt-BR', 'Teste'],
      ['en-US', 'Test'],
    ] as const) {
      const screen = await show(`/admin/orders/${order.id}`, { ...setup, language, replies })
      await expect.poll(() => screen.page.getByText(word, { exact: true }).count()).toBe(2)
    }
  })

  it('have a page each: the story at the left, the facts at the right, acts on top [P327]', async () => {
    const read = async (language: 'pt-BR' | 'en-US') => {
      const screen = await show('/admin/orders', { ...setup, language })
      await screen.follow('ORD-000017')
      await screen.page.waitForURL(`**/admin/orders/${order.id}`)
      await expect
        .poll(() => screen.page.getByRole('heading', { level: 1 }).innerText())
        .toContain('ORD-000017')
      const facts = screen.page.locator('main dl').first()
      const items = screen.page.getByRole('heading', { level: 3, name: /^(Itens|Items)$/ })
      const [left, right] = await Promise.all([items.boundingBox(), facts.boundingBox()])
      expect(left!.x).toBeLessThan(right!.x)

      return { lines: await screen.lines(), facts: await screen.facts() }
    }

    const portuguese = await read('pt-BR')

    expect(portuguese.lines.slice(0, 21)).toEqual([
      'Pedido ORD-000017',
      'Todos os pedidos',
      'Reenviar recibo',
      'Reembolsar',
      'Itens',
      'Pincel Pro',
      'R$ 416,70 x 3',
      'Licenças',
      'Pincel Pro até 5 de fev. de 2025',
      '••••1234',
      'Ativa',
      'Pincel Mini sem chave ainda',
      'Pendente',
      'Pagamentos',
      'Criptomoeda · R$ 1.240,00 3 fev 2024 14:06',
      'Concluída',
      'Pago a mais',
      'Ver transação',
      'Reembolsar uma parte',
      'Linha do tempo',
      'Pagamento concluído',
    ])

    expect(portuguese.facts).toEqual([
      ['Situação', 'Concluído'],
      ['Cliente', 'Bia Prado (bia@exemplo.test)'],
      ['Subtotal', 'R$ 1.250,11'],
      ['Desconto', 'R$ 15,55 com VERAO'],
      ['Valor', 'R$ 1.234,56'],
      ['Forma de pagamento', 'PIX'],
      ['Origem', 'Discord'],
      ['Data', '3 fev 2024 14:05'],
      ['Concluído em', '4 fev 2024 15:09'],
    ])

    const english = await read('en-US')

    expect(english.lines.slice(0, 7)).toEqual([
      'Order ORD-000017',
      'All orders',
      'Resend the receipt',
      'Refund',
      'Items',
      'Pincel Pro',
      'R$416.70 x 3',
    ])

    expect(english.facts.slice(0, 3)).toEqual([
      ['Status', 'Completed'],
      ['Customer', 'Bia Prado (bia@exemplo.test)'],
      ['Subtotal', 'R$1,250.11'],
    ])

    const lost = await show(`/admin/orders/${order.id}`, {
      ...setup,
      replies: [refused(adminApi.orders.read, 'Sumiu.', 404), ...setup.replies!],
    })

    await expect
      .poll(() => lost.lines(lost.page.getByRole('alert')))
      .toEqual(['Erro ao carregar o pedido.', 'Tentar novamente'])
  })

  it('say of an inactive unit whether that is final or awaits a decision, in both languages', async () => {
    const [unit] = order.units

    const units = [
      { ...unit!, ...ids(31), status: 'suspended' as const },
      { ...unit!, ...ids(32), status: 'suspended' as const, suspended: true as const },
    ]

    const orderWithUnits = { ...order, units }
    const read = on(adminApi.orders.read, {
      success: true,
      order: orderWithUnits,
      data: orderWithUnits,
    })

    const words = async (language: 'pt-BR' | 'en-US') => {
      const replies = [read, ...setup.replies!]
      const screen = await show(`/admin/orders/${order.id}`, { ...setup, language, replies })
      const badges = screen.page.locator('li').filter({ hasText: 'Pincel Pro' }).last()
      await badges.waitFor()
      const lines = await screen.lines()

      return lines.filter((line) => /^(Revog|Suspen|Revok)/.test(line))
    }

    expect(await words('pt-BR')).toEqual(['Revogada', 'Suspensa'])
    expect(await words('en-US')).toEqual(['Revoked', 'Suspended'])
  })

  it('open by Enter in the palette, each at its own address', async () => {
    const second = { ...row, ...ids(11), orderNumber: 'ORD-000018' }

    const screen = await show('/admin/orders', {
      ...setup,
      replies: [list(row, second), ...setup.replies!],
    })

    await screen.page.keyboard.press('Control+k')
    await screen.page.keyboard.type('bia')
    await screen.page.getByRole('option', { name: 'ORD-000018' }).waitFor()
    await screen.page.keyboard.press('ArrowDown')
    await screen.page.keyboard.press('Enter')
    await expect.poll(() => new URL(screen.page.url()).pathname).toBe(`/admin/orders/${second.id}`)
  })

  it('are deleted many at once after a question; a refused one is named and stops no other [P665]', async () => {
    const gone = { success: true as const, message: 'Pedido excluído.' }
    const second = { ...row, ...ids(11), orderNumber: 'ORD-000018' }

    for (const [language, mark, act, asks, done] of [
      [
        'pt-BR',
        'Selecionar todas as linhas',
        'Excluir pedido',
        [
          'Excluir 2 pedidos?',
          'Os que foram pagos saem das listas e ficam arquivados; dos outros, a cobrança é fechada antes. Os livros não mudam.',
          'Cancelar',
          'Excluir pedido',
        ],
        '1 pedido excluído.',
      ],
      [
        'en-US',
        'Select all rows',
        'Delete order',
        [
          'Delete 2 orders?',
          'Paid ones are archived and leave the lists; for the others, the charge is closed first. The books don’t change.',
          'Cancel',
          'Delete order',
        ],
        '1 order deleted.',
      ],
    ] as const) {
      const screen = await show('/admin/orders', {
        ...setup,
        language,
        replies: [list(row, second), on(adminApi.orders.remove, gone)],
      })

      await screen.page.getByRole('checkbox', { name: mark }).check()
      const [bar] = [screen.page.getByRole('toolbar')]
      await bar.getByRole('button', { name: act }).click()
      const question = screen.page.getByRole('alertdialog')
      await expect.poll(() => screen.lines(question)).toEqual(asks)

      await screen.page.route(`**/api/admin/orders/${second.id}`, (route) =>
        route.fulfill({
          status: 409,
          contentType: 'application/json',
          body: JSON.stringify({
            success: false,
            error: 'Foi pago agora.',
            code: 'order.paid_meanwhile',
          }),
        }),
      )

      await screen.press(act, question)
      await expect.poll(() => screen.toast()).toBe(done)
      await expect
        .poll(() => screen.lines(screen.page.getByRole('alert')))
        .toEqual(expect.arrayContaining(['ORD-000018: Foi pago agora.']))
      expect(
        screen.calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path),
      ).toContain(`/api/admin/orders/${row.id}`)
    }
  })

  it('show a loading indicator and no data while they load', async () => {
    const screen = await show('/admin/orders', {
      ...setup,
      replies: [pending(adminApi.orders.list), pending(adminApi.orders.stats)],
    })

    await expect.poll(() => screen.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect.poll(() => screen.page.getByRole('table').count()).toBe(0)
  })

  it('say that there are none, and the shop’s message when it fails', async () => {
    const none = await show('/admin/orders', { ...setup, replies: [list()] })

    await expect
      .poll(() => none.lines())
      .toEqual(
        expect.arrayContaining(['Nenhum pedido', 'Cada compra aparece aqui desde o checkout.']),
      )

    const broken = await show('/admin/orders', {
      ...setup,
      replies: [refused(adminApi.orders.list, 'A conta não bate.')],
    })

    await expect
      .poll(() => broken.lines(broken.page.getByRole('alert')))
      .toEqual(['Erro ao carregar pedidos.', 'Tentar novamente'])
  })
})
