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
