import type { Draw } from './random.ts'

const minuteMs = 60_000
export const day = 86_400_000

/** Minutes by which a time zone is ahead of UTC at an instant. */
function zoneOffset(timeZone: string, purchasedMs: Date): number {
  const offsetName = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(purchasedMs)
    .find((part) => part.type === 'timeZoneName')!.value
  const offsetMatch = /([+-])(\d\d):(\d\d)/.exec(offsetName)
  if (!offsetMatch) return 0

  const offsetMinutes = Number(offsetMatch[2]) * 60 + Number(offsetMatch[3])

  return offsetMatch[1] === '-' ? -offsetMinutes : offsetMinutes
}

/** The instant of a minute of a past day in the shop's time zone. */
export function storeInstant(
  timeZone: string,
  now: Date,
  daysAgo: number,
  minuteOfDay: number,
): Date {
  const wallClock = new Date(now.getTime() + zoneOffset(timeZone, now) * minuteMs)

  const utcGuess = Date.UTC(
    wallClock.getUTCFullYear(),
    wallClock.getUTCMonth(),
    wallClock.getUTCDate() - daysAgo,
    0,
    minuteOfDay,
  )

  return new Date(utcGuess - zoneOffset(timeZone, new Date(utcGuess)) * minuteMs)
}

/** Weights of weekdays from Sunday: most people buy on Friday and Saturday. */
const weekdayWeights = [1.15, 0.7, 0.75, 0.85, 0.95, 1.35, 1.5]

/** Weights of hours from midnight: quiet mornings, lunch, and long evenings. */
const hourWeights = [5, 3, 2, 1, 1, 1, 1, 2, 3, 4, 5, 6, 8, 7, 5, 5, 6, 7, 9, 12, 14, 15, 13, 9]

/**
 * Instants of purchases in the last days, oldest first, none in the last ninety minutes. They
 * follow the weights of weekdays and hours; the last month has about twice as many as the first.
 */
export function purchaseInstants(
  draw: Draw,
  { timeZone, now, days, count }: { timeZone: string; now: Date; days: number; count: number },
): Date[] {
  const weightedDays = Array.from({ length: days }, (_, i) => {
    const daysAgo = days - 1 - i
    const noon = storeInstant(timeZone, now, daysAgo, 720)
    const weekday = new Date(noon.getTime() + zoneOffset(timeZone, noon) * minuteMs).getUTCDay()

    return [daysAgo, weekdayWeights[weekday]! * (0.55 + i / days)] as const
  })

  const latestMs = now.getTime() - 90 * minuteMs

  return Array.from({ length: count }, () => {
    const purchasedMs = storeInstant(
      timeZone,
      now,
      draw.weighted(weightedDays),
      draw.weighted(hourWeights.map((weight, hour) => [hour, weight] as const)) * 60 +
        draw.between(0, 59),
    ).getTime()
    return new Date(
      (purchasedMs > latestMs ? purchasedMs - day : purchasedMs) + draw.between(0, 59_999),
    )
  }).sort((a, b) => a.getTime() - b.getTime())
}
