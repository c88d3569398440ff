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
const minutesOfDay = 1440

/**
 * Stores ninety days of measured states, so that the demo's status page has no empty bars (P282).
 * From now on the scheduled task measures.
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

/**
 * Ninety days of every part. Each part is up except in the downtime of demoSpells; today ends now.
 */
function daysUntil(tx: App, now: Date): (typeof statusDays.$inferInsert)[] {
  const { timeZone } = tx.config
  const today = storeDay(timeZone, now)
  const midnightMs = storeInstant(timeZone, now, 0, 0).getTime()
  const minutesToday = Math.floor((now.getTime() - midnightMs) / minuteMs)

  return Array.from({ length: statusDaysShown }, (_, daysAgo) => daysAgo).flatMap((daysAgo) =>
    serviceParts.map((part) => {
      const partSpells = demoSpells.filter(
        (spell) => spell.part === part && spell.daysAgo === daysAgo,
      )
      const lostMinutes = partSpells.reduce((sum, { minutes }) => sum + minutes, 0)

      return {
        part,
        day: daysAfter(today, -daysAgo),
        up: (daysAgo === 0 ? minutesToday : minutesOfDay) - lostMinutes,
        ...Object.fromEntries(partSpells.map(({ state, minutes }) => [state, minutes])),
      }
    }),
  )
}

async function storeSpell(tx: App, spell: DemoSpell, now: Date): Promise<void> {
  const { part, state, daysAgo, from, minutes, detail, announcement } = spell
  const startedAt = storeInstant(tx.config.timeZone, now, daysAgo, from)
  const endedAt = new Date(startedAt.getTime() + minutes * minuteMs)
  const partAndTimes = { part, startedAt, endedAt }

  if (state !== 'paused')
    await tx.db.insert(statusIncidents).values({
      ...partAndTimes,
      id: newId(startedAt.getTime()),
      worst: state,
      detail: detail ?? null,
    })

  if (announcement)
    await tx.db.insert(statusAnnouncements).values({
      ...partAndTimes,
      ...announcement,
      id: newId(startedAt.getTime()),
      createdAt: startedAt,
      updatedAt: endedAt,
    })
}
