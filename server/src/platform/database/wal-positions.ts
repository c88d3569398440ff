/** Positions of the primary's WAL, by the time of the question. */
export type Positions = {
  note(askedMs: number, position: string): void
  /**
   * The position that a replica must have replayed to be near enough: the primary's position of the
   * allowed lag ago. null when the primary was not asked often enough to know it.
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
