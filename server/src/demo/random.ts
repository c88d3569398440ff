/** Pseudo-random values from a fixed seed, so that every demo shop has the same data. */
export type Draw = {
  /** A number from 0 up to 1, without 1 itself. */
  unit(): number
  /** A whole number between two bounds, which are both possible. */
  between(low: number, high: number): number
  pick<T>(from: readonly T[]): T
  /** A random item; the numbers are relative probabilities. */
  weighted<T>(from: readonly (readonly [T, number])[]): T
  chance(probability: number): boolean
  /** A text of this length from the characters of an alphabet. */
  text(alphabet: string, length: number): string
}

/** A generator (mulberry32) for invented data, not for secrets. */
export function createDraw(seed: number): Draw {
  let state = seed >>> 0

  const unit = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed

    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const between = (low: number, high: number) => low + Math.floor(unit() * (high - low + 1))

  return {
    unit,
    between,
    pick: (from) => from[between(0, from.length - 1)]!,
    weighted(from) {
      let remainingWeight = unit() * from.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [item, weight] of from) if ((remainingWeight -= weight) < 0) return item

      return from.at(-1)![0]
    },
    chance: (probability) => unit() < probability,
    text: (alphabet, length) =>
      Array.from({ length }, () => alphabet[between(0, alphabet.length - 1)]).join(''),
  }
}
