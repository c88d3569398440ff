/**
 * Work of which only so much is done at once and only so much waits; one more is refused at once,
 * so that a flood costs nothing.
 */
export type FewAtOnce = {
  /** Do a piece of work in its turn; null when too much waits already. */
  run<T>(work: () => Promise<T>): Promise<T> | null
}

/** A limit of so many at once, with so many waiting. */
export function fewAtOnce(most: number, waitingMost: number): FewAtOnce {
  let running = 0
  const waiting: (() => void)[] = []

  const turn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((start) => waiting.push(start))
    else running++

    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The next one takes this place over.
      if (next) next()
      else running--
    }
  }

  return {
    run: (work) => (running >= most && waiting.length >= waitingMost ? null : turn(work)),
  }
}
