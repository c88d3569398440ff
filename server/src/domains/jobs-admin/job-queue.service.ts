import { jobStates, type JobState } from '@chaveiro/contracts/states'
import { sql, type SQL } from 'drizzle-orm'
import { z } from 'zod'

import { columns, instantOf, rowsOf, value, type RowOf } from '../../db/rows.ts'
import type { App } from '../../platform/app.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { fail } from '../../platform/errors.ts'
import { recordAudit, type Actor } from '../audit/audit.service.ts'

// A running job has already used its attempt, possibly the last one.
const jobState = sql`case when j.locked_at is not null then 'running'
  when j.attempts >= j.max_attempts then 'dead' when j.attempts > 0 then 'retrying'
  else 'waiting' end`

const jobOrder = sql`case ${jobState} when 'dead' then 0 when 'retrying' then 1 else 2 end, j.run_at, j.id`
const jobTables = sql`graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`

/** A page of the queue, of one state or all. */
export async function jobsMatching(
  app: App,
  only: JobState | undefined,
  { page, limit }: { page: number; limit: number },
): Promise<Job[]> {
  return readJobs(
    app,
    sql`${only ? sql`where ${jobState} = ${only}` : sql``}
      order by ${jobOrder} limit ${limit} offset ${(page - 1) * limit}`,
  )
}

const jobColumns = columns({
  id: value(sql`j.id::text`, z.string()),
  name: value(sql`t.identifier`, z.string()),
  state: value(jobState, z.enum(jobStates)),
  attempts: value(sql`j.attempts`, z.int()),
  maxAttempts: value(sql`j.max_attempts`, z.int()),
  error: value(sql`j.last_error`, z.string().nullable()),
  payload: value(sql`j.payload`, z.record(z.string(), z.unknown())),
  createdAt: instantOf(sql`j.created_at`),
  updatedAt: instantOf(sql`j.updated_at`),
  runAt: instantOf(sql`j.run_at`),
})

export type Job = RowOf<typeof jobColumns>

const readJobs = (app: App, rest: SQL): Promise<Job[]> =>
  rowsOf(app, jobColumns, sql`select ${jobColumns} from ${jobTables} ${rest}`)

/** Number of jobs by state. */
export async function countJobs(app: App): Promise<Record<JobState, number>> {
  const row = columns({
    state: value(jobState, z.enum(jobStates)),
    n: value(sql`count(*)`, z.int()),
  })

  const stateRows = await rowsOf(
    app,
    row,
    sql`select ${row} from graphile_worker._private_jobs j group by 1`,
  )

  return {
    waiting: 0,
    retrying: 0,
    running: 0,
    dead: 0,
    ...Object.fromEntries(stateRows.map(({ state: name, n }) => [name, n])),
  }
}

/** Runs a job now, with all its attempts. Throws job.not_found, and job.running while it runs. */
export async function retryJob(app: App, id: string, actor: Actor): Promise<void> {
  await changeJob(app, id, actor, {
    action: 'job.retried',
    statement: sql`select id
      from graphile_worker.reschedule_jobs(array[${id}]::bigint[], run_at := now(), attempts := 0)`,
  })
}

/** Deletes a job; its work will not be done. */
export async function discardJob(app: App, id: string, actor: Actor): Promise<void> {
  await changeJob(app, id, actor, {
    action: 'job.discarded',
    statement: sql`select id from graphile_worker.complete_jobs(array[${id}]::bigint[])`,
  })
}

async function changeJob(
  app: App,
  id: string,
  actor: Actor,
  { action, statement }: { action: string; statement: SQL },
): Promise<void> {
  await inTransaction(app, async (tx) => {
    const [job] = await readJobs(tx, sql`where j.id = ${id}::bigint`)
    if (!job) throw fail('job.not_found')

    const { rows } = await tx.db.execute(statement)

    if (!rows.length)
      throw fail(
        (await readJobs(tx, sql`where j.id = ${id}::bigint`)).length
          ? 'job.running'
          : 'job.not_found',
      )

    await recordAudit(tx, {
      ...actor,
      action,
      targetType: 'job',
      targetId: id,
      details: {
        name: job.name,
        state: job.state,
        attempts: job.attempts,
        error: job.error,
        ...idsInPayload(job.payload),
      },
    })
  })
}

/**
 * The ids in a job's payload. Staff see nothing else of it, since the rest may be encrypted tokens
 * or addresses.
 */
export const idsInPayload = (payload: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(payload ?? {}).filter(
      (pair): pair is [string, string] => pair[0].endsWith('Id') && typeof pair[1] === 'string',
    ),
  )
