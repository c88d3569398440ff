import { execFileSync } from 'node:child_process'
import { expect } from 'vitest'

import { brokenLaws } from '../../server/src/domains/laws/laws.queries.ts'
import { until, type Fleet } from '../../server/src/testing/fleet.ts'

/**
 * Queries of a test to its fleet's database. A function, since the fleet opens later than this
 * call.
 */
export function questionsTo(fleet: () => Fleet) {
  const rows = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await fleet().app.pool.query(text, values)).rows as T[]

  return {
    rows,
    /** The number that a statement answers as n. */
    async countOf(text: string, values: unknown[] = []): Promise<number> {
      const [row] = await rows<{ n: number }>(text, values)
      return row!.n
    },

    /** Fails with the invariants that do not hold. */
    async sound(): Promise<void> {
      // A job that was queued again while a killed process ran it stays as a row without a key.
      // Another process must first see twice that its worker is dead.
      await until(async () => {
        const remainingJobs = await rows(
          `select id from graphile_worker._private_jobs
            where key is null and attempts >= max_attempts`,
        )
        expect(remainingJobs).toEqual([])
      }, 30)
      expect(await brokenLaws(fleet().app.db)).toEqual([])
    },

    /** The process that all connections of PostgreSQL are children of. */
    async postmasterPid(): Promise<number> {
      const [backend] = await rows<{ pid: number }>('select pg_backend_pid() as pid')
      return parentOf(backend!.pid)
    },

    /** When the database was started; a backend that outlives its postmaster names the old one. */
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
