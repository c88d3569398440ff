import type { ReviewsMode, ReviewStatus } from '@chaveiro/contracts/states'

const aName = /^[\p{L}\p{M}'’-]{1,30}$/u

/**
 * The name that stands beside a review: the first one and the initial of the last (L067). Null for
 * a name that is none, since an address somebody put into it must not become public.
 */
export function publicName(name: string): string | null {
  const [first = '', ...others] = name.normalize('NFC').trim().split(/\s+/)
  if (!aName.test(first)) return null

  const initial = /^\p{L}/u.exec(others.at(-1) ?? '')?.[0]

  return initial ? `${first} ${initial.toLocaleUpperCase('pt-BR')}.` : first
}

/** A text without accents, case, invisible characters and letters of another width. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()

/** The words of a text, each between two blanks. */
const wordsOf = (text: string): string =>
  ` ${
    folded(text)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `

// A dot between letters may be a missing blank too: then staff read a text that was harmless.
const link = /:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}/u

/**
 * Whether a text waits for staff in every mode: it holds what looks like a link, or one of the
 * owner's words, which are parted by commas or lines (L063).
 */
export function isHeldBack(text: string, blocked: string): boolean {
  if (link.test(folded(text))) return true

  const words = wordsOf(text)

  return blocked
    .split(/[,;\n]/)
    .map(wordsOf)
    .some((phrase) => phrase.trim() !== '' && words.includes(phrase))
}

/**
 * Where a text stands once it is written. Who was rejected waits in every mode, or one changed
 * letter would undo what staff decided.
 */
export function statusOfText(
  mode: ReviewsMode,
  { heldBack, before }: { heldBack: boolean; before: ReviewStatus | null },
): ReviewStatus {
  return mode === 'after' && !heldBack && before !== 'rejected' ? 'published' : 'pending'
}

/** The mean of some stars, to one decimal; null without a review. */
export const ratingOf = (n: number, stars: number): { average: number; count: number } | null =>
  n > 0 ? { average: Math.round((stars * 10) / n) / 10, count: n } : null
