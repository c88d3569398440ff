import { expect, it } from 'vitest'

import { sellerLine } from './seller.rules.ts'

it.each([
  [
    'a person with a CPF',
    ['Ana Silva', '52998224725', 'Rua A, 1, Recife'],
    'Ana Silva · CPF 529.982.247-25 · Rua A, 1, Recife',
  ],
  ['a company with a CNPJ', ['Loja', '11.222.333/0001-81', ''], 'Loja · CNPJ 11.222.333/0001-81'],
  ['a wrong document is left out', ['Loja', '529.982.247-26', 'Rua A'], 'Loja · Rua A'],
  ['only the document', ['', '52998224725', ''], 'CPF 529.982.247-25'],
  ['nothing', ['', '', ''], undefined],
] as const)(
  'the seller is one line of name, document and address: %s',
  (_, [sellerName, sellerTaxId, sellerAddress], expected) => {
    expect(sellerLine({ sellerName, sellerTaxId, sellerAddress })).toBe(expected)
  },
)
