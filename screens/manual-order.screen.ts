import { adminApi } from '@chaveiro/contracts/admin'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { on, refused, type Answer } from './answers.ts'
import { bia, leo } from './customer-samples.ts'
import { list, month, only, product, products, quarter } from './product-options-samples.ts'
import { ids, listed, onePage } from './samples.ts'
import { show } from './show.ts'

// An order that staff create for a customer: a gift, or paid outside the shop (Q134).

const row = {
  ...ids(40),
  orderNumber: 'ORD-000123',
  userId: bia.id,
  cartId: 'cart-9',
  customer: { name: bia.name, email: bia.email },
  status: 'completed' as const,
  totalAmount: 0,
  subtotal: 49.8,
  discount: { applied: true, cupomCode: null, amount: 49.8 },
  currency: 'BRL' as const,
  paymentMethod: 'given',
  origin: 'manual',
  itemCount: 2,
  productNames: ['Editor'],
  archived: false,
  createdAt: '2024-02-03T17:05:00.000Z',
  completedAt: '2024-02-03T17:05:00.000Z',
}

const payment = {
  ...ids(41),
  status: 'completed' as const,
  method: 'given',
  amount: 0,
  attention: null,
  createdAt: '2024-02-03T17:05:00.000Z',
  updatedAt: '2024-02-03T17:05:00.000Z',
}

const order = {
  ...row,
  items: [],
  mailRefusedSince: null,
  units: [],
  payments: [payment],

  timeline: [
    {
      ...ids(42),
      action: 'order.given',
      source: 'staff',
      performedBy: { id: 'staff-1', name: 'Dora Equipe' },
      details: { reason: 'chave defeituosa' },
      createdAt: '2024-02-03T17:05:00.000Z',
    },
  ],
}

const stats = {
  totalOrders: 1,
  completedOrders: 1,
  pendingOrders: 0,
  cancelledOrders: 0,
  refundedOrders: 0,
  totalRevenue: 0,
}

const reading = (given: object) =>
  on(adminApi.orders.read, {
    success: true,
    order: { ...order, ...given },
    data: { ...order, ...given },
  })

const createdOrder = on(adminApi.orders.create, { success: true, order, data: order })

const replies: Answer[] = [
  createdOrder,
  reading({}),
  products(product),
  list(month, quarter),
  on(adminApi.orders.list, {
    success: true,
    orders: [row],
    data: [row],
    total: 1,
    pagination: onePage(1),
  }),
  on(adminApi.orders.stats, { success: true, ...stats, data: stats }),
  on(adminApi.users.list, { success: true, data: [bia, leo], users: [bia, leo], ...listed(2) }),
  on(adminApi.customers.read, { success: true, customer: bia, data: bia }),
  on(adminApi.roles.guild, { success: true, problem: null, name: 'Servidor', roles: [] }),
  on(adminApi.roles.list, {
    success: true,
    roles: [],
    counts: { waiting: 0, given: 0, taken: 0, absent: 0, failed: 0 },
    configured: false,
    ...listed(0),
  }),
]

const asked = (...first: Answer[]) =>
  ({ as: { role: 'admin' }, replies: [...first, ...replies] }) as const

const sent = (calls: { method: string; path: string; body: unknown }[]) =>
  calls.filter(({ method, path }) => method === 'POST' && path === '/api/admin/orders')

const key = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
)

const search = (dialog: Locator, name: string) => dialog.getByRole('searchbox', { name })

describe('a licence that staff give', () => {
  it('from the page of its customer: product, option, number and reason, and the order opens', async () => {
    const screen = await show(`/admin/users/${bia.id}`, asked())
    await screen.press('Dar uma licença')
    const dialog = screen.dialog('Dar uma licença a Bia Prado')
    await search(dialog, 'Produto').fill('edi')
    await screen.press(/^Editor/, dialog)
    await dialog.getByLabel('Opção').selectOption({ label: '30 dias · R$ 24,90' })
    await dialog.getByLabel('Quantidade').fill('2')
    await dialog.getByLabel('Motivo').fill('  chave   defeituosa ')

    await expect
      .poll(() => screen.lines(dialog))
      .toEqual([
        'Dar uma licença a Bia Prado',
        'Produto',
        'Editor',
        'Ativo · 3 opções',
        'Trocar',
        'Opção',
        '30 dias · R$ 24,90',
        'Quantidade',
        '1.402 chaves disponíveis',
        'Forma de pagamento',
        'Dado pela loja',
        'Sem custo e fora da receita',
        'Pago fora da loja',
        'Dinheiro, transferência ou outro site',
        'Motivo',
        'Fica no histórico do pedido, e o cliente não vê.',
        'Cancelar',
        'Dar uma licença',
      ])

    await screen.press('Dar uma licença', dialog)
    await screen.page.waitForURL(`**/admin/orders/${order.id}`)
    expect(await screen.toast()).toBe('Pedido ORD-000123 criado.')

    expect(sent(screen.calls).map(({ body }) => body)).toEqual([
      {
        requestKey: key,
        userId: bia.id,
        variantId: month.id,
        quantity: 2,
        method: 'given',
        reason: 'chave defeituosa',
      },
    ])

    screen.expectAnswered()
  })

  it('shows as a gift in list and page, and its refund says that no money goes back', async () => {
    const screen = await show('/admin/orders', asked())

    expect((await screen.table())[1]).toEqual([
      '',
      'ORD-000123 | Feito pela equipe',
      'Bia Prado | bia@exemplo.test',
      'Editor | Dado pela loja',
      'R$ 0,00',
      'Concluído',
      '3 fev 2024 14:05',
      '',
    ])

    await screen.page.getByLabel('Origem').selectOption({ label: 'Feito pela equipe' })
    await expect
      .poll(() => screen.calls.filter(({ path }) => path === '/api/admin/orders').at(-1)?.query)
      .toEqual({ page: '1', limit: '10', origin: 'manual' })
    await screen.goTo(`/admin/orders/${order.id}`)

    expect((await screen.facts()).slice(3, 7)).toEqual([
      ['Desconto', 'R$ 49,80'],
      ['Valor', 'R$ 0,00'],
      ['Forma de pagamento', 'Dado pela loja'],
      ['Origem', 'Feito pela equipe'],
    ])

    const lines = await screen.lines()

    expect(lines.slice(lines.indexOf('Pagamentos'), lines.lastIndexOf('Pedido'))).toEqual([
      'Pagamentos',
      'Dado pela loja · R$ 0,00 3 fev 2024 14:05',
      'Concluída',
      'Ver transação',
      'Linha do tempo',
      'Licença dada pela loja',
      '3 fev 2024 14:05 · Dora Equipe · equipe',
      'chave defeituosa',
    ])

    await screen.press('Reembolsar')

    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Reembolsar o pedido ORD-000123',
        'Nada foi pago por este pedido, então nada volta ao cliente. As licenças deixam de valer.',
        'Motivo',
        'Cancelar',
        'Reembolsar',
      ])
  })
})

describe('an order that was paid outside the shop', () => {
  const open = async (language: 'pt-BR' | 'en-US', ...first: Answer[]) => {
    const screen = await show('/admin/orders', { ...asked(...first), language })
    await screen.press(language === 'pt-BR' ? 'Novo pedido' : 'New order')

    return { screen, dialog: screen.dialog() }
  }

  it('is made from the list, by keyboard alone, with amount and reference', async () => {
    const { screen, dialog } = await open('en-US', list(only))
    const { keyboard } = screen.page
    await keyboard.type('bia')
    await dialog.getByRole('button', { name: /^Bia Prado/ }).focus()
    await keyboard.press('Enter')
    await search(dialog, 'Product').focus()
    await keyboard.type('editor')
    await dialog.getByRole('button', { name: /^Editor/ }).waitFor()
    await keyboard.press('Enter')
    await dialog.getByLabel('Quantity').fill('3')
    await expect
      .poll(() => screen.lines(dialog))
      .toEqual(expect.arrayContaining(['It costs R$74.70 in the shop today.']))
    await dialog.getByLabel('Amount paid (R$)').fill('60.00')
    await dialog.getByLabel('Payment reference').fill(' TED 9 ')
    await keyboard.press('Enter')
    await screen.page.waitForURL(`**/admin/orders/${order.id}`)

    expect(sent(screen.calls).map(({ body }) => body)).toEqual([
      {
        requestKey: key,
        userId: bia.id,
        variantId: only.id,
        quantity: 3,
        method: 'outside',
        amount: 60,
        reference: 'TED 9',
      },
    ])
  })

  it('shows an error at each field, and keeps its values and its idempotency key when refused', async () => {
    const refusal = 'Estoque insuficiente de Editor: restam 2.'
    const { screen, dialog } = await open('pt-BR', refused(adminApi.orders.create, refusal, 409))
    await screen.press('Criar pedido', dialog)

    await expect
      .poll(() => screen.lines(dialog))
      .toEqual([
        'Novo pedido',
        'Cliente',
        'Preencha este campo.',
        'Produto',
        'Preencha este campo.',
        'Quantidade',
        'Forma de pagamento',
        'Dado pela loja',
        'Sem custo e fora da receita',
        'Pago fora da loja',
        'Dinheiro, transferência ou outro site',
        'Valor pago (R$)',
        'O menor valor é 0,01.',
        'Referência do dinheiro',
        'Preencha este campo.',
        'Motivo (opcional)',
        'Cancelar',
        'Criar pedido',
      ])

    await search(dialog, 'Cliente').fill('bia')
    await screen.press(/^Leo/, dialog)
    await screen.press('Trocar: Cliente', dialog)
    await search(dialog, 'Cliente').fill('bia')
    await screen.press(/^Bia/, dialog)
    await search(dialog, 'Produto').fill('edi')
    await screen.press(/^Editor/, dialog)
    await dialog.getByLabel('Opção').selectOption({ label: '90 dias · R$ 1.059,90' })
    await dialog.getByLabel('Quantidade').fill('1')
    await dialog.getByLabel('Valor pago (R$)').fill('1.200')
    await dialog.getByLabel('Referência do dinheiro').fill('TED 9')
    await screen.press('Criar pedido', dialog)
    const lines = () => screen.lines(dialog)
    await expect.poll(lines).toEqual(expect.arrayContaining(['O menor valor é 2.']))
    await dialog.getByLabel('Quantidade').fill('3')
    await dialog.getByLabel('Valor pago (R$)').fill('1.200,50')
    await screen.press('Criar pedido', dialog)
    await expect.poll(lines).toEqual(expect.arrayContaining([`Erro ao criar o pedido. ${refusal}`]))
    screen.replies.unshift(createdOrder)
    await screen.press('Criar pedido', dialog)
    await screen.page.waitForURL(`**/admin/orders/${order.id}`)
    const [first, second] = sent(screen.calls).map(({ body }) => body as Record<string, unknown>)

    expect(first).toEqual({
      requestKey: key,
      userId: bia.id,
      variantId: quarter.id,
      quantity: 3,
      method: 'outside',
      amount: 1200.5,
      reference: 'TED 9',
    })

    expect(second).toEqual(first)
  })

  it('is refunded by hand only: the refund says so and requires the reference', async () => {
    const outside = { paymentMethod: 'outside', totalAmount: 60 }
    const screen = await show(`/admin/orders/${order.id}`, asked(reading(outside)))
    await screen.press('Reembolsar')
    const dialog = screen.dialog()
    await dialog.getByLabel('Motivo').fill('desistiu')
    await screen.press('Reembolsar', dialog)

    await expect
      .poll(() => screen.lines(dialog))
      .toEqual([
        'Reembolsar o pedido ORD-000123',
        'Este pedido foi pago fora da loja, e nenhum provedor tem o dinheiro. Devolva R$ 60,00 por ' +
          'fora e informe a referência. As licenças deixam de valer.',
        'Motivo',
        'Referência da devolução',
        'Preencha este campo.',
        'Cancelar',
        'Reembolsar',
      ])

    expect(screen.calls.filter(({ method }) => method === 'PATCH')).toEqual([])
  })
})

it('nothing is made for a banned customer, and the button says why', async () => {
  const banned = { ...bia, isBanned: true, banReason: 'Estornou.', bannedAt: bia.createdAt }

  const screen = await show(
    `/admin/users/${bia.id}`,
    asked(on(adminApi.customers.read, { success: true, customer: banned, data: banned })),
  )

  const button = screen.page.getByRole('button', { name: 'Dar uma licença' })
  await button.waitFor()

  expect([await button.isDisabled(), await button.getAttribute('title')]).toEqual([
    true,
    'Cliente banido: nada é entregue. Remova o banimento antes.',
  ])
})

it('a dialog fits a phone, and its search and tiles are pressed there', async () => {
  const screen = await show(`/admin/users/${bia.id}`, { ...asked(), width: 360 })
  await screen.press('Dar uma licença')
  const dialog = screen.dialog()
  await search(dialog, 'Produto').fill('edi')
  await screen.press(/^Editor/, dialog)
  await dialog.getByText('Pago fora da loja').click()
  await dialog.getByLabel('Valor pago (R$)').waitFor()
  const wide = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(wide).toBe(0)
})
