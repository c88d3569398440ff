/** Requests of a process in the last five minutes. */
export type RecentRequests = {
  add(call: string, done: { isError: boolean; seconds: number }): void
  read(): {
    perMinute: number
    errors: number
    /** Calls with the longest mean time, slowest first. */
    slowest: { call: string; count: number; meanMs: number; slowestMs: number }[]
  }
}

const windowMinutes = 5
const minuteInMs = 60_000
const mostCalls = 5

/** Health checks and scrapes are left out: no person waits for them. */
const probeCalls = /^\w+ \/(?:metrics|healthz|readyz)$/

/**
 * Requests of the system page are left out, because they would measure the page that shows the
 * numbers.
 */
const systemPageCalls = /^GET \/api\/admin\/(?:system\/|stats\/system)/

type Sum = { count: number; errors: number; seconds: number; slowest: number }
const createEmptySum = (): Sum => ({ count: 0, errors: 0, seconds: 0, slowest: 0 })

function addToSum(to: Sum, { count, errors, seconds, slowest }: Sum): void {
  to.count += count
  to.errors += errors
  to.seconds += seconds
  to.slowest = Math.max(to.slowest, slowest)
}

/**
 * Counts requests by minute, so that old minutes can be dropped; `now` is a monotonic clock in
 * milliseconds.
 */
export function createRecentRequests(now: () => number = () => performance.now()): RecentRequests {
  const sumsByMinute = new Map<number, Map<string, Sum>>()
  const startedAt = now()
  const currentMinute = () => Math.floor(now() / minuteInMs)

  const dropOldMinutes = () => {
    const oldestMinute = currentMinute() - windowMinutes
    for (const minuteOfSums of sumsByMinute.keys())
      if (minuteOfSums < oldestMinute) sumsByMinute.delete(minuteOfSums)
  }

  const totalsByCall = (): Map<string, Sum> => {
    dropOldMinutes()
    const sumsByCall = new Map<string, Sum>()

    for (const minuteSums of sumsByMinute.values())
      for (const [call, sum] of minuteSums) {
        const runningSum = sumsByCall.get(call) ?? createEmptySum()
        addToSum(runningSum, sum)
        sumsByCall.set(call, runningSum)
      }

    return sumsByCall
  }

  return {
    add(call, { isError, seconds }) {
      if (probeCalls.test(call)) return

      const thisMinute = currentMinute()
      if (!sumsByMinute.has(thisMinute)) dropOldMinutes()
      const minuteSums = sumsByMinute.get(thisMinute) ?? new Map<string, Sum>()
      sumsByMinute.set(thisMinute, minuteSums)
      const callTotal = minuteSums.get(call) ?? createEmptySum()
      minuteSums.set(call, callTotal)
      addToSum(callTotal, { count: 1, errors: isError ? 1 : 0, seconds, slowest: seconds })
    },

    read() {
      const sumsByCall = totalsByCall()
      const grandTotal = createEmptySum()
      for (const callTotal of sumsByCall.values()) addToSum(grandTotal, callTotal)
      // The counts cover the current minute and the whole minutes before it, or the lifetime of the
      // process if that is shorter.
      const coveredMs = Math.min(
        (now() % minuteInMs) + windowMinutes * minuteInMs,
        now() - startedAt,
      )

      return {
        perMinute: grandTotal.count / Math.max(1, coveredMs / minuteInMs),
        errors: grandTotal.errors,
        slowest: [...sumsByCall]
          .filter(([call]) => !systemPageCalls.test(call))
          .map(([call, sum]) => ({
            call,
            count: sum.count,
            meanMs: Math.round((sum.seconds / sum.count) * 1000),
            slowestMs: Math.round(sum.slowest * 1000),
          }))
          .toSorted((a, b) => b.meanMs - a.meanMs || (a.call < b.call ? -1 : 1))
          .slice(0, mostCalls),
      }
    },
  }
}
