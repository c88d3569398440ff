import { execFileSync } from 'node:child_process'
import { expect } from 'vitest'

import { brokenLaws } from '../../server/src/domains/laws/laws.queries.ts'
import { until, type Fleet } from '../../server/src/testing/fleet.ts'

/**
 * Queries of a test to its fleet's database. `fleet` is a function, since the fleet opens later.
 */
export function questionsTo(fleet: () => Fleet) {
  const rows = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await fleet().app.pool.query(text, values)).rows as T[]

  return {
    rows,
    /** The number in the column n of a statement's result. */
    async countOf(text: string, values: unknown[] = []): Promise<number> {
      const [row] = await rows<{ n: number }>(text, values)
      return row!.n
    },

    /** Fails with a list of the broken invariants. */
    async sound(): Promise<void> {
      // If a job was queued again while a killed process ran it, its row stays without a key.
      // Another process removes the row after it has seen twice that the worker is dead.
      await until(async () => {
        const remainingJobs = await rows(
          `select id from graphile_worker._private_jobs
            where key is null and attempts >= max_attempts`,
        )
        expect(remainingJobs).toEqual([])
      }, 30)
      expect(await brokenLaws(fleet().app.db)).toEqual([])
    },

    /** The pid of PostgreSQL's postmaster, the parent of all connections. */
    async postmasterPid(): Promise<number> {
      const [backend] = await rows<{ pid: number }>('select pg_backend_pid() as pid')
      return parentOf(backend!.pid)
    },

    /**
     * The start time of the database; a backend that outlives its postmaster still returns the old
     * time.
     */
    async startedAt(): Promise<number> {
      const [run] = await rows<{ ms: number }>(
        'select extract(epoch from pg_postmaster_start_time())::float8 * 1000 as ms',
      )
      return run!.ms
    },
  }
}

const parentOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }))
