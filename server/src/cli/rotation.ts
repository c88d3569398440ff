import { parseArgs } from 'node:util'

import type { Terminal } from './command.ts'

// What "keys" and "secret" are asked for alike: status, or rotate in batches that may be stopped.

export type RotationCommand = {
  what: 'status' | 'rotate'
  json: boolean
  dryRun: boolean
  batch: number | undefined
}

/** Where a rotation tells of itself; without a signal nothing stops it. */
export type Output = Omit<Terminal, 'signal'> & Partial<Pick<Terminal, 'signal'>>

/**
 * What was asked for, and which of a command's own switches were given, or null when that is no
 * command. Switches other than --json go with rotate alone.
 */
export function readRotation(
  args: string[],
  own: readonly string[] = [],
): { command: RotationCommand; given: string[] } | null {
  try {
    const switches = ['json', 'dry-run', ...own]

    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        batch: { type: 'string' },
        ...Object.fromEntries(switches.map((name) => [name, { type: 'boolean' as const }])),
      },
    })

    const { batch } = values as { batch?: string }
    const [what, ...more] = positionals
    const isSize = batch === undefined || /^[1-9]\d{0,4}$/.test(batch)
    if ((what !== 'status' && what !== 'rotate') || more.length || !isSize) return null

    const given = Object.keys(values).filter((name) => name !== 'json')
    if (what === 'status' && given.length) return null

    return {
      command: {
        what,
        json: 'json' in values,
        dryRun: given.includes('dry-run'),
        batch: batch === undefined ? undefined : Number(batch),
      },
      given,
    }
  } catch {
    return null
  }
}

/** How a rotation runs for a command: it tells how far it is every two seconds at most. */
export function rotationOptions({ dryRun, batch }: RotationCommand, { progress, signal }: Output) {
  let toldAt = performance.now()
  return {
    dryRun,
    ...(batch ? { batch } : {}),
    ...(signal ? { signal } : {}),
    tell(moved: number) {
      if (performance.now() - toldAt < 2_000) return

      toldAt = performance.now()
      progress(`${moved} ...`)
    },
  }
}

/** A line of a table whose first column is as wide as the longest of these names. */
export function rowsBeside(names: readonly string[]) {
  const width = Math.max(...names.map((name) => name.length)) + 2
  return (name: string, cells: readonly (string | number)[]): string =>
    name.padEnd(width) + cells.map((cell) => String(cell).padStart(10)).join('')
}
