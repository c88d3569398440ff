import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import {
  deskSetup,
  deposit,
  deposits,
  opened,
  payment,
  read,
  row,
  sent,
  type Payment,
} from './desk-samples.ts'
import { show, type Given } from './show.ts'

describe('the acts on payments to review', () => {
  const done = { success: true, payment } as const

  it('accept and release for a reason, and say what follows: otherwise when the buyer is banned [F109, Q114]', async () => {
    const { screen, casePage } = await opened()
    screen.replies.unshift(on(adminApi.desk.accept, done), on(adminApi.desk.release, done))
    const question = screen.page.getByRole('alertdialog')
    await screen.press('Aceitar como pago', casePage)

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Aceitar o que veio pelo pedido ORD-000017?',
        'O pagamento é concluído com o que chegou e a cobrança não recebe mais nada. O comprador está banido: as chaves ficam retidas em Entregas até o banimento ser removido.',
        'Motivo',
        'Cancelar',
        'Aceitar como pago',
      ])

    await screen.press('Aceitar como pago', question)
    await expect.poll(() => screen.lines(question)).toContain('Preencha este campo.')
    await question.getByLabel('Motivo').fill(' falta pouco ')
    await screen.press('Aceitar como pago', question)
    await screen.page.getByText('Aceito e entregue.').waitFor()
    await screen.press('Encerrar', casePage)

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Encerrar o caso do pedido ORD-000017?',
        'Nada é entregue nem devolvido. Um pagamento ainda aberto é cancelado e as chaves reservadas voltam ao estoque.',
        'Motivo',
        'Cancelar',
        'Encerrar',
      ])

    await question.getByLabel('Motivo').fill('resolvido por fora')
    await screen.press('Encerrar', question)
    await screen.page.getByText('Caso encerrado.').waitFor()

    expect(sent(screen)).toEqual([
      [`payments/${row.id}/accept`, { reason: 'falta pouco' }],
      [`payments/${row.id}/release`, { reason: 'resolvido por fora' }],
    ])
  })

  it('decline a withdrawal in words that its customer reads, and show the reason given [P134]', async () => {
    const takenPayment: Payment = {
      ...payment,
      ...row,
      kind: 'withdrawal',
      withdrawal: { askedAt: '2024-02-03T17:05:00.000Z', reason: 'Comprei a versão errada.' },
      actions: ['refund', 'release', 'note'],
    }

    const said = async (
      language: 'pt-BR' | 'en-US',
      words: { act: string; reason: string; why: string; done: string },
    ) => {
      const { screen, casePage } = await opened({
        ...deskSetup,
        language,
        replies: [read(takenPayment)],
      })
      screen.replies.unshift(on(adminApi.desk.release, { success: true, payment: takenPayment }))
      const facts = Object.fromEntries(await screen.facts(casePage))
      await screen.press(words.act, casePage)
      const question = screen.page.getByRole('alertdialog')
      const lines = await screen.lines(question)
      await question.getByLabel(words.reason).fill('Já foi ativada.')
      await screen.press(words.act, question)
      await screen.page.getByText(words.done).waitFor()
      expect(sent(screen)).toEqual([[`payments/${row.id}/release`, { reason: 'Já foi ativada.' }]])

      return [facts[words.why], ...lines]
    }

    expect(
      await said('pt-BR', {
        act: 'Recusar desistência',
        reason: 'Motivo',
        why: 'Motivo do cliente',
        done: 'Desistência recusada.',
      }),
    ).toEqual([
      'Comprei a versão errada.',
      'Recusar a desistência do pedido ORD-000017?',
      'Nada é devolvido, e as licenças voltam a funcionar. O cliente lê o motivo no pedido e por e-mail. Dentro dos sete dias a lei não deixa a loja recusar por arrependimento (CDC, art. 49).',
      'Motivo',
      'Cancelar',
      'Recusar desistência',
    ])

    expect(
      await said('en-US', {
        act: 'Decline withdrawal',
        reason: 'Reason',
        why: "Customer's reason",
        done: 'Withdrawal declined.',
      }),
    ).toEqual([
      'Comprei a versão errada.',
      'Decline the withdrawal from order ORD-000017?',
      'Nothing is refunded, and the licences work again. The customer reads the reason on the order and by email. Within the seven days, the law doesn’t let a shop decline a change of mind (CDC, art. 49).',
      'Reason',
      'Cancel',
      'Decline withdrawal',
    ])
  })

  it('deliver after the question, and a refusal says what the shop says', async () => {
    const one: Payment = { ...payment, ...row, actions: ['accept', 'deliver', 'note'] }
    const { screen, casePage } = await opened({ ...deskSetup, replies: [read(one)] })
    const question = screen.page.getByRole('alertdialog')
    await screen.press('Aceitar como pago', casePage)

    await expect
      .poll(async () => (await screen.lines(question))[1])
      .toBe(
        'O pagamento é concluído com o que chegou e o pedido é entregue. A cobrança não recebe mais nada.',
      )

    await screen.press('Cancelar', question)
    screen.replies.unshift(refused(adminApi.desk.deliver, 'Não há chaves.', 409))
    await screen.press('Entregar', casePage)

    await expect
      .poll(() => screen.lines(question))
      .toEqual([
        'Entregar o pedido ORD-000017?',
        'Bia Prado recebe agora as chaves que faltam, do estoque. Uma chave entregue não volta ao estoque.',
        'Cancelar',
        'Entregar',
      ])

    await screen.press('Entregar', question)
    await screen.page.getByText('Isso não pôde ser feito. Não há chaves.').waitFor()
    screen.replies.unshift(on(adminApi.desk.deliver, done))
    await screen.press('Entregar', casePage)
    await screen.press('Entregar', question)
    await screen.page.getByText('Entregue.', { exact: true }).waitFor()

    expect(sent(screen).map(([path]) => path)).toEqual([
      `payments/${row.id}/deliver`,
      `payments/${row.id}/deliver`,
    ])
  })

  it('show the remaining amount of a payment in its own currency', async () => {
    const { screen, casePage } = await opened({
      ...deskSetup,
      replies: [read({ ...payment, currency: 'USD' }), ...deskSetup.replies!],
    })

    await screen.press('Devolver', casePage)
    const form = screen.dialog('Devolver o pagamento do pedido ORD-000017')

    await expect
      .poll(() => screen.fields(form))
      .toEqual([
        ['Valor a devolver (até US$ 850,05)', '850,05'],
        ['Motivo', ''],
      ])
  })

  it('refund a part and send the shown remaining amount; a full refund sends no amount [F112]', async () => {
    const { screen, casePage } = await opened()
    screen.replies.unshift(on(adminApi.desk.refund, done))
    const form = screen.dialog('Devolver o pagamento do pedido ORD-000017')
    await screen.press('Devolver', casePage)

    await expect
      .poll(() => screen.fields(form))
      .toEqual([
        ['Valor a devolver (até R$ 850,05)', '850,05'],
        ['Motivo', ''],
      ])

    await expect
      .poll(() => screen.lines(form))
      .toContain(
        'O provedor devolve o valor e a loja acompanha até o fim. Ao devolver tudo, as licenças são suspensas agora e revogadas quando o dinheiro voltar.',
      )

    await form.getByLabel('Valor a devolver').fill('850,06')
    await form.getByLabel('Motivo').fill('não funcionou')
    await screen.press('Devolver', form)
    await expect
      .poll(() => screen.lines(form))
      .toContain('Informe um valor entre 0,01 e R$ 850,05.')
    await form.getByLabel('Valor a devolver').fill('1.200')
    await screen.press('Devolver', form)
    await expect
      .poll(() => screen.lines(form))
      .toContain('Pode ser 1200 ou 1,2. Escreva sem separador de milhar.')
    await form.getByLabel('Valor a devolver').fill('12,50')
    await screen.press('Devolver', form)
    await screen.page.getByText('Devolução registrada.').waitFor()
    await screen.press('Devolver', casePage)
    await form.getByLabel('Motivo').fill('tudo de volta')
    await screen.press('Devolver', form)
    await form.waitFor({ state: 'detached' })

    expect(sent(screen)).toEqual([
      [`payments/${row.id}/refund`, { reason: 'não funcionou', amount: 12.5, left: 850.05 }],
      [`payments/${row.id}/refund`, { reason: 'tudo de volta' }],
    ])
  })

  it('record a return made by hand, and money seen outside the shop, under their references [decision Q34]', async () => {
    const { screen, casePage } = await opened({
      ...deskSetup,
      replies: [read({ ...payment, byHand: true })],
    })

    screen.replies.unshift(on(adminApi.desk.refund, done), on(adminApi.desk.confirm, done))
    await screen.press('Devolver', casePage)
    const back = screen.dialog('Devolver o pagamento do pedido ORD-000017')

    await expect
      .poll(() => screen.fields(back))
      .toEqual([
        ['Valor a devolver (até R$ 850,05)', '850,05'],
        ['Referência da devolução feita por fora', ''],
        ['Motivo', ''],
      ])

    await expect
      .poll(() => screen.lines(back))
      .toContain(
        'A loja não pode devolver este valor sozinha. Devolva por fora e registre a referência aqui.',
      )

    await back.getByLabel('Referência').fill('E-777')
    await back.getByLabel('Motivo').fill('devolvido no banco')
    await screen.press('Devolver', back)
    await screen.page.getByText('Devolução registrada.').waitFor()
    await screen.press('Confirmar manualmente', casePage)
    const by = screen.dialog('Confirmar manualmente o pagamento do pedido ORD-000017')

    await expect
      .poll(() => screen.lines(by))
      .toContain(
        'Só com o dinheiro visto fora da loja. O provedor é consultado antes; o que falta entra com esta referência e o pedido é entregue uma vez.',
      )

    await by.getByLabel('Referência do dinheiro (extrato, transação)').fill('E-888')
    await by.getByLabel('Motivo').fill('visto no extrato')
    await screen.press('Confirmar manualmente', by)
    await screen.page.getByText('Pagamento confirmado.').waitFor()

    expect(sent(screen)).toEqual([
      [`payments/${row.id}/refund`, { reason: 'devolvido no banco', reference: 'E-777' }],
      [`payments/${row.id}/confirm`, { reason: 'visto no extrato', reference: 'E-888' }],
    ])
  })

  it('note and defend with exactly what was written [F104]', async () => {
    const { screen, casePage } = await opened()
    screen.replies.unshift(on(adminApi.desk.note, done), on(adminApi.desk.defend, done))
    await casePage.getByLabel('Anotação').fill(' ligou de novo ')
    await screen.press('Anotar', casePage)
    await screen.page.getByText('Anotado.').waitFor()
    await casePage.getByLabel('Defesa da loja').fill('Entregue às 14:11.')
    await screen.press('Enviar defesa', casePage)
    await screen.page.getByText('Defesa registrada.').waitFor()

    expect(sent(screen)).toEqual([
      [`payments/${row.id}/notes`, { text: 'ligou de novo' }],
      [`payments/${row.id}/defence`, { infractionId: 'infraction-1', text: 'Entregue às 14:11.' }],
    ])
  })
})

describe('the deposits to review', () => {
  const setup: Given = { ...deskSetup, replies: [deposits(deposit)] }

  it('show coin, network and transaction, in both languages', async () => {
    const screen = await show('/admin/desk?view=deposits', setup)

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['Valor', 'Rede', 'Transação', 'Parece ser de', 'Desde', 'Ações'],
        [
          '12.34567800 USDT',
          'TRX',
          'tx-9f8e7d',
          'ORD-000021 · Rui Melo · 12.400001',
          '7 fev 2024 12:45',
          '',
        ],
      ])

    const english = await show('/admin/desk?view=deposits', { ...setup, language: 'en-US' })

    await expect
      .poll(() => english.table())
      .toEqual([
        ['Amount', 'Network', 'Transaction', 'Looks like', 'Since', 'Actions'],
        [
          '12.34567800 USDT',
          'TRX',
          'tx-9f8e7d',
          'ORD-000021 · Rui Melo · 12.400001',
          'Feb 7, 2024, 12:45 PM',
          '',
        ],
      ])
  })

  it('are assigned by a prefilled form to the order with a similar amount', async () => {
    const screen = await show('/admin/desk?view=deposits', setup)
    screen.replies.unshift(on(adminApi.desk.match, { success: true }))
    await screen.press('Atribuir ao pedido ORD-000021: 12.34567800 USDT')
    const match = screen.dialog('Atribuir depósito')
    await screen.press('Atribuir a um pagamento', match)
    await match.waitFor({ state: 'detached' })

    expect(sent(screen)).toEqual([
      [
        `deposits/${deposit.id}/match`,
        {
          paymentId: 'a'.repeat(32),
          reason: 'Valor quase igual ao do pedido ORD-000021, de Rui Melo',
        },
      ],
    ])

    const english = await show('/admin/desk?view=deposits', { ...setup, language: 'en-US' })
    await english.press('Match to order ORD-000021: 12.34567800 USDT')
    await expect
      .poll(() => english.dialog('Match deposit').getByLabel('Reason').inputValue())
      .toEqual('Close to the amount of order ORD-000021 from Rui Melo')
  })

  it('are assigned to a payment or closed, with exactly the typed values', async () => {
    const screen = await show('/admin/desk?view=deposits', {
      ...deskSetup,
      replies: [deposits({ ...deposit, near: [] })],
    })

    await expect
      .poll(async () => (await screen.table())[1])
      .toEqual(['12.34567800 USDT', 'TRX', 'tx-9f8e7d', 'Nenhum pedido', '7 fev 2024 12:45', ''])
    const ok = { success: true } as const
    screen.replies.unshift(on(adminApi.desk.match, ok), on(adminApi.desk.closeDeposit, ok))
    await screen.press('Atribuir a um pagamento: 12.34567800 USDT')
    const match = screen.dialog('Atribuir depósito')
    await expect
      .poll(() => screen.lines(match))
      .toContain('O depósito de 12.34567800 USDT (TRX) passa a contar para o pagamento informado.')
    await match.getByLabel('Id do pagamento').fill('abc')
    await match.getByLabel('Motivo').fill('mesmo comprador')
    await screen.press('Atribuir a um pagamento', match)
    await expect.poll(() => screen.lines(match)).toContain('O id tem 32 letras e números.')
    await match.getByLabel('Id do pagamento').fill(row.id)
    await screen.press('Atribuir a um pagamento', match)
    await match.waitFor({ state: 'detached' })
    await screen.press('Encerrar depósito: 12.34567800 USDT')
    const close = screen.dialog('Encerrar depósito')

    await expect
      .poll(() => screen.lines(close))
      .toContain(
        'O depósito de 12.34567800 USDT (TRX) sai das pendências e não serve mais a nenhum pagamento.',
      )

    await close.getByLabel('Referência da devolução').fill('tx-back')
    await close.getByLabel('Motivo').fill('sem dono')
    await screen.press('Encerrar depósito', close)
    await close.waitFor({ state: 'detached' })

    expect(sent(screen)).toEqual([
      [`deposits/${deposit.id}/match`, { paymentId: row.id, reason: 'mesmo comprador' }],
      [`deposits/${deposit.id}/close`, { reason: 'sem dono', reference: 'tx-back' }],
    ])
  })
})
