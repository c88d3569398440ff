import { expect, it } from 'vitest'

import { nameFrom } from './name-from.ts'

it('suggests the name in an e-mail address, and none where there is none [P140]', () => {
  expect(
    [
      'ana.souza@exemplo.test',
      'JOAO_pedro-lima+loja@exemplo.test',
      'bia1990@exemplo.test',
      '12345@exemplo.test',
      'a.b@exemplo.test',
      'josé@exemplo.test',
      '',
    ].map(nameFrom),
  ).toEqual(['Ana Souza', 'Joao Pedro Lima', 'Bia', '', '', 'José', ''])
})
