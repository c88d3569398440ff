import { fstatSync } from 'node:fs'

// The priorities of systemd's journal, by the least level of pino that has them; below is debug.
const priorities: readonly [level: number, priority: number][] = [
  [50, 3],
  [40, 4],
  [30, 6],
]

/**
 * Whether systemd reads what is written to this descriptor. The variable alone says little: whatever
 * is started from a service inherits it, a terminal among them.
 */
export function isJournal(fd: number, stream = process.env.JOURNAL_STREAM): boolean {
  if (!stream) return false
  try {
    const { dev, ino } = fstatSync(fd)
    return stream === `${dev}:${ino}`
  } catch {
    return false
  }
}

/** A line of the log with the priority that the journal reads from its beginning (sd-daemon). */
export function journalLine(line: string): string {
  const level = Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 30)
  const [, priority = 7] = priorities.find(([least]) => level >= least) ?? []

  return `<${priority}>${line}`
}
