import { createDraw } from '../../../server/src/demo/random.ts'
import {
  createAlphabet,
  displayFace,
  fitName,
  lineWidth,
  textFace,
  type Alphabet,
} from '../lettering.ts'
import { motifBox, type Box } from '../motif-box.ts'
import type { WindowColours } from '../palette.ts'

/** Drawing functions for the layouts, in the colours of one program. */
export type Brush = {
  colours: WindowColours
  /** A rectangle from its upper left corner. */
  rect(box: Box, colour: string, radius?: number): string
  disc(x: number, y: number, r: number, colour: string): string
  /** A line in the text font, as large as the width allows. */
  label(
    words: string,
    place: Place & { width?: number; size?: number; isCentred?: boolean },
  ): string
  /** A heading in the display font, in up to two lines; x and y are its upper left corner. */
  heading(words: string, place: Place & { width: number; sizes?: readonly number[] }): string
  /** The motif with this height, centred at x, y. */
  motif(x: number, y: number, height: number): string
  /** The next pseudorandom number from 0 to below 1; each screen has a fixed seed. */
  next(): number
}

type Place = { x: number; y: number; colour?: string }

const labelSize = 26
const smallestLabel = 21

/** Returns the brush of a screen, and the definitions of the letters that the brush refers to. */
export function createBrush(
  words: { name: string; heading: string; lines: readonly string[] },
  { colours, motif, seed }: { colours: WindowColours; motif: string; seed: number },
): { brush: Brush; letters: string } {
  const display = createAlphabet(words.heading, displayFace)
  const text = createAlphabet([words.name, ...words.lines].join(''), textFace)

  return {
    letters: display.defs + text.defs,
    brush: {
      colours,
      rect: ({ x, y, width, height }, colour, radius = 0) =>
        `<rect x="${x}" y="${y}" width="${width}" height="${height}"` +
        `${radius ? ` rx="${radius}"` : ''} fill="${colour}"/>`,
      disc: (x, y, r, colour) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`,
      label: (line, place) => drawLabel(text, line, { colour: colours.ink, ...place }),
      heading: (line, place) => drawHeading(display, line, { colour: colours.ink, ...place }),
      motif: placeMotif(motif),
      next: createDraw(seed).unit,
    },
  }
}

function drawLabel(
  alphabet: Alphabet,
  words: string,
  {
    x,
    y,
    colour,
    width = 400,
    size = labelSize,
    isCentred,
  }: Required<Place> & {
    width?: number
    size?: number
    isCentred?: boolean
  },
): string {
  const natural = lineWidth(words, size, textFace)
  const fitted = Math.floor(Math.min(size, (size * width) / natural))
  if (fitted < smallestLabel) throw new Error(`${words} is too long for its place on a screen`)

  const start = isCentred ? x - lineWidth(words, fitted, textFace) / 2 : x

  return alphabet.line(words, { x: start, baseline: y, size: fitted, colour })
}

function drawHeading(
  alphabet: Alphabet,
  words: string,
  {
    x,
    y,
    colour,
    width,
    sizes = [52, 46, 40, 34],
  }: Required<Place> & { width: number; sizes?: readonly number[] },
): string {
  const { size, lines } = fitName(words, { sizes, width, rows: 2 })

  return lines
    .map((line, index) =>
      alphabet.line(line, { x, baseline: y + size * (0.7 + index), size, colour }),
    )
    .join('')
}

function placeMotif(motif: string): Brush['motif'] {
  const box = motifBox(motif)

  return (x, y, height) => {
    const scale = height / Math.max(box.height, box.width * 0.8)
    const [left, top] = [x - (box.x + box.width / 2) * scale, y - (box.y + box.height / 2) * scale]

    return `<use href="#m" transform="translate(${left} ${top})scale(${scale})"/>`
  }
}
