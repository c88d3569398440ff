/** The source of time: tests move it, so the shop never calls Date itself. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** The instant a number of seconds later. */
export const secondsAfter = (from: Date, seconds: number): Date =>
  new Date(from.getTime() + seconds * 1000)

/** The instant a number of calendar months earlier, in UTC. */
export function monthsBefore(from: Date, months: number): Date {
  const before = new Date(from)
  before.setUTCDate(1)
  before.setUTCMonth(before.getUTCMonth() - months)
  const days = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0)).getUTCDate()
  before.setUTCDate(Math.min(from.getUTCDate(), days))

  return before
}
