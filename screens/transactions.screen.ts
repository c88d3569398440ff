import { adminApi } from '@chaveiro/contracts/admin'
import { reviewReasons, paymentStatuses } from '@chaveiro/contracts/states'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { ids, onePage } from './samples.ts'
import { show, type Given } from './show.ts'

type Row = Body<typeof adminApi.transactions.list>['data']['transactions'][number]

const row: Row = {
  ...ids(1),
  paymentId: 'pay-0001',
  sessionId: 'session-0002',
  orderId: 'order-0003',
  userId: 'buyer-0004',
  customer: { name: 'Bia Prado', email: 'bia@exemplo.test', discordId: '305000000000000005' },
  productName: 'Pincel Pro',
  amount: 1234.56,
  originalAmount: 1371.73,
  currency: 'BRL',
  discount: { applied: true, cupomCode: 'VERAO', amount: 137.17 },
  paymentMethod: { type: 'stripe', name: 'stripe' },
  status: 'completed',
  attention: null,
  reason: null,
  keyGenerated: true,
  refunded: false,
  createdAt: '2024-02-03T17:05:00.000Z',
  updatedAt: '2024-02-04T18:09:00.000Z',
}

const bare: Row = {
  ...row,
  ...ids(2),
  paymentId: 'pay-0006',
  sessionId: null,
  customer: { name: 'Caio Lima', email: 'caio@exemplo.test', discordId: null },
  productName: '',
  amount: 78.9,
  originalAmount: 78.9,
  currency: 'USD',
  discount: { applied: false, cupomCode: null, amount: 0 },
  paymentMethod: { type: 'crypto', name: 'crypto' },
  status: 'refunded',
  keyGenerated: false,
  refunded: true,
}

const stats = {
  totalTransactions: 2345,
  totalAmount: 98765.43,
  completedCount: 1810,
  completedAmount: 87654.32,
  pendingCount: 120,
  failedCount: 311,
  rejectedCount: 62,
  refundedCount: 42,
  refundedAmount: 1111.11,
}

const list = (...transactions: Row[]) =>
  on(adminApi.transactions.list, {
    success: true,
    data: {
      transactions,
      pagination: {
        ...onePage(transactions.length),
        page: 1,
        limit: 20,
        total: transactions.length,
        pages: 1,
      },
      stats,
    },
  })

const setup: Given = { as: { role: 'admin' }, replies: [list(row, bare)] }

describe('the transactions of the back office', () => {
  it('show their figures with amounts and their rows, every value as it is read [B074, B077]', async () => {
    const screen = await show('/admin/transactions', setup)

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Total', '2.345 | R$ 98.765,43'],
        ['Concluídas', '1.810 | R$ 87.654,32'],
        ['Pendentes', '120 | R$ 0,00'],
        ['Falhas', '311 | R$ 0,00'],
        ['Rejeitadas', '62 | R$ 0,00'],
        ['Reembolsadas', '42 | R$ 1.111,11'],
      ])

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['IDs', 'Cliente', 'Produto', 'Valor', 'Forma', 'Situação', 'Criada em', 'Ações'],
        [
          'pay-0001 | session-0002',
          'Bia Prado | bia@exemplo.test',
          'Pincel Pro',
          'R$ 1.234,56 | R$ 1.371,73 VERAO',
          'Cartão',
          'Concluída',
          '3 fev 2024 14:05',
          '',
        ],
        [
          'pay-0006 | -',
          'Caio Lima | caio@exemplo.test',
          'N/A',
          'US$ 78,90',
          'Criptomoeda',
          'Reembolsada',
          '3 fev 2024 14:05',
          '',
        ],
      ])

    const [listed] = screen.calls.filter(({ path }) => path === '/api/admin/transactions')
    expect(listed!.query).toEqual({ page: '1', limit: '20' })
    expect(await screen.page.getByRole('navigation', { name: 'Páginas' }).count()).toBe(0)
    screen.expectAnswered()
  })

  it('show in English what they show in Portuguese [B074, B077]', async () => {
    const screen = await show('/admin/transactions', { ...setup, language: 'en-US' })

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Total', '2,345 | R$98,765.43'],
        ['Completed', '1,810 | R$87,654.32'],
        ['Pending', '120 | R$0.00'],
        ['Failed', '311 | R$0.00'],
        ['Rejected', '62 | R$0.00'],
        ['Refunded', '42 | R$1,111.11'],
      ])

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['IDs', 'Customer', 'Product', 'Amount', 'Method', 'Status', 'Created', 'Actions'],
        [
          'pay-0001 | session-0002',
          'Bia Prado | bia@exemplo.test',
          'Pincel Pro',
          'R$1,234.56 | R$1,371.73 VERAO',
          'Card',
          'Completed',
          'Feb 3, 2024, 2:05 PM',
          '',
        ],
        [
          'pay-0006 | -',
          'Caio Lima | caio@exemplo.test',
          'N/A',
          '$78.90',
          'Cryptocurrency',
          'Refunded',
          'Feb 3, 2024, 2:05 PM',
          '',
        ],
      ])
  })

  it('name each method, state, oddity and test money in words [B074, B077, Q71] [P423]', async () => {
    const methods = ['pix', 'stripe', 'crypto', 'ticket', 'cheque']

    const replies = [
      list(
        ...paymentStatuses.map((status, i) => ({
          ...row,
          ...ids(10 + i),
          status,
          paymentMethod: { type: methods[i]!, name: 'x' },
        })),
        ...[...reviewReasons, 'later than written'].map((attention, i) => ({
          ...row,
          ...ids(20 + i),
          attention,
        })),
        { ...row, ...ids(40), test: true as const },
        { ...row, ...ids(41), paymentMethod: { type: 'credit_card', name: 'x' } },
        { ...row, ...ids(42), refundedAmount: 50, dispute: 'open' as const },
        { ...row, ...ids(43), attention: 'disputed', dispute: 'open' as const },
      ),
    ]

    const words = async (language: 'pt-BR' | 'en-US') =>
      (await (await show('/admin/transactions', { ...setup, language, replies })).table())
        .slice(1)
        .map(([, , , , method, status]) => `${method}: ${status}`)

    expect(await words('pt-BR')).toEqual([
      'PIX: Pendente',
      'Cartão: Concluída',
      'Criptomoeda: Falhou',
      'Boleto: Rejeitada',
      'Desconhecido: Reembolsada',
      'Cartão: Concluída | Pago com atraso',
      'Cartão: Concluída | Pago em parte',
      'Cartão: Concluída | Pago a mais',
      'Cartão: Concluída | Pago em dobro',
      'Cartão: Concluída | Não confere',
      'Cartão: Concluída | A confirmar na corretora',
      'Cartão: Concluída | Contestado',
      'Cartão: Concluída | Retido',
      'Cartão: Concluída',
      'Cartão: Concluída | Teste',
      'Cartão de Crédito: Concluída',
      'Cartão: Concluída | R$ 50,00 reembolsados | Contestado',
      'Cartão: Concluída | Contestado',
    ])

    expect(await words('en-US')).toEqual([
      'PIX: Pending',
      'Card: Completed',
      'Cryptocurrency: Failed',
      'Boleto: Rejected',
      'Unknown: Refunded',
      'Card: Completed | Paid late',
      'Card: Completed | Underpaid',
      'Card: Completed | Overpaid',
      'Card: Completed | Paid twice',
      'Card: Completed | Doesn’t match',
      'Card: Completed | Confirm at the exchange',
      'Card: Completed | Disputed',
      'Card: Completed | Held',
      'Card: Completed',
      'Card: Completed | Test',
      'Credit card: Completed',
      'Card: Completed | R$50.00 refunded | Disputed',
      'Card: Completed | Disputed',
    ])
  })

  it('open one in its four groups, with its coupon and chat account [B078, B079]', async () => {
    const screen = await show('/admin/transactions', setup)
    await screen.press('Detalhes: pay-0001')
    const dialog = screen.dialog('Detalhes da transação')

    await expect
      .poll(() => screen.facts(dialog))
      .toEqual([
        ['Transação', '11111111-0000-4000-8000-000000000001'],
        ['Pagamento', 'pay-0001'],
        ['Sessão', 'session-0002'],
        ['Nome', 'Bia Prado'],
        ['E-mail', 'bia@exemplo.test'],
        ['Conta do Discord', '305000000000000005'],
        ['Valor', 'R$ 1.234,56'],
        ['Valor original', 'R$ 1.371,73'],
        ['Cupom', 'VERAO'],
        ['Forma de pagamento', 'Cartão'],
        ['Situação', 'Concluída'],
        ['Chave gerada', 'Sim'],
        ['Reembolsada', 'Não'],
        ['Criada em', '3 fev 2024 14:05'],
        ['Atualizada em', '4 fev 2024 15:09'],
      ])

    await expect
      .poll(() => dialog.getByRole('heading').allInnerTexts())
      .toEqual([
        'Detalhes da transação',
        'Identificação',
        'Cliente',
        'Pagamento',
        'Situação e datas',
      ])

    const address = (name: string) => dialog.getByRole('link', { name }).getAttribute('href')
    expect(await address('Abrir nas pendências de pagamento')).toBe(
      '/admin/desk/11111111-0000-4000-8000-000000000001',
    )
    expect(await address('Ver pedido')).toBe('/admin/orders?order=order-0003')
    expect(await dialog.getByRole('combobox').or(dialog.getByRole('textbox')).count()).toBe(0)
    await screen.page.mouse.click(5, 5)
    await expect.poll(() => dialog.count()).toBe(0)
    await screen.press('Detalhes: pay-0001')
    await screen.press('Fechar', dialog)
    await expect.poll(() => dialog.count()).toBe(0)
  })

  it('leave out of one what it does not have, and say it in English [B078]', async () => {
    const screen = await show('/admin/transactions', { ...setup, language: 'en-US' })
    await screen.press('Details: pay-0006')

    await expect
      .poll(() => screen.facts(screen.dialog('Transaction details')))
      .toEqual([
        ['Transaction', '11111111-0000-4000-8000-000000000002'],
        ['Payment', 'pay-0006'],
        ['Session', '-'],
        ['Name', 'Caio Lima'],
        ['Email', 'caio@exemplo.test'],
        ['Amount', '$78.90'],
        ['Payment method', 'Cryptocurrency'],
        ['Status', 'Refunded'],
        ['Key generated', 'No'],
        ['Refunded', 'Yes'],
        ['Created', 'Feb 3, 2024, 2:05 PM'],
        ['Updated', 'Feb 4, 2024, 3:09 PM'],
      ])
  })

  it('request the filtered rows, and read the filters from the address [B075]', async () => {
    const screen = await show(
      '/admin/transactions?search=bia&status=failed&paymentMethod=stripe&startDate=2026-01-02&endDate=2026-01-30',
      setup,
    )

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['Nome, e-mail, produto ou ID', 'bia'],
        ['Situação', 'Falhou'],
        ['Forma de pagamento', 'Cartão'],
        ['De', '2026-01-02'],
        ['Até', '2026-01-30'],
      ])

    const [listed] = screen.calls.filter(({ path }) => path === '/api/admin/transactions')

    expect(listed!.query).toEqual({
      page: '1',
      limit: '20',
      search: 'bia',
      status: 'failed',
      paymentMethod: 'stripe',
      startDate: '2026-01-02',
      endDate: '2026-01-30',
    })
  })

  it('go back to the first page when a filter changes [B075, B080, B155]', async () => {
    const twoPages = on(adminApi.transactions.list, {
      success: true,
      data: {
        transactions: [row],
        pagination: { ...onePage(21), totalPages: 2, page: 1, limit: 20, total: 21, pages: 2 },
        stats,
      },
    })

    const screen = await show('/admin/transactions?page=2', { ...setup, replies: [twoPages] })
    await expect
      .poll(() => screen.lines(screen.page.getByRole('navigation', { name: 'Páginas' })))
      .toEqual(['Anterior', 'Página 2 de 2', 'Próxima'])
    const field = (label: string) => screen.page.getByLabel(label, { exact: true })

    const asks = (name: string) => () => {
      const { query } = screen.calls.findLast(({ path }) => path === '/api/admin/transactions')!
      return [query.page, name in query]
    }

    for (const [name, set] of [
      ['search', () => screen.page.getByRole('searchbox').fill('bia')],
      ['status', () => field('Situação').selectOption('completed')],
      ['paymentMethod', () => field('Forma de pagamento').selectOption('pix')],
      ['startDate', () => field('De').fill('2026-01-02')],
      ['endDate', () => field('Até').fill('2026-01-30')],
    ] as const) {
      await set()
      await expect.poll(asks(name)).toEqual(['1', true])
      await screen.press('Próxima')
      await expect.poll(asks(name)).toEqual(['2', true])
    }
  })

  it('wait without a figure or a row as long as nothing is known', async () => {
    const screen = await show('/admin/transactions', {
      ...setup,
      replies: [pending(adminApi.transactions.list)],
    })

    await expect.poll(() => screen.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect
      .poll(async () => (await screen.facts()).map(([, value]) => value))
      .toEqual(['', '', '', '', '', ''])
    await expect.poll(() => screen.page.getByRole('table').count()).toBe(0)
  })

  it('say that there are none; a refusal is only logged, and no figure is made up [B242]', async () => {
    const none = await show('/admin/transactions', { ...setup, replies: [list()] })

    await expect
      .poll(() => none.lines())
      .toEqual(
        expect.arrayContaining([
          'Nenhuma transação',
          'Cada pagamento iniciado na loja aparece aqui.',
        ]),
      )

    const broken = await show('/admin/transactions', {
      ...setup,
      replies: [refused(adminApi.transactions.list, 'A conta não bate.')],
    })

    await expect
      .poll(async () => (await broken.facts()).map(([, value]) => value))
      .toEqual(['-', '-', '-', '-', '-', '-'])
    await expect.poll(() => broken.page.getByRole('alert').count()).toBe(0)
  })
})
