import { expect, it } from 'vitest'

import { isValidSlug, slugOfTitle } from './page-fields.ts'

it('a title becomes an address without accents, spaces and signs, or none [P386]', () => {
  expect(
    ['Dúvidas & Respostas!', '  Política de Trocas  ', 'São João 2026', '¿?', '—', 'Über-uns'].map(
      slugOfTitle,
    ),
  ).toEqual(['duvidas-respostas', 'politica-de-trocas', 'sao-joao-2026', '', '', 'uber-uns'])

  const long = slugOfTitle(`${'palavra '.repeat(9)}comprida`)
  expect([long.length <= 80, isValidSlug(long)]).toEqual([true, true])
  expect(['a', 'a-b2'].map(isValidSlug)).toEqual([true, true])
  expect(['', '-a', 'a--b', 'á', 'A', 'a/b'].filter(isValidSlug)).toEqual([])
})
