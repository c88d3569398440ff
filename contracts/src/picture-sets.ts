// Sizes of an uploaded picture's cuts, and their srcset. Every first page loads this file, so
// pictures.ts has the rest.

/**
 * Cuts: square for small places and phone cards, wide for desktop cards and product pages. Widths
 * in pixels, for screens of one to three pixels a point.
 */
export const cuts = { square: [128, 256, 512], wide: [320, 640, 1280] } as const
export type Cut = keyof typeof cuts

/** The browser takes the first format that it supports. */
export const cutFormats = ['avif', 'webp'] as const
export type CutFormat = (typeof cutFormats)[number]

/**
 * The srcset of a cut of a picture; undefined when it has no cuts. Every first page loads this, so
 * it parses no more of the URL than needed.
 */
export function srcSetOf(url: string, cut: Cut, format: CutFormat): string | undefined {
  const [, hash, focus = '.f50-50'] = /^(\/uploads\/\w+)(\.f[\d-]+)?\.webp$/.exec(url) ?? []
  return hash && cuts[cut].map((w) => `${hash}${focus}.${cut}-${w}.${format} ${w}w`).join()
}
