import { describe, expect, it } from 'vitest'

import { openFont } from './faces.ts'
import { runsOf } from './runs.ts'

/** The runs of a text from left to right, each with the name of its font's script. */
const drawn = (text: string): [script: string, text: string][] =>
  runsOf(text, 'text').map((run) => [
    run.file.replace(/^(?:archivo|noto)(?:-sans)?-/, '').replace(/-400\.woff$/, ''),
    run.text,
  ])

describe('a text is drawn from left to right in runs', () => {
  it('a Hebrew name comes in reverse order of words; a Latin one inside it does not', () => {
    expect(drawn('דוד Photoshop 2024 כהן')).toEqual([
      ['hebrew', 'כהן'],
      ['latin', ' '],
      ['latin', 'Photoshop 2024'],
      ['latin', ' '],
      ['hebrew', 'דוד'],
    ])
  })

  it('brackets of a name from right to left are mirrored, and Persian figures are not reversed', () => {
    expect(drawn('(רן)')).toEqual([
      ['latin', '('],
      ['hebrew', 'רן'],
      ['latin', ')'],
    ])

    // fontkit reverses these figures because of their script, so it gets them in reverse.
    expect(drawn('۲۰۲۴')).toEqual([['arabic', '۴۲۰۲']])
  })

  it('what follows a middle dot keeps its place, and a Latin label goes first', () => {
    expect(drawn('דוד · ana@loja.test')).toEqual([
      ['hebrew', 'דוד'],
      ['latin', ' · '],
      ['latin', 'ana@loja.test'],
    ])

    expect(drawn('Cliente: דוד כהן').map(([, text]) => text)).toEqual([
      'Cliente: ',
      'כהן',
      ' ',
      'דוד',
    ])
  })

  it('signs that turn a text around are left out', () => {
    expect(drawn('\u202eAna\u2067 1')).toEqual([['latin', 'Ana 1']])
  })

  it('a letter that no font has is its code, once each', () => {
    expect(drawn('Aአበ')).toEqual([
      ['latin', 'A'],
      ['latin', '[U+12A0]'],
      ['latin', '[U+1260]'],
    ])
  })
})

it('Arabic letters are joined, a joiner parts them, and Devanagari forms clusters', () => {
  const glyphsOf = (text: string) =>
    runsOf(text, 'text').map(({ file, text: letters }) =>
      openFont(file)
        .layout(letters)
        .glyphs.map(({ id }) => id),
    )

  // From the left: the final dal, the medial meem, the medial hah, the initial meem.
  expect(glyphsOf('محمد')).toEqual([[29, 78, 26, 79]])
  expect(glyphsOf('مح')).toEqual([[24, 79]])
  expect(glyphsOf('م\u200cح')).toEqual([[22, 3, 74]])
  expect(glyphsOf('क्ष')).toEqual([[90]])
})
