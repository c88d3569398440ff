import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

export type Row = { id: string }
type Change = [table: string, id: string, row: unknown]

/** Rows of one kind, held in memory; only rows passed to `save` survive a restart. */
export class Table<T extends Row> {
  readonly name: string
  private readonly rows: Map<string, T>
  private readonly touched: (table: string, id: string) => void

  constructor(
    name: string,
    tableRows: Map<string, T>,
    touched: (table: string, id: string) => void,
  ) {
    this.name = name
    this.rows = tableRows
    this.touched = touched
  }

  get(id: string): T | undefined {
    return this.rows.get(id)
  }

  /** All rows, oldest first. */
  all(): T[] {
    return [...this.rows.values()]
  }

  newestFirst(): T[] {
    return this.all().reverse()
  }

  find(wanted: (row: T) => boolean): T | undefined {
    for (const row of this.rows.values()) if (wanted(row)) return row
    return undefined
  }

  filter(wanted: (row: T) => boolean): T[] {
    const matchingRows: T[] = []
    for (const row of this.rows.values()) if (wanted(row)) matchingRows.push(row)

    return matchingRows
  }

  get size(): number {
    return this.rows.size
  }

  save(row: T): T {
    this.rows.set(row.id, row)
    this.touched(this.name, row.id)

    return row
  }

  remove(id: string): void {
    if (this.rows.delete(id)) this.touched(this.name, id)
  }

  clear(): void {
    for (const id of this.rows.keys()) this.remove(id)
  }
}

const FLUSH_AFTER_MS = 100

/** The journal is rewritten with live rows only after this many bytes of changes. */
const COMPACT_BYTES = 64 * 1024 * 1024

/**
 * The sandbox's data on disk: a journal of JSON lines. A line contains all changes since the
 * previous line; it is written before a reply, or after 100 ms. An incomplete line is ignored, so a
 * kill during a write loses only that line. The cost of a write depends on the changes, not on the
 * total size.
 */
export class State {
  private readonly tables = new Map<string, Map<string, Row>>()
  private readonly path: string
  private file: number
  private written = 0
  private dirty = new Map<string, Set<string>>()
  private timer: NodeJS.Timeout | null = null

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.path = join(folder, 'state.jsonl')
    if (existsSync(this.path)) this.load(readFileSync(this.path, 'utf8'))
    this.file = this.compact()
  }

  table<T extends Row>(name: string): Table<T> {
    return new Table(name, this.rowsOf(name) as Map<string, T>, (table, id) =>
      this.touch(table, id),
    )
  }

  /**
   * Writes pending changes now; called by the timer, before a reply, and before the process ends.
   */
  flush(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    const pendingChanges: Change[] = []
    for (const [table, dirtyIds] of this.dirty)
      for (const id of dirtyIds)
        pendingChanges.push([table, id, this.rowsOf(table).get(id) ?? null])
    this.dirty = new Map()
    if (pendingChanges.length === 0) return

    this.written += writeSync(this.file, `${JSON.stringify(pendingChanges)}\n`)

    if (this.written > COMPACT_BYTES) {
      closeSync(this.file)
      this.file = this.compact()
    }
  }

  close(): void {
    this.flush()
    fsyncSync(this.file)
    closeSync(this.file)
  }

  private load(text: string): void {
    for (const line of text.split('\n')) {
      if (line === '') continue
      for (const [table, id, row] of readJournalLine(line)) {
        if (row === null) this.rowsOf(table).delete(id)
        else this.rowsOf(table).set(id, row as Row)
      }
    }
  }

  /**
   * Rewrites the journal with live rows only, as a new file that is then renamed, so that no
   * incomplete journal ever exists.
   */
  private compact(): number {
    const nextPath = `${this.path}.next`
    const fileDescriptor = openSync(nextPath, 'w', 0o600)
    for (const [table, tableRows] of this.tables)
      for (const [id, row] of tableRows)
        writeSync(fileDescriptor, `${JSON.stringify([[table, id, row]])}\n`)
    fsyncSync(fileDescriptor)
    renameSync(nextPath, this.path)
    this.written = 0

    return fileDescriptor
  }

  private rowsOf(name: string): Map<string, Row> {
    let tableRows = this.tables.get(name)
    if (!tableRows) this.tables.set(name, (tableRows = new Map()))

    return tableRows
  }

  private touch(table: string, id: string): void {
    let dirtyIds = this.dirty.get(table)
    if (!dirtyIds) this.dirty.set(table, (dirtyIds = new Set()))
    dirtyIds.add(id)
    this.timer ??= setTimeout(() => this.flush(), FLUSH_AFTER_MS)
  }
}

function readJournalLine(line: string): Change[] {
  try {
    return JSON.parse(line) as Change[]
  } catch {
    return [] // the last line is incomplete after a kill during a write
  }
}
