/** Limits how much work runs and waits. More is refused at once, so that a flood costs nothing. */
export type FewAtOnce = {
  /** Runs work in its turn; null when too much waits already. */
  run<T>(work: () => Promise<T>): Promise<T> | null
}

/** A limit for running and for waiting work. */
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
      // The next one takes this place, so `running` stays the same.
      if (nextStart) nextStart()
      else runningCount--
    }
  }

  return {
    run: (work) =>
      runningCount >= runningLimit && waitingStarts.length >= waitingLimit ? null : runInTurn(work),
  }
}
