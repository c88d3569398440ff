import type { Alphabet } from './lettering.ts'
import type { Coat, Palette } from './palette.ts'
import { times } from './shapes.ts'

/** One way to fill a sheet of 800 × 600, before its words. */
type Sheet = {
  drawn: string
  /** The colours of its motif, and how strong its lines are. */
  coat: Coat
  stroke: number
  /** What the motif alone stands on. */
  ground: string
  /** The colour of the name. */
  text: string
}

/** What a sheet is to carry; without a name the motif has all of it. */
type Words = { letters: Alphabet; name: string | undefined }
type Compose = (colours: Palette, words: Words) => Sheet

/** Where the field of the name begins. */
export const panelTop = 392

const fill = (colour: string, d: string): string => `<path fill="${colour}" d="${d}"/>`
const whole = (colour: string): string => fill(colour, 'M0 0h800v600H0z')

const disc = (colour: string, x: number, y: number, r: number): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}"/>`

const panel = (colour: string, { name }: Words): string =>
  name ? fill(colour, `M0 ${panelTop}h800v${600 - panelTop}H0z`) : ''

const motif = (x: number, y: number, scale: number, turn = 0): string =>
  `<use href="#m" transform="translate(${x} ${y})${turn ? `rotate(${turn})` : ''}scale(${scale})"/>`

/** The motif in the field above the name, or in the middle of the sheet and larger. */
const standing = ({ name }: Words, x: number, scale: number): string =>
  name ? motif(x, 196, scale) : motif(400, 300, scale * 1.4)

/** The motif so large that it does not fit, on a disc of the second tone. */
const cropped: Compose = ({ ink, deep, mid, pale, pop }, words) => ({
  drawn:
    whole(mid) +
    disc(pale, 480, words.name ? 170 : 300, 330) +
    motif(470, words.name ? 190 : 310, words.name ? 1.7 : 2.1, -8) +
    panel(deep, words),
  coat: { line: ink, body: mid, cover: pale, glow: pop, hint: deep },
  stroke: 10,
  ground: pale,
  text: pale,
})

/** Rings that widen from the motif like a call. */
const rings: Compose = ({ ink, deep, mid, pale, pop }, words) => ({
  drawn:
    whole(deep) +
    times(4, (i) => disc(i % 2 ? deep : mid, 390, words.name ? 196 : 300, 420 - i * 96)) +
    standing(words, 390, 0.95) +
    panel(ink, words),
  coat: { line: ink, body: pale, cover: mid, glow: pop, hint: mid },
  stroke: 13,
  ground: mid,
  text: pale,
})

/** Where a pattern has its tiles, each row half a step beside the last; one place is left free. */
const tiles = [110, 310, 510].flatMap((y, row) =>
  [0, 1, 2, 3, 4, 5]
    .map((column) => [column * 190 + (row === 1 ? 20 : -75), y] as const)
    .filter(([x]) => x < 900 && !(x === 495 && y === 110)),
)

/** The motif again and again, like paper to wrap things in; one of them is the one. */
const pattern: Compose = ({ ink, deep, mid, pale, pop }, words) => ({
  drawn:
    whole(pale) +
    [12, -12]
      .map((turn) => `<defs><g id="t${turn}">${motif(0, 0, 0.46, turn)}</g></defs>`)
      .join('') +
    tiles
      .filter(([x, y]) => !(words.name && (y > 400 || (x === 115 && y === 110))))
      .map(([x, y], i) => `<use href="#t${i % 2 ? -12 : 12}" x="${x}" y="${y}"/>`)
      .join('') +
    disc(pop, 495, 110, 96) +
    motif(495, 110, 0.48) +
    panel(mid, words),

  coat: { line: deep, body: mid, cover: pale, glow: ink, hint: mid },
  stroke: 15,
  ground: pale,
  text: ink,
})

/** A field in two tones, parted by a slope; the motif stands across. */
const split: Compose = ({ ink, deep, mid, pale, pop }, words) => ({
  drawn: whole(mid) + fill(deep, 'M0 0H300L800 330V600H0z') + standing(words, 410, 1.1),
  coat: { line: ink, body: pale, cover: mid, glow: pop, hint: ink },
  stroke: 12,
  ground: mid,
  text: pale,
})

/** A sun of the second tone above a line; the motif rises before it. */
const horizon: Compose = ({ ink, deep, mid, pale, pop }, words) => ({
  drawn:
    whole(pale) +
    disc(mid, 405, 300, 260) +
    standing(words, 405, 0.98) +
    panel(deep, words) +
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

/** The first letter of the name as the largest thing there is; the motif sits in its arm. */
const type: Compose = ({ ink, deep, mid, pale, pop }, { letters, name = '' }) => ({
  drawn:
    whole(pale) +
    letters.line(name.charAt(0), { x: 330, baseline: panelTop + 40, size: 640, colour: mid }) +
    motif(325, 218, 0.86) +
    fill(ink, `M0 ${panelTop}h800v${600 - panelTop}H0z`),
  coat: { line: ink, body: pop, cover: pale, glow: deep, hint: deep },
  stroke: 14,
  ground: mid,
  text: pale,
})

/** Every way to fill a sheet; the last one needs a name. */
export const compositions: readonly Compose[] = [cropped, rings, pattern, split, horizon, type]
