import { expect, it } from 'vitest'

import { disputeWord } from './dispute-words.ts'

it('the reason of a dispute is in the reader’s language; an unknown one stays as received', () => {
  expect(
    [
      'fraudulent',
      'product_not_received',
      'duplicate',
      'golpe',
      'aquisição da conta',
      'Solicitação de devolução',
      'on_the_moon',
      'constructor',
      '__proto__',
    ].map((word) => [disputeWord(word, 'pt-BR'), disputeWord(word, 'en-US')]),
  ).toEqual([
    ['Fraude', 'Fraud'],
    ['Produto não recebido', 'Product not received'],
    ['Cobrança em dobro', 'Charged twice'],
    ['Golpe', 'Scam'],
    ['Conta invadida', 'Account taken over'],
    ['Solicitação de devolução', 'Refund request'],
    ['on_the_moon', 'on_the_moon'],
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
  ])
})
