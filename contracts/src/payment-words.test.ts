import { expect, it } from 'vitest'

import { methodName } from './method-names.ts'
import { failureWords, isFailureWord } from './payment-words.ts'

it('the shop has its own sentence for each failed payment, in both languages [decision Q123]', () => {
  expect(failureWords).toEqual({
    expired: {
      'pt-BR': 'O prazo do pagamento terminou e nada foi cobrado.',
      'en-US': 'The time to pay ran out and nothing was charged.',
    },
    cancelled: { 'pt-BR': 'O pagamento foi cancelado.', 'en-US': 'The payment was cancelled.' },
    replaced: {
      'pt-BR': 'Este pagamento foi substituído por outro.',
      'en-US': 'This payment was replaced by another one.',
    },
    refused: {
      'pt-BR': 'O pagamento foi recusado. Nada foi cobrado.',
      'en-US': 'The payment was refused. Nothing was charged.',
    },
    declined: {
      'pt-BR': 'O cartão foi recusado. Nada foi cobrado.',
      'en-US': 'The card was declined. Nothing was charged.',
    },
    failed: { 'pt-BR': 'Pagamento falhou', 'en-US': 'Payment failed' },
  })
})

it('a sentence is the shop’s with or without its full stop, and no other [decision Q123]', () => {
  for (const own of ['O pagamento foi cancelado', 'Payment failed.', 'Pagamento falhou'])
    expect(isFailureWord(own), own).toBe(true)

  for (const other of [
    '',
    '.',
    'Payment failed..',
    'O. pagamento foi cancelado',
    'O pagamento foi recusado Nada foi cobrado.',
    'O pagamento foi recusado',
  ])
    expect(isFailureWord(other), other).toBe(false)
})

it('every way to pay has its name in both languages, and what is not known says so [decision Q71]', () => {
  const methods = [
    'stripe',
    'card',
    'pix',
    'efybank',
    'crypto',
    'binance',
    'credit_card',
    'ticket',
    'gift',
  ]

  expect(methods.map((method) => methodName(method, 'pt-BR'))).toEqual([
    'Cartão',
    'Cartão',
    'PIX',
    'PIX',
    'Criptomoeda',
    'Criptomoeda',
    'Cartão de Crédito',
    'Boleto',
    'Desconhecido',
  ])

  expect(methods.map((method) => methodName(method, 'en-US'))).toEqual([
    'Card',
    'Card',
    'PIX',
    'PIX',
    'Cryptocurrency',
    'Cryptocurrency',
    'Credit card',
    'Boleto',
    'Unknown',
  ])
})
