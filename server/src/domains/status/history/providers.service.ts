import type { SeenState, ServicePart } from '@chaveiro/contracts/service-states'
import { setTimeout as wait } from 'node:timers/promises'

import type { App } from '../../../platform/app.ts'
import { withTimeout } from '../../../platform/time/timeout.ts'
import { minuteMs, type Seen } from './measure.rules.ts'

/** A slower answer makes people wait: the provider is up, but degraded. */
const slowMs = 4_000
const patienceMs = 8_000

/** One lost answer may be the network's fault: a second try decides. */
const retryDelayMs = 1_000

/** The mail server is checked this rarely while it is up: some servers limit connections. */
const mailEveryMinutes = 5

export type KnownStates = ReadonlyMap<string, { state: SeenState; measuredAt: Date }>

/**
 * The current state of each provider. A provider that was switched off after it had been checked
 * is paused; one that never was checked has no state.
 */
export async function checkProviders(
  app: App,
  knownParts: KnownStates,
  minute: number,
): Promise<Seen> {
  const checks = Object.entries(checksOf(app)) as [ServicePart, Check | null][]

  const results = await Promise.all(
    checks.map(async ([part, look]) => {
      if (!look) return knownParts.has(part) ? ([part, { state: 'paused' }] as const) : null
      if (part === 'mail' && isMailFresh(knownParts, minute))
        return [part, { state: 'up' }] as const

      return [part, await stateOf(look)] as const
    }),
  )

  return Object.fromEntries(results.filter((one) => one !== null))
}

type Check = () => Promise<unknown>

function checksOf({ providers }: App): Partial<Record<ServicePart, Check | null>> {
  const { charges, crypto, chat, mail } = providers
  return {
    pix: charges.pix && (() => charges.pix!.check()),
    card: charges.stripe && (() => charges.stripe!.check()),
    crypto: crypto && (() => crypto.check()),
    chat:
      chat &&
      (async () => {
        const answer = await chat.guild()
        // It answers and only asks for slower calls: it is up.
        if (answer.kind !== 'ok' && answer.kind !== 'rate-limited') throw new Error(answer.reason)
      }),
    mail: mail && (() => mail.check()),
  }
}

function isMailFresh(knownParts: KnownStates, minute: number): boolean {
  const last = knownParts.get('mail')
  return (
    last?.state === 'up' &&
    minute - last.measuredAt.getTime() < mailEveryMinutes * minuteMs &&
    (minute / minuteMs) % mailEveryMinutes !== 0
  )
}

async function stateOf(look: Check): Promise<{ state: SeenState; detail?: string }> {
  for (let attempt = 1; ; attempt++) {
    const from = performance.now()
    try {
      await withTimeout(patienceMs, look())
      const elapsedMs = performance.now() - from

      return elapsedMs > slowMs
        ? { state: 'degraded', detail: `answered after ${Math.round(elapsedMs)} ms` }
        : { state: 'up' }
    } catch (error) {
      // Errors of adapters hold no secrets (json-call.ts, stripe-shared.ts, smtp.ts).
      if (attempt === 2) return { state: 'down', detail: (error as Error).message.slice(0, 200) }
      await wait(retryDelayMs)
    }
  }
}
