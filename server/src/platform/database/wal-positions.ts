/** Write positions (WAL) of the primary, by the time of the query. */
export type Positions = {
  note(askedMs: number, position: string): void
  /**
   * The position that a replica must have replayed: the primary's position one allowed lag ago.
   * Null when the primary was not queried recently enough.
   */
  floor(nowMs: number): string | null
}

/** The required position may be this much older than the allowed lag. */
export const positionGapMs = 3_000

/**
 * Stores the sampled positions of a primary, and drops samples that can no longer be the required
 * position.
 */
export function createPositions(allowedMs: number): Positions {
  let walSamples: { at: number; position: string }[] = []
  return {
    note(askedMs, position) {
      walSamples.push({ at: askedMs, position })
      const lastUsable = walSamples.findLastIndex((sample) => sample.at <= askedMs - allowedMs)
      if (lastUsable > 0) walSamples = walSamples.slice(lastUsable)
    },
    floor(now) {
      // Soon after the start no position is old enough. The first position is required instead,
      // which is stricter.
      const decidingSample = walSamples.findLast(({ at }) => at <= now - allowedMs) ?? walSamples[0]
      return decidingSample && decidingSample.at >= now - allowedMs - positionGapMs
        ? decidingSample.position
        : null
    },
  }
}
