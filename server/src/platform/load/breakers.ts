/** Providers with a circuit breaker: those that move money, because a buyer waits for them. */
export const guardedNames = ['pix', 'card', 'crypto'] as const
export type GuardedName = (typeof guardedNames)[number]

/**
 * Calls that a buyer waits for. Each has its own failure count besides the provider's: a provider
 * that answers reads may still fail to create charges (F259).
 */
export const buyerActs = ['charge', 'quote', 'cancel'] as const
export type BuyerAct = (typeof buyerActs)[number]

/**
 * State of a provider's circuit breaker. Closed: calls go through. Open: calls fail at once with
 * ProviderUnknown, except for one probe at a time. Half-open: a probe is running.
 */
type BreakerState = {
  name: GuardedName
  state: 'closed' | 'open' | 'half-open'
  /** The adapter's last error message, which contains no secrets. */
  reason: string | null
  /** Number of failed probes since the breaker opened. */
  failedProbes: number
  /** When the breaker opened; null while it is closed. */
  since: Date | null
}

export type Breakers = {
  /**
   * Makes a call if the breaker is closed or this call is the next probe. Otherwise throws
   * ProviderUnknown without a call. If only calls of one `act` fail, only calls of this `act` are
   * blocked.
   */
  guard<T>(name: GuardedName, work: () => Promise<T>, act?: BuyerAct): Promise<T>
  /** Makes a read-only call even while the breaker is open; a successful answer closes it. */
  look<T>(name: GuardedName, work: () => Promise<T>): Promise<T>
  /** Call this for a genuine webhook: the provider is alive, so the next call is the probe. */
  heard(name: GuardedName): void
  /**
   * The breaker of each provider for buyers, from all processes, at most ten seconds old. The
   * breaker of a provider that cannot create charges is not closed, even if the provider answers
   * other calls.
   */
  states(): Promise<BreakerState[]>
  /**
   * Whether the next charge would be refused without a call, because the next probe is not due yet.
   */
  isShut(name: GuardedName): Promise<boolean>
  /** Reserves the next probe for this process; returns whether that succeeded. */
  claim(name: GuardedName): Promise<boolean>
  /** Clears all failures after the provider's credentials changed. */
  reset(name: GuardedName): Promise<void>
}

/**
 * After this number of failed probes in a row, about 15 seconds, the next call is expected to fail.
 */
export const downAfter = 2

/**
 * State of a failing provider that buyers see: `unstable` if the next call may succeed, `down` if
 * the next call will probably fail.
 */
export type Trouble = 'unstable' | 'down'

export async function readTroubles({ breakers }: { breakers: Breakers }) {
  const troubleByProvider: Partial<Record<GuardedName, Trouble>> = {}
  for (const { name, state, failedProbes } of await breakers.states())
    if (state !== 'closed')
      troubleByProvider[name] = failedProbes >= downAfter ? 'down' : 'unstable'

  return troubleByProvider
}
