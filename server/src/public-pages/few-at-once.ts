/**
 * Limits how many tasks run and how many wait. Further tasks are refused at once, so that a flood
 * costs nothing.
 */
export type FewAtOnce = {
  /** Runs a task when it is its turn; null when too many tasks already wait. */
  run<T>(work: () => Promise<T>): Promise<T> | null
}

/** Creates a limit for running and for waiting work. */
export function fewAtOnce(runningLimit: number, waitingLimit: number): FewAtOnce {
  let runningCount = 0
  const waitingStarts: (() => void)[] = []

  const runInTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (runningCount >= runningLimit) await new Promise<void>((start) => waitingStarts.push(start))
    else runningCount++

    try {
      return await work()
    } finally {
      const nextStart = waitingStarts.shift()
      // The next work takes over this slot, so `runningCount` stays unchanged.
      if (nextStart) nextStart()
      else runningCount--
    }
  }

  return {
    run: (work) =>
      runningCount >= runningLimit && waitingStarts.length >= waitingLimit ? null : runInTurn(work),
  }
}
