import { sql } from 'drizzle-orm'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../db/rows.ts'
import type { App } from '../app.ts'
import { inTransaction, sqlState } from './transaction.ts'

// Tables partitioned by months in UTC (decision 0011). The scheduler creates partitions ahead. A
// row whose month has no partition goes to the default partition and moves later. A locked table is
// skipped until the next run, so that no sale waits.

export type Partition = {
  name: string
  /** The partition's exclusive upper bound; null for the default partition. */
  upto: Date | null
  bytes: number
}

/** The scheduler creates partitions for the current month and this many months ahead. */
const monthsAhead = 3

/** Advisory lock: one process at a time creates or drops partitions. */
const partitionLock = 0x43485054 // 'CHPT' in ASCII
const maxAttempts = 40
const retryPauseMs = 50

const partitionColumns = columns({
  name: value(sql`c.relname`, z.string()),
  upto: value(
    sql`(extract(epoch from substring(pg_get_expr(c.relpartbound, c.oid)
      from 'TO \\(''([^'']+)''\\)')::timestamptz) * 1000)::float8`,
    z.number().nullable(),
  ),
  bytes: value(sql`pg_total_relation_size(c.oid)::float8`, z.number()),
})

/** The partitions of a table, oldest first, the default one last. */
export async function partitionsOf(app: App, table: string): Promise<Partition[]> {
  const partitionRows = await rowsOf(
    app,
    partitionColumns,
    sql`select ${partitionColumns} from pg_inherits h join pg_class c on c.oid = h.inhrelid
      where h.inhparent = to_regclass(${table}) order by 2 nulls last, 1`,
  )
  return partitionRows.map((partition) => ({
    ...partition,
    upto: partition.upto === null ? null : new Date(partition.upto),
  }))
}

const monthsAfter = (date: Date, months: number): Date =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months))

/**
 * Creates missing partitions for the coming months; returns their names. A failure is retried at
 * the next run.
 */
export async function createMonthsAhead(app: App, table: string): Promise<string[]> {
  const partitions = await partitionsOf(app, table)
  const newestBound = partitions.findLast(({ upto }) => upto !== null)?.upto ?? null
  const lastMonth = monthsAfter(app.clock.now(), monthsAhead)
  const createdNames: string[] = []
  let monthStart = newestBound ?? monthsAfter(app.clock.now(), 0)

  for (; monthStart <= lastMonth; monthStart = monthsAfter(monthStart, 1)) {
    const partitionName = `${table}_${monthStart.toISOString().slice(0, 7).replace('-', '_')}`
    const isCreated = await retryWhileLocked(app, (tx) =>
      createMonth(tx, { table, name: partitionName, from: monthStart }),
    )
    if (isCreated === null) break

    if (isCreated) createdNames.push(partitionName)
  }

  if (createdNames.length)
    app.log.info({ table, partitions: createdNames }, 'monthly partitions created')

  return createdNames
}

async function createMonth(
  tx: App,
  { table, name, from }: { table: string; name: string; from: Date },
): Promise<boolean> {
  // Another process already created the partition.
  if ((await partitionsOf(tx, table)).some((partition) => partition.name === name)) return false

  const [parentTable, monthPartition, defaultPartition] = [table, name, `${table}_other`].map(
    (tableName) => sql.identifier(tableName),
  )
  const [least, most] = [from, monthsAfter(from, 1)].map((date) =>
    sql.raw(`'${date.toISOString()}'`),
  )
  await tx.db.execute(sql`lock table only ${defaultPartition} in access exclusive mode nowait`)
  await tx.db.execute(sql`create table ${monthPartition} (like ${parentTable} including defaults)`)
  await tx.db.execute(sql`with moved as (
      delete from ${defaultPartition} where created_at >= ${least} and created_at < ${most} returning *)
    insert into ${monthPartition} select * from moved`)
  await tx.db.execute(
    sql`alter table ${parentTable} attach partition ${monthPartition} for values from (${least}) to (${most})`,
  )

  return true
}

/**
 * Drops a whole partition; returns whether it is gone. A partition that is constantly in use stays
 * until a later run.
 */
export async function dropPartition(app: App, table: string, name: string): Promise<boolean> {
  const isDropped = await retryWhileLocked(app, async (tx) => {
    // Another process already dropped the partition.
    if (!(await partitionsOf(tx, table)).some((partition) => partition.name === name)) return true

    const [parentTable, monthPartition, defaultPartition] = [table, name, `${table}_other`].map(
      (tableName) => sql.identifier(tableName),
    )
    await tx.db.execute(
      sql`lock table only ${parentTable}, only ${defaultPartition}, only ${monthPartition}
        in access exclusive mode nowait`,
    )
    await tx.db.execute(sql`alter table ${parentTable} detach partition ${monthPartition}`)
    await tx.db.execute(sql`drop table ${monthPartition}`)

    return true
  })
  return isDropped === true
}

/** SQLSTATE: the table is locked, or the change took too long. */
const retryableStates = new Set(['55P03', '57014'])

/**
 * Retries a change of partitions until no lock is in its way; null after too many attempts. The
 * change never queues for a lock, because every later query would queue behind the change.
 */
async function retryWhileLocked(
  app: App,
  change: (tx: App) => Promise<boolean>,
): Promise<boolean | null> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    try {
      const hasChanged = await inTransaction(app, async (tx) => {
        await tx.db.execute(
          sql`select set_config('lock_timeout', '100ms', true), set_config('statement_timeout', '10s', true),
            set_config('chaveiro.retention', 'on', true)`,
        )

        const { rows: partitionRows } = await tx.db.execute<{ ours: boolean }>(
          sql`select pg_try_advisory_xact_lock(${partitionLock}) as ours`,
        )

        return partitionRows[0]?.ours ? change(tx) : null
      })
      if (hasChanged !== null) return hasChanged
    } catch (error) {
      if (!retryableStates.has(sqlState(error))) throw error
    }
    await wait(retryPauseMs)
  }
  return null
}
