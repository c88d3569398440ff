/**
 * Words below this length are never corrected: too many known words differ from a short word by one
 * letter.
 */
const minTypoLength = 4

/** Maximum number of words in a query; further words are ignored. */
const maxWords = 8
const maxMeanings = 12

/** The words of a search text, each once. */
export const wordsOf = (searchText: string): string[] =>
  [...new Set(searchText.split(' ').filter(Boolean))].slice(0, maxWords)

/**
 * The words to search for in place of a typed word; the typed word comes first. A short word, or a
 * part of a known word, is searched only as typed. For other words, known words with one typo are
 * added: a wrong, missing, extra or swapped letter. Longer words that only begin like the typed
 * word are used when no complete word matches.
 */
export function meanings(typed: string, known: readonly string[]): string[] {
  if (typed.length < minTypoLength || known.some((word) => word.includes(typed))) return [typed]

  const similarWords = known.filter((word) => isOneSlipAway(typed, word))
  const wholeWords = similarWords.filter((word) => word.length <= typed.length + 1)

  return [typed, ...(wholeWords.length ? wholeWords : similarWords).slice(0, maxMeanings)]
}

/** Whether a typed word equals the beginning of another word after the correction of one typo. */
export function isOneSlipAway(typed: string, word: string): boolean {
  let i = 0
  while (i < typed.length && typed[i] === word[i]) i++
  const restFrom = (from: number) => typed.slice(from)

  // In this order: a wrong letter, an extra letter, a missing letter, two swapped letters.
  return (
    word.startsWith(restFrom(i + 1), i + 1) ||
    word.startsWith(restFrom(i + 1), i) ||
    word.startsWith(restFrom(i), i + 1) ||
    (typed[i] === word[i + 1] &&
      typed[i + 1] === word[i] &&
      word.startsWith(restFrom(i + 2), i + 2))
  )
}

/**
 * The LIKE pattern for a word: one or two letters match only at the beginning of words, longer ones
 * anywhere.
 */
export const patternOf = (word: string): string => (word.length < 3 ? `% ${word}%` : `%${word}%`)
