import { sql } from 'drizzle-orm'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../db/rows.ts'
import type { App } from '../app.ts'
import { inTransaction, sqlState } from './transaction.ts'

// Tables that PostgreSQL keeps by months of UTC (decision 0011). The months to come are made by the
// clock; a row of a month that nobody made lies in the default partition and moves when it is made.
// Whatever is held by somebody is left for the next time: nobody who sells waits for this.

export type Partition = {
  name: string
  /** The first instant that it does not hold; null for the default one. */
  upto: Date | null
  bytes: number
}

/** How many months beyond this one stand ready. */
const monthsAhead = 3

/** One process at a time makes or drops partitions. */
const turn = 0x43485054 // 'CHPT'
const tries = 40
const pauseMs = 50

const row = columns({
  name: value(sql`c.relname`, z.string()),
  upto: value(
    sql`(extract(epoch from substring(pg_get_expr(c.relpartbound, c.oid)
      from 'TO \\(''([^'']+)''\\)')::timestamptz) * 1000)::float8`,
    z.number().nullable(),
  ),
  bytes: value(sql`pg_total_relation_size(c.oid)::float8`, z.number()),
})

/** The partitions of a table, the oldest first, the default one last. */
export async function partitionsOf(app: App, table: string): Promise<Partition[]> {
  const rows = await rowsOf(
    app,
    row,
    sql`select ${row} from pg_inherits h join pg_class c on c.oid = h.inhrelid
      where h.inhparent = to_regclass(${table}) order by 2 nulls last, 1`,
  )
  return rows.map((one) => ({ ...one, upto: one.upto === null ? null : new Date(one.upto) }))
}

const monthsAfter = (date: Date, months: number): Date =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months))

/**
 * Make the partitions of the months to come that are missing; answers their names. One that cannot
 * be made now is made the next time.
 */
export async function makeMonthsAhead(app: App, table: string): Promise<string[]> {
  const known = await partitionsOf(app, table)
  const newest = known.findLast(({ upto }) => upto !== null)?.upto ?? null
  const last = monthsAfter(app.clock.now(), monthsAhead)
  const made: string[] = []
  let from = newest ?? monthsAfter(app.clock.now(), 0)

  for (; from <= last; from = monthsAfter(from, 1)) {
    const name = `${table}_${from.toISOString().slice(0, 7).replace('-', '_')}`
    const isMade = await patiently(app, (tx) => makeMonth(tx, { table, name, from }))
    if (isMade === null) break

    if (isMade) made.push(name)
  }

  if (made.length) app.log.info({ table, partitions: made }, 'months of a table were made ahead')

  return made
}

async function makeMonth(
  tx: App,
  { table, name, from }: { table: string; name: string; from: Date },
): Promise<boolean> {
  // Another process was quicker.
  if ((await partitionsOf(tx, table)).some((one) => one.name === name)) return false

  const [whole, part, rest] = [table, name, `${table}_other`].map((one) => sql.identifier(one))
  const [least, most] = [from, monthsAfter(from, 1)].map((date) =>
    sql.raw(`'${date.toISOString()}'`),
  )
  await tx.db.execute(sql`lock table only ${rest} in access exclusive mode nowait`)
  await tx.db.execute(sql`create table ${part} (like ${whole} including defaults)`)
  await tx.db.execute(sql`with moved as (
      delete from ${rest} where created_at >= ${least} and created_at < ${most} returning *)
    insert into ${part} select * from moved`)
  await tx.db.execute(
    sql`alter table ${whole} attach partition ${part} for values from (${least}) to (${most})`,
  )

  return true
}

/**
 * Drop a partition as a whole; answers whether it is gone. One that somebody reads or writes all
 * the time stays for now.
 */
export async function dropPartition(app: App, table: string, name: string): Promise<boolean> {
  const isGone = await patiently(app, async (tx) => {
    // Another process was quicker.
    if (!(await partitionsOf(tx, table)).some((one) => one.name === name)) return true

    const [whole, part, rest] = [table, name, `${table}_other`].map((one) => sql.identifier(one))
    await tx.db.execute(
      sql`lock table only ${whole}, only ${rest}, only ${part} in access exclusive mode nowait`,
    )
    await tx.db.execute(sql`alter table ${whole} detach partition ${part}`)
    await tx.db.execute(sql`drop table ${part}`)

    return true
  })
  return isGone === true
}

/** Somebody holds it, or it took too long. */
const passing = new Set(['55P03', '57014'])

/**
 * Try a change of partitions until its locks are free for a moment; null when they never were. It
 * never waits in the queue for one, since everybody would wait behind it.
 */
async function patiently(app: App, change: (tx: App) => Promise<boolean>): Promise<boolean | null> {
  for (let attempt = 0; attempt < tries; attempt++) {
    try {
      const changed = await inTransaction(app, async (tx) => {
        await tx.db.execute(
          sql`select set_config('lock_timeout', '100ms', true), set_config('statement_timeout', '10s', true),
            set_config('chaveiro.retention', 'on', true)`,
        )

        const { rows } = await tx.db.execute<{ ours: boolean }>(
          sql`select pg_try_advisory_xact_lock(${turn}) as ours`,
        )

        return rows[0]?.ours ? change(tx) : null
      })
      if (changed !== null) return changed
    } catch (error) {
      if (!passing.has(sqlState(error))) throw error
    }
    await wait(pauseMs)
  }
  return null
}
