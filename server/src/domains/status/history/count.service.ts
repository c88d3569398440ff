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
import { byDay, minuteMs, type Seen, type Spell } from './measure.rules.ts'

/** Trouble that comes back so soon is the same one (minutes). */
const sameTroubleMinutes = 10

/** Longer than the page shows, so that no day of it is cut (P196). */
const keptDays = 100

const partsOf = (seen: Seen) => Object.keys(seen) as ServicePart[]

/** Add minutes to the days of each part that was seen. */
export async function countMinutes(tx: App, minutes: readonly number[], seen: Seen): Promise<void> {
  const none = { up: 0, degraded: 0, down: 0, paused: 0 }
  const rows = [...byDay(tx.config.timeZone, minutes)].flatMap(([day, of]) =>
    partsOf(seen).map((part) => ({ part, day, ...none, [seen[part]!.state]: of })),
  )

  const added = seenStates.map((state) => [
    state,
    sql`${statusDays[state]} + excluded.${sql.identifier(state)}`,
  ])

  await tx.db
    .insert(statusDays)
    .values(rows)
    .onConflictDoUpdate({
      target: [statusDays.part, statusDays.day],
      set: Object.fromEntries(added),
    })
}

/** Open an incident for each part in trouble, or let the one that stands go on (P192). */
export async function noteTrouble(tx: App, { from, to, seen }: Spell): Promise<void> {
  const endedAt = new Date(to + minuteMs)
  for (const part of partsOf(seen)) {
    const { state, detail = null } = seen[part]!
    if (state !== 'degraded' && state !== 'down') continue

    const goesOn = await tx.db
      .update(statusIncidents)
      .set({
        endedAt,
        ...(state === 'down' ? { worst: 'down' as const } : {}),
      })
      .where(
        and(
          eq(statusIncidents.part, part),
          between(statusIncidents.endedAt, new Date(from - sameTroubleMinutes * minuteMs), endedAt),
        ),
      )
      .returning({ id: statusIncidents.id })

    if (goesOn.length) continue

    await tx.db
      .insert(statusIncidents)
      .values({ id: newId(), part, worst: state, detail, startedAt: new Date(from), endedAt })
    tx.log.warn({ part, state, reason: detail }, 'a part of the shop is in trouble')
  }
}

/** Delete what lies further back than anybody is shown (P196). */
export async function forgetOldStates(app: App): Promise<void> {
  const now = app.clock.now()
  const before = secondsAfter(now, -keptDays * 86_400)
  const day = daysAfter(storeDay(app.config.timeZone, now), -keptDays)
  await app.db.delete(statusDays).where(lt(statusDays.day, day))
  await app.db.delete(statusIncidents).where(lt(statusIncidents.endedAt, before))
  await app.db.delete(statusAnnouncements).where(lt(statusAnnouncements.endedAt, before))
  await app.db.delete(statusParts).where(lt(statusParts.measuredAt, before))
}
