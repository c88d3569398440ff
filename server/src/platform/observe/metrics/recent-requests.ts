/** Requests of a process in the last five minutes. */
export type RecentRequests = {
  add(call: string, done: { isError: boolean; seconds: number }): void
  read(): {
    perMinute: number
    errors: number
    /** Calls with the longest mean, the longest first. */
    slowest: { call: string; count: number; meanMs: number; slowestMs: number }[]
  }
}

const minutes = 5
const minuteMs = 60_000
const mostCalls = 5

/** Probes by machines are no requests of people, even when refused. */
const probes = /^\w+ \/(?:metrics|healthz|readyz)$/

/** Calls of the system page itself say nothing about the shop. */
const ownCalls = /^GET \/api\/admin\/(?:system\/|stats\/system)/

type Sum = { count: number; errors: number; seconds: number; slowest: number }
const emptySum = (): Sum => ({ count: 0, errors: 0, seconds: 0, slowest: 0 })

function add(to: Sum, { count, errors, seconds, slowest }: Sum): void {
  to.count += count
  to.errors += errors
  to.seconds += seconds
  to.slowest = Math.max(to.slowest, slowest)
}

/**
 * Counts by minute, so that old ones can be dropped; `now` is a monotonic clock in milliseconds.
 */
export function createRecentRequests(now: () => number = () => performance.now()): RecentRequests {
  const slots = new Map<number, Map<string, Sum>>()
  const startedAt = now()
  const minute = () => Math.floor(now() / minuteMs)

  const dropOldSlots = () => {
    const oldest = minute() - minutes
    for (const slot of slots.keys()) if (slot < oldest) slots.delete(slot)
  }

  const summed = (): Map<string, Sum> => {
    dropOldSlots()
    const sumsByCall = new Map<string, Sum>()

    for (const slot of slots.values())
      for (const [call, sum] of slot) {
        const callSum = sumsByCall.get(call) ?? emptySum()
        add(callSum, sum)
        sumsByCall.set(call, callSum)
      }

    return sumsByCall
  }

  return {
    add(call, { isError, seconds }) {
      if (probes.test(call)) return

      const at = minute()
      if (!slots.has(at)) dropOldSlots()
      const slot = slots.get(at) ?? new Map<string, Sum>()
      slots.set(at, slot)
      const sum = slot.get(call) ?? emptySum()
      slot.set(call, sum)
      add(sum, { count: 1, errors: isError ? 1 : 0, seconds, slowest: seconds })
    },

    read() {
      const sumsByCall = summed()
      const total = emptySum()
      for (const sum of sumsByCall.values()) add(total, sum)
      // The current minute and the whole ones before it, or the lifetime of the process.
      const coveredMs = Math.min((now() % minuteMs) + minutes * minuteMs, now() - startedAt)

      return {
        perMinute: total.count / Math.max(1, coveredMs / minuteMs),
        errors: total.errors,
        slowest: [...sumsByCall]
          .filter(([call]) => !ownCalls.test(call))
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
