import { parseArgs } from 'node:util'

import type { Terminal } from './command.ts'

// Arguments that "keys" and "secret" share: status, or rotate in batches, which the operator may
// stop.

export type RotationCommand = {
  what: 'status' | 'rotate'
  json: boolean
  dryRun: boolean
  batch: number | undefined
}

/** Where a rotation writes progress and result. Without a signal the operator cannot stop it. */
export type Output = Omit<Terminal, 'signal'> & Partial<Pick<Terminal, 'signal'>>

/**
 * The command of these arguments and the names of its switches, or null for wrong arguments. All
 * switches except --json are for `rotate` only.
 */
export function readRotation(
  args: string[],
  ownSwitches: readonly string[] = [],
): { command: RotationCommand; given: string[] } | null {
  try {
    const switches = ['json', 'dry-run', ...ownSwitches]

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
    const isBatchSize = batch === undefined || /^[1-9]\d{0,4}$/.test(batch)
    if ((what !== 'status' && what !== 'rotate') || more.length || !isBatchSize) return null

    const switchNames = Object.keys(values).filter((name) => name !== 'json')
    if (what === 'status' && switchNames.length) return null

    return {
      command: {
        what,
        json: 'json' in values,
        dryRun: switchNames.includes('dry-run'),
        batch: batch === undefined ? undefined : Number(batch),
      },
      given: switchNames,
    }
  } catch {
    return null
  }
}

/** Options of a rotation for a command; it reports progress every two seconds at most. */
export function rotationOptions({ dryRun, batch }: RotationCommand, { progress, signal }: Output) {
  let reportedAt = performance.now()
  return {
    dryRun,
    ...(batch ? { batch } : {}),
    ...(signal ? { signal } : {}),
    tell(moved: number) {
      if (performance.now() - reportedAt < 2_000) return

      reportedAt = performance.now()
      progress(`${moved} ...`)
    },
  }
}

/** Formats lines of a table whose first column is as wide as the longest of these names. */
export function rowFormatter(names: readonly string[]) {
  const nameWidth = Math.max(...names.map((name) => name.length)) + 2
  return (name: string, cells: readonly (string | number)[]): string =>
    name.padEnd(nameWidth) + cells.map((cell) => String(cell).padStart(10)).join('')
}
