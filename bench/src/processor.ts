import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import type { Fleet } from '../../server/src/testing/fleet.ts'
import { childrenOf } from './memory.ts'

const ticks = Number(spawnSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }).stdout) || 100

/** Seconds of processor that a process has used, with those of its children that ended. */
export function processor(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0) / ticks
  } catch {
    // It ended: its parent knows what it used.
    return 0
  }
}

/** The same of a process and of all that it started. */
export const withChildren = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, one) => sum + processor(one), 0)

/** The first process of a fleet's PostgreSQL. */
export async function postmasterOf({ app }: Fleet): Promise<number> {
  const { rows } = await app.pool.query('select pg_backend_pid() as pid')
  return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${rows[0].pid}/status`, 'utf8'))![1])
}
