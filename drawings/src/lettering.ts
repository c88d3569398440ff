import { create, type Font } from 'fontkit'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { simplifyOutline } from './outline.ts'

// Words are drawn as outlines of the shop's fonts, so that a picture looks the same on machines
// without these fonts. A picture defines each letter once and refers to the definition.

/** A font, the space between its letters as a fraction of the size, and the prefix of their ids. */
type Face = { font: Font; spacing: number; prefix: string }

const openFont = (name: string): Font =>
  create(readFileSync(fileURLToPath(new URL(`../../web/src/fonts/${name}.woff2`, import.meta.url))))

/** The condensed font of names and headings. */
export const displayFace: Face = {
  font: openFont('archivo-display'),
  spacing: -0.012,
  prefix: 'A',
}

/** The font of the texts of a program's window. */
export const textFace: Face = { font: openFont('archivo-text'), spacing: 0, prefix: 'a' }

/** The size in which letters are defined; a line scales them. */
const definedSize = 48

type Place = { x: number; baseline: number; size: number; colour: string }

/** The letters that a picture defines, and a function that draws lines with them. */
export type Alphabet = {
  /** The definitions of the letters, for the picture's `defs`. */
  defs: string
  /** A line of letters on a baseline. */
  line(words: string, place: Place): string
}

/** Returns an alphabet with every letter of the given words. */
export function createAlphabet(words: string, face: Face): Alphabet {
  const letters = [...new Set(words.replaceAll(' ', ''))]
  // A0, A1 …: short, and valid ids, unlike some letters.
  const letterId = (letter: string) => face.prefix + letters.indexOf(letter).toString(36)

  return {
    defs: letters
      .map((letter) => `<path id="${letterId(letter)}" d="${letterOutline(letter, face)}"/>`)
      .join(''),
    line: (line, { x, baseline, size, colour }) => {
      const scale = Math.round((size / definedSize) * 1000) / 1000

      const letterUses = placeLetters(line, face).map(([letter, left]) =>
        letter === ' '
          ? ''
          : `<use href="#${letterId(letter)}"${left ? ` x="${Math.round(left)}"` : ''}/>`,
      )

      return (
        `<g transform="translate(${Math.round(x)} ${Math.round(baseline)})scale(${scale})" ` +
        `fill="${colour}">${letterUses.join('')}</g>`
      )
    },
  }
}

/** A line without ligatures: each letter is defined by itself. */
const layoutLine = (line: string, { font }: Face) => font.layout(line, { liga: false })

/** Each letter of a line with its left edge, in the size of the definitions. */
function placeLetters(line: string, face: Face): [letter: string, left: number][] {
  const { positions } = layoutLine(line, face)
  let nextLeft = 0

  return [...line].map((letter, index) => {
    const letterLeft = nextLeft
    const advance = positions[index]!.xAdvance / face.font.unitsPerEm
    nextLeft += (advance + face.spacing) * definedSize

    return [letter, letterLeft]
  })
}

/** The width of a line, in the unit of `size`. */
export function lineWidth(line: string, size: number, face: Face): number {
  const advances = layoutLine(line, face).positions.map(
    ({ xAdvance }) => xAdvance / face.font.unitsPerEm,
  )

  return advances.reduce((sum, advance) => sum + (advance + face.spacing) * size, 0)
}

/** The largest size at which a name fits, and its lines; throws if no size fits. */
export function fitName(
  name: string,
  { sizes, width, rows }: { sizes: readonly number[]; width: number; rows: number },
): { size: number; lines: string[] } {
  for (const size of sizes) {
    const lines = breakLines(name, (line) => lineWidth(line, size, displayFace) <= width)
    if (lines.length <= rows && lines.every((line) => lineWidth(line, size, displayFace) <= width))
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

function letterOutline(letter: string, face: Face): string {
  const scale = definedSize / face.font.unitsPerEm
  return simplifyOutline(layoutLine(letter, face).glyphs[0]!.path.scale(scale, -scale).toSVG())
}
