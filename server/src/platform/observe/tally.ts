/** Counts that are kept in memory until they are written together, so that counting costs nothing. */
export type Tally = {
  add(key: string): void
  /** What was counted since the last time; the counts begin anew. */
  take(): ReadonlyMap<string, number>
  /** Count what could not be written once more. */
  giveBack(counts: ReadonlyMap<string, number>): void
}

/** At most so many keys are kept between two writings; what more there is is not counted. */
const mostKeys = 2000

export function createTally(): Tally {
  let counts = new Map<string, number>()
  const add = (key: string, n: number) => {
    if (counts.size < mostKeys || counts.has(key)) counts.set(key, (counts.get(key) ?? 0) + n)
  }

  return {
    add: (key) => add(key, 1),
    take() {
      const taken = counts
      counts = new Map()

      return taken
    },
    giveBack(taken) {
      for (const [key, n] of taken) add(key, n)
    },
  }
}
