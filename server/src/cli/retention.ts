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

/** Reports the retention periods and the due rows, and deletes these rows (P540). */
export const retentionCommand: Command = {
  usage: `retention [--dry-run] [--json]
    says for each table how long its rows are kept and how many are due. It creates partitions for
    the coming months, drops those that are over, and deletes due rows, a few hundred at a time,
    while the shop sells; stop it at any time, and run it again to go on. --dry-run deletes nothing.
    How long: RETENTION_... of the settings. Exit code 1: something is in use and stays for now`,

  read(args) {
    try {
      const options = {
        'dry-run': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      } as const

      const { 'dry-run': dryRun, json } = parseArgs({ args, options }).values

      return (terminal) => withApp((app) => runRetention(app, { dryRun, json }, terminal))
    } catch {
      return null
    }
  },
}

/** Rows of a table: how many were due, how many were deleted, and how many are still due. */
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
  /**
   * Expired months: `dropped` partitions were deleted. `held` partitions stay, because payments of
   * that time are still open or the partition is in use.
   */
  dropped: string[]
  held: string[]
  made: string[]
  /** All tables, the largest first. */
  sizes: TableState[]
}

async function runRetention(
  app: App,
  { dryRun, json }: { dryRun: boolean; json: boolean },
  { out, progress, signal }: Terminal,
): Promise<number> {
  const createdPartitions: string[] = []
  if (!dryRun)
    for (const table of tablesByMonths)
      createdPartitions.push(...(await createMonthsAhead(app, table)))
  const oldPartitions = await oldMonths(app)
  const droppedNames = dryRun ? [] : await dropOldMonths(app)
  const clearedTables: Cleared[] = []
  for (const clearing of clearings)
    if (!signal.aborted)
      clearedTables.push(await clearTable(app, clearing, { dryRun, progress, signal }))

  const report: Report = {
    tables: clearedTables,
    months: await readMonths(app),
    dropped: droppedNames,
    held: oldPartitions.map(({ name }) => name).filter((name) => !droppedNames.includes(name)),
    made: createdPartitions,
    sizes: await tableStates(app),
  }

  out(json ? JSON.stringify(report) : reportText(report, dryRun))

  return dryRun || (!signal.aborted && isComplete(report)) ? 0 : 1
}

const isComplete = ({ held, tables }: Report): boolean =>
  !held.length && tables.every(({ left }) => !left)

async function clearTable(
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
    kept: clearing.period(app.config),
    due,
    cleared,
    // Another process may have deleted the missing rows, so the due rows are counted again.
    left: cleared < due ? await countDueRows(app, clearing) : 0,
  }
}

async function readMonths(app: App): Promise<Month[]> {
  const partitions: Month[] = []
  for (const table of tablesByMonths)
    for (const { name, upto, bytes } of await partitionsOf(app, table))
      partitions.push({ table, partition: name, upto: upto?.toISOString() ?? null, bytes })

  return partitions
}

/** The text shows the largest tables up to this count; `--json` shows all. */
const shownTables = 8

function reportText(
  { tables, months, dropped, held, made, sizes }: Report,
  dryRun: boolean,
): string {
  const columnWidth = (readCell: (cleared: Cleared) => string) =>
    Math.max(...tables.map((cleared) => readCell(cleared).length)) + 2
  const [tableWidth, termWidth] = [
    columnWidth(({ table }) => table),
    columnWidth(({ kept }) => kept),
  ]

  const tableLines = tables.map(({ table, what, kept, due, cleared, left }) => {
    const resultText = dryRun ? `${due} due` : `${cleared} cleared, ${left} left`
    return `${table.padEnd(tableWidth)}${kept.padEnd(termWidth)}${resultText.padEnd(22)}${what}`
  })

  return [
    ...tableLines,
    '',
    ...months.map(
      ({ partition, upto, bytes }) =>
        `${partition.padEnd(22)}${upto ? `until ${upto.slice(0, 10)}` : 'rows outside of all months'}` +
        `  ${(bytes / 1_000_000).toFixed(1)} MB`,
    ),
    '',
    ...sizes.slice(0, shownTables).map(sizeText),
    ...made.map((name) => `Created ${name}.`),
    ...dropped.map((name) => `Dropped ${name}.`),
    ...held.map((name) =>
      dryRun
        ? `${name} is over.`
        : `${name} is over and stays: a payment of that time is open, or somebody reads it.`,
    ),
  ].join('\n')
}

const sizeText = ({ table, bytes, rows, dead, sweptAt }: TableState): string =>
  `${table.padEnd(30)}${`${(bytes / 1_000_000).toFixed(1)} MB`.padStart(12)}` +
  `${`${rows} rows`.padStart(16)}${`${dead} dead`.padStart(14)}` +
  `  vacuumed ${sweptAt ? sweptAt.slice(0, 16).replace('T', ' ') : 'never'}`
