import { create, type Font } from 'fontkit'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { slim } from './outline.ts'

// Words are drawn as outlines of the shop's own display face, so that a picture looks the same
// whatever fonts a machine has. Each letter is told once, however often it stands in a name.

const face: Font = create(
  readFileSync(
    fileURLToPath(
      import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
    ),
  ),
)

/** The size that letters are told in; where they stand they are scaled. */
const told = 48

/** What an outline adds to a letter of that size: the face at its heaviest. */
const stroke = 2.7

/** How close the letters of a heavy line stand, as a part of their size. */
const tight = -0.008

type Place = { x: number; baseline: number; size: number; colour: string }

/** The letters that a picture needs, and lines of them. */
export type Alphabet = {
  /** The outlines, for the head of the picture. */
  defs: string
  /** A line of heavy letters on a baseline. */
  line(words: string, place: Place): string
}

/** Every letter that some words are made of. */
export function alphabetOf(words: string): Alphabet {
  const letters = [...new Set(words.replaceAll(' ', ''))]
  // A, B, C …: shorter than the letters' own names, which not every parser takes.
  const idOf = (letter: string) => String.fromCharCode(65 + letters.indexOf(letter))

  return {
    defs: letters.map((letter) => `<path id="${idOf(letter)}" d="${outline(letter)}"/>`).join(''),
    line: (line, { x, baseline, size, colour }) => {
      const scale = Math.round((size / told) * 1000) / 1000

      const drawn = placed(line).map(([letter, left]) =>
        letter === ' '
          ? ''
          : `<use href="#${idOf(letter)}"${left ? ` x="${Math.round(left)}"` : ''}/>`,
      )

      return (
        `<g transform="translate(${Math.round(x)} ${Math.round(baseline)})scale(${scale})" ` +
        `fill="${colour}" stroke="${colour}" stroke-width="${stroke}">${drawn.join('')}</g>`
      )
    },
  }
}

/** Each letter of a line and where it stands, at the size that letters are told in. */
function placed(line: string): [letter: string, left: number][] {
  const { positions } = face.layout(line)
  let left = 0

  return [...line].map((letter, index) => {
    const at = left
    left += (positions[index]!.xAdvance / face.unitsPerEm + tight) * told

    return [letter, at]
  })
}

/** How wide a line of heavy letters is. */
export function widthOf(line: string, size: number): number {
  const advances = face.layout(line).positions.map(({ xAdvance }) => xAdvance / face.unitsPerEm)
  return advances.reduce((sum, advance) => sum + (advance + tight) * size, 0)
}

/** A name in as few lines as it fits in, at the largest of some sizes. */
export function fitted(
  name: string,
  { sizes, width, rows }: { sizes: readonly number[]; width: number; rows: number },
): { size: number; lines: string[] } {
  for (const size of sizes) {
    const lines = brokenAt(name, (line) => widthOf(line, size) <= width)
    if (lines.length <= rows && lines.every((line) => widthOf(line, size) <= width))
      return { size, lines }
  }
  throw new Error(`${name} is too long for a poster`)
}

function brokenAt(name: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []

  for (const word of name.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length && fits(longer)) lines[lines.length - 1] = longer
    else lines.push(word)
  }

  return lines
}

function outline(letter: string): string {
  const scale = told / face.unitsPerEm
  return slim(face.layout(letter).glyphs[0]!.path.scale(scale, -scale).toSVG())
}
