import { BackupFault } from './backup.fault.ts'
import type { Manifest, Sequence, Table } from './backup.format.ts'

// An archive may contain foreign content: tables or columns of an operator, or entries that
// somebody added. Only content that fits the newly created schema is restored. Other content is
// skipped and reported, and its names are never part of a statement.

/**
 * A table of the backup with the columns that the schema has, and their positions in a row;
 * `places` is null when all columns fit.
 */
type Fitted = Table & { places: readonly number[] | null }

/** Parts of a backup that the shop's schema does not have, by their names in the backup. */
export type PassedOver = {
  tables: string[]
  columns: string[]
  sequences: string[]
  uploads: string[]
}

export type Fit = {
  tables: Map<string, Fitted>
  sequences: Sequence[]
  passedOver: Omit<PassedOver, 'uploads'>
}

/** Compares a backup's tables and sequences with the schema that was created for the restore. */
export function fitTables(
  manifest: Manifest,
  target: { tables: readonly Table[]; sequences: readonly Sequence[] },
): Fit {
  const columnsByTable = new Map(target.tables.map(({ name, columns }) => [name, new Set(columns)]))

  const fitResult: Fit = {
    tables: new Map(),
    sequences: [],
    passedOver: { tables: [], columns: [], sequences: [] },
  }

  for (const table of manifest.tables) {
    const { kept, odd } = splitColumns(table, columnsByTable.get(table.name) ?? new Set())
    if (odd.length) refuseQueue(table)

    if (!kept.length) fitResult.passedOver.tables.push(table.name)
    else {
      fitResult.passedOver.columns.push(...odd.map((column) => `${table.name}.${column}`))
      const keptColumns = kept.map((place) => table.columns[place]!)

      fitResult.tables.set(table.name, {
        name: table.name,
        columns: keptColumns,
        places: odd.length ? kept : null,
      })
    }
  }

  const sequenceNames = new Set(target.sequences.map(({ name }) => name))
  for (const sequence of manifest.sequences)
    if (sequenceNames.has(sequence.name)) fitResult.sequences.push(sequence)
    else fitResult.passedOver.sequences.push(sequence.name)

  return fitResult
}

function splitColumns({ columns }: Table, knownColumns: ReadonlySet<string>) {
  const knownPlaces = columns.flatMap((column, place) => (knownColumns.has(column) ? [place] : []))
  return { kept: knownPlaces, odd: columns.filter((column) => !knownColumns.has(column)) }
}

/**
 * Operators add no tables to the queue's schema, so an unknown table there belongs to another
 * version of the queue.
 */
function refuseQueue({ name }: Table): void {
  if (name.startsWith('graphile_worker.'))
    throw new BackupFault(`${name} of the backup is another one here; restore it with its version`)
}

const [lineEnd, fieldEnd] = ['\n', '\t']

/**
 * Returns a function that keeps only the fields at these positions in rows of COPY's text form. In
 * that form, line and field ends are never part of a value.
 */
export function fieldsAt(places: readonly number[]): (chunk: Buffer) => Buffer {
  let incompleteRow: Buffer = Buffer.of()
  return (chunk) => {
    const bufferedBytes = Buffer.concat([incompleteRow, chunk])
    const wholeLength = bufferedBytes.lastIndexOf(lineEnd) + 1
    incompleteRow = bufferedBytes.subarray(wholeLength)
    // latin1 keeps one character for each byte, so the bytes stay unchanged whatever their encoding
    // is.
    const rowTexts = bufferedBytes.toString('latin1', 0, wholeLength).split(lineEnd).slice(0, -1)

    const keptRows = rowTexts.map((row) => {
      const rowFields = row.split(fieldEnd)
      return places.map((place) => rowFields[place]).join(fieldEnd) + lineEnd
    })

    return Buffer.from(keptRows.join(''), 'latin1')
  }
}
