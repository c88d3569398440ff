/** Pseudo-random draws from a fixed seed: the demo shop is the same shop everywhere. */
export type Draw = {
  /** A number from 0 up to, not including, 1. */
  unit(): number
  /** A whole number between two bounds, both possible. */
  between(low: number, high: number): number
  pick<T>(from: readonly T[]): T
  /** One of some things, each as likely as its weight is large. */
  weighted<T>(from: readonly (readonly [T, number])[]): T
  chance(probability: number): boolean
  /** Characters of an alphabet. */
  text(alphabet: string, length: number): string
}

/** A source of draws (mulberry32); not for secrets, only for invented data. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0

  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t

    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  const between = (low: number, high: number) => low + Math.floor(unit() * (high - low + 1))

  return {
    unit,
    between,
    pick: (from) => from[between(0, from.length - 1)]!,
    weighted(from) {
      let left = unit() * from.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [thing, weight] of from) if ((left -= weight) < 0) return thing

      return from.at(-1)![0]
    },
    chance: (probability) => unit() < probability,
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet[between(0, alphabet.length - 1)]).join(''),
  }
}
