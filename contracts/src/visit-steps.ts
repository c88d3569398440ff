import { withoutEnd } from './without-end.ts'

// This file is separate from the call, so that the browser loads no schemas.

/** Progress of a visit: a page was seen, the cart had an item, the checkout was opened. */
export const visitSteps = ['visit', 'cart', 'checkout'] as const
export type VisitStep = (typeof visitSteps)[number]

/** Characters of a source, such as `instagram/natal`. */
export const longestSource = 60

/**
 * A source as counted and saved with an order: lower-case letters, digits and `. _ - /`, at most 60
 * characters; '' when nothing remains.
 */
export const sourceOf = (given: string | undefined): string => {
  const plainSource = (given ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._/]+/g, '-')
    .replaceAll(/-?\/-?/g, '/')
    .replace(/^[-/]+/, '')

  return withoutEnd(plainSource, /[-/]/).slice(0, longestSource)
}
