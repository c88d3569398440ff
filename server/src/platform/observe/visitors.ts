import { createHmac, randomBytes } from 'node:crypto'

/**
 * Limits how much one network adds to a day's visit counts, so that a script cannot fake a crowd.
 * Networks stay in memory only, for a day, as hashes with a random secret.
 */
export type Visitors = {
  /**
   * The source under which to count a step; null above the limit of steps. A network that exceeds
   * its number of sources is counted under `other`.
   */
  admit(day: string, step: string, seen: { network: string; source: string }): string | null
}

/**
 * How many steps of each kind one network may add a day; many people share the network of an office
 * or a mobile carrier.
 */
const stepsADay = 50

/** How many sources one network may name a day. */
const sourcesADay = 5

/** The maximum number of networks in memory; above it, all counts start again. */
const mostNetworks = 50_000

export function createVisitors(other: string): Visitors {
  let currentDay = ''
  let daySecret = randomBytes(32)
  const countsByNetwork = new Map<string, { steps: Map<string, number>; sources: Set<string> }>()

  function networkCountsOf(day: string, network: string) {
    if (day !== currentDay) daySecret = randomBytes(32)
    if (day !== currentDay || countsByNetwork.size >= mostNetworks) countsByNetwork.clear()
    currentDay = day
    const networkKey = createHmac('sha256', daySecret)
      .update(network)
      .digest('base64url')
      .slice(0, 16)
    const networkCounts = countsByNetwork.get(networkKey) ?? {
      steps: new Map<string, number>(),
      sources: new Set(),
    }
    countsByNetwork.set(networkKey, networkCounts)

    return networkCounts
  }

  return {
    admit(day, step, { network, source }) {
      const { steps, sources } = networkCountsOf(day, network)
      const stepCount = steps.get(step) ?? 0
      if (stepCount >= stepsADay) return null

      steps.set(step, stepCount + 1)
      // A direct visit has no source.
      if (source === '' || sources.has(source)) return source
      if (sources.size >= sourcesADay) return other

      sources.add(source)

      return source
    },
  }
}
