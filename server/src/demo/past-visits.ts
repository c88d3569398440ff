import { visitSteps } from '@chaveiro/contracts/visit-steps'

import { visitDays } from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { daysAfter, storeDay } from '../platform/time/store-calendar.ts'
import { demoSources } from './data/visits.ts'
import { insertRows } from './insert-rows.ts'

/** The share of visits that reach a step. */
const shareByStep = { visit: 1, cart: 0.21, checkout: 0.08 }

/** Factors by weekday, from Sunday. */
const weekdayFactors = [1.3, 0.9, 0.85, 0.9, 1, 1.15, 1.35]

/** Stores the visits of the last days; their number grows towards today (P400). */
export async function storeVisits(tx: App, days: number): Promise<void> {
  const today = storeDay(tx.config.timeZone, tx.clock.now())

  const visitRows = Array.from({ length: days }, (_, daysAgo) => daysAgo).flatMap((daysAgo) => {
    const day = daysAfter(today, -daysAgo)
    const dayFactor =
      weekdayFactors[new Date(`${day}T00:00:00Z`).getUTCDay()]! * (1 - daysAgo / (2 * days))

    return demoSources.flatMap(({ source, visits }) =>
      visitSteps.map((step) => ({
        day,
        step,
        source,
        visits: Math.round(visits * dayFactor * shareByStep[step]),
      })),
    )
  })

  await insertRows(
    tx,
    visitDays,
    visitRows.filter(({ visits }) => visits > 0),
  )
}
