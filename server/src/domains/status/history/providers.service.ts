import type { SeenState, ServicePart } from '@chaveiro/contracts/service-states'
import { setTimeout as wait } from 'node:timers/promises'

import type { App } from '../../../platform/app.ts'
import { within } from '../../../platform/time/timeout.ts'
import { minuteMs, type Seen } from './measure.rules.ts'

/** An answer that takes longer makes people wait: the service is up, but not as it should be. */
const slowMs = 4_000
const patienceMs = 8_000

/** One lost answer is the weather of the network: it is asked once more before that counts. */
const againMs = 1_000

/** A mail server is greeted so seldom while all is well: some count who comes in. */
const mailEveryMinutes = 5

export type KnownStates = ReadonlyMap<string, { state: SeenState; measuredAt: Date }>

/**
 * How each provider answers now. One that is switched off but was seen before is paused; one that
 * never was has no state.
 */
export async function lookAtProviders(app: App, known: KnownStates, minute: number): Promise<Seen> {
  const looks = Object.entries(looksOf(app)) as [ServicePart, Look | null][]

  const found = await Promise.all(
    looks.map(async ([part, look]) => {
      if (!look) return known.has(part) ? ([part, { state: 'paused' }] as const) : null
      if (part === 'mail' && isMailFresh(known, minute)) return [part, { state: 'up' }] as const

      return [part, await stateOf(look)] as const
    }),
  )

  return Object.fromEntries(found.filter((one) => one !== null))
}

type Look = () => Promise<unknown>

function looksOf({ providers }: App): Partial<Record<ServicePart, Look | null>> {
  const { charges, crypto, chat, mail } = providers
  return {
    pix: charges.pix && (() => charges.pix!.check()),
    card: charges.stripe && (() => charges.stripe!.check()),
    crypto: crypto && (() => crypto.check()),
    chat:
      chat &&
      (async () => {
        const answer = await chat.guild()
        // It answers, and only asks for patience: it is there.
        if (answer.kind !== 'ok' && answer.kind !== 'rate-limited') throw new Error(answer.reason)
      }),
    mail: mail && (() => mail.check()),
  }
}

function isMailFresh(known: KnownStates, minute: number): boolean {
  const last = known.get('mail')
  return (
    last?.state === 'up' &&
    minute - last.measuredAt.getTime() < mailEveryMinutes * minuteMs &&
    (minute / minuteMs) % mailEveryMinutes !== 0
  )
}

async function stateOf(look: Look): Promise<{ state: SeenState; detail?: string }> {
  for (let attempt = 1; ; attempt++) {
    const from = performance.now()
    try {
      await within(patienceMs, look())
      const took = performance.now() - from

      return took > slowMs
        ? { state: 'degraded', detail: `answered after ${Math.round(took)} ms` }
        : { state: 'up' }
    } catch (error) {
      // What adapters throw holds no secret (json-call.ts, stripe-shared.ts, smtp.ts).
      if (attempt === 2) return { state: 'down', detail: (error as Error).message.slice(0, 200) }
      await wait(againMs)
    }
  }
}
