import { sql, type SQL } from 'drizzle-orm'
import type { App } from './app.ts'

type Column = Parameters<typeof sql>[1]

/** Conditions that a column lies between two ends (Q36): a plain day counts whole in the shop's time zone, an instant as it is; an absent end is open. */
export function withinDays(app: App, column: Column, startDate: string | undefined, endDate: string | undefined): SQL[] {
  const zone = app.config.timeZone
  const midnight = (day: string, plus: number) => sql`((${day}::date + ${plus}::int)::timestamp at time zone ${zone})`
  const isDay = (value: string) => value.length === 10
  const parts: SQL[] = []
  if (startDate) parts.push(isDay(startDate) ? sql`${column} >= ${midnight(startDate, 0)}` : sql`${column} >= ${startDate}::timestamptz`)
  if (endDate) parts.push(isDay(endDate) ? sql`${column} < ${midnight(endDate, 1)}` : sql`${column} <= ${endDate}::timestamptz`)
  return parts
}
