import { sourceOf, type VisitStep } from '@chaveiro/contracts/visit-steps'
import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'

import { visitDays } from '../../db/tables/index.ts'
import type { App } from '../../platform/app.ts'
import type { Clearing } from '../../platform/database/clearing.ts'
import { networkOf } from '../../platform/text/address.ts'
import { monthsBefore } from '../../platform/time/clock.ts'
import { storeDay } from '../../platform/time/store-calendar.ts'

/** A day tells so many sources apart; what comes from further ones is counted together. */
const sourcesADay = 100
const otherSource = 'other'

/**
 * Count one step of a visit of today in memory; `writeVisits` keeps it (P400). One network adds so
 * many a day.
 */
export function countVisit(
  app: App,
  step: VisitStep,
  { given, ip }: { given: string | undefined; ip: string },
): void {
  const day = storeDay(app.config.timeZone, app.clock.now())
  const source = app.visitors.admit(day, step, { network: networkOf(ip), source: sourceOf(given) })
  if (source !== null) app.visits.add([day, step, source].join(' '))
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
  const named = namesOfDays(app)

  for (const [key, visits] of counted) {
    const [day = '', step = '', given = ''] = key.split(' ')
    const source = await named(day, given)
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

/** Under which name a source counts on a day: its own while there is room, or where it is usual. */
function namesOfDays(app: App): (day: string, given: string) => Promise<string> {
  const known = new Map<string, Set<string>>()
  const usual = new Map<string, Set<string>>()

  return async (day, given) => {
    const sources = known.get(day) ?? (await sourcesOf(app, day))
    known.set(day, sources)
    const hasRoom = sources.has(given) || sources.size < sourcesADay
    if (!hasRoom && !usual.has(day)) usual.set(day, await usualOf(app, day))
    const source = hasRoom || usual.get(day)?.has(given) ? given : otherSource
    sources.add(source)

    return source
  }
}

async function sourcesOf(app: App, day: string): Promise<Set<string>> {
  const rows = await app.db
    .selectDistinct({ source: visitDays.source })
    .from(visitDays)
    .where(eq(visitDays.day, day))
  return new Set(rows.map(({ source }) => source))
}

/** Days after which a source is no longer usual. */
const usualDays = 30

/**
 * From where most visits of the days before came: sources that somebody invents today do not push
 * those among the others.
 */
async function usualOf(app: App, day: string): Promise<Set<string>> {
  const rows = await app.db
    .select({ source: visitDays.source })
    .from(visitDays)
    .where(
      and(lt(visitDays.day, day), gte(visitDays.day, sql`${day}::date - ${usualDays}::integer`)),
    )
    .groupBy(visitDays.source)
    .orderBy(desc(sql`sum(${visitDays.visits})`), visitDays.source)
    .limit(sourcesADay)

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
