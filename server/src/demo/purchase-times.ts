import type { Draw } from './random.ts'

const minute = 60_000
export const day = 86_400_000

/** Minutes that a zone is ahead of UTC at an instant. */
function zoneOffset(timeZone: string, at: Date): number {
  const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')!.value
  const m = /([+-])(\d\d):(\d\d)/.exec(name)
  if (!m) return 0

  const minutes = Number(m[2]) * 60 + Number(m[3])

  return m[1] === '-' ? -minutes : minutes
}

/** The instant of a wall-clock minute so many days before today, in the store's zone. */
export function storeInstant(
  timeZone: string,
  now: Date,
  daysAgo: number,
  minuteOfDay: number,
): Date {
  const wall = new Date(now.getTime() + zoneOffset(timeZone, now) * minute)

  const guess = Date.UTC(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate() - daysAgo,
    0,
    minuteOfDay,
  )

  return new Date(guess - zoneOffset(timeZone, new Date(guess)) * minute)
}

/** From Sunday to Saturday: people buy keys before they play, on Friday and Saturday nights. */
const weekday = [1.15, 0.7, 0.75, 0.85, 0.95, 1.35, 1.5]

/** By hour, from midnight: quiet mornings, lunch, and long evenings. */
const hours = [5, 3, 2, 1, 1, 1, 1, 2, 3, 4, 5, 6, 8, 7, 5, 5, 6, 7, 9, 12, 14, 15, 13, 9]

/**
 * Instants of purchases over the last days, oldest first, none later than ninety minutes before
 * now: a week has its rhythm in the store's zone and the last month sells about twice what the
 * first one did.
 */
export function purchaseInstants(
  draw: Draw,
  { timeZone, now, days, count }: { timeZone: string; now: Date; days: number; count: number },
): Date[] {
  const weights = Array.from({ length: days }, (_, i) => {
    const daysAgo = days - 1 - i
    const noon = storeInstant(timeZone, now, daysAgo, 720)
    const name = new Date(noon.getTime() + zoneOffset(timeZone, noon) * minute).getUTCDay()

    return [daysAgo, weekday[name]! * (0.55 + i / days)] as const
  })

  const latest = now.getTime() - 90 * minute

  return Array.from({ length: count }, () => {
    const at = storeInstant(
      timeZone,
      now,
      draw.weighted(weights),
      draw.weighted(hours.map((weight, hour) => [hour, weight] as const)) * 60 +
        draw.between(0, 59),
    ).getTime()
    return new Date((at > latest ? at - day : at) + draw.between(0, 59_999))
  }).sort((a, b) => a.getTime() - b.getTime())
}
