import { visitSteps } from '@chaveiro/contracts/visit-steps'

import { visitDays } from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { daysAfter, storeDay } from '../platform/time/store-calendar.ts'
import { demoSources } from './data/visits.ts'
import { insertRows } from './insert-rows.ts'

/** Which part of the visits comes so far. */
const parts = { visit: 1, cart: 0.21, checkout: 0.08 }

/** More people come at the weekend; Sunday is 0. */
const weekdays = [1.3, 0.9, 0.85, 0.9, 1, 1.15, 1.35]

/** Store the visits of so many days, busier from week to week (P400). */
export async function storeVisits(tx: App, days: number): Promise<void> {
  const today = storeDay(tx.config.timeZone, tx.clock.now())

  const rows = Array.from({ length: days }, (_, ago) => ago).flatMap((ago) => {
    const day = daysAfter(today, -ago)
    const busy = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]! * (1 - ago / (2 * days))

    return demoSources.flatMap(({ source, visits }) =>
      visitSteps.map((step) => ({
        day,
        step,
        source,
        visits: Math.round(visits * busy * parts[step]),
      })),
    )
  })

  await insertRows(
    tx,
    visitDays,
    rows.filter(({ visits }) => visits > 0),
  )
}
