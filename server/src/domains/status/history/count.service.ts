import { seenStates, type ServicePart } from '@chaveiro/contracts/service-states'
import { and, between, eq, lt, sql } from 'drizzle-orm'

import {
  statusAnnouncements,
  statusDays,
  statusIncidents,
  statusParts,
} from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { newId } from '../../../platform/secrets/ids.ts'
import { secondsAfter } from '../../../platform/time/clock.ts'
import { daysAfter, storeDay } from '../../../platform/time/store-calendar.ts'
import { countByDay, minuteMs, type Seen, type Spell } from './measure.rules.ts'

/** Trouble that returns within this time continues the same incident, in minutes. */
const sameIncidentMinutes = 10

/** Days are stored longer than the page shows them, so that no shown day is incomplete (P196). */
const keptDays = 100

const seenPartNames = (seenStates: Seen) => Object.keys(seenStates) as ServicePart[]

/** Adds minutes to the days of each checked part. */
export async function countMinutes(
  tx: App,
  minutes: readonly number[],
  seenParts: Seen,
): Promise<void> {
  const noMinutes = { up: 0, degraded: 0, down: 0, paused: 0 }
  const dayRows = [...countByDay(tx.config.timeZone, minutes)].flatMap(([day, of]) =>
    seenPartNames(seenParts).map((part) => ({
      part,
      day,
      ...noMinutes,
      [seenParts[part]!.state]: of,
    })),
  )

  const addedMinutes = seenStates.map((state) => [
    state,
    sql`${statusDays[state]} + excluded.${sql.identifier(state)}`,
  ])

  await tx.db
    .insert(statusDays)
    .values(dayRows)
    .onConflictDoUpdate({
      target: [statusDays.part, statusDays.day],
      set: Object.fromEntries(addedMinutes),
    })
}

/** Opens an incident for each part in trouble, or continues the current one (P192). */
export async function noteTrouble(tx: App, { from, to, seen }: Spell): Promise<void> {
  const incidentEnd = new Date(to + minuteMs)
  for (const part of seenPartNames(seen)) {
    const { state, detail = null } = seen[part]!
    if (state !== 'degraded' && state !== 'down') continue

    const continuedIncidents = await tx.db
      .update(statusIncidents)
      .set({
        endedAt: incidentEnd,
        ...(state === 'down' ? { worst: 'down' as const } : {}),
      })
      .where(
        and(
          eq(statusIncidents.part, part),
          between(
            statusIncidents.endedAt,
            new Date(from - sameIncidentMinutes * minuteMs),
            incidentEnd,
          ),
        ),
      )
      .returning({ id: statusIncidents.id })

    if (continuedIncidents.length) continue

    await tx.db.insert(statusIncidents).values({
      id: newId(),
      part,
      worst: state,
      detail,
      startedAt: new Date(from),
      endedAt: incidentEnd,
    })
    tx.log.warn({ part, state, reason: detail }, 'part of the shop is in trouble')
  }
}

/** Deletes data older than the page shows (P196). */
export async function forgetOldStates(app: App): Promise<void> {
  const now = app.clock.now()
  const oldestTime = secondsAfter(now, -keptDays * 86_400)
  const oldestDay = daysAfter(storeDay(app.config.timeZone, now), -keptDays)
  await app.db.delete(statusDays).where(lt(statusDays.day, oldestDay))
  await app.db.delete(statusIncidents).where(lt(statusIncidents.endedAt, oldestTime))
  await app.db.delete(statusAnnouncements).where(lt(statusAnnouncements.endedAt, oldestTime))
  await app.db.delete(statusParts).where(lt(statusParts.measuredAt, oldestTime))
}
