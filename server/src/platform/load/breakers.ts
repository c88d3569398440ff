/** Providers with a circuit breaker: those that move money, because a buyer waits for them. */
export const guardedNames = ['pix', 'card', 'crypto'] as const
export type GuardedName = (typeof guardedNames)[number]

/**
 * Acts of a buyer. Each has a failure count beside the provider's: a provider that answers reads
 * may still fail to create charges (F259).
 */
export const buyerActs = ['charge', 'quote', 'cancel'] as const
export type BuyerAct = (typeof buyerActs)[number]

/**
 * State of a provider's circuit breaker. Closed: calls go through. Open: calls fail at once with
 * ProviderUnknown, except one at a time, which is the probe. Half-open: that probe is running.
 */
type BreakerState = {
  name: GuardedName
  state: 'closed' | 'open' | 'half-open'
  /** The adapter's last error; adapters put no secrets there. */
  reason: string | null
  /** Failed probes since it opened. */
  failedProbes: number
  /** Time of opening; null while it is closed. */
  since: Date | null
}

export type Breakers = {
  /**
   * Makes a call if the breaker is closed or this call is the next probe. Throws ProviderUnknown
   * otherwise, without calling: nothing may be concluded from a call that was not made. An act that
   * alone fails is held back alone.
   */
  guard<T>(name: GuardedName, work: () => Promise<T>, act?: BuyerAct): Promise<T>
  /** Makes a read-only call regardless of the breaker; a good answer closes it. */
  look<T>(name: GuardedName, work: () => Promise<T>): Promise<T>
  /** The provider sent a genuine webhook, so it is alive: the next call is the probe. */
  heard(name: GuardedName): void
  /**
   * Each provider's state for a buyer, shared by all processes; at most ten seconds old. A provider
   * that cannot create charges is not closed, even if it answers other calls.
   */
  states(): Promise<BreakerState[]>
  /** Whether the next charge would be refused without a call, because no probe is due yet. */
  isShut(name: GuardedName): Promise<boolean>
  /** Takes the right to make the next probe; only one process gets it. */
  claim(name: GuardedName): Promise<boolean>
  /** Clears all failures after the provider's credentials changed. */
  reset(name: GuardedName): Promise<void>
}

/** Failed probes in a row, about 15 seconds, after which the next call is expected to fail. */
export const downAfter = 2

/**
 * Trouble that buyers see: none while the provider answers, `unstable` when the next call may pass,
 * `down` when it is expected to fail.
 */
export type Trouble = 'unstable' | 'down'

export async function readTroubles({ breakers }: { breakers: Breakers }) {
  const troubleByProvider: Partial<Record<GuardedName, Trouble>> = {}
  for (const { name, state, failedProbes } of await breakers.states())
    if (state !== 'closed')
      troubleByProvider[name] = failedProbes >= downAfter ? 'down' : 'unstable'

  return troubleByProvider
}
