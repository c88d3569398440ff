/** Counts in memory until they are written together, so that counting costs no statement. */
export type Tally = {
  add(key: string): void
  /** The counts since the last call; they start again at zero. */
  take(): ReadonlyMap<string, number>
  /** Add counts back that could not be written. */
  giveBack(counts: ReadonlyMap<string, number>): void
}

/** The limit of keys between two writes; further keys are not counted. */
const mostKeys = 2000

export function createTally(): Tally {
  let counts = new Map<string, number>()
  const add = (key: string, n: number) => {
    if (counts.size < mostKeys || counts.has(key)) counts.set(key, (counts.get(key) ?? 0) + n)
  }

  return {
    add: (key) => add(key, 1),
    take() {
      const takenCounts = counts
      counts = new Map()

      return takenCounts
    },
    giveBack(takenCounts) {
      for (const [key, n] of takenCounts) add(key, n)
    },
  }
}
