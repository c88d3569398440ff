import { sourceOf, type VisitStep } from '@chaveiro/contracts/visit-steps'
import { eq, lt, sql } from 'drizzle-orm'
import { visitDays } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Clearing } from '../../platform/clearing.ts'
import { monthsBefore } from '../../platform/clock.ts'
import { storeDay } from '../../platform/store-calendar.ts'

/** A day tells so many sources apart; what comes from further ones is counted together. */
const sourcesADay = 100
const otherSource = 'other'

/** Count one step of a visit of today in memory; `writeVisits` keeps it (P400). */
export function countVisit(app: App, step: VisitStep, given: string | undefined): void {
  const day = storeDay(app.config.timeZone, app.clock.now())
  app.visits.add([day, step, sourceOf(given)].join(' '))
}

/**
 * Add what this process counted to the sums of its days, in one statement. What cannot be written
 * is counted again, so that a database which is away for a while costs no visit.
 */
export async function writeVisits(app: App): Promise<void> {
  const counted = app.visits.take()
  try {
    await addUp(app, counted)
  } catch (error) {
    app.visits.giveBack(counted)
    throw error
  }
}

async function addUp(app: App, counted: ReadonlyMap<string, number>): Promise<void> {
  const rows = new Map<string, typeof visitDays.$inferInsert>()
  const known = new Map<string, Set<string>>()
  for (const [key, visits] of counted) {
    const [day = '', step = '', given = ''] = key.split(' ')
    const sources = known.get(day) ?? (await sourcesOf(app, day))
    known.set(day, sources)
    const source = sources.has(given) || sources.size < sourcesADay ? given : otherSource
    sources.add(source)
    const row = { day, step: step as VisitStep, source, visits }
    const same = rows.get(`${day} ${step} ${source}`)
    rows.set(`${day} ${step} ${source}`, { ...row, visits: visits + (same?.visits ?? 0) })
  }
  if (!rows.size) return
  // In one order in every process, so that two of them never wait for each other in a circle.
  const ordered = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  await app.db
    .insert(visitDays)
    .values(ordered)
    .onConflictDoUpdate({
      target: [visitDays.day, visitDays.step, visitDays.source],
      set: { visits: sql`${visitDays.visits} + excluded.visits` },
    })
}

async function sourcesOf(app: App, day: string): Promise<Set<string>> {
  const rows = await app.db
    .selectDistinct({ source: visitDays.source })
    .from(visitDays)
    .where(eq(visitDays.day, day))
  return new Set(rows.map(({ source }) => source))
}

/** A month beside the same one of two years before, and no more, is what anybody compares. */
const keptMonths = 37

/** Days of visits that no comparison reaches; they name nobody. */
export const oldVisits: Clearing = {
  what: 'sums of visits by day and source',
  table: visitDays,
  kept: () => `${keptMonths} months`,
  due: (app) =>
    lt(visitDays.day, storeDay(app.config.timeZone, monthsBefore(app.clock.now(), keptMonths))),
}
