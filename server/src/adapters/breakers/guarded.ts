import { ownActs, type Breakers, type GuardedName } from '../../platform/load/breakers.ts'

/**
 * The calls that somebody waits for, or waiting money. What else a provider is asked for (refunds,
 * reports of fraud, its webhooks) has jobs of its own that try again, and its failing says nothing
 * of whether a buyer can pay.
 */
const waitedFor: readonly string[] = ['charge', 'read', 'cancel', 'quote', 'deposits']

/** A provider whose calls go through its breaker; those for which nobody waits go past it. */
export function guarded<P extends object>(port: P, name: GuardedName, breakers: Breakers): P {
  type Call = (...given: unknown[]) => Promise<unknown>

  const through = (key: string, call: Call): unknown => {
    if (key === 'check') return () => breakers.look(name, () => call())

    if (waitedFor.includes(key))
      return (...given: unknown[]) =>
        breakers.guard(
          name,
          () => call(...given),
          ownActs.find((act) => act === key),
        )

    if (key !== 'verifyWebhook') return call

    return (...given: unknown[]) => {
      const hints: unknown = call(...given)
      if (hints) breakers.heard(name)

      return hints
    }
  }

  const made = Object.entries(port).map(([key, call]) => [key, through(key, call as Call)])

  return Object.fromEntries(made) as P
}
