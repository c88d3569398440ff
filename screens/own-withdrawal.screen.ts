import { api } from '@chaveiro/contracts'
import { describe, expect, it } from 'vitest'

import { on, refused, type Body } from './answers.ts'
import { ids, onePage } from './samples.ts'
import { show } from './show.ts'

// Withdrawal from a purchase, on the card of the order.

type Order = Body<typeof api.orders.list>['orders'][number]
type Withdrawal = NonNullable<Order['withdrawal']>

const possible: Withdrawal = {
  state: 'possible',
  until: '2026-02-10T17:05:00.000Z',
  askedAt: null,
  reason: null,
  answer: null,
}

const openWithdrawal: Withdrawal = {
  ...possible,
  state: 'open',
  askedAt: '2026-02-04T18:09:00.000Z',
  reason: 'Comprei a versão errada.',
}

const list = (withdrawal: Withdrawal | null, paymentMethod = 'pix') => {
  const order: Order = {
    ...ids(1),
    orderNumber: 'ORD-000017',
    status: 'completed',
    createdAt: '2026-02-03T17:05:00.000Z',
    totalAmount: 7.05,
    subtotal: 7.05,
    discount: 0,
    currency: 'BRL',
    paymentMethod,
    products: [],
    licenses: [],
    units: [],
    pendingUnits: 0,
    timeline: [],
    openUntil: null,
    withdrawal,
  }

  return on(api.orders.list, {
    success: true,
    orders: [order],
    data: [],
    totalSpent: 7.05,
    pagination: onePage(1),
  })
}

const path = '/dashboard/orders'
const setup = { as: { role: 'client' as const } }

const readRow = async (withdrawal: Withdrawal | null) => {
  const screen = await show(path, { ...setup, replies: [list(withdrawal)] })
  return async () => (await screen.lines()).slice(12)
}

const declined: Withdrawal = { ...openWithdrawal, state: 'declined', answer: 'Já foi ativada.' }
const refunded: Withdrawal = { ...openWithdrawal, state: 'refunded', reason: null }

describe('the withdrawal from an order', () => {
  it('is offered while its days last, and its state is shown [P133, P134]', async () => {
    await expect.poll(await readRow(null)).toEqual([])
    await expect
      .poll(await readRow(possible))
      .toEqual([
        'Dá para desistir e receber o dinheiro de volta até 10/02/2026, 14:05.',
        'Desistir da compra',
      ])

    await expect
      .poll(await readRow(openWithdrawal))
      .toEqual([
        'Desistência feita: o valor volta para você',
        'As chaves deste pedido não funcionam mais. A loja devolve o valor de imediato, pelo mesmo meio do pagamento.',
        'O PIX cai na conta que pagou assim que a loja o enviar.',
        'Feita em 04/02/2026, 15:09',
        'Seu motivo: Comprei a versão errada.',
      ])

    await expect
      .poll(await readRow(declined))
      .toEqual([
        'Desistência recusada',
        'Feita em 04/02/2026, 15:09',
        'Seu motivo: Comprei a versão errada.',
        'Resposta da loja: Já foi ativada.',
      ])

    await expect
      .poll(await readRow(refunded))
      .toEqual(['Desistência feita: o valor foi devolvido', 'Feita em 04/02/2026, 15:09'])
  })

  it('is asked for with a reason, keeps it when refused, and shows the outcome [P133]', async () => {
    const refusal = 'Os sete dias para desistir deste pedido já passaram. Fale com o suporte.'
    const call = `/api/users/orders/${ids(1).id}/withdrawal`

    const screen = await show(path, {
      ...setup,
      replies: [refused(api.orders.withdraw, refusal, 409, 'withdrawal.late'), list(possible)],
    })

    await screen.press('Desistir da compra')
    const dialog = screen.dialog('Desistir do pedido ORD-000017?')

    await expect
      .poll(() => screen.lines(dialog))
      .toEqual([
        'Desistir do pedido ORD-000017?',
        'A desistência vale na hora e não precisa de motivo: as chaves deste pedido param de funcionar agora. A loja devolve o valor de imediato, pelo mesmo meio do pagamento. Não dá para voltar atrás.',
        'O PIX cai na conta que pagou assim que a loja o enviar.',
        'Motivo (opcional)',
        'Desistir agora',
        'Voltar',
      ])

    await screen.press('Voltar', dialog)
    await dialog.waitFor({ state: 'hidden' })
    expect(screen.sent('POST', call)).toEqual([])
    await screen.press('Desistir da compra')
    await dialog.getByLabel('Motivo (opcional)').fill('  Comprei a versão errada. ')
    await screen.press('Desistir agora', dialog)
    await screen.page.getByText(refusal).waitFor()
    expect(await screen.fields(dialog)).toEqual([
      ['Motivo (opcional)', '  Comprei a versão errada. '],
    ])

    screen.replies.unshift(
      on(api.orders.withdraw, { success: true, message: 'Recebemos.', withdrawal: openWithdrawal }),
      list(openWithdrawal),
    )

    await screen.press('Desistir agora', dialog)
    await expect.poll(() => screen.toast()).toEqual('Recebemos.')
    await expect
      .poll(async () => (await screen.lines())[12])
      .toEqual('Desistência feita: o valor volta para você')

    expect(screen.sent('POST', call)).toEqual([
      { reason: 'Comprei a versão errada.' },
      { reason: 'Comprei a versão errada.' },
    ])

    const english = await show(path, {
      ...setup,
      language: 'en-US',
      replies: [list(possible, 'stripe')],
    })

    await english.press('Withdraw')

    await expect
      .poll(() => english.lines(english.dialog()))
      .toEqual([
        'Withdraw from order ORD-000017?',
        "It takes effect at once and needs no reason: the keys of this order stop working now. The shop sends your money back right away, the way you paid. This can't be undone.",
        'Your card shows the refund within 10 business days of being sent, on this statement or the next.',
        'Reason (optional)',
        'Withdraw now',
        'Back',
      ])
  })
})
