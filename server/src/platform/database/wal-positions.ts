/** Where the primary wrote (WAL), by the moment at which it was asked. */
export type Positions = {
  note(askedMs: number, position: string): void
  /**
   * What a replica must have replayed to be no further behind than allowed: where the primary wrote
   * that long ago. null where nobody knows, since it was not asked often enough lately.
   */
  floor(nowMs: number): string | null
}

/** How old, beyond what is allowed, the position that counts may be. */
export const gapMs = 3_000

/** The positions of a primary that is asked once a second, kept for as long as they can count. */
export function createPositions(allowedMs: number): Positions {
  let seen: { at: number; position: string }[] = []
  return {
    note(at, position) {
      seen.push({ at, position })
      const last = seen.findLastIndex((one) => one.at <= at - allowedMs)
      if (last > 0) seen = seen.slice(last)
    },
    floor(now) {
      // Before it was watched that long, the first one says more than is asked for.
      const one = seen.findLast(({ at }) => at <= now - allowedMs) ?? seen[0]
      return one && one.at >= now - allowedMs - gapMs ? one.position : null
    },
  }
}
