/**
 * The source of business time, so that tests can move the time. Only timers, measurements and ids
 * read the system clock directly.
 */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** The instant that is a number of seconds later. */
export const secondsAfter = (from: Date, seconds: number): Date =>
  new Date(from.getTime() + seconds * 1000)

/** The instant that is a number of calendar months earlier, in UTC. */
export function monthsBefore(from: Date, months: number): Date {
  const earlierDate = new Date(from)
  earlierDate.setUTCDate(1)
  earlierDate.setUTCMonth(earlierDate.getUTCMonth() - months)
  const daysInMonth = new Date(
    Date.UTC(earlierDate.getUTCFullYear(), earlierDate.getUTCMonth() + 1, 0),
  ).getUTCDate()
  earlierDate.setUTCDate(Math.min(from.getUTCDate(), daysInMonth))

  return earlierDate
}
