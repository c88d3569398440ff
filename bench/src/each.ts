const together = 8

export type Rates = { ours: number; bare: number }

/** Runs a function on every item, eight at once; returns the items done per second. */
export async function each<T>(
  items: readonly T[],
  act: (item: T) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const start = performance.now()

  await Promise.all(
    Array.from({ length: together }, async () => {
      while (next < items.length) await act(items[next++]!)
    }),
  )

  return Math.round(items.length / ((performance.now() - start) / 1000))
}

/**
 * The mean of several runs of a comparison, so that chance favours neither side. An additional
 * first run only warms up.
 */
export async function rounds(count: number, run: () => Promise<Rates>): Promise<Rates> {
  await run()
  const all: Rates[] = []
  for (let i = 0; i < count; i++) all.push(await run())
  const mean = (side: keyof Rates) =>
    Math.round(all.reduce((sum, one) => sum + one[side], 0) / count)

  return { ours: mean('ours'), bare: mean('bare') }
}
