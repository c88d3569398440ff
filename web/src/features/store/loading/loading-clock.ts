import { timings } from '@chaveiro/contracts/limits'

const fade = timings.loadingAfterClick - timings.loadingHidden

/**
 * When the loading screen starts to vanish and when it is over, in milliseconds since it first
 * showed; a click brings the end nearer, never further (S039).
 */
export function loadingEnds(clickedAt: number | null): { hidden: number; over: number } {
  const over =
    clickedAt === null
      ? timings.loading
      : Math.min(timings.loading, clickedAt + timings.loadingAfterClick)
  return { hidden: over - fade, over }
}

/** The label of the red figure: the initials of the shop's name, at most three (Q08). */
export function abbreviation(siteName: string): string {
  return siteName
    .split(/[\s\-_.]+/u)
    .map((word) => /\p{L}|\p{N}/u.exec(word)?.[0] ?? '')
    .filter(Boolean)
    .slice(0, 3)
    .join('')
    .toLocaleUpperCase('pt-BR')
}
