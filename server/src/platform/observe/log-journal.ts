import { fstatSync } from 'node:fs'

// Priorities of systemd's journal by their lowest pino level; lower levels are debug.
const priorities: readonly [level: number, priority: number][] = [
  [50, 3],
  [40, 4],
  [30, 6],
]

/**
 * Whether systemd's journal reads this file descriptor. JOURNAL_STREAM alone does not prove that:
 * every child of a service inherits the variable, even a child that writes to a terminal.
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

/** A log line with the priority prefix that the journal expects (sd-daemon). */
export function journalLine(line: string): string {
  const pinoLevel = Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 30)
  const [, priority = 7] = priorities.find(([leastLevel]) => pinoLevel >= leastLevel) ?? []

  return `<${priority}>${line}`
}
