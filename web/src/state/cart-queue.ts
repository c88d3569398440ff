/**
 * Sends one cart change after the other and only trusts the answer of the last, so that twenty
 * quick clicks end at the right count.
 */
export function cartQueue<Reply>(told: {
  settled(reply: Reply): void
  failed(error: unknown): void
}) {
  let chain: Promise<void> = Promise.resolve()
  let waiting = 0
  /**
   * The change at the end of the line, while it has not left; only it may grow, so that the order
   * of changes stays.
   */
  let tail: { key: string; amount: number } | null = null

  const enqueue = (work: () => Promise<Reply>): Promise<void> => {
    waiting += 1
    tail = null

    chain = chain.then(work).then(
      (reply) => {
        waiting -= 1
        if (waiting === 0) told.settled(reply)
      },
      (error: unknown) => {
        waiting -= 1
        told.failed(error)
      },
    )

    return chain
  }

  return {
    enqueue,

    /**
     * Quick changes of one line become one call: `join` says how a new amount meets the one that
     * has not left yet.
     */
    gather(
      key: string,
      amount: number,
      join: (before: number, now: number) => number,
      work: (amount: number) => Promise<Reply>,
    ): Promise<void> {
      if (tail?.key === key) {
        tail.amount = join(tail.amount, amount)
        return chain
      }

      const mine = { key, amount }

      const sent = enqueue(() => {
        if (tail === mine) tail = null
        return work(mine.amount)
      })

      tail = mine

      return sent
    },

    busy: () => waiting > 0,
    /** Resolves once every change has been answered, those that come meanwhile too. */
    async idle(): Promise<void> {
      while (waiting > 0) await chain
    },
  }
}
