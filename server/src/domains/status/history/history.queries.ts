import {
  announcementKinds,
  incidentsShown,
  seenStates,
  serviceParts,
  statusDaysShown,
} from '@chaveiro/contracts/service-states'
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { columns, oneRow, value, type RowOf } from '../../../db/rows.ts'
import {
  statusAnnouncements,
  statusClock,
  statusDays,
  statusIncidents,
  statusParts,
} from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { daysAfter, storeDay } from '../../../platform/time/store-calendar.ts'

/** The newest minutes may not be measured yet; they do not count as missing. */
const dueSeconds = 180

const milliseconds = (expression: SQL): SQL =>
  sql`(extract(epoch from ${expression}) * 1000)::float8`
const servicePart = z.enum(serviceParts)
const announcementText = z.object({ title: z.string(), text: z.string() })

const historyColumns = columns({
  today: value(sql`c.today`, z.string()),
  measuredAt: value(sql`c.measured_at`, z.number().nullable()),
  since: value(sql`c.since`, z.string().nullable()),

  parts: value(
    sql`c.parts`,
    z.array(
      z.object({
        part: servicePart,
        state: z.enum(seenStates),
        at: z.number(),
        /** Minutes up, degraded, down, paused and unmeasured, oldest day first. */
        days: z.array(z.array(z.int())),
      }),
    ),
  ),

  incidents: value(
    sql`c.incidents`,
    z.array(
      z.object({
        id: z.string(),
        part: servicePart,
        worst: z.enum(['degraded', 'down']),
        from: z.number(),
        to: z.number(),
      }),
    ),
  ),

  announcements: value(
    sql`c.announcements`,
    z.array(
      z.object({
        id: z.string(),
        part: servicePart,
        kind: z.enum(announcementKinds),
        texts: z.object({ 'pt-BR': announcementText, 'en-US': announcementText }),
        from: z.number(),
        to: z.number().nullable(),
      }),
    ),
  ),
})

export type StoredHistory = RowOf<typeof historyColumns>

/**
 * The measured minutes of every part in the last 90 days, with incidents, in one statement. Its
 * cost does not grow over time (P194).
 */
export async function storedHistory(app: App): Promise<StoredHistory> {
  const now = app.clock.now()
  const today = storeDay(app.config.timeZone, now)
  const firstDay = daysAfter(today, 1 - statusDaysShown)
  const shownSince = secondsAfter(now, -statusDaysShown * 86_400)

  return oneRow(
    app,
    historyColumns,
    sql`with days as (${daysBetween(app, firstDay, today)}), parts as (${partsWithDays})
      select ${historyColumns} from (select ${today}::text as today,
        (select ${milliseconds(sql`measured_at`)} from ${statusClock}) as measured_at,
        (select min(day)::text from ${statusDays} where day >= ${firstDay}::date) as since,
        (select coalesce(json_agg(parts), '[]') from parts) as parts,
        (select coalesce(json_agg(shown), '[]')
          from (${incidentsSince(shownSince)}) shown) as incidents,
        (select coalesce(json_agg(said), '[]')
          from (${announcementsSince(shownSince)}) said) as announcements) c`,
  )
}

/** Each day of the page, with the number of its past minutes. */
function daysBetween(app: App, first: string, last: string): SQL {
  const timeZone = app.config.timeZone
  const midnight = (day: SQL) => sql`(${day})::timestamp at time zone ${timeZone}`
  const countedUntil = secondsAfter(app.clock.now(), -dueSeconds)

  return sql`select day, greatest(0, floor(extract(epoch from
      least(${midnight(sql`day + 1`)}, ${countedUntil}::timestamptz) - (${midnight(sql`day`)})) / 60))::int as minutes
    from (select generate_series(${first}::date, ${last}::date, interval '1 day')::date as day) d`
}

const stateMinutes = (state: string): SQL => sql`coalesce(s.${sql.identifier(state)}, 0)`

const partsWithDays: SQL = sql`select p.part, p.state, ${milliseconds(sql`p.measured_at`)} as at,
    json_agg(json_build_array(${sql.join(seenStates.map(stateMinutes), sql`, `)},
      greatest(0, d.minutes - ${sql.join(seenStates.map(stateMinutes), sql` - `)})) order by d.day) as days
  from ${statusParts} p cross join days d
  left join ${statusDays} s on s.part = p.part and s.day = d.day
  group by p.part, p.state, p.measured_at`

const incidentsSince = (since: Date): SQL => sql`select id, part, worst,
    ${milliseconds(sql`started_at`)} as from, ${milliseconds(sql`ended_at`)} as to
  from ${statusIncidents} where ended_at > ${since}
  order by started_at desc, id limit ${incidentsShown}`

const announcementsSince = (since: Date): SQL => sql`select id, part, kind, texts,
    ${milliseconds(sql`started_at`)} as from, ${milliseconds(sql`ended_at`)} as to
  from ${statusAnnouncements} where ended_at is null or ended_at > ${since}
  order by started_at desc, id limit ${incidentsShown}`
