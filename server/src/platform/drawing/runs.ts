import createBidi from 'bidi-js/dist/bidi.mjs'

import { fileFor, firstFile, type Face } from './faces.ts'

/** A part of a text in one font. fontkit takes `text` and returns its glyphs from left to right. */
export type Run = { file: string; text: string }

/**
 * The runs of a text from left to right. The parts between middle dots keep their order, so that an
 * Arabic name does not change places with the email after it.
 */
export const runsOf = (text: string, face: Face): Run[] =>
  visibleText(text)
    .split(/( · )/u)
    .filter(Boolean)
    .flatMap((part) => orderRuns(part, face))

const joiner = /[\u200c\u200d]/u

/**
 * Joiners after Arabic and Indic letters, whose forms they decide; in the group control characters
 * and signs that only style their neighbours.
 */
const unseenSigns =
  /(?<=[\p{sc=Arab}\p{sc=Deva}])[\u200c\u200d]|([\p{Cc}\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}])/gu

const visibleText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s/g, ' ')
    .replace(unseenSigns, (sign, unseenSign?: string) => (unseenSign ? '' : sign))

/** A run in reading order. An odd level reads from right to left, a higher one lies inside. */
type LevelRun = Run & { level: number }

const bidi = createBidi()

/** The runs of a text in one direction, from left to right: reverses each level, inner ones first. */
function orderRuns(text: string, face: Face): Run[] {
  const runs = levelRuns(text, face)

  for (let level = Math.max(...runs.map((run) => run.level)); level > 0; level--)
    for (const { start, end } of stretchesOf(runs, level))
      runs.splice(start, end - start, ...runs.slice(start, end).reverse())

  return runs.map(({ file, text: letters, level }) => ({ file, text: forFont(letters, level) }))
}

function levelRuns(text: string, face: Face): LevelRun[] {
  const embedding = bidi.getEmbeddingLevels(text)
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels)
  const runs: LevelRun[] = []
  let at = 0

  for (const sign of text) {
    const letter = mirrored.get(at) ?? sign
    const level = embedding.levels[at]!
    const last = runs.at(-1)
    const file = joiner.test(letter) ? last?.file : fileFor(letter, face)
    const run = { file: file ?? firstFile(face), text: file ? letter : codeOf(letter), level }

    // The code of a missing letter is a run of its own: it reads from left to right.
    if (file && last?.file === file && last.level === level) last.text += letter
    else runs.push(file ? run : { ...run, level: level + (level % 2) })
    at += sign.length
  }

  return runs
}

/** Stands for a letter that no font has: a name stays recognisable, and a mistake is seen. */
const codeOf = (letter: string): string =>
  `[U+${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`

/** The stretches of neighbours that have at least a level. */
function stretchesOf(runs: readonly LevelRun[], level: number): { start: number; end: number }[] {
  const starts = runs.flatMap((run, at) =>
    run.level >= level && !(runs[at - 1] && runs[at - 1]!.level >= level) ? [at] : [],
  )

  return starts.map((start) => {
    const length = runs.slice(start).findIndex((run) => run.level < level)
    return { start, end: length < 0 ? runs.length : start + length }
  })
}

const scriptLetter = /[^\p{Script=Common}\p{Script=Inherited}]/u
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

/**
 * A run as fontkit must get it. fontkit reverses a text by the script of its first letter, which is
 * wrong for Persian digits and for brackets in Arabic.
 */
function forFont(letters: string, level: number): string {
  const isReversedByFont = rightToLeft.test(scriptLetter.exec(letters)?.[0] ?? '')
  return isReversedByFont === (level % 2 === 1) ? letters : [...letters].reverse().join('')
}
