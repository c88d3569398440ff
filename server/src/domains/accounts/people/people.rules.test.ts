import { expect, it } from 'vitest'

import { maskedPersonal } from './people.rules.ts'

it('the trail keeps the first letter of a value, and of a mail address also the domain', () => {
  expect(
    ['ana@loja.example', '@loja.example', 'Ana Silva', '😀 Ana', ''].map(maskedPersonal),
  ).toEqual(['a…@loja.example', '…@loja.example', 'A…', '😀…', '…'])
})
