import { currentLanguage } from '../../../i18n/language.ts'

export type DayKind = 'up' | 'degraded' | 'down' | 'paused' | 'unknown'

/** Minutes of a day by state. */
export type Day = Record<DayKind, number>

/** Parses a day as sent: trailing zeros are left out. */
export const parseDay = ([
  up = 0,
  degraded = 0,
  down = 0,
  paused = 0,
  unknown = 0,
]: number[]): Day => ({
  up,
  degraded,
  down,
  paused,
  unknown,
})

/** The worst state of a day; an unmeasured day is never up (P191). */
export function worstKind(day: Day): DayKind {
  const kindsByWeight = ['down', 'degraded', 'up', 'paused'] as const
  return kindsByWeight.find((kind) => day[kind] > 0) ?? 'unknown'
}

/** Measured share of a day, 0 to 1. */
export function measuredShare(day: Day): number {
  const measuredMinutes = day.up + day.degraded + day.down + day.paused
  return measuredMinutes / Math.max(1, measuredMinutes + day.unknown)
}

/** The day a number of days before another, YYYY-MM-DD. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

/** Minutes in words: the two largest units of days, hours and minutes. */
export function minutesInWords(minutes: number): string {
  const unitCounts = [
    ['day', Math.floor(minutes / 1440)],
    ['hour', Math.floor(minutes / 60) % 24],
    ['minute', Math.floor(minutes) % 60],
  ] as const

  const firstUnit = unitCounts.findIndex(([, count]) => count > 0)
  const shownUnits =
    firstUnit < 0 ? unitCounts.slice(2) : unitCounts.slice(firstUnit, firstUnit + 2)

  return shownUnits
    .filter(([, count], place) => place === 0 || count > 0)
    .map(([unit, count]) =>
      new Intl.NumberFormat(currentLanguage(), {
        style: 'unit',
        unit,
        unitDisplay: 'short',
      }).format(count),
    )
    .join(' ')
}
