/** Counts in memory that are written together, so that a count costs no statement. */
export type Tally = {
  add(key: string): void
  /** Returns the counts since the last call, and starts again at zero. */
  take(): ReadonlyMap<string, number>
  /** Adds back counts whose write failed. */
  giveBack(counts: ReadonlyMap<string, number>): void
}

/** The maximum number of keys between two writes; further keys are not counted. */
const mostTallyKeys = 2000

export function createTally(): Tally {
  let pendingCounts = new Map<string, number>()
  const addToCount = (key: string, amount: number) => {
    if (pendingCounts.size < mostTallyKeys || pendingCounts.has(key))
      pendingCounts.set(key, (pendingCounts.get(key) ?? 0) + amount)
  }

  return {
    add: (key) => addToCount(key, 1),
    take() {
      const takenCounts = pendingCounts
      pendingCounts = new Map()

      return takenCounts
    },
    giveBack(takenCounts) {
      for (const [key, amount] of takenCounts) addToCount(key, amount)
    },
  }
}
