import { expect, it } from 'vitest'

import { isSlug, slugOf } from './page-fields.ts'

it('a title becomes an address without accents, spaces and signs, or none [P386]', () => {
  expect(
    ['Dúvidas & Respostas!', '  Política de Trocas  ', 'São João 2026', '¿?', '—', 'Über-uns'].map(
      slugOf,
    ),
  ).toEqual(['duvidas-respostas', 'politica-de-trocas', 'sao-joao-2026', '', '', 'uber-uns'])

  const long = slugOf(`${'palavra '.repeat(9)}comprida`)
  expect([long.length <= 80, isSlug(long)]).toEqual([true, true])
  expect(['a', 'a-b2'].map(isSlug)).toEqual([true, true])
  expect(['', '-a', 'a--b', 'á', 'A', 'a/b'].filter(isSlug)).toEqual([])
})
