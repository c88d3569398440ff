import { sourceOf, type VisitStep } from '@chaveiro/contracts/visit-steps'
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'

import { visitDays } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Clearing } from '../../platform/database/clearing.ts'
import { networkOf } from '../../platform/text/ip-address.ts'
import { monthsBefore } from '../../platform/time/clock.ts'
import { storeDay } from '../../platform/time/store-calendar.ts'

/** Maximum number of sources a day; further sources are counted together. */
const mostSources = 100
const otherSource = 'other'

/**
 * Count one step of today's visit in memory; `writeVisits` stores it (P400). Each network can add a
 * limited number of counts a day.
 */
export function countVisit(
  app: App,
  step: VisitStep,
  { given, ip }: { given: string | undefined; ip: string },
): void {
  const visitDay = storeDay(app.config.timeZone, app.clock.now())
  const source = app.visitors.admit(visitDay, step, {
    network: networkOf(ip),
    source: sourceOf(given),
  })
  if (source !== null) app.visits.add([visitDay, step, source].join(' '))
}

/**
 * Add this process's counts to the sums of their days, in one statement. Counts that cannot be
 * written are kept for the next try, so an unavailable database loses no visit.
 */
export async function writeVisits(app: App): Promise<void> {
  const pendingCounts = app.visits.take()
  try {
    await addToDays(app, pendingCounts)
  } catch (error) {
    app.visits.giveBack(pendingCounts)
    throw error
  }
}

async function addToDays(app: App, pendingCounts: ReadonlyMap<string, number>): Promise<void> {
  const dayRows = new Map<string, typeof visitDays.$inferInsert>()
  const nameSource = createNaming(app)

  for (const [key, visits] of pendingCounts) {
    const [day = '', step = '', rawSource = ''] = key.split(' ')
    const source = await nameSource(day, rawSource)
    const row = { day, step: step as VisitStep, source, visits }
    const earlierRow = dayRows.get(`${day} ${step} ${source}`)
    dayRows.set(`${day} ${step} ${source}`, { ...row, visits: visits + (earlierRow?.visits ?? 0) })
  }

  if (!dayRows.size) return

  // Every process writes rows in the same order, to avoid deadlocks.
  const orderedRows = [...dayRows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)

  await app.db
    .insert(visitDays)
    .values(orderedRows)
    .onConflictDoUpdate({
      target: [visitDays.day, visitDays.step, visitDays.source],
      set: { visits: sql`${visitDays.visits} + excluded.visits` },
    })
}

/**
 * The name under which a source counts on a day: its own name while the day has room or the source
 * is usual, else `other`.
 */
function createNaming(app: App): (day: string, given: string) => Promise<string> {
  const sourcesByDay = new Map<string, Set<string>>()
  const usualByDay = new Map<string, Set<string>>()

  return async (day, given) => {
    const knownSources = sourcesByDay.get(day) ?? (await sourcesOf(app, day))
    sourcesByDay.set(day, knownSources)
    const hasRoom = knownSources.has(given) || knownSources.size < mostSources
    if (!hasRoom && !usualByDay.has(day)) usualByDay.set(day, await usualSources(app, day))
    const source = hasRoom || usualByDay.get(day)?.has(given) ? given : otherSource
    knownSources.add(source)

    return source
  }
}

async function sourcesOf(app: App, day: string): Promise<Set<string>> {
  const sourceRows = await app.db
    .selectDistinct({ source: visitDays.source })
    .from(visitDays)
    .where(eq(visitDays.day, day))
  return new Set(sourceRows.map(({ source }) => source))
}

/** A source without visits for this many days is no longer usual. */
const usualDays = 30

/**
 * The sources of most visits in the previous days. Invented sources of today cannot displace them.
 */
async function usualSources(app: App, day: string): Promise<Set<string>> {
  const usualRows = await app.db
    .select({ source: visitDays.source })
    .from(visitDays)
    .where(
      and(lt(visitDays.day, day), gte(visitDays.day, sql`${day}::date - ${usualDays}::integer`)),
    )
    .groupBy(visitDays.source)
    .orderBy(desc(sql`sum(${visitDays.visits})`), visitDays.source)
    .limit(mostSources)

  return new Set(usualRows.map(({ source }) => source))
}

/** Long enough to compare a month with the same month of the two years before. */
const keptMonths = 37

/** Sums of visits that no comparison needs any more. The sums contain no personal data. */
export const oldVisits: Clearing = {
  what: 'sums of visits by day and source',
  table: visitDays,
  period: () => `${keptMonths} months`,
  due: (app) =>
    lt(visitDays.day, storeDay(app.config.timeZone, monthsBefore(app.clock.now(), keptMonths))),
}
