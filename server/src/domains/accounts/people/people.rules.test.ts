import { expect, it } from 'vitest'

import { maskedPersonal } from './people.rules.ts'

it('the trail keeps the first letter and the house of a mail address, of anything else the first letter', () => {
  expect(
    ['ana@loja.example', '@loja.example', 'Ana Silva', '😀 Ana', ''].map(maskedPersonal),
  ).toEqual(['a…@loja.example', '…@loja.example', 'A…', '😀…', '…'])
})
