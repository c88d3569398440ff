import { serviceParts, statusDaysShown } from '@chaveiro/contracts/service-states'

import {
  statusAnnouncements,
  statusDays,
  statusIncidents,
  statusParts,
} from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { newId } from '../platform/secrets/ids.ts'
import { daysAfter, storeDay } from '../platform/time/store-calendar.ts'
import { demoSpells, type DemoSpell } from './data/status.ts'
import { insertRows } from './insert-rows.ts'
import { storeInstant } from './purchase-times.ts'

const minuteMs = 60_000
const wholeDay = 1440

/**
 * Store what was seen of the demo's services in ninety days, so that its status page is no row of
 * empty bars (P282). From here on the clock counts.
 */
export async function storeStatus(tx: App): Promise<void> {
  const now = tx.clock.now()
  await insertRows(tx, statusDays, daysUntil(tx, now))

  await insertRows(
    tx,
    statusParts,
    serviceParts.map((part) => ({ part, state: 'up' as const, measuredAt: now })),
  )

  for (const spell of demoSpells) await storeSpell(tx, spell, now)
}

/** Ninety days of every part, up but for the spells; today as far as it is over. */
function daysUntil(tx: App, now: Date): (typeof statusDays.$inferInsert)[] {
  const { timeZone } = tx.config
  const today = storeDay(timeZone, now)
  const midnight = storeInstant(timeZone, now, 0, 0).getTime()
  const soFar = Math.floor((now.getTime() - midnight) / minuteMs)

  return Array.from({ length: statusDaysShown }, (_, daysAgo) => daysAgo).flatMap((daysAgo) =>
    serviceParts.map((part) => {
      const spells = demoSpells.filter((spell) => spell.part === part && spell.daysAgo === daysAgo)
      const lost = spells.reduce((sum, { minutes }) => sum + minutes, 0)

      return {
        part,
        day: daysAfter(today, -daysAgo),
        up: (daysAgo === 0 ? soFar : wholeDay) - lost,
        ...Object.fromEntries(spells.map(({ state, minutes }) => [state, minutes])),
      }
    }),
  )
}

async function storeSpell(tx: App, spell: DemoSpell, now: Date): Promise<void> {
  const { part, state, daysAgo, from, minutes, detail, announcement } = spell
  const startedAt = storeInstant(tx.config.timeZone, now, daysAgo, from)
  const endedAt = new Date(startedAt.getTime() + minutes * minuteMs)
  const times = { part, startedAt, endedAt }

  if (state !== 'paused')
    await tx.db
      .insert(statusIncidents)
      .values({ ...times, id: newId(startedAt.getTime()), worst: state, detail: detail ?? null })

  if (announcement)
    await tx.db.insert(statusAnnouncements).values({
      ...times,
      ...announcement,
      id: newId(startedAt.getTime()),
      createdAt: startedAt,
      updatedAt: endedAt,
    })
}
