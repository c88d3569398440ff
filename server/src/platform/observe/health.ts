import { statfs } from 'node:fs/promises'
import type { Client } from 'pg'

import type { Config } from '../config/config.ts'
import { connectOnDemand } from '../database/connection.ts'
import { liveWorkers } from '../queue/worker-locks.ts'
import { canariesText, canaryFaults } from '../secrets/vault-canaries.ts'
import { within } from '../time/timeout.ts'

/**
 * What a shop can lack: its database, write access there, the keys of its vault, a worker for its
 * jobs, space on the disk.
 */
type Lack = 'database' | 'database_read_only' | 'vault' | 'worker' | 'disk'
type Health = { ok: boolean; failing: Lack[]; deadJobs: number | null }

export type HealthCheck = {
  /** What fails now. Answers within two seconds whatever hangs, and is at most a second old. */
  check(): Promise<Health>
  close(): Promise<void>
}

const patienceMs = 1_500
const freshMs = 1_000

/**
 * How long a job may be due with no worker anywhere (or none that takes it) until that is reported.
 */
const dueSeconds = 10
const stuckSeconds = 120

const statement = `select current_setting('transaction_read_only') = 'on' as read_only,
  (select count(*)::int from graphile_worker._private_jobs where attempts >= max_attempts) as dead,
  (select count(*)::int from (${liveWorkers()}) held) as workers,
  (select coalesce(extract(epoch from now() - min(j.run_at)), 0)::float8 from graphile_worker._private_jobs j
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where j.locked_at is null and q.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()) as due,
  (select count(*)::int from graphile_worker._private_jobs where locked_at > now() - interval '5 minutes') as running`

type Row = { read_only: boolean; dead: number; workers: number; due: number; running: number }

/**
 * Check what the shop needs, on a connection of its own, so that a busy or hung pool cannot delay
 * the answer.
 */
export function createHealthCheck(config: Config, connect: () => Promise<Client>): HealthCheck {
  const database = connectOnDemand(connect, patienceMs)
  let last: { at: number; health: Promise<Health> } | null = null

  const askDatabase = async (): Promise<{ lacks: Lack[]; deadJobs: number | null }> => {
    try {
      return await database.use((client) => ask(client, config))
    } catch {
      return { lacks: ['database'], deadJobs: null }
    }
  }

  const check = async (): Promise<Health> => {
    const [asked, room] = await Promise.all([askDatabase(), hasRoom(config)])
    const failing: Lack[] = [...asked.lacks, ...(room ? [] : ['disk' as const])]

    return { ok: failing.length === 0, failing, deadJobs: asked.deadJobs }
  }

  return {
    check() {
      if (!last || performance.now() - last.at > freshMs)
        last = { at: performance.now(), health: check() }
      return last.health
    },
    async close() {
      database.close()
    },
  }
}

async function ask(client: Client, config: Config): Promise<{ lacks: Lack[]; deadJobs: number }> {
  const query = (text: string) =>
    client.query({ text, query_timeout: patienceMs } as { text: string })

  const { rows } = await query(statement)
  const { rows: canaries } = await query(canariesText)
  const { read_only, dead, workers, due, running } = rows[0] as Row
  const lacks: Lack[] = []
  if (read_only) lacks.push('database_read_only')
  if (canaryFaults(canaries, config).length) lacks.push('vault')
  if (workers ? due > stuckSeconds && !running : due > dueSeconds) lacks.push('worker')

  return { lacks, deadJobs: dead }
}

async function hasRoom({ dataDir, diskFloorMb }: Config): Promise<boolean> {
  try {
    const { bavail, bsize } = await within(patienceMs, statfs(dataDir))
    return bavail * bsize >= diskFloorMb * 1_048_576
  } catch {
    return false
  }
}
