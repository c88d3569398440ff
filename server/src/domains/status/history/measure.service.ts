import type { ServicePart } from '@chaveiro/contracts/service-states'
import { eq, gt, lt, or, sql } from 'drizzle-orm'

import { statusClock, statusParts } from '../../../db/tables/index.ts'
import type { App } from '../../../platform/app.ts'
import { takeLease } from '../../../platform/database/lease.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { maintenance } from '../../settings/settings.service.ts'
import { countMinutes, noteTrouble } from './count.service.ts'
import {
  cannotWrite,
  clockLeapMs,
  isSameState,
  longestStepMinutes,
  minuteMs,
  minuteOf,
  newMinutes,
  ownStates,
  type Seen,
  type Spell,
} from './measure.rules.ts'
import { checkProviders, type KnownStates } from './providers.service.ts'

/**
 * Checks every part of the shop once a minute, in one process only, and counts the results (P190,
 * P191). While the database accepts no writes, this process remembers its results and counts them
 * later.
 */
export async function measureServices(app: App): Promise<void> {
  const minute = minuteOf(app.clock.now())
  const { failing } = await app.health.check()
  if (cannotWrite(failing)) return remember(app, minute, ownStates(failing, false))

  await countRemembered(app)
  if (!(await takeMinute(app, minute))) return

  const { on: isClosed } = await maintenance(app)
  const knownParts = await knownStates(app)

  const partStates = {
    ...ownStates(failing, isClosed),
    ...(await checkProviders(app, knownParts, minute)),
  }

  await inTransaction(app, (tx) => countSpell(tx, { from: minute, to: minute, seen: partStates }))
}

/** Results that could not be stored yet, by pool: in a test several apps share a process. */
const remembered = new WeakMap<App['pool'], Spell[]>()
const mostRemembered = 50

function remember({ pool }: App, minute: number, seen: Seen): void {
  const rememberedSpells = remembered.get(pool) ?? []
  const lastSpell = rememberedSpells.at(-1)

  const isContinued =
    lastSpell !== undefined &&
    isSameState(lastSpell.seen, seen) &&
    minute >= lastSpell.to &&
    minute - lastSpell.to <= longestStepMinutes * minuteMs

  if (isContinued) lastSpell.to = minute
  else rememberedSpells.push({ from: minute, to: minute, seen })
  remembered.set(pool, rememberedSpells.slice(-mostRemembered))
}

async function countRemembered(app: App): Promise<void> {
  const rememberedSpells = remembered.get(app.pool)
  if (!rememberedSpells) return

  await inTransaction(app, async (tx) => {
    for (const spell of rememberedSpells) await countSpell(tx, spell)
  })
  remembered.delete(app.pool)
}

/** The only row of status_clock. */
const clockRow = 1

/**
 * Claims a minute, so that only one process asks the providers. A minute claimed by a clock that
 * was far ahead does not count.
 */
const takeMinute = (app: App, minute: number): Promise<boolean> =>
  takeLease(app, {
    table: statusClock,
    key: { column: statusClock.id, value: clockRow },
    time: { column: statusClock.claimedAt, value: new Date(minute) },
    isFree: or(
      lt(statusClock.claimedAt, new Date(minute)),
      gt(statusClock.claimedAt, new Date(minute + clockLeapMs)),
    )!,
  })

async function knownStates(app: App): Promise<KnownStates> {
  const partRows = await app.db.select().from(statusParts)
  return new Map(partRows.map((row) => [row.part, row]))
}

/** Counts the minutes of a spell that were not counted before, so a call may be repeated. */
async function countSpell(tx: App, spell: Spell): Promise<void> {
  await tx.db
    .insert(statusClock)
    .values({ claimedAt: new Date(spell.from) })
    .onConflictDoNothing()

  const [clock] = await tx.db.select().from(statusClock).for('update')
  const countedUntil = clock!.measuredAt?.getTime() ?? null

  const spellMinutes = newMinutes(
    spell,
    countedUntil !== null && countedUntil > spell.to + clockLeapMs ? null : countedUntil,
  )

  const lastMinute = spellMinutes.at(-1)
  if (lastMinute === undefined) return

  await countMinutes(tx, spellMinutes, spell.seen)
  await noteTrouble(tx, { from: spellMinutes[0]!, to: lastMinute, seen: spell.seen })
  await storeStates(tx, lastMinute, spell.seen)

  await tx.db
    .update(statusClock)
    .set({ measuredAt: new Date(lastMinute) })
    .where(eq(statusClock.id, clockRow))
}

async function storeStates(tx: App, minute: number, seen: Seen): Promise<void> {
  const measuredAt = new Date(minute)

  const stateRows = (Object.keys(seen) as ServicePart[]).map((part) => ({
    part,
    state: seen[part]!.state,
    measuredAt,
  }))

  await tx.db
    .insert(statusParts)
    .values(stateRows)
    .onConflictDoUpdate({
      target: statusParts.part,
      set: { state: sql`excluded.state`, measuredAt: sql`excluded.measured_at` },
    })
}
