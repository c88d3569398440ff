import type { Alphabet } from './lettering.ts'
import type { Coat, Palette } from './palette.ts'
import { times } from './shapes.ts'

/** A poster of 800 × 600 before its text is drawn. */
type Sheet = {
  drawn: string
  /** The colours of the motif; `stroke` is its line width. */
  coat: Coat
  stroke: number
  /** The background when the view shows only the motif. */
  ground: string
  /** The colour of the product's name. */
  text: string
}

/** The text of a poster; without a name the motif fills the sheet. */
type Words = { letters: Alphabet; name: string | undefined }
type Compose = (colours: Palette, words: Words) => Sheet

/** The upper edge of the name's panel. */
export const panelTop = 392

const filledPath = (colour: string, d: string): string => `<path fill="${colour}" d="${d}"/>`
const wholeSheet = (colour: string): string => filledPath(colour, 'M0 0h800v600H0z')

const filledDisc = (colour: string, x: number, y: number, r: number): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`

const namePanel = (colour: string, { name }: Words): string =>
  name ? filledPath(colour, `M0 ${panelTop}h800v${600 - panelTop}H0z`) : ''

const placedMotif = (x: number, y: number, scale: number, turn = 0): string =>
  `<use href="#m" transform="translate(${x} ${y})${turn ? `rotate(${turn})` : ''}scale(${scale})"/>`

/**
 * The motif above the name's panel. Without a name the motif is larger and in the middle of the
 * sheet.
 */
const centredMotif = ({ name }: Words, x: number, scale: number): string =>
  name ? placedMotif(x, 196, scale) : placedMotif(400, 300, scale * 1.4)

/** A motif larger than the sheet, on a disc of the second tone. */
const composeCropped: Compose = ({ ink, deep, mid, pale, pop }, words) => ({
  drawn:
    wholeSheet(mid) +
    filledDisc(pale, 480, words.name ? 170 : 300, 330) +
    placedMotif(470, words.name ? 190 : 310, words.name ? 1.7 : 2.1, -8) +
    namePanel(deep, words),
  coat: { line: ink, body: mid, cover: pale, glow: pop, hint: deep },
  stroke: 10,
  ground: pale,
  text: pale,
})

const composeRings: Compose = ({ ink, deep, mid, pale, pop }, words) => ({
  drawn:
    wholeSheet(deep) +
    times(4, (i) => filledDisc(i % 2 ? deep : mid, 390, words.name ? 196 : 300, 420 - i * 96)) +
    centredMotif(words, 390, 0.95) +
    namePanel(ink, words),
  coat: { line: ink, body: pale, cover: mid, glow: pop, hint: mid },
  stroke: 13,
  ground: mid,
  text: pale,
})

/**
 * Positions of the pattern's tiles, every other row shifted by half a step. One position stays free
 * for the highlighted copy.
 */
const tilePositions = [110, 310, 510].flatMap((y, row) =>
  [0, 1, 2, 3, 4, 5]
    .map((column) => [column * 190 + (row === 1 ? 20 : -75), y] as const)
    .filter(([x]) => x < 900 && !(x === 495 && y === 110)),
)

/** The motif as a repeated pattern, with one highlighted copy. */
const composePattern: Compose = ({ ink, deep, mid, pale, pop }, words) => ({
  drawn:
    wholeSheet(pale) +
    [12, -12]
      .map((turn) => `<defs><g id="t${turn}">${placedMotif(0, 0, 0.46, turn)}</g></defs>`)
      .join('') +
    tilePositions
      .filter(([x, y]) => !(words.name && (y > 400 || (x === 115 && y === 110))))
      .map(([x, y], i) => `<use href="#t${i % 2 ? -12 : 12}" x="${x}" y="${y}"/>`)
      .join('') +
    filledDisc(pop, 495, 110, 96) +
    placedMotif(495, 110, 0.48) +
    namePanel(mid, words),

  coat: { line: deep, body: mid, cover: pale, glow: ink, hint: mid },
  stroke: 15,
  ground: pale,
  text: ink,
})

/** Two tones along a slope, with the motif across. */
const composeSplit: Compose = ({ ink, deep, mid, pale, pop }, words) => ({
  drawn:
    wholeSheet(mid) + filledPath(deep, 'M0 0H300L800 330V600H0z') + centredMotif(words, 410, 1.1),
  coat: { line: ink, body: pale, cover: mid, glow: pop, hint: ink },
  stroke: 12,
  ground: mid,
  text: pale,
})

/** A sun of the second tone above a horizon, with the motif before it. */
const composeHorizon: Compose = ({ ink, deep, mid, pale, pop }, words) => ({
  drawn:
    wholeSheet(pale) +
    filledDisc(mid, 405, 300, 260) +
    centredMotif(words, 405, 0.98) +
    namePanel(deep, words) +
    (words.name
      ? times(
          3,
          (i) =>
            `<path stroke="${mid}" stroke-width="${6 - i * 2}" d="M0 ${panelTop + i * 15}h800"/>`,
        )
      : ''),

  coat: { line: ink, body: pale, cover: mid, glow: pop, hint: deep },
  stroke: 13,
  ground: mid,
  text: pale,
})

/** The first letter of the name in large, with the motif over it. */
const composeInitial: Compose = ({ ink, deep, mid, pale, pop }, { letters, name = '' }) => ({
  drawn:
    wholeSheet(pale) +
    letters.line(name.charAt(0), { x: 330, baseline: panelTop + 40, size: 640, colour: mid }) +
    placedMotif(325, 218, 0.86) +
    filledPath(ink, `M0 ${panelTop}h800v${600 - panelTop}H0z`),
  coat: { line: ink, body: pop, cover: pale, glow: deep, hint: deep },
  stroke: 14,
  ground: mid,
  text: pale,
})

/** All compositions; the last one needs a name. */
export const compositions: readonly Compose[] = [
  composeCropped,
  composeRings,
  composePattern,
  composeSplit,
  composeHorizon,
  composeInitial,
]
