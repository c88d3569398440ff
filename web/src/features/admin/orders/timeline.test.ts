import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { worthSaying } from './timeline.tsx'

it('a moment says how much, why and by which proof, and nothing that is not text [B012]', () => {
  expect(
    worthSaying(
      {
        receivedCents: 1990,
        reason: 'extrato',
        reference: 'E123',
        before: { status: 'pending' },
        source: 'desk',
      },
      'BRL',
    ).map((text) => text.replace(/\u00a0/g, ' ')),
  ).toEqual(['R$ 19,90', 'extrato', 'E123'])
  expect(worthSaying({ reason: null, payments: ['x'] }, 'BRL')).toEqual([])
})

it('what staff and a bank do about a payment is told in words, in both languages [B012] (M4)', () => {
  const said = (language: string): Record<string, string> =>
    JSON.parse(readFileSync(`web/public/locales/${language}/admin.json`, 'utf8'))
  const [portuguese, english] = [said('pt-BR'), said('en-US')]
  const words = [
    ['event.payment.held', 'Dinheiro retido', 'Money held'],
    ['event.payment.accepted', 'Aceito como pago', 'Accepted as paid'],
    ['event.payment.released', 'Caso encerrado', 'Case closed'],
    ['event.payment.note', 'Anotação', 'Note'],
    ['event.payment.delivered_by_hand', 'Entregue pela equipe', 'Delivered by staff'],
    ['event.payment.evidence_taken', 'Dossiê de provas gerado', 'Evidence pack made'],
    ['event.payment.infraction', 'Contestação no banco (MED)', 'Fraud report at the bank (MED)'],
    ['event.payment.defended', 'Defesa escrita', 'Defence written'],
    ['event.payment.defence_sent', 'Defesa enviada', 'Defence sent'],
    [
      'event.payment.defence_refused',
      'Defesa recusada pelo provedor',
      'Defence refused by the provider',
    ],
    ['event.refund.pending', 'Devolução em andamento', 'Return under way'],
    ['event.deposit.matched', 'Depósito atribuído', 'Deposit given to this payment'],
    ['source.infraction', 'relato do banco', 'bank report'],
  ] as const
  expect(
    words.map(([key]) => [key, portuguese[`adminOrders.${key}`], english[`adminOrders.${key}`]]),
  ).toEqual(words)
})
