import { trailWords } from '@chaveiro/contracts/admin/trail-words'
import { chargeMismatches, refundCauses, trailReasons } from '@chaveiro/contracts/shop-reasons'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

import { reasonCode } from '../shared/story-words.ts'
import { worthSaying } from './timeline.tsx'

it('an event shows amount, reason and proof, and no value that is not text [B012]', () => {
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
      (reason) => `porque ${reason}`,
    ).map((text) => text.replace(/\u00a0/g, ' ')),
  ).toEqual(['R$ 19,90', 'porque extrato', 'E123'])
  expect(worthSaying({ reason: null, payments: ['x'] }, 'BRL', String)).toEqual([])
})

it('acts of staff and banks about a payment have words in both languages [B012] [F104]', () => {
  const words = [
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
  ] as const

  expect(
    words.map(([action]) => [action, trailWords[action]?.['pt-BR'], trailWords[action]?.['en-US']]),
  ).toEqual(words)

  const sources = ['pt-BR', 'en-US'].map((language) => {
    const texts = JSON.parse(readFileSync(`web/public/locales/${language}/admin.json`, 'utf8'))
    return texts['adminOrders.source.infraction']
  })

  expect(sources).toEqual(['relato do banco', 'bank report'])
})

it('a reason from the shop is translated to both languages; staff’s own text stays [R007]', () => {
  const said = (language: string): Record<string, string> =>
    JSON.parse(readFileSync(`web/public/locales/${language}/admin.json`, 'utf8'))
  const [portuguese, english] = [said('pt-BR'), said('en-US')]

  const told = (reason: string) => {
    const key = `adminOrders.why.${reasonCode(reason)}`
    return [portuguese[key] ?? reason, english[key] ?? reason]
  }

  for (const [reason, ...words] of [
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
    ['dispute open', 'Contestação aberta', 'Dispute open'],
    ['dispute', 'Contestação', 'Dispute'],
    ['dispute unknown', 'Contestação', 'Dispute'],
    ['dispute won', 'Contestação ganha', 'Dispute won'],
    ['dispute lost', 'Contestação perdida', 'Dispute lost'],
    ['refund failed', 'A devolução falhou', 'The refund failed'],
    ['another recipient', 'Foi pago a outra chave PIX', 'Paid to another PIX key'],
    [
      'another amount asked',
      'O provedor pediu outro valor',
      'The provider asked for another amount',
    ],
    ['nothing to pay', 'Nada a pagar', 'Nothing to pay'],
    ['Cliente antigo', 'Cliente antigo', 'Cliente antigo'],
    ['requested by phone', 'requested by phone', 'requested by phone'],
    ['provider said no', 'provider said no', 'provider said no'],
    ['dispute the bill', 'dispute the bill', 'dispute the bill'],
    ['extrato', 'extrato', 'extrato'],
  ] as const)
    expect(told(reason!), reason).toEqual(words)
})

it('every reason that the shop writes has words in both languages [R007]', () => {
  const codes = [...refundCauses, ...chargeMismatches, ...trailReasons].map(
    (reason) => `adminOrders.why.${reasonCode(reason)}`,
  )

  for (const language of ['pt-BR', 'en-US']) {
    const texts = JSON.parse(readFileSync(`web/public/locales/${language}/admin.json`, 'utf8'))
    expect(codes.filter((code) => !texts[code])).toEqual([])
  }
})
