import type { Coat, Palette } from './palette.ts'
import { arc, ring, times } from './shapes.ts'

/**
 * The area of one view of a poster. The motif's centre is at `x`, `y`; the motif extends at most
 * `reach` up and down and `span` to each side. The name is left of `left` or above `top`.
 */
export type Sheet = {
  width: number
  height: number
  x: number
  y: number
  reach: number
  span: number
  left: number
  top: number
}

/** A design of a sheet: two tones behind the motif. The motif has ink, two tones and an accent. */
export type Composition = {
  /** The colour of the sheet. */
  ground(colours: Palette): string
  /** The colour of the shape behind the motif, and the path of that shape. */
  shade(colours: Palette): string
  shape(sheet: Sheet): string
  /** The colours of the motif. */
  coat(colours: Palette): Coat
  /** The colour of the name. */
  text(colours: Palette): string
}

/** Pale sheet, strong shape. */
const light = {
  ground: ({ pale }: Palette) => pale,
  shade: ({ mid }: Palette) => mid,
  text: ({ ink }: Palette) => ink,
  coat: ({ ink, mid, pale, pop }: Palette): Coat => ({
    line: ink,
    body: pale,
    tone: mid,
    glow: pop,
  }),
}

/** Strong sheet, pale shape. */
const strong = {
  ...light,
  ground: ({ mid }: Palette) => mid,
  shade: ({ pale }: Palette) => pale,
}

/**
 * Pale sheet, and over it a dark shape with a hole for the motif. A pale shape painted over the
 * dark one would leave a dark hairline where the page cuts the poster.
 */
const dark = {
  ...light,
  shade: ({ deep }: Palette) => deep,
  text: ({ pale }: Palette) => pale,
  coat: ({ ink, deep, pale, pop }: Palette): Coat => ({
    line: ink,
    body: pale,
    tone: deep,
    glow: pop,
  }),
}

const opened = ({ width, height }: Sheet, opening: string): string =>
  `M0 0h${width}v${height}H0z${opening}`

/** A disc that leaves the sheet at its lower right corner. */
const disc: Composition = {
  ...light,
  shape: ({ x, y, reach }) => ring(x + reach * 0.42, y + reach * 0.5, reach * 1.45),
}

/** A slope from the upper right corner down to the left edge. */
const slope: Composition = {
  ...strong,
  shape: ({ width, height, y, reach }) => `M0 ${y + reach}L${width} ${y - reach}V${height}H0z`,
}

/** The sheet without the space of the name, because a pale name is unreadable in a pale hole. */
const besideWords = ({ width, height, left, top }: Sheet): string =>
  `M${left} ${top}H${width}V${height}H${left}z`

const hasWords = ({ left, top }: Sheet): boolean => left + top > 0

/** Rings around the motif. */
const rings: Composition = {
  ...dark,
  shape: (sheet) =>
    opened(
      sheet,
      hasWords(sheet)
        ? besideWords(sheet)
        : [1.6, 1.44, 1.28].map((share) => ring(sheet.x, sheet.y, sheet.reach * share)).join(''),
    ),
}

/** A horizon that the motif stands on. */
const horizon: Composition = {
  ...light,
  shape: ({ width, height, y, reach }) => `M0 ${y + reach * 0.3}H${width}V${height}H0z`,
}

/** A gate around the motif. */
const gate: Composition = {
  ...dark,
  shape: (sheet) => {
    if (hasWords(sheet)) return opened(sheet, besideWords(sheet))

    const { height, x, y, reach } = sheet
    const half = reach * 1.22
    const arch = arc(half, 270, 450, [x, y + reach * 0.06])

    return opened(sheet, `${arch}V${height}H${x - half}z`)
  },
}

/** Rays from behind the motif. */
const rays: Composition = {
  ...strong,
  shape: ({ x, y }) =>
    times(8, (i) => {
      const [from, to] = [i * 45 + 8, i * 45 + 30.5].map((angle) => (angle * Math.PI) / 180)
      const [x1, y1] = [x + 900 * Math.cos(from!), y + 900 * Math.sin(from!)]
      const [x2, y2] = [x + 900 * Math.cos(to!), y + 900 * Math.sin(to!)]

      return `M${x} ${y}L${Math.round(x1)} ${Math.round(y1)}L${Math.round(x2)} ${Math.round(y2)}z`
    }),
}

export const compositions: readonly Composition[] = [disc, gate, slope, rings, horizon, rays]
