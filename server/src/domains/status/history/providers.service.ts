import type { SeenState, ServicePart } from '@chaveiro/contracts/service-states'
import { setTimeout as wait } from 'node:timers/promises'

import type { App } from '../../../platform/app.ts'
import { withTimeout } from '../../../platform/time/timeout.ts'
import { minuteMs, type Seen } from './measure.rules.ts'

/** A slower answer makes people wait: the provider is up, but degraded. */
const slowAnswerMs = 4_000
const patienceMs = 8_000

/** One lost answer may be the network's fault: a second try decides. */
const retryDelayMs = 1_000

/** The mail server is checked this rarely while it is up: some servers limit connections. */
const mailEveryMinutes = 5

export type KnownStates = ReadonlyMap<string, { state: SeenState; measuredAt: Date }>

/**
 * The current state of each provider. A provider that was switched off after a check is paused; a
 * provider that was never checked has no state.
 */
export async function checkProviders(
  app: App,
  knownParts: KnownStates,
  minute: number,
): Promise<Seen> {
  const providerChecks = Object.entries(checksOf(app)) as [ServicePart, Check | null][]

  const checkResults = await Promise.all(
    providerChecks.map(async ([part, look]) => {
      if (!look) return knownParts.has(part) ? ([part, { state: 'paused' }] as const) : null
      if (part === 'mail' && isMailFresh(knownParts, minute))
        return [part, { state: 'up' }] as const

      return [part, await measureState(look)] as const
    }),
  )

  return Object.fromEntries(checkResults.filter((result) => result !== null))
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
        const guildAnswer = await chat.guild()
        // A rate limit is an answer too: the service is up.
        if (guildAnswer.kind !== 'ok' && guildAnswer.kind !== 'rate-limited')
          throw new Error(guildAnswer.reason)
      }),
    mail: mail && (() => mail.check()),
  }
}

function isMailFresh(knownParts: KnownStates, minute: number): boolean {
  const lastMail = knownParts.get('mail')
  return (
    lastMail?.state === 'up' &&
    minute - lastMail.measuredAt.getTime() < mailEveryMinutes * minuteMs &&
    (minute / minuteMs) % mailEveryMinutes !== 0
  )
}

async function measureState(check: Check): Promise<{ state: SeenState; detail?: string }> {
  for (let attempt = 1; ; attempt++) {
    const startedAt = performance.now()
    try {
      await withTimeout(patienceMs, check())
      const elapsedMs = performance.now() - startedAt

      return elapsedMs > slowAnswerMs
        ? { state: 'degraded', detail: `answered after ${Math.round(elapsedMs)} ms` }
        : { state: 'up' }
    } catch (error) {
      // Errors of adapters hold no secrets (json-call.ts, stripe-shared.ts, smtp.ts).
      if (attempt === 2) return { state: 'down', detail: (error as Error).message.slice(0, 200) }
      await wait(retryDelayMs)
    }
  }
}
