import { createHmac, randomBytes } from 'node:crypto'

/**
 * Limits how much one network adds to a day's counts, so that a script cannot fake a crowd.
 * Networks are in memory only, for a day, as hashes with a random secret.
 */
export type Visitors = {
  /**
   * The source to count a step under; null over the limit. `other` groups the sources beyond those
   * that one network may name.
   */
  admit(day: string, step: string, seen: { network: string; source: string }): string | null
}

/**
 * Steps of each kind that a network adds a day; an office or a mobile carrier hides many people.
 */
const stepsADay = 50

/** Sources that one network may name a day. */
const sourcesADay = 5

/** The limit of networks in memory; beyond it, all counts start again. */
const mostNetworks = 50_000

export function createVisitors(other: string): Visitors {
  let today = ''
  let secret = randomBytes(32)
  const networks = new Map<string, { steps: Map<string, number>; sources: Set<string> }>()

  function countsOf(day: string, network: string) {
    if (day !== today) secret = randomBytes(32)
    if (day !== today || networks.size >= mostNetworks) networks.clear()
    today = day
    const key = createHmac('sha256', secret).update(network).digest('base64url').slice(0, 16)
    const networkCounts = networks.get(key) ?? {
      steps: new Map<string, number>(),
      sources: new Set(),
    }
    networks.set(key, networkCounts)

    return networkCounts
  }

  return {
    admit(day, step, { network, source }) {
      const { steps, sources } = countsOf(day, network)
      const count = steps.get(step) ?? 0
      if (count >= stepsADay) return null

      steps.set(step, count + 1)
      // A direct visit has no source.
      if (source === '' || sources.has(source)) return source
      if (sources.size >= sourcesADay) return other

      sources.add(source)

      return source
    },
  }
}
