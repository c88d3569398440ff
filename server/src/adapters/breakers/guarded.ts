import { buyerActs, type Breakers, type GuardedName } from '../../platform/load/breakers.ts'

/**
 * Calls that a buyer or a received payment waits for. Other calls (refunds, fraud reports,
 * webhooks) have jobs that retry, and their failures do not show whether a buyer can pay.
 */
const guardedCalls: readonly string[] = ['charge', 'read', 'cancel', 'quote', 'deposits']

/**
 * A provider whose guarded calls go through its breaker. The breaker also counts checks, and a
 * genuine webhook makes the next probe due. Other calls pass unchanged.
 */
export function guarded<P extends object>(port: P, name: GuardedName, breakers: Breakers): P {
  type Call = (...given: unknown[]) => Promise<unknown>

  const wrapCall = (key: string, call: Call): unknown => {
    if (key === 'check') return () => breakers.look(name, () => call())

    if (guardedCalls.includes(key))
      return (...callArguments: unknown[]) =>
        breakers.guard(
          name,
          () => call(...callArguments),
          buyerActs.find((act) => act === key),
        )

    if (key !== 'verifyWebhook') return call

    return (...callArguments: unknown[]) => {
      const webhookHints: unknown = call(...callArguments)
      if (webhookHints) breakers.heard(name)

      return webhookHints
    }
  }

  const wrappedCalls = Object.entries(port).map(([key, call]) => [key, wrapCall(key, call as Call)])

  return Object.fromEntries(wrappedCalls) as P
}
