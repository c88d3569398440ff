import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, type Body } from './answers.ts'
import { ids } from './samples.ts'
import { show } from './show.ts'

type Order = Body<typeof adminApi.orders.read>['order']
type Moment = Order['timeline'][number]
type Words = [code: string, portuguese: string, english: string]

// Every event, source and reason that the shop writes, with its text in both languages.
const events: Words[] = [
  ['order.created', 'Pedido criado', 'Order created'],
  ['order.cancelled', 'Pedido cancelado', 'Order cancelled'],
  ['order.deleted', 'Pedido excluído', 'Order deleted'],
  ['payment.created', 'Pagamento iniciado', 'Payment started'],
  ['payment.completed', 'Pagamento concluído', 'Payment completed'],
  ['payment.failed', 'Pagamento não concluído', 'Payment not completed'],
  ['payment.confirmed_by_hand', 'Pagamento confirmado à mão', 'Payment confirmed by hand'],
  ['payment.refund_requested', 'Reembolso pedido', 'Refund requested'],
  ['payment.refunded', 'Pagamento reembolsado', 'Payment refunded'],
  ['payment.late', 'Pagamento com atraso', 'Payment came late'],
  ['payment.partial', 'Pagamento em parte', 'Payment in part'],
  ['payment.over', 'Pagamento a mais', 'Overpayment'],
  ['payment.duplicate', 'Pagamento em dobro', 'Second payment'],
  ['payment.mismatch', 'Dinheiro que não confere', 'Money that does not match'],
  [
    'payment.confirmation',
    'Confirmação pedida pela corretora',
    'The exchange asks for a confirmation',
  ],
  ['payment.disputed', 'Pagamento contestado', 'Payment disputed'],
  ['payment.dispute_inquiry', 'Banco pergunta pela compra', 'Bank asks about the purchase'],
  ['payment.dispute_open', 'Pagamento em disputa', 'Payment under dispute'],
  ['payment.dispute_won', 'Disputa ganha', 'Dispute won'],
  ['payment.dispute_lost', 'Disputa perdida', 'Dispute lost'],
  ['payment.dispute_unknown', 'Disputa a verificar', 'Dispute to be checked'],
  ['payment.reopened', 'Pagamento vale de novo', 'Payment stands again'],
  ['payment.held', 'Dinheiro retido', 'Money held'],
  ['payment.accepted', 'Aceito como pago', 'Accepted as paid'],
  ['payment.released', 'Caso encerrado', 'Case closed'],
  ['payment.note', 'Anotação', 'Note'],
  ['payment.delivered_by_hand', 'Entregue pela equipe', 'Delivered by staff'],
  ['payment.evidence_taken', 'Dossiê de provas gerado', 'Evidence pack made'],
  ['payment.infraction', 'Contestação no banco (MED)', 'Fraud report at the bank (MED)'],
  ['payment.defended', 'Defesa escrita', 'Defence written'],
  ['payment.defence_sent', 'Defesa enviada', 'Defence sent'],
  ['payment.defence_refused', 'Defesa recusada pelo provedor', 'Defence refused by the provider'],
  ['refund.pending', 'Devolução em andamento', 'Return under way'],
  ['deposit.matched', 'Depósito atribuído', 'Deposit given to this payment'],
  ['refund.opened', 'Devolução iniciada', 'Return started'],
  ['refund.succeeded', 'Devolução concluída', 'Return completed'],
  ['refund.failed', 'Devolução recusada', 'Return refused'],
  ['order.withdrawal_asked', 'Cliente desistiu da compra', 'Customer withdrew'],
  ['order.withdrawal_declined', 'Desistência recusada', 'Withdrawal declined'],
  ['order.consent', 'Termos aceitos', 'Terms accepted'],
  ['order.served', 'Chave entregue', 'Key delivered'],
  ['order.receipt_sent', 'Recibo enviado', 'Receipt sent'],
  ['order.receipt_resent', 'Reenvio do recibo pedido', 'Receipt asked for again'],
  ['order.suspended', 'Licenças suspensas', 'Licences suspended'],
  ['order.restored', 'Licenças voltaram a valer', 'Licences work again'],
  ['payment.received', 'Dinheiro recebido', 'Money received'],
  ['licence.shown', 'Chave vista pelo cliente', 'Key seen by the customer'],
  ['licence.revealed', 'Chave revelada pela equipe', 'Key revealed by staff'],
  ['licence.replaced', 'Chave trocada', 'Key replaced'],
  ['licence.status', 'Situação da licença alterada', 'Licence status changed'],
  ['licence.expired', 'Licença expirada', 'Licence expired'],
  ['licence.deleted', 'Licença retirada da lista', 'Licence taken from the list'],
  ['delivery.failing', 'Provedor não entrega', 'Provider does not deliver'],
  ['delivery.retried', 'Entrega pedida de novo', 'Delivery asked for again'],
  ['grant.banned', 'Chave bloqueada no provedor', 'Key blocked at the provider'],
  ['grant.good', 'Chave liberada no provedor', 'Key released at the provider'],
  ['grant.gone', 'Chave não existe no provedor', 'Key does not exist at the provider'],
  ['order.archived', 'Pedido arquivado', 'Order archived'],
  ['order.reopened', 'Pedido reaberto', 'Order reopened'],
]

const sources: Words[] = [
  ['customer', 'cliente', 'customer'],
  ['staff', 'equipe', 'staff'],
  ['shop', 'loja', 'shop'],
  ['pix', 'PIX', 'PIX'],
  ['stripe', 'Stripe', 'Stripe'],
  ['crypto', 'cripto', 'crypto'],
  ['keyauth', 'KeyAuth', 'KeyAuth'],
  ['stock', 'estoque', 'stock'],
  ['mail', 'e-mail', 'email'],
  ['webhook', 'aviso do provedor', 'provider notification'],
  ['poll', 'consulta do cliente', 'customer polling'],
  ['return', 'volta do cliente', 'customer return'],
  ['sweep', 'verificação da loja', 'shop check'],
  ['checkout', 'checkout', 'checkout'],
  ['deposit', 'depósito', 'deposit'],
  ['infraction', 'relato do banco', 'bank report'],
  ['desk', 'pendências de pagamento', 'payment review'],
  ['provider', 'provedor', 'provider'],
  ['later', 'later', 'later'],
]

const reasons: Words[] = [
  ['expired', 'Prazo encerrado', 'Time ran out'],
  ['cancelled', 'Cancelado', 'Cancelled'],
  ['replaced', 'Substituído por outro pagamento', 'Replaced by another payment'],
  ['refused', 'Recusado pelo provedor', 'Refused by the provider'],
  ['declined', 'Cartão recusado', 'Card declined'],
  ['duplicate', 'Pago em dobro', 'Paid twice'],
  ['requested', 'Pedida pela equipe', 'Requested by staff'],
  ['requested 2', 'Pedida pela equipe', 'Requested by staff'],
  ['by_hand 3', 'Feita à mão', 'Done manually'],
  ['provider re_1Abc', 'Feita fora da loja', 'Done outside the shop'],
  ['dispute dp_1Abc', 'Contestação', 'Dispute'],
  ['dispute', 'Contestação', 'Dispute'],
  ['dispute open', 'Contestação aberta', 'Dispute open'],
  ['dispute won', 'Contestação ganha', 'Dispute won'],
  ['dispute lost', 'Contestação perdida', 'Dispute lost'],
  ['refund failed', 'A devolução falhou', 'The refund failed'],
  ['nothing to pay', 'Nada a pagar', 'Nothing to pay'],
  ['customer deleted', 'Conta do comprador excluída', "Buyer's account deleted"],
  ['another txid', 'O txid é de outra cobrança', 'The txid belongs to another charge'],
  ['another recipient', 'Foi pago a outra chave PIX', 'Paid to another PIX key'],
  ['another currency', 'A moeda é outra', 'Another currency'],
  [
    'another reference',
    'A referência é de outro pagamento',
    'The reference belongs to another payment',
  ],
  ['another amount asked', 'O provedor pediu outro valor', 'The provider asked for another amount'],
  ['cliente antigo', 'cliente antigo', 'cliente antigo'],
]

const moment = (number: number, more: Partial<Moment>): Moment => ({
  action: 'order.created',
  createdAt: new Date(Date.UTC(2024, 1, 3, 17, 5, number)).toISOString(),
  performedBy: null,
  source: 'shop',
  details: {},
  ...more,
})

const order: Order = {
  ...ids(1),
  orderNumber: 'ORD-000017',
  userId: 'buyer-7',
  cartId: 'cart-9',
  customer: { name: 'Bia Prado', email: 'bia@exemplo.test' },
  status: 'completed',
  totalAmount: 10,
  subtotal: 10,
  discount: { applied: false, cupomCode: null, amount: 0 },
  currency: 'BRL',
  paymentMethod: 'pix',
  origin: 'web',
  itemCount: 0,
  productNames: [],
  archived: false,
  createdAt: '2024-02-03T17:05:00.000Z',
  completedAt: null,
  items: [],
  mailRefusedSince: null,
  units: [],
  payments: [],
  timeline: [],
}

/** The history of an order: the lines of each entry. */
async function readStory(
  language: 'pt-BR' | 'en-US',
  timeline: Moment[],
  more: Partial<Order> = {},
): Promise<string[][]> {
  const one = { ...order, ...more, timeline }

  const screen = await show(`/admin/orders?order=${order.id}`, {
    as: { role: 'admin' },
    language,
    replies: [on(adminApi.orders.read, { success: true, order: one, data: one })],
  })

  const items = screen.dialog().locator('ol > li')
  await items.first().waitFor()
  const all = await items.all()

  return Promise.all(all.map((item) => screen.lines(item)))
}

describe('the story of an order', () => {
  it('describes each event, in both languages [B012] [F104]', async () => {
    const timeline = events.map(([action], i) => moment(i, { action }))
    const portuguese = await readStory('pt-BR', timeline)
    expect(portuguese.map(([happened]) => happened)).toEqual(events.map(([, words]) => words))
    const english = await readStory('en-US', timeline)
    expect(english.map(([happened]) => happened)).toEqual(events.map(([, , words]) => words))
  })

  it('names the source of each event, in both languages [B012]', async () => {
    const timeline = sources.map(([source], i) => moment(i, { source }))
    const from = (moments: string[][]) => moments.map(([, when]) => when!.split(' · ')[1])
    expect(from(await readStory('pt-BR', timeline))).toEqual(sources.map(([, words]) => words))
    expect(from(await readStory('en-US', timeline))).toEqual(sources.map(([, , words]) => words))
  })

  it('shows the reason: translated when the shop wrote it, unchanged when a person did [B012] [R007]', async () => {
    const timeline = reasons.map(([reason], i) => moment(i, { details: { reason } }))
    const why = (moments: string[][]) => moments.map(([, , detail]) => detail)
    expect(why(await readStory('pt-BR', timeline))).toEqual(reasons.map(([, words]) => words))
    expect(why(await readStory('en-US', timeline))).toEqual(reasons.map(([, , words]) => words))
  })

  const details: Moment[] = [
    moment(8, {
      action: 'payment.refund_requested',
      source: 'staff',
      performedBy: { id: 'staff-1', name: 'Ana Souza' },
      details: { amountCents: 1550, reason: 'requested', note: 'ligou ontem' },
    }),
    moment(1, {
      action: 'payment.received',
      source: 'pix',
      details: { amountCents: 123_456, reference: 'E-777', currency: 'BRL' },
    }),
    moment(2, {
      action: 'payment.partial',
      source: 'webhook',
      details: { receivedCents: 100_011, amountCents: 5, orderId: 'order-9' },
    }),
    moment(3, {
      action: 'order.consent',
      source: 'customer',
      performedBy: { id: 'buyer-7', name: 'Bia Prado' },
      details: { ip: '203.0.113.7', version: '2026-01' },
    }),
    moment(4, { action: 'refund.failed', details: { failure: 'saldo insuficiente' } }),
    moment(5, { action: 'delivery.failing', source: 'keyauth', details: { problem: 'sem vaga' } }),
    moment(6, { action: 'payment.note', source: 'staff', details: { note: 'vi o extrato' } }),
    moment(7, { action: 'payment.completed', details: { before: { status: 'pending' } } }),
  ]

  it('shows who and when, oldest first, and the details that prove something [B012]', async () => {
    expect(await readStory('pt-BR', details)).toEqual([
      ['Dinheiro recebido', '3 fev 2024 14:05 · PIX', 'R$ 1.234,56 · E-777'],
      ['Pagamento em parte', '3 fev 2024 14:05 · aviso do provedor', 'R$ 1.000,11'],
      ['Termos aceitos', '3 fev 2024 14:05 · Bia Prado · cliente', '203.0.113.7'],
      ['Devolução recusada', '3 fev 2024 14:05 · loja', 'saldo insuficiente'],
      ['Provedor não entrega', '3 fev 2024 14:05 · KeyAuth', 'sem vaga'],
      ['Anotação', '3 fev 2024 14:05 · equipe', 'vi o extrato'],
      ['Pagamento concluído', '3 fev 2024 14:05 · loja'],
      [
        'Reembolso pedido',
        '3 fev 2024 14:05 · Ana Souza · equipe',
        'R$ 15,50 · Pedida pela equipe · ligou ontem',
      ],
    ])
  })

  it('says the same in English and Portuguese, money in the currency of the order [B012]', async () => {
    expect(await readStory('en-US', details, { currency: 'USD' })).toEqual([
      ['Money received', 'Feb 3, 2024, 2:05 PM · PIX', '$1,234.56 · E-777'],
      ['Payment in part', 'Feb 3, 2024, 2:05 PM · provider notification', '$1,000.11'],
      ['Terms accepted', 'Feb 3, 2024, 2:05 PM · Bia Prado · customer', '203.0.113.7'],
      ['Return refused', 'Feb 3, 2024, 2:05 PM · shop', 'saldo insuficiente'],
      ['Provider does not deliver', 'Feb 3, 2024, 2:05 PM · KeyAuth', 'sem vaga'],
      ['Note', 'Feb 3, 2024, 2:05 PM · staff', 'vi o extrato'],
      ['Payment completed', 'Feb 3, 2024, 2:05 PM · shop'],
      [
        'Refund requested',
        'Feb 3, 2024, 2:05 PM · Ana Souza · staff',
        '$15.50 · Requested by staff · ligou ontem',
      ],
    ])
  })
})
