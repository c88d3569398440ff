import { timings } from '@chaveiro/contracts/limits'

const fadeDuration = timings.loadingAfterClick - timings.loadingHidden

/**
 * When the loading screen starts to fade and when it ends, in milliseconds since it appeared. A
 * click can only shorten it (S039).
 */
export function loadingEnds(clickedAt: number | null): { hidden: number; over: number } {
  const endsAt =
    clickedAt === null
      ? timings.loading
      : Math.min(timings.loading, clickedAt + timings.loadingAfterClick)
  return { hidden: endsAt - fadeDuration, over: endsAt }
}

/** Initials of the shop's name, at most three (Q08). */
export function abbreviation(siteName: string): string {
  return siteName
    .split(/[\s\-_.]+/u)
    .map((word) => /\p{L}|\p{N}/u.exec(word)?.[0] ?? '')
    .filter(Boolean)
    .slice(0, 3)
    .join('')
    .toLocaleUpperCase('pt-BR')
}
