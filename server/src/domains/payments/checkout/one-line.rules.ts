/**
 * Typed text for printing in one line. Characters that break lines or change the reading direction
 * become spaces; null when nothing is left.
 */
export const oneLine = (text: string | undefined): string | null =>
  text?.replace(/[\s\p{Cc}\u2028-\u202e\u2066-\u2069\u200e\u200f\ufeff]+/gu, ' ').trim() || null
