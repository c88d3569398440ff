import type { ReviewsMode, ReviewStatus } from '@chaveiro/contracts/states'

const namePattern = /^[\p{L}\p{M}'’-]{1,30}$/u

/**
 * The name that is shown with a review: the first name and the initial of the last (L067). Null for
 * anything that is not a name, since an email address in the name field must not become public.
 */
export function publicName(name: string): string | null {
  const [first = '', ...others] = name.normalize('NFC').trim().split(/\s+/)
  if (!namePattern.test(first)) return null

  const lastInitial = /^\p{L}/u.exec(others.at(-1) ?? '')?.[0]

  return lastInitial ? `${first} ${lastInitial.toLocaleUpperCase('pt-BR')}.` : first
}

/** A text without accents, case and invisible characters, and with letters of normal width. */
const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()

/** The words of a text, each between two blanks, so that `includes` finds whole words only. */
const wordsOf = (text: string): string =>
  ` ${
    foldText(text)
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `

// A dot between letters may be a missing space, so a harmless text may wait for staff too.
const linkPattern = /:\/\/|\bwww\.|[\p{L}\p{N}]\.\p{L}{2,}/u

/**
 * Whether a text waits for staff in every mode: it seems to contain a link, or contains a word that
 * the owner blocked. Commas, semicolons or line breaks separate the blocked words (L063).
 */
export function isHeldBack(text: string, blocked: string): boolean {
  if (linkPattern.test(foldText(text))) return true

  const textWords = wordsOf(text)

  return blocked
    .split(/[,;\n]/)
    .map(wordsOf)
    .some((phrase) => phrase.trim() !== '' && textWords.includes(phrase))
}

/**
 * The status of a text that was just written. A rejected text waits again in every mode: otherwise
 * one changed letter would undo the decision of staff.
 */
export function statusOfText(
  mode: ReviewsMode,
  { heldBack, before }: { heldBack: boolean; before: ReviewStatus | null },
): ReviewStatus {
  return mode === 'after' && !heldBack && before !== 'rejected' ? 'published' : 'pending'
}

/** The mean of the stars to one decimal, and the count; null without a review. */
export const ratingOf = (n: number, stars: number): { average: number; count: number } | null =>
  n > 0 ? { average: Math.round((stars * 10) / n) / 10, count: n } : null
