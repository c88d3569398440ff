import { date as readersDate } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { knownSite } from '../../../state/watched-site.ts'
import { shortDay, shortMoment } from '../components/moment.ts'

/** The shop's time zone. */
export const shopZone = (): string => knownSite().store.timeZone

/**
 * A day, or a moment in the short form of tables, in the shop's time zone and the current language.
 * So staff in different zones read the same time everywhere (P322, P660).
 */
export function date(
  value: Parameters<typeof readersDate>[0],
  style: 'day' | 'moment' = 'day',
): string {
  const at = new Date(value ?? Number.NaN)
  if (style === 'day' || Number.isNaN(at.getTime()))
    return readersDate(value, style, currentLanguage(), shopZone())

  return shortMoment(at, new Date(), shopZone(), currentLanguage())
}

/** A day in the short form of tables, such as '3 jan 2026'. */
export const shortDate = (value: string, timeZone: string = shopZone()): string =>
  shortDay(new Date(value), timeZone, currentLanguage())

/** Wall-clock time of a zone at an instant, as if it were UTC, in milliseconds. */
function wallClockTime(at: number, timeZone: string): number {
  const dateParts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at)

  const partValue = (type: string) => dateParts.find((one) => one.type === type)?.value

  const day = `${partValue('year')}-${partValue('month')}-${partValue('day')}`
  const time = `${partValue('hour')}:${partValue('minute')}:${partValue('second')}`

  return Date.parse(`${day}T${time}Z`)
}

/** Value of a datetime-local field for an instant, to the minute, in the shop's time zone. */
export const fieldOfMoment = (at: Date, timeZone: string = shopZone()): string =>
  new Date(wallClockTime(at.getTime(), timeZone)).toISOString().slice(0, 16)

/**
 * The instant of a datetime-local field in the shop's time zone; an invalid date for an invalid
 * value. A time in a skipped hour becomes the hour after it; in a repeated hour the first instant
 * wins.
 */
export function momentOfField(field: string, timeZone: string = shopZone()): Date {
  const wantedWallTime = Date.parse(`${field}Z`)
  if (Number.isNaN(wantedWallTime)) return new Date(Number.NaN)

  // The zone's offsets a day before and a day after: one of the two applies at the instant.
  const dayInMs = 86_400_000
  const distances = [wantedWallTime - dayInMs, wantedWallTime + dayInMs].map(
    (near) => wallClockTime(near, timeZone) - near,
  )
  const candidates = distances.map((distance) => wantedWallTime - distance)

  return new Date(
    candidates.find((at) => wallClockTime(at, timeZone) === wantedWallTime) ?? candidates[0]!,
  )
}
