import type { Cut, CutFormat } from './picture-sets.ts'

// An uploaded picture and its cuts. Its URL is the hash of its content plus the focus of its cuts.
// So a URL never changes its content, and any copy of it (in an order, a cart, a browser) stays
// valid.

/** A point of a picture in hundredths of its width and height. */
export type Focus = { x: number; y: number }
export type Upload = { hash: string; focus: Focus }
export const centerFocus: Focus = { x: 50, y: 50 }

/** Aspect ratio of each cut, as the cards display it. */
export const cutRatios: Record<Cut, number> = { square: 1, wide: 4 / 3 }

const uploadPattern = /^\/uploads\/([\da-f]{64})(?:\.f(\d|[1-9]\d|100)-(\d|[1-9]\d|100))?\.webp$/

/** The upload that a URL names; null for any other URL. */
export function uploadOf(url: string | null | undefined): Upload | null {
  const [, hash, x = centerFocus.x, y = centerFocus.y] = uploadPattern.exec(url ?? '') ?? []
  return hash ? { hash, focus: { x: +x, y: +y } } : null
}

const fileNameOf = ({ hash, focus: { x, y } }: Upload): string => `${hash}.f${x}-${y}`

/** The URL of an upload, with the focal point of its cuts. */
export const uploadAt = (upload: Upload): string =>
  `/uploads/${isCentered(upload.focus) ? upload.hash : fileNameOf(upload)}.webp`

const isCentered = ({ x, y }: Focus): boolean => x === centerFocus.x && y === centerFocus.y

/** The file name of a cut. */
export const cutName = (upload: Upload, cut: Cut, width: number, format: CutFormat): string =>
  `${fileNameOf(upload)}.${cut}-${width}.${format}`

type Size = { width: number; height: number }

/**
 * The largest crop of a picture with this aspect ratio, centred on the focus as far as the edges
 * allow.
 */
export function partOf(
  { width, height }: Size,
  ratio: number,
  { x, y }: Focus,
): Size & { left: number; top: number } {
  const cutPart = {
    width: Math.max(1, Math.min(width, Math.round(height * ratio))),
    height: Math.max(1, Math.min(height, Math.round(width / ratio))),
  }

  const startOfPart = (whole: number, length: number, at: number) =>
    Math.round(Math.min(Math.max((whole * at) / 100 - length / 2, 0), whole - length))

  return {
    ...cutPart,
    left: startOfPart(width, cutPart.width, x),
    top: startOfPart(height, cutPart.height, y),
  }
}
