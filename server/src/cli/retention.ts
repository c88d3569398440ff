import { getTableName } from 'drizzle-orm'
import { parseArgs } from 'node:util'

import { dropOldMonths, oldMonths } from '../domains/audit/audit.retention.service.ts'
import { tableStates, type TableState } from '../domains/watch/tables.queries.ts'
import { clearings, tablesByMonths } from '../jobs/retention.ts'
import type { App } from '../platform/app.ts'
import {
  clearDueRows,
  countDueRows,
  clearingName,
  type Clearing,
} from '../platform/database/clearing.ts'
import { createMonthsAhead, partitionsOf } from '../platform/database/partitions.ts'
import type { Command, Terminal } from './command.ts'
import { withApp } from './with-app.ts'

/** What is kept for how long, what is due, and clearing it now (P540). */
export const retention: Command = {
  usage: `retention [--dry-run] [--json]
    tells for each table for how long its rows are kept and how many are due, makes the months
    ahead, drops those that are over and clears what is due, a few hundred rows at a time, while
    the shop sells; stop it at any time, and run it again to go on. --dry-run clears nothing.
    How long: RETENTION_... of the settings. Exit code 1: something is held and stays for now`,

  read(args) {
    try {
      const options = {
        'dry-run': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      } as const

      const { 'dry-run': dryRun, json } = parseArgs({ args, options }).values

      return (terminal) => withApp((app) => run(app, { dryRun, json }, terminal))
    } catch {
      return null
    }
  },
}

/** A table's rows: how many were due, how many went, and how many are due still. */
type Cleared = {
  table: string
  what: string
  kept: string
  due: number
  cleared: number
  left: number
}

type Month = { table: string; partition: string; upto: string | null; bytes: number }

type Report = {
  tables: Cleared[]
  months: Month[]
  /** Months that are over: those that went, and those in which money is still open. */
  dropped: string[]
  held: string[]
  made: string[]
  /** All tables, the largest first. */
  sizes: TableState[]
}

async function run(
  app: App,
  { dryRun, json }: { dryRun: boolean; json: boolean },
  { out, progress, signal }: Terminal,
): Promise<number> {
  const made: string[] = []
  if (!dryRun)
    for (const table of tablesByMonths) made.push(...(await createMonthsAhead(app, table)))
  const over = await oldMonths(app)
  const dropped = dryRun ? [] : await dropOldMonths(app)
  const tables: Cleared[] = []
  for (const clearing of clearings)
    if (!signal.aborted) tables.push(await clearOne(app, clearing, { dryRun, progress, signal }))

  const report: Report = {
    tables,
    months: await monthsOf(app),
    dropped,
    held: over.map(({ name }) => name).filter((name) => !dropped.includes(name)),
    made,
    sizes: await tableStates(app),
  }

  out(json ? JSON.stringify(report) : textOf(report, dryRun))

  return dryRun || (!signal.aborted && isDone(report)) ? 0 : 1
}

const isDone = ({ held, tables }: Report): boolean =>
  !held.length && tables.every(({ left }) => !left)

async function clearOne(
  app: App,
  clearing: Clearing,
  { dryRun, progress, signal }: { dryRun: boolean } & Pick<Terminal, 'progress' | 'signal'>,
): Promise<Cleared> {
  const due = await countDueRows(app, clearing)
  if (due && !dryRun) progress(`${clearingName(clearing)} ...`)
  const cleared = due && !dryRun ? await clearDueRows(app, clearing, { signal }) : 0

  return {
    table: getTableName(clearing.table),
    what: clearing.what,
    kept: clearing.kept(app.config),
    due,
    cleared,
    // Another process may have cleared the others.
    left: cleared < due ? await countDueRows(app, clearing) : 0,
  }
}

async function monthsOf(app: App): Promise<Month[]> {
  const found: Month[] = []
  for (const table of tablesByMonths)
    for (const { name, upto, bytes } of await partitionsOf(app, table))
      found.push({ table, partition: name, upto: upto?.toISOString() ?? null, bytes })

  return found
}

/** How many tables a person wants to read of. */
const largest = 8

function textOf({ tables, months, dropped, held, made, sizes }: Report, dryRun: boolean): string {
  const width = (of: (one: Cleared) => string) =>
    Math.max(...tables.map((one) => of(one).length)) + 2
  const [first, second] = [width(({ table }) => table), width(({ kept }) => kept)]

  const rows = tables.map(({ table, what, kept, due, cleared, left }) => {
    const done = dryRun ? `${due} due` : `${cleared} cleared, ${left} left`
    return `${table.padEnd(first)}${kept.padEnd(second)}${done.padEnd(22)}${what}`
  })

  return [
    ...rows,
    '',
    ...months.map(
      ({ partition, upto, bytes }) =>
        `${partition.padEnd(22)}${upto ? `until ${upto.slice(0, 10)}` : 'what no month was made for'}` +
        `  ${(bytes / 1_000_000).toFixed(1)} MB`,
    ),
    '',
    ...sizes.slice(0, largest).map(sizeText),
    ...made.map((name) => `Made ${name}.`),
    ...dropped.map((name) => `Dropped ${name}.`),
    ...held.map((name) =>
      dryRun
        ? `${name} is over.`
        : `${name} is over and stays: money of its time is open, or somebody reads it.`,
    ),
  ].join('\n')
}

const sizeText = ({ table, bytes, rows, dead, sweptAt }: TableState): string =>
  `${table.padEnd(30)}${`${(bytes / 1_000_000).toFixed(1)} MB`.padStart(12)}` +
  `${`${rows} rows`.padStart(16)}${`${dead} dead`.padStart(14)}` +
  `  swept ${sweptAt ? sweptAt.slice(0, 16).replace('T', ' ') : 'never'}`
