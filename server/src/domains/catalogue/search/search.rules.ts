/** Words shorter than this are not taken for misspelt: too many words are close to them. */
const shortestTypo = 4

/** As many words as a query may have; the rest of a longer one is not looked at. */
const mostWords = 8
const mostMeanings = 12

/** The words of a search text, each once. */
export const wordsOf = (searchText: string): string[] =>
  [...new Set(searchText.split(' ').filter(Boolean))].slice(0, mostWords)

/**
 * The words that a typed word may stand for: itself, and when no known word has it, the known ones
 * that are one slip away (a letter wrong, missing, doubled or swapped with its neighbour). Whole
 * words come before those that are still being typed.
 */
export function meanings(typed: string, known: readonly string[]): string[] {
  if (typed.length < shortestTypo || known.some((word) => word.includes(typed))) return [typed]

  const near = known.filter((word) => isOneSlipAway(typed, word))
  const whole = near.filter((word) => word.length <= typed.length + 1)

  return [typed, ...(whole.length ? whole : near).slice(0, mostMeanings)]
}

/** Whether one slip makes a typed word the beginning of another. */
export function isOneSlipAway(typed: string, word: string): boolean {
  let i = 0
  while (i < typed.length && typed[i] === word[i]) i++
  const rest = (from: number) => typed.slice(from)

  return (
    word.startsWith(rest(i + 1), i + 1) ||
    word.startsWith(rest(i + 1), i) ||
    word.startsWith(rest(i), i + 1) ||
    (typed[i] === word[i + 1] && typed[i + 1] === word[i] && word.startsWith(rest(i + 2), i + 2))
  )
}

/**
 * The pattern that finds a word in a search text: one of a letter or two at the beginning of words
 * only, else anywhere.
 */
export const patternOf = (word: string): string => (word.length < 3 ? `% ${word}%` : `%${word}%`)
