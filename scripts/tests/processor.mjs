// Processor seconds of a process and of all its descendants, read from /proc.
import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks per second in /proc; always 100 on Linux. */
const ticks = 100

/** Processor seconds so far of a process and its descendants, ended ones included; 0 without /proc. */
export function treeSeconds(pid = process.pid) {
  const all = new Map(processes().map((one) => [one.pid, one]))

  const isBelow = (one) => {
    for (let at = one; at; at = all.get(at.parent)) if (at.pid === pid) return true
    return false
  }

  return [...all.values()].filter(isBelow).reduce((sum, one) => sum + one.seconds, 0)
}

function processes() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => statOf(Number(name)))
  } catch {
    return []
  }
}

/**
 * Fields 14 to 17 of /proc/PID/stat are user and system time, of the process and of its ended
 * children.
 */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const seconds = fields.slice(11, 15).reduce((sum, field) => sum + Number(field) / ticks, 0)

    return [{ pid, parent: Number(fields[1]), seconds }]
  } catch {
    return []
  }
}
