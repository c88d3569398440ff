import type { SeenState, ServicePart } from '@chaveiro/contracts/service-states'

import type { HealthCheck } from '../../../platform/observe/health.ts'
import { storeDay } from '../../../platform/time/store-calendar.ts'

/** The result of a check, by part. */
export type Seen = Partial<Record<ServicePart, { state: SeenState; detail?: string | undefined }>>

/** Checks in a row with equal results: the minutes of the first and of the last check. */
export type Spell = { from: number; to: number; seen: Seen }

export const minuteMs = 60_000

/** A check counts for the minutes since the previous check, but at most for this number. */
export const longestStepMinutes = 3

/** A stored check further in the future than this comes from a wrong clock. */
export const clockLeapMs = 3_600_000

/** The start of an instant's minute, in epoch milliseconds. */
export const minuteOf = (at: Date): number => Math.floor(at.getTime() / minuteMs) * minuteMs

type Failing = Awaited<ReturnType<HealthCheck['check']>>['failing']

/** Whether the database accepts no writes now, so that results must be remembered. */
export const cannotWrite = (failing: Failing): boolean =>
  failing.includes('database') || failing.includes('database_read_only')

/**
 * The states of the shop's own parts, from its health check. The part `shop` is paused while the
 * owner keeps the shop closed.
 */
export function ownStates(failing: Failing, isClosed: boolean): Seen {
  const failureDetail = failing.join(', ') || undefined
  const stateWithDetail = (state: SeenState) => ({
    state,
    detail: state === 'up' ? undefined : failureDetail,
  })
  const isFailing = (...names: Failing) => names.some((name) => failing.includes(name))

  const stateFor = (isDown: boolean, isDegraded = false) => {
    if (isDown) return stateWithDetail('down')
    return stateWithDetail(isDegraded ? 'degraded' : 'up')
  }

  const noDatabase = isFailing('database')

  return {
    shop: isClosed
      ? { state: 'paused' }
      : stateFor(noDatabase, isFailing('database_read_only', 'vault', 'disk')),
    database: stateFor(noDatabase, isFailing('database_read_only')),
    delivery: stateFor(isFailing('database', 'database_read_only', 'vault', 'worker')),
  }
}

/**
 * The minutes of a spell after `counted`, the last minute counted so far (null: none). Includes the
 * short step between two checks.
 */
export function newMinutes({ from, to }: Spell, counted: number | null): number[] {
  const isNearStep = counted !== null && from - counted <= longestStepMinutes * minuteMs
  const firstMinute = isNearStep ? counted + minuteMs : from
  const minuteCount = Math.max(0, (to - firstMinute) / minuteMs + 1)

  return Array.from({ length: minuteCount }, (_, index) => firstMinute + index * minuteMs)
}

/** The number of minutes in each day of the shop's calendar. */
export function countByDay(timeZone: string, minutes: readonly number[]): Map<string, number> {
  const minutesByDay = new Map<string, number>()
  // No time zone changes its day within a quarter of an hour.
  const quarters = Map.groupBy(minutes, (minute) => Math.floor(minute / (15 * minuteMs)))

  for (const quarterMinutes of quarters.values()) {
    const minuteDay = storeDay(timeZone, new Date(quarterMinutes[0]!))
    minutesByDay.set(minuteDay, (minutesByDay.get(minuteDay) ?? 0) + quarterMinutes.length)
  }

  return minutesByDay
}

/** Whether two checks have equal results, and so belong to one spell. */
export const isSameState = (one: Seen, other: Seen): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
