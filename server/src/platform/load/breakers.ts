/** The providers whose calls are watched: those that move money, since somebody waits for them. */
export const guardedNames = ['pix', 'card', 'crypto'] as const
export type GuardedName = (typeof guardedNames)[number]

/**
 * What a buyer presses for. Such an act has a count of its own beside the provider's, since reads
 * that are answered say nothing of whether a charge can be made (F259).
 */
export const ownActs = ['charge', 'quote', 'cancel'] as const
export type OwnAct = (typeof ownActs)[number]

/**
 * How the calls to a provider go: closed, they go through; open, one at a time is let through as a
 * probe, and all others are told at once that nothing is known; half-open, such a probe is under way.
 */
type BreakerState = {
  name: GuardedName
  state: 'closed' | 'open' | 'half-open'
  /** What the last call met, of an adapter, so without any secret. */
  reason: string | null
  /** Probes that failed since it opened. */
  failedProbes: number
  /** Since when it is not closed; null while it is. */
  since: Date | null
}

export type Breakers = {
  /**
   * Make a call, if calls go through now or this one is the next probe. Throws ProviderUnknown
   * without asking when not: what is not asked is as little known as what is not answered, so
   * nothing may be concluded from it. An act of its own is held back alone when it alone fails.
   */
  guard<T>(name: GuardedName, work: () => Promise<T>, act?: OwnAct): Promise<T>
  /** The same for a look that asks for nothing: it is always made, and a good answer closes. */
  look<T>(name: GuardedName, work: () => Promise<T>): Promise<T>
  /** It sent us something genuine, so it lives: the next call is the probe. */
  heard(name: GuardedName): void
  /**
   * How each stands now for a buyer, whichever process noticed it; at most ten seconds old. One that
   * makes no charges is not closed, even if it answers otherwise.
   */
  states(): Promise<BreakerState[]>
  /** Whether the next charge would be refused unasked: no probe is due yet. */
  isShut(name: GuardedName): Promise<boolean>
  /** Take the right to make the next probe; one process gets it. */
  claim(name: GuardedName): Promise<boolean>
  /** It is another one now (its credentials changed): nothing is held against it. */
  reset(name: GuardedName): Promise<void>
}

/** So many probes failed in a row, a quarter of a minute in all: the next call fails for certain. */
export const downAfter = 2

/**
 * What is told of a provider: nothing while it answers, `unstable` when calls fail but the next one
 * may pass, `down` when it certainly fails.
 */
export type Trouble = 'unstable' | 'down'

export async function troubles({ breakers }: { breakers: Breakers }) {
  const told: Partial<Record<GuardedName, Trouble>> = {}
  for (const { name, state, failedProbes } of await breakers.states())
    if (state !== 'closed') told[name] = failedProbes >= downAfter ? 'down' : 'unstable'

  return told
}
