// Words to draw with: paths about the middle of a motif, some 160 units to each side. A motif names
// the parts of a picture and not their colours, since every poster has its own.

/** What a part of a motif is filled or drawn with, until its poster says the colour. */
export const part = { body: '$body', cover: '$cover', glow: '$glow', hint: '$hint' } as const

/** A line in the colour of the motif. */
export const line = (d: string): string => `<path d="${d}"/>`

/** A filled shape with its outline. */
export const body = (d: string): string => `<path d="${d}" fill="${part.body}"/>`

/** A shape that covers what is behind it, with its outline. */
export const cover = (d: string): string => `<path d="${d}" fill="${part.cover}"/>`

/** A shape filled with the colour of the motif. */
export const solid = (d: string): string => `<path d="${d}" fill="currentColor" stroke="none"/>`

/** A line of the light that means: this is the one thing here. */
export const glow = (d: string): string => `<path d="${d}" stroke="${part.glow}"/>`
export const glowSolid = (d: string): string => `<path d="${d}" fill="${part.glow}" stroke="none"/>`

/** A thin line that only hints. */
export const hint = (d: string): string => `<path d="${d}" stroke="${part.hint}" stroke-width="5"/>`

export const ring = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`

/** A place, from the middle of the motif to the right and down. */
export type Point = readonly [x: number, y: number]
const middle: Point = [0, 0]

/** A rectangle from its upper left corner, with corners of radius r. */
export const box = ([x, y]: Point, [w, h]: Point, r = 0): string =>
  r
    ? `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 ` +
      `1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 ` +
      `1 ${r} ${-r}z`
    : `M${x} ${y}h${w}v${h}h${-w}z`

/** A point on a circle by degrees from twelve o'clock, clockwise. */
export const polar = (r: number, degrees: number, [x, y]: Point = middle): string => {
  const a = ((degrees - 90) * Math.PI) / 180
  return `${round(x + r * Math.cos(a))} ${round(y + r * Math.sin(a))}`
}

/** A part of a circle, clockwise from one angle to another. */
export const arc = (r: number, from: number, to: number, center = middle): string =>
  `M${polar(r, from, center)}A${r} ${r} 0 ${to - from > 180 ? 1 : 0} 1 ${polar(r, to, center)}`

export const polygon = (sides: number, r: number, turn = 0, center = middle): string =>
  `M${Array.from({ length: sides }, (_, i) => polar(r, turn + (i * 360) / sides, center)).join('L')}z`

export const times = (count: number, of: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => of(i)).join('')

const round = (value: number): number => Math.round(value * 10) / 10
