/** The use of a statement that prepares it, and how many are prepared at most. */
const usesUntilPrepared = 50
const mostPrepared = 120

/** Longer statements, in characters, insert many rows and hardly come twice. */
const longestPrepared = 8_000

/** How many statements that are not prepared are counted at once. */
const mostCounted = 2_000

/** Statements of a pool that are worth preparing. */
export type FrequentStatements = {
  /** The name for preparing a statement, by its text; undefined until it is frequent. */
  nameOf(text: string): string | undefined
  /**
   * Never prepare a statement again. A migration beside a running shop may change what a prepared
   * statement answers, which PostgreSQL then refuses (0A000).
   */
  forget(text: string): void
}

/**
 * Parsing and planning the statements of an order takes as long as running them, so frequent ones
 * are prepared.
 */
export function createFrequentStatements(): FrequentStatements {
  const preparedNames = new Map<string, string>()
  const useCounts = new Map<string, number>()
  const forgotten = new Set<string>()

  return {
    nameOf(text) {
      const preparedName = preparedNames.get(text)
      if (
        preparedName ||
        preparedNames.size >= mostPrepared ||
        text.length > longestPrepared ||
        forgotten.has(text)
      )
        return preparedName

      const useCount = (useCounts.get(text) ?? 0) + 1

      if (useCount < usesUntilPrepared) {
        if (useCounts.size >= mostCounted) useCounts.clear()
        useCounts.set(text, useCount)

        return undefined
      }

      useCounts.delete(text)
      const newName = `often ${preparedNames.size + forgotten.size + 1}`
      preparedNames.set(text, newName)

      return newName
    },

    forget(text) {
      if (preparedNames.delete(text)) forgotten.add(text)
    },
  }
}
