import type { status } from '@chaveiro/contracts/server'
import { serviceParts, type ServicePart } from '@chaveiro/contracts/service-states'
import type { z } from 'zod'

import type { KeptHistory } from './history.queries.ts'
import { minuteMs } from './measure.rules.ts'

type History = z.infer<(typeof status)['history']['reply']>

type Failing = Partial<Record<ServicePart, 'degraded' | 'down'>>

/** Nobody looked for so long: nothing is said of now. */
const staleMinutes = 5

/** What everybody may read of it, field by field (P194). */
export function historyView(
  kept: KeptHistory,
  now: Date,
  isOffered: Record<ServicePart, boolean>,
  failing: Failing = {},
): History {
  const isStale = (at: number) => now.getTime() - at > staleMinutes * minuteMs
  const shown = kept.parts
    .filter(({ part, days }) => isOffered[part] || days.some(wasOffered))
    .toSorted((one, other) => serviceParts.indexOf(one.part) - serviceParts.indexOf(other.part))

  const stateNow = (part: KeptHistory['parts'][number]) => {
    if (!isOffered[part.part]) return 'paused' as const

    // What calls meet is known sooner than what a look a minute finds (P564).
    const now = failing[part.part]
    if (now && part.state !== 'down') return now

    return isStale(part.at) ? ('unknown' as const) : part.state
  }

  const isOn = ({ part, to }: KeptHistory['incidents'][number]) =>
    kept.measuredAt !== null &&
    !isStale(kept.measuredAt) &&
    to === kept.measuredAt + minuteMs &&
    isOffered[part]

  return {
    today: kept.today,
    since: kept.since,

    parts: shown.map((part) => ({
      part: part.part,
      state: stateNow(part),
      availability: availabilityOf(part.days),
      days: part.days.map(shortened),
    })),

    incidents: kept.incidents.map((incident) => ({
      id: incident.id,
      part: incident.part,
      worst: incident.worst,
      startedAt: new Date(incident.from).toISOString(),
      endedAt: isOn(incident) ? null : new Date(incident.to).toISOString(),
    })),

    announcements: kept.announcements.map(({ from, to, ...said }) => ({
      ...said,
      startedAt: new Date(from).toISOString(),
      endedAt: to === null ? null : new Date(to).toISOString(),
    })),
  }
}

const wasOffered = ([up = 0, degraded = 0, down = 0]: number[]): boolean => up + degraded + down > 0

/**
 * Of the minutes that were measured the share that was not down, in percent with two decimals;
 * rounded down, so that 100 means all of them. null when there are none.
 */
function availabilityOf(days: readonly number[][]): number | null {
  const sum = (place: number) => days.reduce((total, day) => total + (day[place] ?? 0), 0)
  const served = sum(0) + sum(1)
  const measured = served + sum(2)

  return measured === 0 ? null : Math.floor((served / measured) * 10_000) / 100
}

/** A day without the noughts at its end, and nothing of one in which nothing was seen. */
function shortened(day: readonly number[]): number[] {
  if (day.slice(0, 4).every((minutes) => minutes === 0)) return []

  const end = day.findLastIndex((minutes) => minutes !== 0) + 1

  return day.slice(0, end)
}
