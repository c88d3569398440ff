import type { SeenState, ServicePart } from '@chaveiro/contracts/service-states'

import type { HealthCheck } from '../../../platform/observe/health.ts'
import { storeDay } from '../../../platform/time/store-calendar.ts'

/** What a look found, by part. */
export type Seen = Partial<Record<ServicePart, { state: SeenState; detail?: string | undefined }>>

/** What was found from one minute to another, both counted. */
export type Spell = { from: number; to: number; seen: Seen }

export const minuteMs = 60_000

/** A look stands for the minutes since the last one, but for no more than this. */
export const longestStepMinutes = 3

/** A time of the last look that lies further ahead was written by a clock that was wrong. */
export const clockLeapMs = 3_600_000

/** The minute an instant lies in, in milliseconds. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / minuteMs) * minuteMs

type Failing = Awaited<ReturnType<HealthCheck['check']>>['failing']

/** Whether nothing can be written down now, so that what is seen has to be remembered. */
export const cannotWrite = (failing: Failing): boolean =>
  failing.includes('database') || failing.includes('database_read_only')

/** How the shop itself stands, by what its health says; the owner may have closed it. */
export function ownStates(failing: Failing, isClosed: boolean): Seen {
  const detail = failing.join(', ') || undefined
  const seen = (state: SeenState) => ({ state, detail: state === 'up' ? undefined : detail })
  const lacks = (...names: Failing) => names.some((name) => failing.includes(name))

  const state = (isDown: boolean, isDegraded = false) => {
    if (isDown) return seen('down')
    return seen(isDegraded ? 'degraded' : 'up')
  }

  const noDatabase = lacks('database')

  return {
    shop: isClosed
      ? { state: 'paused' }
      : state(noDatabase, lacks('database_read_only', 'vault', 'disk')),
    database: state(noDatabase, lacks('database_read_only')),
    delivery: state(lacks('database', 'database_read_only', 'vault', 'worker')),
  }
}

/**
 * The minutes that a spell adds to what is counted up to a minute (null: nothing is): none twice,
 * and the short step between two looks with them.
 */
export function newMinutes({ from, to }: Spell, counted: number | null): number[] {
  const stepFrom =
    counted !== null && counted < from && from - counted <= longestStepMinutes * minuteMs
      ? counted + minuteMs
      : from

  const first = counted === null ? stepFrom : Math.max(stepFrom, counted + minuteMs)
  const count = Math.max(0, (to - first) / minuteMs + 1)

  return Array.from({ length: count }, (_, index) => first + index * minuteMs)
}

/** How many of these minutes lie in each day of the shop's calendar. */
export function byDay(timeZone: string, minutes: readonly number[]): Map<string, number> {
  const days = new Map<string, number>()
  // No zone changes its day within a quarter of an hour.
  const quarters = Map.groupBy(minutes, (minute) => Math.floor(minute / (15 * minuteMs)))

  for (const of of quarters.values()) {
    const day = storeDay(timeZone, new Date(of[0]!))
    days.set(day, (days.get(day) ?? 0) + of.length)
  }

  return days
}

/** Whether two looks found the same, so that they are one spell. */
export const isSame = (one: Seen, other: Seen): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
