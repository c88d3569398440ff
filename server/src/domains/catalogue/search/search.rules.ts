/** Shorter words are never treated as misspelt: too many words are close to them. */
const minTypoLength = 4

/** The maximum of words in a query; the rest is ignored. */
const maxWords = 8
const maxMeanings = 12

/** The words of a search text, each once. */
export const wordsOf = (searchText: string): string[] =>
  [...new Set(searchText.split(' ').filter(Boolean))].slice(0, maxWords)

/**
 * The words that a typed word may stand for: itself and, if no known word contains it, the known
 * words one slip away. A slip is a wrong, missing, extra or swapped letter. Complete words come
 * first; the beginnings of longer words count only without any.
 */
export function meanings(typed: string, known: readonly string[]): string[] {
  if (typed.length < minTypoLength || known.some((word) => word.includes(typed))) return [typed]

  const similarWords = known.filter((word) => isOneSlipAway(typed, word))
  const wholeWords = similarWords.filter((word) => word.length <= typed.length + 1)

  return [typed, ...(wholeWords.length ? wholeWords : similarWords).slice(0, maxMeanings)]
}

/** Whether one slip turns a typed word into the beginning of another. */
export function isOneSlipAway(typed: string, word: string): boolean {
  let i = 0
  while (i < typed.length && typed[i] === word[i]) i++
  const restFrom = (from: number) => typed.slice(from)

  // In this order: a wrong letter, an extra one, a missing one, two swapped ones.
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
 * The pattern that finds a word in a search text: one or two letters only at the beginning of
 * words, longer ones anywhere.
 */
export const patternOf = (word: string): string => (word.length < 3 ? `% ${word}%` : `%${word}%`)
