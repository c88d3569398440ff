import type { statusCall } from '@chaveiro/contracts/server'
import { serviceParts, type ServicePart } from '@chaveiro/contracts/service-states'
import type { z } from 'zod'

import type { StoredHistory } from './history.queries.ts'
import { minuteMs } from './measure.rules.ts'

type History = z.infer<(typeof statusCall)['history']['reply']>

type Failing = Partial<Record<ServicePart, 'degraded' | 'down'>>

/** After this many minutes without a check the current state is unknown. */
const staleMinutes = 5

/** The public fields of the stored history (P194). */
export function historyView(
  history: StoredHistory,
  now: Date,
  isOffered: Record<ServicePart, boolean>,
  failing: Failing = {},
): History {
  const isStale = (measuredAt: number) => now.getTime() - measuredAt > staleMinutes * minuteMs
  const visibleParts = history.parts
    .filter(({ part, days }) => isOffered[part] || days.some(wasOffered))
    .toSorted((one, other) => serviceParts.indexOf(one.part) - serviceParts.indexOf(other.part))

  const stateNow = (part: StoredHistory['parts'][number]) => {
    if (!isOffered[part.part]) return 'paused' as const

    // Failing calls show trouble earlier than the check each minute (P564).
    const failingState = failing[part.part]
    if (failingState && part.state !== 'down') return failingState

    return isStale(part.at) ? ('unknown' as const) : part.state
  }

  const isOngoing = ({ part, to }: StoredHistory['incidents'][number]) =>
    history.measuredAt !== null &&
    !isStale(history.measuredAt) &&
    to === history.measuredAt + minuteMs &&
    isOffered[part]

  return {
    today: history.today,
    since: history.since,

    parts: visibleParts.map((part) => ({
      part: part.part,
      state: stateNow(part),
      availability: availabilityOf(part.days),
      days: part.days.map(withoutTrailingZeros),
    })),

    incidents: history.incidents.map((incident) => ({
      id: incident.id,
      part: incident.part,
      worst: incident.worst,
      startedAt: new Date(incident.from).toISOString(),
      endedAt: isOngoing(incident) ? null : new Date(incident.to).toISOString(),
    })),

    announcements: history.announcements.map(({ from, to, ...said }) => ({
      ...said,
      startedAt: new Date(from).toISOString(),
      endedAt: to === null ? null : new Date(to).toISOString(),
    })),
  }
}

const wasOffered = ([up = 0, degraded = 0, down = 0]: number[]): boolean => up + degraded + down > 0

/**
 * The share of measured minutes that were not down, in percent with two decimals. Rounded down, so
 * that 100 means all of them; null without measured minutes.
 */
function availabilityOf(days: readonly number[][]): number | null {
  const minutesAt = (place: number) => days.reduce((total, day) => total + (day[place] ?? 0), 0)
  const servedMinutes = minutesAt(0) + minutesAt(1)
  const measured = servedMinutes + minutesAt(2)

  return measured === 0 ? null : Math.floor((servedMinutes / measured) * 10_000) / 100
}

/** A day without trailing zeros; empty for a day without measurements. */
function withoutTrailingZeros(day: readonly number[]): number[] {
  if (day.slice(0, 4).every((minutes) => minutes === 0)) return []

  const lengthWithoutZeros = day.findLastIndex((minutes) => minutes !== 0) + 1

  return day.slice(0, lengthWithoutZeros)
}
