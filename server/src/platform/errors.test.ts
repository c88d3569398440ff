import { expect, it } from 'vitest'

import { fail } from './errors.ts'

it.each([
  [
    'cart.stock',
    (left: number) => fail('cart.stock', { product: 'Duas', left }),
    ['Só restam 0 de Duas.', 'Só resta 1 de Duas.', 'Só restam 2 de Duas.'],
    ['Only 0 left of Duas.', 'Only 1 left of Duas.', 'Only 2 left of Duas.'],
  ],
  [
    'stock.short',
    (left: number) => fail('stock.short', { product: 'Duas', left }),
    [
      'Estoque insuficiente de Duas: restam 0. Ajuste a quantidade e tente novamente. Nada foi cobrado.',
      'Estoque insuficiente de Duas: resta 1. Ajuste a quantidade e tente novamente. Nada foi cobrado.',
      'Estoque insuficiente de Duas: restam 2. Ajuste a quantidade e tente novamente. Nada foi cobrado.',
    ],
    [
      'Not enough stock of Duas: 0 left. Change the quantity and try again. Nothing was charged.',
      'Not enough stock of Duas: 1 left. Change the quantity and try again. Nothing was charged.',
      'Not enough stock of Duas: 2 left. Change the quantity and try again. Nothing was charged.',
    ],
  ],
  [
    'coupon.limit',
    (used: number) => fail('coupon.limit', { used }),
    [
      'Este cupom já tem 0 usos: o limite não pode ser menor. Desative-o para encerrar as vendas com ele.',
      'Este cupom já tem 1 uso: o limite não pode ser menor. Desative-o para encerrar as vendas com ele.',
      'Este cupom já tem 2 usos: o limite não pode ser menor. Desative-o para encerrar as vendas com ele.',
    ],
    [
      'This coupon already has 0 uses: the limit cannot be lower. Deactivate it to end sales with it.',
      'This coupon already has 1 use: the limit cannot be lower. Deactivate it to end sales with it.',
      'This coupon already has 2 uses: the limit cannot be lower. Deactivate it to end sales with it.',
    ],
  ],
] as const)('%s reads well for none, one and two', (_, failure, portuguese, english) => {
  const texts = [0, 1, 2].map((n) => failure(n).text)
  expect(texts.map((text) => text['pt-BR'])).toEqual(portuguese)
  expect(texts.map((text) => text['en-US'])).toEqual(english)
})
