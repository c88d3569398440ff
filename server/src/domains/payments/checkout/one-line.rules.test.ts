import { expect, it } from 'vitest'

import { oneLine } from './one-line.rules.ts'

it('typed text becomes one line without characters that turn or hide it; empty text is null', () => {
  expect(oneLine('  Ana \r\n\t da\u0000 Silva\u202e ')).toBe('Ana da Silva')
  expect(oneLine('a\u2028b\u2066c\u200fd\ufeffe\u200ef\u2069g')).toBe('a b c d e f g')
  expect(oneLine('Ana')).toBe('Ana')
  expect([oneLine(undefined), oneLine(''), oneLine(' \n ')]).toEqual([null, null, null])
})
