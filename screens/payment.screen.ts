import { adminApi } from '@chaveiro/contracts/admin'
import type { Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { on, refused, type Body } from './answers.ts'
import { ids } from './samples.ts'
import { show, type Given } from './show.ts'

type Payment = Body<typeof adminApi.transactions.read>['data']
const id = 'a'.repeat(32)

const payment: Payment = {
  id,
  _id: id,
  paymentId: id,
  sessionId: 'cs_test_b1Zc',
  orderId: ids(2).id,
  orderNumber: 'ORD-000017',
  userId: ids(3).id,
  customer: { name: 'Bia Prado', email: 'bia@exemplo.test', discordId: null },
  productName: 'Pincel Pro',
  amount: 1230.5,
  originalAmount: 1250.75,
  currency: 'BRL',
  discount: { applied: true, cupomCode: 'VERAO', amount: 20.25 },
  paymentMethod: { type: 'stripe', name: 'Cartão' },
  status: 'completed',
  attention: 'disputed',
  reason: null,
  keyGenerated: true,
  refunded: false,
  test: true,
  createdAt: '2024-03-01T12:35:00.000Z',
  updatedAt: '2024-03-01T12:36:00.000Z',
  receivedAmount: 1230.5,
  expiresAt: '2024-03-01T13:05:00.000Z',
  paidAt: '2024-03-01T12:36:00.000Z',
  remark: null,
  note: null,
  coin: null,
  network: null,
  checkedAt: '2024-03-01T12:37:00.000Z',
  nextCheckAt: null,

  receipts: [
    {
      receiptId: 'pi_3Oq9',
      amount: 1230.5,
      currency: 'BRL',
      receivedAt: '2024-03-01T12:36:00.000Z',
      byHand: false,
    },
    {
      receiptId: 'E0000',
      amount: 5,
      currency: 'BRL',
      receivedAt: '2024-03-01T12:38:00.000Z',
      byHand: true,
    },
  ],

  refunds: [
    {
      ...ids(4),
      receiptId: 'pi_3Oq9',
      amount: 30.25,
      reason: 'Veio tarde',
      status: 'succeeded',
      failure: null,
      createdAt: '2024-03-02T12:36:00.000Z',
      updatedAt: '2024-03-02T12:36:00.000Z',
    },
    {
      ...ids(5),
      receiptId: 'pi_3Oq9',
      amount: 10,
      reason: 'Mais um pouco',
      status: 'failed',
      failure: 'sem saldo',
      createdAt: '2024-03-03T12:36:00.000Z',
      updatedAt: '2024-03-03T12:36:00.000Z',
    },
  ],

  attempts: [
    {
      id: 'b'.repeat(32),
      _id: 'b'.repeat(32),
      method: 'pix',
      status: 'failed',
      attention: null,
      amount: 1230.5,
      currency: 'BRL',
      createdAt: '2024-03-01T12:20:00.000Z',
    },
  ],

  contested: [
    {
      id: 'dp_1',
      kind: 'dispute',
      state: 'won',
      amount: 1230.5,
      reason: 'fraudulent',
      dueAt: '2024-03-20T12:00:00.000Z',
      createdAt: '2024-03-05T12:36:00.000Z',
    },
    {
      id: 'med-7',
      kind: 'infraction',
      state: 'ABERTA',
      amount: 99.9,
      reason: null,
      dueAt: null,
      createdAt: '2024-03-06T12:36:00.000Z',
    },
  ],

  events: [
    { id: 'evt_1', type: 'checkout.session.completed', receivedAt: '2024-03-01T12:36:30.000Z' },
  ],

  timeline: [
    {
      action: 'payment.completed',
      source: 'webhook',
      performedBy: null,
      details: {},
      createdAt: '2024-03-01T12:36:00.000Z',
    },
  ],
}

const reading = (one: Payment) =>
  on(adminApi.transactions.read, { success: true, ...one, data: one })

const setup: Given = {
  as: { role: 'admin' },
  replies: [
    reading(payment),
    on(adminApi.transactions.check, { success: true, ...payment, data: payment }),
  ],
}

const of = (...replies: Given['replies'] & object): Given => ({
  ...setup,
  replies: [...replies, ...setup.replies!],
})

const at = `/admin/transactions/${id}`

describe('the page of a payment', () => {
  it('shows money in and out, the provider’s data, amounts and names, in both languages [P343]', async () => {
    const read = async (language: Language) => {
      const screen = await show(at, { ...setup, language })
      await screen.page.getByRole('heading', { level: 2 }).first().waitFor()
      const lines = await screen.lines()
      const end = lines.findIndex((line) => /^(?:Pagamento|Payment)$/.test(line))

      return { screen, facts: await screen.facts(), lines: lines.slice(0, end) }
    }

    const portuguese = await read('pt-BR')

    expect(portuguese.lines).toEqual([
      'Pagamento do pedido ORD-000017',
      'Todas as transações',
      'Resolver',
      'Consultar de novo',
      'Ver pedido',
      'Contestado pelo banco',
      'fraudulent',
      '5 mar 2024 09:36 · dp_1 · responder até 20 mar 2024 09:00',
      'R$ 1.230,50',
      'Ganha',
      'Denúncia de fraude (MED)',
      '6 mar 2024 09:36 · med-7',
      'R$ 99,90',
      'ABERTA',
      'Recebido',
      'pi_3Oq9',
      '1 mar 2024 09:36',
      'R$ 1.230,50',
      'E0000',
      '1 mar 2024 09:38 · confirmado pela equipe',
      'R$ 5,00',
      'Devolvido',
      'Veio tarde',
      '2 mar 2024 09:36',
      'R$ 30,25',
      'Devolvido',
      'Mais um pouco',
      '3 mar 2024 09:36 · sem saldo',
      'R$ 10,00',
      'Falhou',
      'Outras tentativas do pedido',
      'PIX',
      '1 mar 2024 09:20',
      'R$ 1.230,50',
      'Falhou',
      'Avisos do provedor',
      'checkout.session.completed',
      '1 mar 2024 09:36 · evt_1',
      'Linha do tempo',
      'Pagamento concluído',
      '1 mar 2024 09:36 · aviso do provedor',
    ])

    expect(portuguese.facts).toEqual([
      ['Situação', 'Concluída | Contestado | Teste'],
      ['Pedido', 'ORD-000017'],
      ['Produto', 'Pincel Pro'],
      ['Cliente', 'Bia Prado (bia@exemplo.test)'],
      ['Forma de pagamento', 'Cartão'],
      ['Chave gerada', 'Sim'],
      ['Criada em', '1 mar 2024 09:35'],
      ['Vale até', '1 mar 2024 10:05'],
      ['Pago em', '1 mar 2024 09:36'],
      ['Valor original', 'R$ 1.250,75'],
      ['Desconto', 'R$ 20,25 com VERAO'],
      ['Valor', 'R$ 1.230,50'],
      ['Recebido', 'R$ 1.230,50'],
      ['Devolvido', 'R$ 30,25'],
      ['Pagamento', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
      ['Sessão', 'cs_test_b1Zc'],
      ['Consultado em', '1 mar 2024 09:37'],
      ['Próxima consulta', '-'],
    ])

    const english = await read('en-US')

    expect(english.lines).toEqual([
      'Payment of order ORD-000017',
      'All transactions',
      'Resolve',
      'Check again',
      'View order',
      'Disputed at the bank',
      'fraudulent',
      'Mar 5, 2024, 9:36 AM · dp_1 · respond by Mar 20, 2024, 9:00 AM',
      'R$1,230.50',
      'Won',
      'Fraud report (MED)',
      'Mar 6, 2024, 9:36 AM · med-7',
      'R$99.90',
      'ABERTA',
      'Received',
      'pi_3Oq9',
      'Mar 1, 2024, 9:36 AM',
      'R$1,230.50',
      'E0000',
      'Mar 1, 2024, 9:38 AM · confirmed by staff',
      'R$5.00',
      'Refunded',
      'Veio tarde',
      'Mar 2, 2024, 9:36 AM',
      'R$30.25',
      'Refunded',
      'Mais um pouco',
      'Mar 3, 2024, 9:36 AM · sem saldo',
      'R$10.00',
      'Failed',
      'Other attempts on this order',
      'PIX',
      'Mar 1, 2024, 9:20 AM',
      'R$1,230.50',
      'Failed',
      'Provider notifications',
      'checkout.session.completed',
      'Mar 1, 2024, 9:36 AM · evt_1',
      'Timeline',
      'Payment completed',
      'Mar 1, 2024, 9:36 AM · provider notification',
    ])

    expect(english.facts).toEqual([
      ['Status', 'Completed | Disputed | Test'],
      ['Order', 'ORD-000017'],
      ['Product', 'Pincel Pro'],
      ['Customer', 'Bia Prado (bia@exemplo.test)'],
      ['Payment method', 'Card'],
      ['Key generated', 'Yes'],
      ['Created', 'Mar 1, 2024, 9:35 AM'],
      ['Valid until', 'Mar 1, 2024, 10:05 AM'],
      ['Paid on', 'Mar 1, 2024, 9:36 AM'],
      ['Original amount', 'R$1,250.75'],
      ['Discount', 'R$20.25 with VERAO'],
      ['Amount', 'R$1,230.50'],
      ['Received', 'R$1,230.50'],
      ['Refunded', 'R$30.25'],
      ['Payment', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
      ['Session', 'cs_test_b1Zc'],
      ['Checked on', 'Mar 1, 2024, 9:37 AM'],
      ['Next check', '-'],
    ])

    english.screen.expectAnswered()
  })

  it('leads to order, customer and other attempts, and asks the provider again [P343, P344]', async () => {
    const screen = await show(at, setup)
    const main = screen.page.getByRole('main')
    const href = (name: string) =>
      main.getByRole('link', { name, exact: true }).first().getAttribute('href')
    expect(await href('ORD-000017')).toBe(`/admin/orders/${ids(2).id}`)
    expect(await href('Ver pedido')).toBe(`/admin/orders/${ids(2).id}`)
    expect(await href('Bia Prado (bia@exemplo.test)')).toBe(`/admin/users/${ids(3).id}`)
    expect(await href('PIX')).toBe(`/admin/transactions/${'b'.repeat(32)}`)
    await screen.press('Consultar de novo')
    await expect.poll(() => screen.toast()).toBe('Consultado agora.')
    screen.replies.unshift(refused(adminApi.transactions.check, 'Não respondeu.', 502))
    await screen.press('Consultar de novo')
    await expect
      .poll(() => screen.lines(screen.page.getByRole('alert').first()))
      .toContain('A consulta falhou. Não respondeu.')
  })

  it('says what is not there: no money, no other attempt, no hint, no such payment [P343, P345]', async () => {
    const bare: Payment = {
      ...payment,
      status: 'failed',
      attention: null,
      reason: 'expired',
      receipts: [],
      refunds: [],
      attempts: [],
      contested: [],
      events: [],
      coin: 'USDT',
      network: 'TRX',
    }

    const screen = await show(at, of(reading(bare)))
    await screen.page.getByRole('heading', { level: 2 }).first().waitFor()
    const lines = await screen.lines()

    for (const none of [
      'Nada recebido ainda.',
      'Nada devolvido.',
      'Nenhuma outra.',
      'Nenhum aviso chegou.',
    ])
      expect(lines).toContain(none)

    expect(lines).not.toContain('Contestado pelo banco')

    expect(await screen.facts()).toEqual(
      expect.arrayContaining([
        ['Por que não foi pago', 'Prazo encerrado'],
        ['Moeda e rede', 'USDT · TRX'],
      ]),
    )

    const lost = async (address: string, status: number, language: Language) => {
      const gone = await show(address, {
        ...of(refused(adminApi.transactions.read, 'Não.', status)),
        language,
      })

      await gone.page.getByRole('heading', { level: 1 }).waitFor()

      return gone.lines()
    }

    expect(await lost('/admin/transactions/a_b', 400, 'pt-BR')).toEqual([
      'Pagamento',
      'Este pagamento não existe',
      'O endereço está errado. Procure o pagamento na lista pelo código, pelo cliente ou pelo produto.',
      'Todas as transações',
    ])

    expect(await lost(at, 404, 'en-US')).toEqual([
      'Payment',
      'This payment doesn’t exist',
      'The address is wrong. Look for the payment in the list by code, customer or product.',
      'All transactions',
    ])

    expect(await lost(at, 500, 'pt-BR')).toEqual([
      'Pagamento',
      'Erro ao carregar o pagamento.',
      'Tentar novamente',
    ])
  })

  it.each([360, 1280])('fits all texts within %i px [P343]', async (width) => {
    const long = 'umapalavrasemfimnemespaco'.repeat(8)

    const wide: Payment = {
      ...payment,
      sessionId: long,
      productName: long,
      customer: { ...payment.customer, name: long },
      receipts: [{ ...payment.receipts[0]!, receiptId: long }],
      events: [{ ...payment.events[0]!, id: long, type: long }],
    }

    const screen = await show(at, { ...of(reading(wide)), width })
    await screen.page.getByRole('heading', { level: 2 }).first().waitFor()
    const over = await screen.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(over).toBeLessThanOrEqual(0)
  })
})
