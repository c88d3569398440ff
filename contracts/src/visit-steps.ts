import { withoutEnd } from './without-end.ts'

// Apart from the call, so that the browser needs no schemas.

/** How far a visit went: a page was seen, something lay in the cart, the checkout was opened. */
export const visitSteps = ['visit', 'cart', 'checkout'] as const
export type VisitStep = (typeof visitSteps)[number]

/** Characters of a source, such as `instagram/natal`. */
export const longestSource = 60

/**
 * A source as it is counted and kept on an order: small letters, digits and `. _ - /` alone, at
 * most 60 characters; '' when nothing is left of it.
 */
export const sourceOf = (given: string | undefined): string => {
  const plain = (given ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._/]+/g, '-')
    .replaceAll(/-?\/-?/g, '/')
    .replace(/^[-/]+/, '')

  return withoutEnd(plain, /[-/]/).slice(0, longestSource)
}
