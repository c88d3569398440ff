import { BackupFault } from './backup.fault.ts'
import type { Manifest, Sequence, Table } from './backup.format.ts'

// An archive may name what is not the shop's: a table or a column that an operator made beside its
// own, or whatever somebody wrote into it. The schema that was just made by migrations says what
// there is; the rest is passed over and told, and its name never stands in a statement.

/** A table of the backup as the schema takes it: the columns it has, and their places in a row. */
type Fitted = Table & { places: readonly number[] | null }

/** What of a backup has no place in the shop, by the names that it has there. */
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

/** Hold what a backup names against the schema that was made for it. */
export function fit(
  manifest: Manifest,
  there: { tables: readonly Table[]; sequences: readonly Sequence[] },
): Fit {
  const known = new Map(there.tables.map(({ name, columns }) => [name, new Set(columns)]))

  const found: Fit = {
    tables: new Map(),
    sequences: [],
    passedOver: { tables: [], columns: [], sequences: [] },
  }

  for (const table of manifest.tables) {
    const { kept, odd } = split(table, known.get(table.name) ?? new Set())
    if (odd.length) refuseQueue(table)

    if (!kept.length) found.passedOver.tables.push(table.name)
    else {
      found.passedOver.columns.push(...odd.map((column) => `${table.name}.${column}`))
      const columns = kept.map((place) => table.columns[place]!)

      found.tables.set(table.name, {
        name: table.name,
        columns,
        places: odd.length ? kept : null,
      })
    }
  }

  const counted = new Set(there.sequences.map(({ name }) => name))
  for (const one of manifest.sequences)
    if (counted.has(one.name)) found.sequences.push(one)
    else found.passedOver.sequences.push(one.name)

  return found
}

function split({ columns }: Table, known: ReadonlySet<string>) {
  const kept = columns.flatMap((column, place) => (known.has(column) ? [place] : []))
  return { kept, odd: columns.filter((column) => !known.has(column)) }
}

/** What the queue holds is the shop's own, whichever version of it made its tables. */
function refuseQueue({ name }: Table): void {
  if (name.startsWith('graphile_worker.'))
    throw new BackupFault(`${name} of the backup is another one here; restore it with its version`)
}

const [lineEnd, fieldEnd] = ['\n', '\t']

/**
 * Takes rows as COPY writes them, where neither end is ever part of a value, and answers them with
 * the fields of these places alone.
 */
export function fieldsAt(places: readonly number[]): (chunk: Buffer) => Buffer {
  let begun: Buffer = Buffer.of()
  return (chunk) => {
    const all = Buffer.concat([begun, chunk])
    const whole = all.lastIndexOf(lineEnd) + 1
    begun = all.subarray(whole)
    // One sign a byte: what they mean does not matter here.
    const rows = all.toString('latin1', 0, whole).split(lineEnd).slice(0, -1)

    const kept = rows.map((row) => {
      const fields = row.split(fieldEnd)
      return places.map((place) => fields[place]).join(fieldEnd) + lineEnd
    })

    return Buffer.from(kept.join(''), 'latin1')
  }
}
