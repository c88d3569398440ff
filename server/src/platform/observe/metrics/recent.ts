/** Requests of the last five minutes of a process. */
export type Recent = {
  add(call: string, done: { isError: boolean; seconds: number }): void
  read(): {
    perMinute: number
    errors: number
    /** Those whose mean was longest, the longest first. */
    slowest: { call: string; count: number; meanMs: number; slowestMs: number }[]
  }
}

const minutes = 5
const minuteMs = 60_000
const most = 5

/** What machines ask to know how the shop does, be it refused, is no request of anybody. */
const probes = /^\w+ \/(?:metrics|healthz|readyz)$/

/** What the system page asks for itself says nothing about the shop. */
const ownCalls = /^GET \/api\/admin\/(?:system\/|stats\/system)/

type Sum = { count: number; errors: number; seconds: number; slowest: number }
const nothing = (): Sum => ({ count: 0, errors: 0, seconds: 0, slowest: 0 })

function add(to: Sum, { count, errors, seconds, slowest }: Sum): void {
  to.count += count
  to.errors += errors
  to.seconds += seconds
  to.slowest = Math.max(to.slowest, slowest)
}

/** Counts kept by minute, so that the oldest can be let go; now is a clock that never jumps. */
export function createRecent(now: () => number = () => performance.now()): Recent {
  const slots = new Map<number, Map<string, Sum>>()
  const begun = now()
  const minute = () => Math.floor(now() / minuteMs)

  const forget = () => {
    const oldest = minute() - minutes
    for (const slot of slots.keys()) if (slot < oldest) slots.delete(slot)
  }

  const summed = (): Map<string, Sum> => {
    forget()
    const all = new Map<string, Sum>()

    for (const slot of slots.values())
      for (const [call, sum] of slot) {
        const of = all.get(call) ?? nothing()
        add(of, sum)
        all.set(call, of)
      }

    return all
  }

  return {
    add(call, { isError, seconds }) {
      if (probes.test(call)) return

      const at = minute()
      if (!slots.has(at)) forget()
      const slot = slots.get(at) ?? new Map<string, Sum>()
      slots.set(at, slot)
      const sum = slot.get(call) ?? nothing()
      slot.set(call, sum)
      add(sum, { count: 1, errors: isError ? 1 : 0, seconds, slowest: seconds })
    },

    read() {
      const all = summed()
      const total = nothing()
      for (const sum of all.values()) add(total, sum)
      // The minute that is under way and the whole ones before it, or as long as the process lives.
      const seen = Math.min((now() % minuteMs) + minutes * minuteMs, now() - begun)

      return {
        perMinute: total.count / Math.max(1, seen / minuteMs),
        errors: total.errors,
        slowest: [...all]
          .filter(([call]) => !ownCalls.test(call))
          .map(([call, sum]) => ({
            call,
            count: sum.count,
            meanMs: Math.round((sum.seconds / sum.count) * 1000),
            slowestMs: Math.round(sum.slowest * 1000),
          }))
          .toSorted((a, b) => b.meanMs - a.meanMs || (a.call < b.call ? -1 : 1))
          .slice(0, most),
      }
    },
  }
}
