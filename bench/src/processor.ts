import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import type { Fleet } from '../../server/src/testing/fleet.ts'
import { childrenOf } from './memory.ts'

const ticks = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) || 100

/** Processor time in seconds of a process and of its children that have ended. */
export function processor(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0) / ticks
  } catch {
    // The process has ended; its time is included in its parent's.
    return 0
  }
}

/** Processor time of a process and of its running children. */
export const withChildren = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, one) => sum + processor(one), 0)

/** The process id of PostgreSQL's postmaster. */
export async function postmasterOf({ app }: Fleet): Promise<number> {
  const { rows } = await app.pool.query('select pg_backend_pid() as pid')
  return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${rows[0].pid}/status`, 'utf8'))![1])
}
