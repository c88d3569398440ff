import { currentLanguage } from '../../../i18n/language.ts'

/** What a bar shows of a day. */
export type DayKind = 'up' | 'degraded' | 'down' | 'paused' | 'unknown'

/** A day's minutes by what was seen in them. */
export type Day = Record<DayKind, number>

/** A day as it is sent: noughts at the end are left out. */
export const dayOf = ([
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

/** The worst of a day is what its bar shows; nothing seen is never up (P191). */
export function kindOf(day: Day): DayKind {
  const kinds = ['down', 'degraded', 'up', 'paused'] as const
  return kinds.find((kind) => day[kind] > 0) ?? 'unknown'
}

/** What part of a day was measured, from 0 to 1. */
export function measuredShare(day: Day): number {
  const measured = day.up + day.degraded + day.down + day.paused
  return measured / Math.max(1, measured + day.unknown)
}

/** The day so many days before another, YYYY-MM-DD. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10)

/** Minutes in words: the two largest units of days, hours and minutes. */
export function minutesInWords(minutes: number): string {
  const units = [
    ['day', Math.floor(minutes / 1440)],
    ['hour', Math.floor(minutes / 60) % 24],
    ['minute', Math.floor(minutes) % 60],
  ] as const

  const first = units.findIndex(([, count]) => count > 0)
  const shown = first < 0 ? units.slice(2) : units.slice(first, first + 2)

  return shown
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
