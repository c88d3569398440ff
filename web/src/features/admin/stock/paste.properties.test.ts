import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readPaste, lineReport } from './paste.ts'

// A paste is worth money: no key may be lost, doubled or reported wrongly.

const key = fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/)
const blank = fc.constantFrom('', ' ', '\t', ' \u00a0 ')

const line = fc.oneof(
  { weight: 6, arbitrary: key },
  { weight: 2, arbitrary: fc.tuple(blank, key, blank).map((parts) => parts.join('')) },
  blank,
  fc.integer({ min: 499, max: 503 }).map((length) => 'x'.repeat(length)),
)

const lineBreak = fc.constantFrom('\n', '\r\n', '\r')

/**
 * Lines, each with its line break. `isMarked`: the paste starts with a byte order mark. `isEnded`:
 * the last line keeps its break.
 */
type Pasted = { lines: [words: string, end: string][]; isMarked: boolean; isEnded: boolean }

const pastes: fc.Arbitrary<Pasted> = fc.record({
  lines: fc.array(fc.tuple(line, lineBreak), { minLength: 1, maxLength: 30 }),
  isMarked: fc.boolean(),
  isEnded: fc.boolean(),
})

const written = ({ lines, isMarked, isEnded }: Pasted) => {
  const text = lines.map(([words, end]) => words + end).join('')
  return (isMarked ? '\uFEFF' : '') + (isEnded ? text : text.replace(/[\r\n]+$/, ''))
}

/** The trimmed lines that the report must have. */
const counted = (paste: Pasted) => paste.lines.map(([words]) => words.trim())

describe('any paste', () => {
  it('every key is kept once, in order, with its line; no other line becomes a key [B173]', () => {
    fc.assert(
      fc.property(pastes, (paste) => {
        // Skips pastes with an empty line after '\r', because '\r' and '\n' would merge into one
        // line break.
        fc.pre(paste.lines.every(([, end], i) => end !== '\r' || paste.lines[i + 1]?.[0] !== ''))
        const { keys, at } = readPaste(written(paste))
        const all = counted(paste)
        const wanted = all.flatMap((text, i) =>
          text !== '' && text.length <= 500 ? [[text, i + 1]] : [],
        )
        expect(keys.map((one, i) => [one, at[i]])).toEqual(wanted)
      }),
      { numRuns: 1000 },
    )
  })

  it('reports every line once, in the order of the paste, by its own number [B174]', () => {
    fc.assert(
      fc.property(pastes, (paste) => {
        const read = readPaste(written(paste))
        const first = new Map<string, number>()

        const told = read.keys.map((one, i) => {
          const firstLine = first.get(one)
          if (firstLine !== undefined) return { result: 'duplicate' as const, firstLine }

          first.set(one, i + 1)

          return { result: 'accepted' as const }
        })

        const report = lineReport(read, told)
        expect(report.map(({ line: number }) => number)).toEqual(report.map((_, i) => i + 1))
        expect(report.filter(({ result }) => result === 'accepted')).toHaveLength(first.size)
        const textAt = (number: number) => read.keys[read.at.indexOf(number)]

        for (const { line: number, firstLine } of report)
          if (firstLine !== undefined) {
            expect(firstLine).toBeLessThan(number)
            expect(textAt(firstLine)).toBe(textAt(number))
          }
      }),
      { numRuns: 500 },
    )
  })
})
