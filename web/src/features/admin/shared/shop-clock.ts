import { date as readersDate } from '../../../i18n/format.ts'
import { currentLanguage } from '../../../i18n/language.ts'
import { knownSite } from '../../../state/watched-site.ts'

/** The zone of the shop's clock. */
export const shopZone = (): string => knownSite().store.timeZone

/**
 * A moment in the language of the screen by the shop's clock, so that two of the staff who look
 * from two places read the same hour, which is also that of the tables (P660).
 */
export const date = (
  value: Parameters<typeof readersDate>[0],
  style?: Parameters<typeof readersDate>[1],
): string => readersDate(value, style, currentLanguage(), shopZone())

/** What the clock of a zone shows at a moment, as if it were the one of Greenwich. */
function wallTime(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at)

  const part = (type: string) => parts.find((one) => one.type === type)?.value

  return Date.parse(
    `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`,
  )
}

/** A moment as a form's field of date and time holds it, to the minute, by the shop's clock. */
export const fieldOfMoment = (at: Date, timeZone: string = shopZone()): string =>
  new Date(wallTime(at.getTime(), timeZone)).toISOString().slice(0, 16)

/**
 * The moment at which the shop's clock shows what a form's field of date and time holds; not a time
 * when it holds none. In the hour that a clock skips it is the one after, in the one that it shows
 * twice the first.
 */
export function momentOfField(field: string, timeZone: string = shopZone()): Date {
  const wanted = Date.parse(`${field}Z`)
  if (Number.isNaN(wanted)) return new Date(Number.NaN)

  // The distance to Greenwich a day before and a day after: one of the two holds at that moment.
  const day = 86_400_000
  const distances = [wanted - day, wanted + day].map((near) => wallTime(near, timeZone) - near)
  const candidates = distances.map((distance) => wanted - distance)

  return new Date(candidates.find((at) => wallTime(at, timeZone) === wanted) ?? candidates[0]!)
}
