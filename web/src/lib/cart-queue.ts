/** Sends one cart change after the other and only trusts the answer of the last, so that twenty quick clicks end at the right count. */
export function cartQueue<Reply>(told: { settled(reply: Reply): void; failed(error: unknown): void }) {
  let chain: Promise<void> = Promise.resolve()
  let waiting = 0
  const gathered = new Map<string, number>()

  const enqueue = (work: () => Promise<Reply>): Promise<void> => {
    waiting += 1
    chain = chain.then(work).then(
      (reply) => { waiting -= 1; if (waiting === 0) told.settled(reply) },
      (error: unknown) => { waiting -= 1; told.failed(error) },
    )
    return chain
  }
  return {
    enqueue,
    /** Quick changes of one line become one call: `join` says how a new amount meets the one that has not left yet. */
    gather(key: string, amount: number, join: (before: number, now: number) => number, work: (amount: number) => Promise<Reply>): Promise<void> {
      const before = gathered.get(key)
      gathered.set(key, before === undefined ? amount : join(before, amount))
      if (before !== undefined) return chain
      return enqueue(() => {
        const all = gathered.get(key)!
        gathered.delete(key)
        return work(all)
      })
    },
    busy: () => waiting > 0,
  }
}
