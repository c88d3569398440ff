import fc from 'fast-check'
import { expect, it } from 'vitest'

import { readPaste } from './stock.rules.ts'

const word = fc.oneof(
  fc.constantFrom('A-1', 'B-2', 'C-3', 'a-1'),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
)

const lines = fc.array(
  fc
    .tuple(fc.constantFrom('', ' ', '\t'), word, fc.constantFrom('', '  '))
    .map((all) => all.join('')),
  { maxLength: 40 },
)

/**
 * Control characters, invisible marks, line separators, half surrogates, and the replacement
 * character.
 */
const unseen = /[\p{Cc}\p{Cf}\u2028\u2029\p{Cs}\ufffd]/u

it('any paste: each line is reported once and in order, and no key is lost [decision Q45]', () => {
  fc.assert(
    fc.property(lines, (pasted) => {
      const told = readPaste(pasted, 8)
      expect(told.map(({ line }) => line)).toEqual(pasted.map((_, i) => i + 1))
      const accepted = told.filter(({ result }) => result === 'accepted').map(({ key }) => key)
      expect(new Set(accepted).size).toBe(accepted.length)

      for (const [i, { key, result, firstLine }] of told.entries()) {
        expect(key).toBe(pasted[i]!.trim())
        expect(result === 'empty').toBe(key === '')
        // The limits of a key here: at most eight characters, all of them visible and readable.
        const isKey = key !== '' && key.length <= 8 && !unseen.test(key)
        expect(result === 'accepted' || result === 'duplicate').toBe(isKey)
        const before = pasted.findIndex(
          (text) => text.trim().normalize('NFC') === key.normalize('NFC'),
        )
        if (isKey) expect(result).toBe(before === i ? 'accepted' : 'duplicate')
        expect(firstLine).toBe(result === 'duplicate' ? before + 1 : undefined)
      }
    }),
    { numRuns: 2000 },
  )
})
