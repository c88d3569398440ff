// Shapes of motifs: paths around a centre, some 160 units to each side. A shape names its role, not
// its colour, since each poster has its own colours. A later shape covers an earlier one.

/** Placeholders that a poster replaces with its colours. */
export const placeholders = {
  body: '$body',
  tone: '$tone',
  glow: '$glow',
  line: '$line',
} as const

/** Draws an SVG path with one fill and outline. */
export type Look = (d: string) => string

/** A line in the ink colour. */
export const line = (d: string): string => `<path d="${d}"/>`

/** A filled shape with an outline. */
export const body = (d: string): string => `<path d="${d}" fill="${placeholders.body}"/>`

/** A shape of the sheet's second tone with its outline. */
export const tone = (d: string): string => `<path d="${d}" fill="${placeholders.tone}"/>`

/** A shape of the accent with its outline, for the main detail. */
export const glowBody = (d: string): string => `<path d="${d}" fill="${placeholders.glow}"/>`

/** A shape of ink without an outline. */
export const solid = (d: string): string =>
  `<path d="${d}" fill="${placeholders.line}" stroke="none"/>`

/** A line in the accent colour with ink edges, so that it is visible on every tone. */
export const glow = (d: string): string =>
  `<path d="${d}" stroke-width="30"/><path d="${d}" stroke="${placeholders.glow}" stroke-width="12"/>`

/** A thinner line for side details. */
export const hint = (d: string): string => `<path d="${d}" stroke-width="7"/>`

export const ring = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`

/** Coordinates from the centre of the motif, to the right and down. */
export type Point = readonly [x: number, y: number]
const middle: Point = [0, 0]

/** A rectangle from the upper left corner; r is the radius of its corners. */
export const box = ([x, y]: Point, [w, h]: Point, r = 0): string =>
  r
    ? `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 ` +
      `1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 ` +
      `1 ${r} ${-r}z`
    : `M${x} ${y}h${w}v${h}h${-w}z`

/** A point on a circle, in degrees clockwise from twelve o'clock. */
export const polar = (r: number, degrees: number, [x, y]: Point = middle): string => {
  const radians = ((degrees - 90) * Math.PI) / 180
  return `${roundToTenth(x + r * Math.cos(radians))} ${roundToTenth(y + r * Math.sin(radians))}`
}

/** An arc of a circle, clockwise from one angle to another. */
export const arc = (r: number, from: number, to: number, center = middle): string =>
  `M${polar(r, from, center)}A${r} ${r} 0 ${to - from > 180 ? 1 : 0} 1 ${polar(r, to, center)}`

export const polygon = (sides: number, r: number, turn = 0, center = middle): string =>
  `M${Array.from({ length: sides }, (_, i) => polar(r, turn + (i * 360) / sides, center)).join('L')}z`

export const times = (count: number, shapeAt: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => shapeAt(i)).join('')

const roundToTenth = (value: number): number => Math.round(value * 10) / 10
