import { adminApi } from '@chaveiro/contracts/admin'
import { deskKinds, disputeStates } from '@chaveiro/contracts/states'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'

import { pending, refused } from './answers.ts'
import {
  deskSetup,
  deposits,
  dispute,
  infraction,
  list,
  moment,
  opened,
  payment,
  read,
  row,
  rows,
  type Payment,
} from './desk-samples.ts'
import { show } from './show.ts'

/** The history of a case. */
const story = (casePage: Locator): Locator =>
  casePage.locator('section', { has: casePage.page().getByRole('heading', { level: 2 }) }).last()

describe('the payments to review', () => {
  const states = ['pending', 'completed', 'failed', 'rejected', 'refunded'] as const
  const methods = ['pix', 'stripe', 'crypto', 'cheque']

  const everyKind = [
    rows([
      ...deskKinds.map((kind, i) => ({
        kind,
        status: states[i % 5]!,
        method: methods[i % 4]!,
        received: kind === 'over' ? 2000.22 : 1000.11,
        withdrawal:
          kind === 'withdrawal' ? { askedAt: '2024-02-03T17:05:00.000Z', reason: null } : null,
      })),
      { kind: null, units: 0, currency: 'USD', productName: 'Pincel Mini' },
    ]),
  ]

  const everyDispute = [
    rows([
      { units: 1, delivered: 0, refunding: 50.06, refunded: 100.02 },
      { refunded: 100.02 },
      ...disputeStates.map((state, i) => ({
        kind: 'disputed' as const,
        dispute: state,
        disputes: [
          dispute(i, state),
          dispute(i + 20, state, { reason: 'fraudulent', dueAt: '2024-02-20T11:30:00.000Z' }),
        ],
      })),
    ]),
  ]

  it('shows its figures and a word and a sentence for each kind of case', async () => {
    const screen = await show('/admin/desk', { ...deskSetup, replies: everyKind })

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Esperam por você', '1.021'],
        ['Depósitos sem pedido', '13 depósitos'],
      ])

    const since = '4 fev 2024 15:09'

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['Pedido', 'Motivo', 'O que aconteceu', 'O que foi prometido', 'Pagamento', 'Desde'],
        ...(
          [
            ['PIX', 'Atrasado', 'Recebido depois do prazo: R$ 1.000,11.', 'Pendente'],
            [
              'Cartão',
              'Parcial',
              'Recebido R$ 1.000,11 de R$ 1.234,56: R$ 234,45 a menos.',
              'Concluído',
            ],
            [
              'Cripto',
              'A mais',
              'Recebido R$ 2.000,22 para R$ 1.234,56: R$ 765,66 a mais.',
              'Falhou',
            ],
            [
              'cheque',
              'Em dobro',
              'O pedido foi pago mais de uma vez. Recebido aqui: R$ 1.000,11.',
              'Recusado',
            ],
            [
              'PIX',
              'Não confere',
              'Chegou dinheiro que não confere com o que foi pedido (R$ 1.234,56).',
              'Devolvido',
            ],
            [
              'Cartão',
              'Responder à corretora',
              'A corretora recebeu o depósito e pede que a loja o confirme lá (perguntas sobre a origem). Até isso o pagamento fica pendente; depois ele se conclui sozinho.',
              'Pendente',
            ],
            ['Cripto', 'Contestado', 'O pagamento de R$ 1.000,11 foi contestado.', 'Concluído'],
            [
              'cheque',
              'Retido',
              'Recebido R$ 1.000,11 quando o comprador não podia receber o pedido. Nada foi entregue.',
              'Falhou',
            ],
            ['PIX', 'Devolução', 'A devolução não foi até o fim. Veja o histórico.', 'Recusado'],
            [
              'Cartão',
              'Desistência',
              'O cliente desistiu da compra (3 fev 2024 14:05): a lei manda devolver R$ 1.234,56 de imediato. As licenças já estão suspensas.',
              'Devolvido',
            ],
          ] as const
        ).map(([method, kind, happened, status]) => [
          `ORD-000017 · Pincel Pro | Bia Prado · ${method}`,
          kind,
          happened,
          '2 de 3 entregues',
          status,
          since,
        ]),
        [
          'ORD-000017 · Pincel Mini | Bia Prado · PIX',
          '',
          'Recebido US$ 1.000,11 de US$ 1.234,56.',
          'Nada prometido ainda',
          'Pendente',
          since,
        ],
      ])

    screen.expectAnswered()
  })

  it('shows each dispute’s state, amount, reason and deadline, and what went back', async () => {
    const said = async (language: 'pt-BR' | 'en-US') => {
      const disputeSetup = { ...deskSetup, language, replies: everyDispute }
      const cells = (await (await show('/admin/desk', disputeSetup)).table()).slice(1)

      return cells.map(([, , happened, promised]) => `${happened} / ${promised}`)
    }

    expect(await said('pt-BR')).toEqual([
      'Recebido R$ 1.000,11 de R$ 1.234,56: R$ 234,45 a menos. | R$ 50,06 em devolução. Devolvido: R$ 100,02. / 0 de 1 entregue',
      'Recebido R$ 1.000,11 de R$ 1.234,56: R$ 234,45 a menos. | Devolvido: R$ 100,02. / 2 de 3 entregues',
      'O banco do comprador pergunta pela compra. Nada foi tomado e as licenças valem; responda até o prazo. | Consulta do banco | Contestado R$ 300,00, tomado R$ 200,00 | Consulta do banco | Contestado R$ 320,00, tomado R$ 220,00 | Motivo: Fraude | Responder até 20 fev 2024 08:30 / 2 de 3 entregues',
      'O comprador contestou o pagamento. As licenças estão suspensas até a decisão. | Em disputa | Contestado R$ 301,00, tomado R$ 201,00 | Em disputa | Contestado R$ 321,00, tomado R$ 221,00 | Motivo: Fraude | Responder até 20 fev 2024 08:30 / 2 de 3 entregues',
      'O que foi contestado foi decidido a favor da loja. As licenças valem. | Ganha | Contestado R$ 302,00, tomado R$ 202,00 | Ganha | Contestado R$ 322,00, tomado R$ 222,00 | Motivo: Fraude | Responder até 20 fev 2024 08:30 / 2 de 3 entregues',
      'Contestação perdida: recebido R$ 1.000,11, tomado de volta R$ 426,00. | Perdida | Contestado R$ 303,00, tomado R$ 203,00 | Perdida | Contestado R$ 323,00, tomado R$ 223,00 | Motivo: Fraude | Responder até 20 fev 2024 08:30 / 2 de 3 entregues',
      'O provedor conta da contestação algo que a loja não conhece. Veja no painel dele e decida. | A verificar | Contestado R$ 304,00, tomado R$ 204,00 | A verificar | Contestado R$ 324,00, tomado R$ 224,00 | Motivo: Fraude | Responder até 20 fev 2024 08:30 / 2 de 3 entregues',
    ])

    expect(await said('en-US')).toEqual([
      'R$1,000.11 of R$1,234.56 arrived; R$234.45 is missing. | R$50.06 being refunded. R$100.02 refunded. / 0 of 1 delivered',
      'R$1,000.11 of R$1,234.56 arrived; R$234.45 is missing. | R$100.02 refunded. / 2 of 3 delivered',
      'The buyer’s bank is asking about the purchase. Nothing was taken and the licences work; respond before the deadline. | Inquiry | Disputed R$300.00, taken R$200.00 | Inquiry | Disputed R$320.00, taken R$220.00 | Reason: Fraud | Respond by Feb 20, 2024, 8:30 AM / 2 of 3 delivered',
      'The buyer disputed the payment. The licences are suspended until it’s decided. | Disputed | Disputed R$301.00, taken R$201.00 | Disputed | Disputed R$321.00, taken R$221.00 | Reason: Fraud | Respond by Feb 20, 2024, 8:30 AM / 2 of 3 delivered',
      'The dispute was decided in the shop’s favour. The licences work. | Won | Disputed R$302.00, taken R$202.00 | Won | Disputed R$322.00, taken R$222.00 | Reason: Fraud | Respond by Feb 20, 2024, 8:30 AM / 2 of 3 delivered',
      'Dispute lost: R$1,000.11 received, R$426.00 taken back. | Lost | Disputed R$303.00, taken R$203.00 | Lost | Disputed R$323.00, taken R$223.00 | Reason: Fraud | Respond by Feb 20, 2024, 8:30 AM / 2 of 3 delivered',
      'The provider reports something about the dispute that the shop doesn’t recognise. Check its dashboard and decide. | Needs checking | Disputed R$304.00, taken R$204.00 | Needs checking | Disputed R$324.00, taken R$224.00 | Reason: Fraud | Respond by Feb 20, 2024, 8:30 AM / 2 of 3 delivered',
    ])
  })

  it('opens a case with its money, its disputes, its fraud reports, its acts and its story [F104]', async () => {
    const { screen, casePage } = await opened()

    await expect
      .poll(() => screen.lines(casePage))
      .toEqual([
        'Pagamento do pedido ORD-000017',
        'Todas as pendências',
        'Dossiê de provas (PDF)',
        'Contestado',
        'O comprador contestou o pagamento. As licenças estão suspensas até a decisão.',
        'Aceitar como pago',
        'Confirmar manualmente',
        'Devolver',
        'Encerrar',
        'Contestações no banco (MED)',
        'Aberta',
        'R$ 401,01',
        'Solicitação de devolução',
        'Golpe',
        'Relatada 5 fev 2024 09:01 · Responder até 15 fev 2024 09:02',
        'Defesa da loja',
        'Vai para a Efí uma única vez. Conte o que foi entregue e quando; o dossiê de provas ajuda.',
        'Enviar defesa',
        'Em defesa',
        'R$ 402,02',
        'Outra situação',
        'Relatada 6 fev 2024 09:03',
        'Defesa recusada pelo provedor: texto longo demais · Caio Lima',
        'A chave foi entregue.',
        'Anotação',
        'Anotar',
        'Histórico',
        '3 fev 2024 14:10 · cliente',
        'Pagamento iniciado',
        '3 fev 2024 14:11 · Ana Souza',
        'Anotação',
        'vi o extrato',
        '3 fev 2024 14:12 · verificação da loja',
        'Pagamento não concluído',
        'Prazo encerrado',
        'O que foi prometido',
        'Pincel Pro · 2 de 3 entregues',
        'Pagamento',
        'Concluído',
        'Pedido',
        'R$ 1.234,56',
        'Recebido',
        'R$ 1.000,11',
        'Contestações',
        'Em disputa',
        'Contestado R$ 301,00, tomado R$ 201,00',
        'Motivo: Produto não recebido',
        'Responder até 20 fev 2024 08:30',
        'Ganha',
        'Contestado R$ 302,00, tomado R$ 202,00',
        'Devolvido',
        'R$ 50,06 em devolução. Devolvido: R$ 100,02.',
        'Cliente',
        'Bia Prado · bia@exemplo.test',
        'Comprador',
        'Está banido: nada é entregue a ele até o banimento ser removido.',
        'Forma de pagamento',
        'Cartão',
        'Observação',
        'cliente ligou',
        'Ver pedido',
        'Ver pagamento',
      ])

    screen.expectAnswered()
  })

  it('shows an ordinary case without warnings, and says what a deleted buyer can get [F109, Q114]', async () => {
    const bare: Payment = { ...payment, ...row, note: null, timeline: [], infractions: [] }

    const { screen, casePage } = await opened({
      ...deskSetup,
      replies: [read({ ...bare, kind: null, buyer: 'deleted', actions: ['deliver', 'note'] })],
    })

    await expect
      .poll(() => screen.lines(casePage))
      .toEqual([
        'Pagamento do pedido ORD-000017',
        'Todas as pendências',
        'Dossiê de provas (PDF)',
        'Recebido R$ 1.000,11 de R$ 1.234,56.',
        'Entregar',
        'Anotação',
        'Anotar',
        'Histórico',
        'O que foi prometido',
        'Pincel Pro · 2 de 3 entregues',
        'Pagamento',
        'Pendente',
        'Pedido',
        'R$ 1.234,56',
        'Recebido',
        'R$ 1.000,11',
        'Contestações',
        '-',
        'Devolvido',
        '-',
        'Cliente',
        'Bia Prado · bia@exemplo.test',
        'Comprador',
        'Foi excluído: nada pode ser entregue a ele, só o valor pode voltar. A loja não manda mais e-mails para ele.',
        'Forma de pagamento',
        'PIX',
        'Observação',
        '-',
        'Ver pedido',
        'Ver pagamento',
      ])
  })

  it('says in words what a provider found odd, and leaves what a person wrote', async () => {
    const odd: Payment = {
      ...payment,
      note: 'another recipient',
      timeline: [
        moment(0, { action: 'payment.mismatch', details: { note: 'another txid' } }),
        moment(1, { action: 'payment.completed', details: { note: 'nothing to pay' } }),
      ],
    }

    const said = async (language: 'pt-BR' | 'en-US') => {
      const { screen, casePage } = await opened({ ...deskSetup, language, replies: [read(odd)] })
      const facts = await screen.facts(casePage)

      return [
        facts.at(-1)![1],
        ...(await screen.lines(story(casePage).getByRole('listitem').last())),
      ]
    }

    expect(await said('pt-BR')).toEqual([
      'Foi pago a outra chave PIX',
      '3 fev 2024 14:11 · loja',
      'Pagamento concluído',
      'Nada a pagar',
    ])

    expect(await said('en-US')).toEqual([
      'Paid to another PIX key',
      'Feb 3, 2024, 2:11 PM · shop',
      'Payment completed',
      'Nothing to pay',
    ])
  })

  it('says that a late payment exceeded the limit per customer [L026]', async () => {
    const beyond: Payment = {
      ...payment,
      kind: 'late',
      remark: 'customer_limit',
      note: null,
      timeline: [moment(1, { action: 'payment.completed', details: { remark: 'customer_limit' } })],
    }

    const said = async (language: 'pt-BR' | 'en-US') => {
      const { screen, casePage } = await opened({ ...deskSetup, language, replies: [read(beyond)] })
      const facts = await screen.facts(casePage)

      return [
        ...facts.at(-1)!,
        ...(await screen.lines(story(casePage).getByRole('listitem').last())),
      ]
    }

    expect(await said('pt-BR')).toEqual([
      'Observação',
      'Acima do limite por cliente',
      '3 fev 2024 14:11 · loja',
      'Pagamento concluído',
      'Acima do limite por cliente',
    ])

    expect(await said('en-US')).toEqual([
      'Remark',
      'Over the limit per customer',
      'Feb 3, 2024, 2:11 PM · shop',
      'Payment completed',
      'Over the limit per customer',
    ])
  })

  it('says each state of a fraud report and of its answer in words [F104]', async () => {
    const kinds = [
      ['ABERTA', 'pending'],
      ['EM_DEFESA', 'sent'],
      ['ACEITA', 'failed'],
      ['REJEITADA', null],
      ['CANCELADA', null],
      ['CANCELADA_EFI', null],
      ['NOVA_PALAVRA', null],
    ] as const

    const infractions = kinds.map(([status, defenceState], i) => ({
      ...infraction,
      id: `infraction-${i}`,
      status,
      open: false,
      reason: null,
      situation: null,
      defence: 'Entregue.',
      defenceState,
      defenceFailure: 'longa demais',
    }))

    const said = async (language: 'pt-BR' | 'en-US') => {
      const replies = [read({ ...payment, infractions })]
      const { screen, casePage } = await opened({ ...deskSetup, language, replies })
      const parts = await casePage.getByRole('article').all()

      return Promise.all(
        parts.map(async (part) => {
          const [status, , , defence] = await screen.lines(part)
          return defence ? `${status} / ${defence}` : status
        }),
      )
    }

    expect(await said('pt-BR')).toEqual([
      'Aberta / Defesa a caminho',
      'Em defesa / Defesa enviada',
      'Aceita: o banco devolve / Defesa recusada pelo provedor: longa demais',
      'Rejeitada: o dinheiro fica',
      'Cancelada',
      'Cancelada',
      'NOVA_PALAVRA',
    ])

    expect(await said('en-US')).toEqual([
      'Open / Defence on its way',
      'Defended / Defence sent',
      'Accepted: the bank takes the money back / Defence refused by the provider: longa demais',
      'Rejected: you keep the money',
      'Cancelled',
      'Cancelled',
      'NOVA_PALAVRA',
    ])
  })
})

describe('the payments to review without anything to show', () => {
  it('shows loading, an empty list, and a failed load', async () => {
    const waits = await show('/admin/desk', {
      ...deskSetup,
      replies: [pending(adminApi.desk.list)],
    })
    await expect.poll(() => waits.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect.poll(() => waits.page.getByRole('table').count()).toBe(0)
    const none = await show('/admin/desk', { ...deskSetup, replies: [list()] })

    await expect
      .poll(() => none.lines())
      .toEqual(
        expect.arrayContaining([
          'Nenhuma pendência',
          'Todo pagamento veio como devia ou já foi tratado.',
        ]),
      )

    const noCoins = await show('/admin/desk?view=deposits', { ...deskSetup, replies: [deposits()] })

    await expect
      .poll(() => noCoins.lines())
      .toEqual(
        expect.arrayContaining([
          'Nenhum depósito sem pedido',
          'Todo depósito encontrou o seu pagamento.',
        ]),
      )

    const failed = [
      refused(adminApi.desk.list, 'A conta não bate.'),
      refused(adminApi.desk.read, 'A conta não bate.'),
    ]

    const noList = await show('/admin/desk', { ...deskSetup, replies: failed })
    await expect
      .poll(() => noList.lines(noList.page.locator('[role=alert]')))
      .toEqual(['Erro ao carregar as pendências de pagamento.', 'Tentar novamente'])

    const noCase = await show(`/admin/desk/${row.id}`, { ...deskSetup, replies: failed })
    await expect
      .poll(() => noCase.lines(noCase.page.locator('[role=alert]')))
      .toEqual(['Erro ao carregar o pagamento.', 'Tentar novamente'])
  })
})

describe('the page of a case', () => {
  const done = rows([{ kind: 'late' }, { kind: 'over', orderNumber: 'ORD-000018' }])
  const replies = [done, read(payment)]

  it('opens from a row; Back and its link return to the same filter and page', async () => {
    const screen = await show('/admin/desk?state=done&kind=late', { ...deskSetup, replies })
    const { page } = screen
    const address = () => page.url().replace(/^[^/]*\/\/[^/]*/, '')

    for (const back of [
      () => page.goBack(),
      () => page.getByRole('link', { name: 'Todas as pendências' }).click(),
    ]) {
      await screen.follow('ORD-000018 · Pincel Pro')
      await page
        .getByRole('heading', { level: 1, name: 'Pagamento do pedido ORD-000017' })
        .waitFor()
      expect(address()).toMatch(/^\/admin\/desk\/[^/?]+$/)
      expect(await page.getByRole('dialog').count()).toBe(0)
      await back()
      await expect.poll(address).toBe('/admin/desk?state=done&kind=late')
      await page.getByRole('table').waitFor()
    }

    const colleague = await show(`/admin/desk/${row.id}`, { ...deskSetup, replies })
    await colleague.page.getByRole('link', { name: 'Todas as pendências' }).click()
    await expect.poll(() => new URL(colleague.page.url()).pathname).toBe('/admin/desk')
  })

  it('is found under the earlier address of its dialog', async () => {
    const screen = await show(`/admin/desk?payment=${row.id}`, { ...deskSetup, replies })
    await expect.poll(() => new URL(screen.page.url()).pathname).toBe(`/admin/desk/${row.id}`)
  })

  it('asks before typed notes are lost', async () => {
    const { screen, casePage } = await opened()
    await casePage.getByLabel('Anotação').fill('meio escrito')
    await casePage.getByRole('link', { name: 'Todas as pendências' }).click()
    const question = screen.page.getByRole('alertdialog')
    await expect.poll(() => screen.lines(question)).toContain('Sair sem salvar?')
    await screen.press('Cancelar', question)
    expect(await casePage.getByLabel('Anotação').inputValue()).toBe('meio escrito')
  })

  it('says that no such payment exists, with the way back, in both languages', async () => {
    const missing = [refused(adminApi.desk.read, 'Não encontrado.', 404)]
    const texts = {
      'pt-BR': [
        'Pagamento a conferir',
        'Este pagamento não existe',
        'O endereço está errado. Procure o pagamento na lista das pendências.',
        'Todas as pendências',
      ],
      'en-US': [
        'Payment to review',
        'This payment doesn’t exist',
        'The address is wrong. Look for the payment in the list.',
        'All payments to review',
      ],
    } as const

    for (const language of ['pt-BR', 'en-US'] as const) {
      const screen = await show('/admin/desk/nada', { ...deskSetup, language, replies: missing })
      await expect.poll(() => screen.lines()).toEqual(texts[language])
      const link = screen.page.getByRole('link', { name: texts[language][3] })
      expect(await link.getAttribute('href')).toBe('/admin/desk')
    }
  })
})
