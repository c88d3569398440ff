import { readdirSync, readFileSync } from 'node:fs'

/** Resident memory of a process in MB. */
export const resident = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** Ids of the child processes of a process. */
export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return new RegExp(`^PPid:\\s+${pid}$`, 'm').test(
          readFileSync(`/proc/${name}/status`, 'utf8'),
        )
      } catch {
        return false
      }
    })
    .map(Number)

/**
 * Memory of all processes of the embedded PostgreSQL, in MB. Shared pages are divided among the
 * processes that share them.
 */
export function databaseMemory(dataDir: string): number {
  const { folder } = JSON.parse(readFileSync(`${dataDir}/postgres.json`, 'utf8')) as {
    folder?: string
  }
  const pidFile = readFileSync(`${folder ?? dataDir}/postgres/postmaster.pid`, 'utf8')
  const postmaster = Number(pidFile.split('\n')[0])

  return [postmaster, ...childrenOf(postmaster)].reduce((sum, pid) => {
    try {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
      return sum + Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024
    } catch {
      return sum
    }
  }, 0)
}
