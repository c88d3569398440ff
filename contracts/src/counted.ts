/**
 * The form of a noun for a number: only exactly one takes the singular, in both languages, as in
 * the browser's texts.
 */
export const ofNumber = (n: number, one: string, many: string): string => (n === 1 ? one : many)

/** A number with its noun. */
export const counted = (n: number, one: string, many: string): string =>
  `${n} ${ofNumber(n, one, many)}`
