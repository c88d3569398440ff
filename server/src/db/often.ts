/** How often a statement comes before it is prepared, and how many are prepared at most. */
const often = 50
const most = 120

/** Longer ones are lists of rows, which hardly come twice. */
const longest = 8_000

/** How many other statements are counted at once. */
const counted = 2_000

/** Statements of a pool that are worth preparing. */
export type OftenAsked = {
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
export function createOftenAsked(): OftenAsked {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  const refused = new Set<string>()

  return {
    nameOf(text) {
      const known = names.get(text)
      if (known || names.size >= most || text.length > longest || refused.has(text)) return known

      const times = (counts.get(text) ?? 0) + 1

      if (times < often) {
        if (counts.size >= counted) counts.clear()
        counts.set(text, times)

        return undefined
      }

      counts.delete(text)
      const name = `often ${names.size + refused.size + 1}`
      names.set(text, name)

      return name
    },

    forget(text) {
      if (names.delete(text)) refused.add(text)
    },
  }
}
