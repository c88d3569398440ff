import type { Cut, CutFormat } from './picture-sets.ts'

// A picture that staff uploaded, and what is cut of it. Its address is the hash of what it shows,
// with the point that every cut is to show; so an address never changes what it shows, and whoever
// keeps one (an order, a cart, a browser) has all there is to know.

/** A point of a picture in hundredths of its width and height. */
export type Focus = { x: number; y: number }
export type Upload = { hash: string; focus: Focus }
export const middle: Focus = { x: 50, y: 50 }

/** How wide a cut is to its height: that of the cards. */
export const cutRatios: Record<Cut, number> = { square: 1, wide: 4 / 3 }

const address = /^\/uploads\/([\da-f]{64})(?:\.f(\d|[1-9]\d|100)-(\d|[1-9]\d|100))?\.webp$/

/** The upload that an address names; null for every other address. */
export function uploadOf(url: string | null | undefined): Upload | null {
  const [, hash, x = middle.x, y = middle.y] = address.exec(url ?? '') ?? []
  return hash ? { hash, focus: { x: +x, y: +y } } : null
}

const named = ({ hash, focus: { x, y } }: Upload): string => `${hash}.f${x}-${y}`

/** The address of an upload whose cuts show this point. */
export const uploadAt = (upload: Upload): string =>
  `/uploads/${upload.focus.x === middle.x && upload.focus.y === middle.y ? upload.hash : named(upload)}.webp`

/** The file of a cut. */
export const cutName = (upload: Upload, cut: Cut, width: number, format: CutFormat): string =>
  `${named(upload)}.${cut}-${width}.${format}`

type Size = { width: number; height: number }

/**
 * The largest part of a picture in a ratio that has a point as near to its middle as the picture's
 * edges let it.
 */
export function partOf(
  { width, height }: Size,
  ratio: number,
  { x, y }: Focus,
): Size & { left: number; top: number } {
  const part = {
    width: Math.max(1, Math.min(width, Math.round(height * ratio))),
    height: Math.max(1, Math.min(height, Math.round(width / ratio))),
  }

  const from = (whole: number, length: number, at: number) =>
    Math.round(Math.min(Math.max((whole * at) / 100 - length / 2, 0), whole - length))

  return { ...part, left: from(width, part.width, x), top: from(height, part.height, y) }
}
