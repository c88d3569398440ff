// What is cut of an uploaded picture (pictures.ts), and what a browser chooses from. Every first page
// reads this file: the rest stands apart from it.

/**
 * What is cut: as square as the smallest places and a phone's cards are, and as wide as the cards of
 * a desk and a product's page. Widths in pixels, for screens of one to three.
 */
export const cuts = { square: [128, 256, 512], wide: [320, 640, 1280] } as const
export type Cut = keyof typeof cuts

/** The first that a browser knows is taken. */
export const cutFormats = ['avif', 'webp'] as const
export type CutFormat = (typeof cutFormats)[number]

/**
 * What a browser chooses from for a cut of a picture; undefined when nothing is cut of it. This is
 * read with every first page, so it looks at an address no closer than it has to.
 */
export function srcSetOf(url: string, cut: Cut, format: CutFormat): string | undefined {
  const [, hash, focus = '.f50-50'] = /^(\/uploads\/\w+)(\.f[\d-]+)?\.webp$/.exec(url) ?? []
  return hash && cuts[cut].map((w) => `${hash}${focus}.${cut}-${w}.${format} ${w}w`).join()
}
