import { createHmac, randomBytes } from 'node:crypto'

/**
 * Limits what one network adds to the counts of a day, so that a script cannot fake a crowd. Networks
 * are in memory only, for a day, as hashes with a random secret.
 */
export type Visitors = {
  /**
   * Under which source a step counts; null when it counts no more. `other` stands for the sources
   * beyond those that one network may name.
   */
  admit(day: string, step: string, seen: { network: string; source: string }): string | null
}

/** Steps of each kind that a network adds a day; an office or a carrier hides many people. */
const stepsADay = 50

/** Sources that a network names a day. */
const sourcesADay = 5

/** The limit of networks in memory; beyond it, all counts start again. */
const mostNetworks = 50_000

export function createVisitors(other: string): Visitors {
  let today = ''
  let secret = randomBytes(32)
  const networks = new Map<string, { steps: Map<string, number>; sources: Set<string> }>()

  function of(day: string, network: string) {
    if (day !== today) secret = randomBytes(32)
    if (day !== today || networks.size >= mostNetworks) networks.clear()
    today = day
    const key = createHmac('sha256', secret).update(network).digest('base64url').slice(0, 16)
    const known = networks.get(key) ?? { steps: new Map<string, number>(), sources: new Set() }
    networks.set(key, known)

    return known
  }

  return {
    admit(day, step, { network, source }) {
      const { steps, sources } = of(day, network)
      const count = steps.get(step) ?? 0
      if (count >= stepsADay) return null

      steps.set(step, count + 1)
      // A visit that came by itself names no source.
      if (source === '' || sources.has(source)) return source
      if (sources.size >= sourcesADay) return other

      sources.add(source)

      return source
    },
  }
}
