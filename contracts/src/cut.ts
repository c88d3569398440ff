// The cut: a line of key teeth for each product and each licence, computed from the id. It is never
// computed from the text of a licence key, because the teeth would reveal a part of the key.

export type CutSize = {
  /** Count of flat parts, including the two ends. */
  teeth?: number
  width: number
  /** Height of the deepest tooth. */
  height: number
}

type Point = readonly [x: number, y: number]

/** The largest depth of a tooth. Depths are whole steps from 0. */
const deepest = 4

const usualTeeth = 9

/** Pseudorandom numbers from 0 to below 1, seeded by a text: FNV-1a, then mulberry32. */
function numbersOf(seed: string): () => number {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at++)
    state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193) >>> 0

  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Depth of each flat part, 0 to 4: 0 at both ends; two neighbours always differ. */
export function cutDepths(seed: string, teeth = usualTeeth): number[] {
  const next = numbersOf(seed)
  const depths = [0]

  for (let tooth = 1; tooth < teeth - 1; tooth++) {
    const isLast = tooth === teeth - 2
    const free = [0, 1, 2, 3, 4].filter(
      (depth) => depth !== depths[tooth - 1] && !(isLast && depth === 0),
    )
    depths.push(free[Math.floor(next() * free.length)]!)
  }

  return [...depths, 0]
}

/** Corners of the line from its left end to its right one; y grows with the depth. */
function cornersOf(depths: readonly number[], { width, height }: CutSize): Point[] {
  const flat = width / depths.length
  const step = height / deepest
  const corners: Point[] = [[0, 0]]

  for (let tooth = 1; tooth < depths.length; tooth++) {
    const [before, after] = [depths[tooth - 1]! * step, depths[tooth]! * step]
    // A slope between two flat parts has 45 degrees, or more where the flat parts are too short.
    const half = Math.min(Math.abs(after - before), flat) / 2
    corners.push([tooth * flat - half, before], [tooth * flat + half, after])
  }

  return [...corners, [width, 0]]
}

const rounded = (value: number): number => Math.round(value * 100) / 100

/** The cut as an open SVG path, from 0,0 to its right end at the same height. */
export function cutPath(seed: string, size: CutSize): string {
  const corners = cornersOf(cutDepths(seed, size.teeth), size)
  return `M${corners.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join('L')}`
}

/**
 * A box whose lower edge is the cut, as clip-path of CSS. `ratio` is the box's width divided by its
 * height; the teeth take `share` of the height.
 */
export function cutEdge(
  seed: string,
  { ratio, share = 0.08, teeth = usualTeeth }: EdgeSize,
): string {
  const height = 100 * share
  const corners = cornersOf(cutDepths(seed, teeth), { width: 100 * ratio, height })

  const lowerEdge = corners
    .toReversed()
    .map(([x, y]) => `${rounded(x / ratio)}% ${rounded(100 - height + y)}%`)

  return `polygon(0 0,100% 0,${lowerEdge.join(',')})`
}

export type EdgeSize = { ratio: number; share?: number; teeth?: number }
