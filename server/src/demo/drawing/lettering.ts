import { create, type Font } from 'fontkit'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { simplifyOutline } from './outline.ts'

// Text is drawn as outlines of the shop's display font, so that pictures look the same on machines
// without it. A picture defines each letter once and refers to it.

const displayFont: Font = create(
  readFileSync(
    fileURLToPath(
      import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    ),
  ),
)

/** The size in which letters are defined; a line of text scales them. */
const definedSize = 48

/** The stroke width that makes letters of that size look like the boldest weight. */
const strokeWidth = 2.7

/** Letter spacing of a heavy line, as a fraction of its size. */
const letterSpacing = -0.008

type Place = { x: number; baseline: number; size: number; colour: string }

/** The letters of a picture, and lines of them. */
export type Alphabet = {
  /** The definitions of the letters, for the picture's `defs`. */
  defs: string
  /** A line of heavy letters on a baseline. */
  line(words: string, place: Place): string
}

/** The letters that a text needs. */
export function createAlphabet(words: string): Alphabet {
  const letters = [...new Set(words.replaceAll(' ', ''))]
  // Ids A, B, C …: short and always valid, unlike ids made from the letters themselves.
  const letterId = (letter: string) => String.fromCharCode(65 + letters.indexOf(letter))

  return {
    defs: letters
      .map((letter) => `<path id="${letterId(letter)}" d="${letterOutline(letter)}"/>`)
      .join(''),
    line: (line, { x, baseline, size, colour }) => {
      const scale = Math.round((size / definedSize) * 1000) / 1000

      const letterUses = placeLetters(line).map(([letter, left]) =>
        letter === ' '
          ? ''
          : `<use href="#${letterId(letter)}"${left ? ` x="${Math.round(left)}"` : ''}/>`,
      )

      return (
        `<g transform="translate(${Math.round(x)} ${Math.round(baseline)})scale(${scale})" ` +
        `fill="${colour}" stroke="${colour}" stroke-width="${strokeWidth}">${letterUses.join('')}</g>`
      )
    },
  }
}

/** Each letter of a line with its left edge, at `definedSize`. */
function placeLetters(line: string): [letter: string, left: number][] {
  const { positions } = displayFont.layout(line)
  let nextLeft = 0

  return [...line].map((letter, index) => {
    const letterLeft = nextLeft
    nextLeft += (positions[index]!.xAdvance / displayFont.unitsPerEm + letterSpacing) * definedSize

    return [letter, letterLeft]
  })
}

/** The width of a line of heavy letters. */
export function lineWidth(line: string, size: number): number {
  const advances = displayFont
    .layout(line)
    .positions.map(({ xAdvance }) => xAdvance / displayFont.unitsPerEm)
  return advances.reduce((sum, advance) => sum + (advance + letterSpacing) * size, 0)
}

/** A name in the largest size that fits, and its lines; throws where no size fits. */
export function fitName(
  name: string,
  { sizes, width, rows }: { sizes: readonly number[]; width: number; rows: number },
): { size: number; lines: string[] } {
  for (const size of sizes) {
    const lines = breakLines(name, (line) => lineWidth(line, size) <= width)
    if (lines.length <= rows && lines.every((line) => lineWidth(line, size) <= width))
      return { size, lines }
  }
  throw new Error(`${name} is too long for a poster`)
}

function breakLines(name: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []

  for (const word of name.split(' ')) {
    const longerLine = `${lines.at(-1)} ${word}`
    if (lines.length && fits(longerLine)) lines[lines.length - 1] = longerLine
    else lines.push(word)
  }

  return lines
}

function letterOutline(letter: string): string {
  const scale = definedSize / displayFont.unitsPerEm
  return simplifyOutline(displayFont.layout(letter).glyphs[0]!.path.scale(scale, -scale).toSVG())
}
