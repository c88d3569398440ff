/** A statement is prepared at its 50th use, and at most 120 are prepared. */
const usesUntilPrepared = 50
const mostPrepared = 120

/** In characters. A longer statement inserts many rows, and its text rarely repeats. */
const longestPrepared = 8_000

/** Maximum number of statements whose uses are counted; above it, all counts start again. */
const mostCounted = 2_000

/** Counts a pool's statements and decides which ones are prepared. */
export type FrequentStatements = {
  /** The name under which to prepare this statement; undefined until it is frequent. */
  nameOf(text: string): string | undefined
  /**
   * Never prepares this statement again. After a migration beside a running shop, PostgreSQL
   * refuses a prepared statement whose result has changed (0A000).
   */
  forget(text: string): void
}

/**
 * Frequent statements are prepared, because parsing and planning the statements of an order takes
 * as long as running them.
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
