import { statfs } from 'node:fs/promises'
import type { Client } from 'pg'

import type { Config } from '../config/config.ts'
import { connectOnDemand } from '../database/connection.ts'
import { liveWorkers } from '../queue/worker-locks.ts'
import { canariesText, canaryFaults } from '../secrets/vault-canaries.ts'
import { withTimeout } from '../time/timeout.ts'

/**
 * Parts whose failure makes the shop unready: database, write access to it, the vault's keys, a
 * worker, disk space.
 */
type Lack = 'database' | 'database_read_only' | 'vault' | 'worker' | 'disk'
type Health = { ok: boolean; failing: Lack[]; deadJobs: number | null }

export type HealthCheck = {
  /**
   * The parts that fail now. The answer takes two seconds at most, even if a part hangs, and is at
   * most one second old.
   */
  check(): Promise<Health>
  close(): Promise<void>
}

const patienceMs = 1_500
const freshForMs = 1_000

/**
 * Seconds that a due job may wait before the check fails: `dueSeconds` without any worker,
 * `stuckSeconds` when workers run but take no job.
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
 * Checks the shop's needs on a separate connection, so that a busy or hung pool cannot delay the
 * answer.
 */
export function createHealthCheck(config: Config, connect: () => Promise<Client>): HealthCheck {
  const databaseClient = connectOnDemand(connect, patienceMs)
  let lastCheck: { at: number; health: Promise<Health> } | null = null

  const checkDatabase = async (): Promise<{ lacks: Lack[]; deadJobs: number | null }> => {
    try {
      return await databaseClient.use((client) => queryHealth(client, config))
    } catch {
      return { lacks: ['database'], deadJobs: null }
    }
  }

  const checkAllParts = async (): Promise<Health> => {
    const [databaseState, isRoomy] = await Promise.all([checkDatabase(), hasDiskSpace(config)])
    const failingParts: Lack[] = [...databaseState.lacks, ...(isRoomy ? [] : ['disk' as const])]

    return {
      ok: failingParts.length === 0,
      failing: failingParts,
      deadJobs: databaseState.deadJobs,
    }
  }

  return {
    check() {
      if (!lastCheck || performance.now() - lastCheck.at > freshForMs)
        lastCheck = { at: performance.now(), health: checkAllParts() }
      return lastCheck.health
    },
    async close() {
      databaseClient.close()
    },
  }
}

async function queryHealth(
  client: Client,
  config: Config,
): Promise<{ lacks: Lack[]; deadJobs: number }> {
  const queryTimed = (text: string) =>
    client.query({ text, query_timeout: patienceMs } as { text: string })

  const { rows } = await queryTimed(statement)
  const { rows: canaries } = await queryTimed(canariesText)
  const { read_only, dead, workers, due, running } = rows[0] as Row
  const databaseLacks: Lack[] = []
  if (read_only) databaseLacks.push('database_read_only')
  if (canaryFaults(canaries, config).length) databaseLacks.push('vault')
  if (workers ? due > stuckSeconds && !running : due > dueSeconds) databaseLacks.push('worker')

  return { lacks: databaseLacks, deadJobs: dead }
}

async function hasDiskSpace({ dataDir, diskFloorMb }: Config): Promise<boolean> {
  try {
    const { bavail, bsize } = await withTimeout(patienceMs, statfs(dataDir))
    return bavail * bsize >= diskFloorMb * 1_048_576
  } catch {
    return false
  }
}
