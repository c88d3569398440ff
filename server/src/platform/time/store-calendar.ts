import { sql, type SQL } from 'drizzle-orm'

import type { App } from '../app.ts'

type Column = Parameters<typeof sql>[1]

/**
 * Conditions that a column lies between two limits (Q36). A date includes its whole day in the
 * shop's time zone; an instant is exact; a missing limit is open.
 */
export function withinDays(
  app: App,
  column: Column,
  startDate: string | undefined,
  endDate: string | undefined,
): SQL[] {
  const storeZone = app.config.timeZone
  const midnightSql = (day: string, plus: number) =>
    sql`((${day}::date + ${plus}::int)::timestamp at time zone ${storeZone})`
  const isPlainDay = (value: string) => value.length === 10
  const conditions: SQL[] = []

  if (startDate)
    conditions.push(
      isPlainDay(startDate)
        ? sql`${column} >= ${midnightSql(startDate, 0)}`
        : sql`${column} >= ${startDate}::timestamptz`,
    )

  if (endDate)
    conditions.push(
      isPlainDay(endDate)
        ? sql`${column} < ${midnightSql(endDate, 1)}`
        : sql`${column} <= ${endDate}::timestamptz`,
    )

  return conditions
}

/** The store's calendar day at an instant, YYYY-MM-DD. */
export const storeDay = (timeZone: string, instant: Date): string =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant)

/** The store's local time at an instant, YYYY-MM-DDTHH:MM. */
export const storeMinute = (timeZone: string, instant: Date): string =>
  `${storeDay(timeZone, instant)}T${new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
  }).format(instant)}`

/** The date that is a number of days later, or earlier for a negative number. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * The instant at which a date begins in the store's time zone. PostgreSQL calculates it, because it
 * knows daylight saving changes.
 */
export const startOfDay = (timeZone: string, day: string): SQL =>
  sql`((${day}::date)::timestamp at time zone ${timeZone})`
