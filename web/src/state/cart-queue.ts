/**
 * Sends cart changes one after the other and only uses the last reply, so that twenty quick clicks
 * end at the right count.
 */
export function createCartQueue<Reply>(callbacks: {
  settled(reply: Reply): void
  failed(error: unknown): void
}) {
  let chain: Promise<void> = Promise.resolve()
  let pendingCount = 0
  /**
   * The last change, while it has not been sent. Only this one may be merged, so that the order
   * stays.
   */
  let lastUnsent: { key: string; amount: number } | null = null

  const enqueue = (work: () => Promise<Reply>): Promise<void> => {
    pendingCount += 1
    lastUnsent = null

    chain = chain.then(work).then(
      (reply) => {
        pendingCount -= 1
        if (pendingCount === 0) callbacks.settled(reply)
      },
      (error: unknown) => {
        pendingCount -= 1
        callbacks.failed(error)
      },
    )

    return chain
  }

  return {
    enqueue,

    /**
     * Merges quick changes of one line into one call; `join` combines a new amount with the one not
     * sent yet.
     */
    gather(
      key: string,
      amount: number,
      join: (before: number, now: number) => number,
      work: (amount: number) => Promise<Reply>,
    ): Promise<void> {
      if (lastUnsent?.key === key) {
        lastUnsent.amount = join(lastUnsent.amount, amount)
        return chain
      }

      const ownChange = { key, amount }

      const sendResult = enqueue(() => {
        if (lastUnsent === ownChange) lastUnsent = null
        return work(ownChange.amount)
      })

      lastUnsent = ownChange

      return sendResult
    },

    busy: () => pendingCount > 0,
    /** Resolves once every change has been answered, including those added meanwhile. */
    async idle(): Promise<void> {
      while (pendingCount > 0) await chain
    },
  }
}
