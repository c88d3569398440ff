import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { z } from 'zod'

import type { Entry } from './backup.archive.ts'
import { quoteName, rowsInto } from './backup.database.ts'
import { BackupFault } from './backup.fault.ts'
import {
  entryNames,
  manifestShape,
  secretsShape,
  sumsShape,
  type Manifest,
  type Secrets,
  type Sequence,
  type Sums,
  type Table,
  type Tally,
} from './backup.format.ts'
import { RowTally } from './backup.tally.ts'
import { isUploadName } from './backup.uploads.ts'
import { fieldsAt, type Fit } from './restore.fit.ts'

/** Where a backup is loaded to; null only checks that the backup is complete. */
export type Target = { client: pg.Client; uploads: string; tables: Fit['tables'] } | null

export type Loaded = {
  /** Checksums of all content that was read; they equal those in the backup. */
  sums: Sums
  /** Row counts and checksums of the tables in the database. */
  stored: Record<string, Tally>
  /** Uploads that were skipped, since their names are not valid for a shop. */
  oddUploads: string[]
  secrets: Secrets | null
  bytes: number
}

/** Reads the first entry, the manifest. */
export async function readManifest(entries: AsyncGenerator<Entry>): Promise<Manifest> {
  const { value: firstEntry } = await entries.next()
  if (firstEntry?.name !== entryNames.manifest) throw new BackupFault('this is no backup of a shop')

  const manifest = await parseEntry(firstEntry, z.looseObject({ format: z.int() }))
  const manifestResult = manifestShape.safeParse(manifest)
  if (manifestResult.success) return manifestResult.data

  throw new BackupFault('the backup is damaged: its manifest cannot be read')
}

/**
 * Reads all entries after the manifest and compares them with the checksums at the end. Throws for
 * missing, extra and changed content.
 */
export async function loadEntries(
  entries: AsyncGenerator<Entry>,
  manifest: Manifest,
  target: Target,
): Promise<Loaded> {
  const readState: Read = {
    tables: {},
    uploads: {},
    stored: {},
    secrets: null,
    sums: null,
    bytes: 0,
    open: null,
  }

  try {
    for await (const entry of entries) await takeEntry(readState, entry, { manifest, target })
    await endTable(readState)
  } catch (error) {
    // An open COPY would block the rollback on the same connection.
    await readState.open?.giveUp()
    throw error
  }

  const { sums, secrets, bytes, stored } = readState
  if (!sums) throw new BackupFault('the backup is cut short: its end is missing')

  compareSums(sums, readState, manifest)
  const oddUploads = Object.keys(readState.uploads).filter((name) => !isUploadName(name))

  return { sums, stored, oddUploads, secrets, bytes }
}

/** Progress of a load; `open` is the table whose parts are being read. */
type Read = Sums & {
  stored: Record<string, Tally>
  secrets: Secrets | null
  sums: Sums | null
  bytes: number
  open: OpenTable | null
}

async function takeEntry(
  readState: Read,
  entry: Entry,
  { manifest, target }: { manifest: Manifest; target: Target },
): Promise<void> {
  const [, kind, name = ''] = /^(tables|uploads)\/(.*)$/s.exec(entry.name) ?? []
  const tableName = kind === 'tables' ? name.slice(0, name.lastIndexOf('/')) : null
  if (readState.open?.name !== tableName) await endTable(readState)

  if (tableName !== null) {
    readState.open ??= openTable(
      manifest.tables.find((candidate) => candidate.name === tableName),
      target,
    )
    readState.bytes += await readState.open.take(entry.bytes)
  } else if (kind === 'uploads') readState.uploads[name] = await takeUpload(name, entry, target)
  else if (entry.name === entryNames.secrets)
    readState.secrets = await parseEntry(entry, secretsShape)
  else if (entry.name === entryNames.sums) readState.sums = await parseEntry(entry, sumsShape)
  else throw new BackupFault('the backup holds what no shop writes')
}

async function endTable(readState: Read): Promise<void> {
  const endedTable = readState.open
  if (!endedTable) return

  const { all, stored } = await endedTable.end()
  readState.tables[endedTable.name] = all
  if (stored) readState.stored[endedTable.name] = stored
  readState.open = null
}

type OpenTable = ReturnType<typeof openTable>

/**
 * A single COPY inserts all parts of a table. A table that the schema lacks is read but not stored.
 */
function openTable(table: Table | undefined, target: Target) {
  if (!table)
    throw new BackupFault('the backup is damaged: it has rows of a table it does not name')

  const archiveTally = new RowTally()
  const fittedTable = target?.tables.get(table.name)
  const keepFields = fittedTable?.places ? fieldsAt(fittedTable.places) : null
  const storedTally = keepFields ? new RowTally() : archiveTally
  const copyStream = target && fittedTable ? rowsInto(target.client, fittedTable) : null
  // Handle errors from the start: PostgreSQL may refuse a row before the last part.
  let isCopyOpen = copyStream !== null
  const copyEnd = copyStream
    ? finished(copyStream).finally(() => (isCopyOpen = false))
    : Promise.resolve()
  copyEnd.catch(() => {})

  return {
    name: table.name,

    async take(entryBytes: AsyncIterable<Buffer>): Promise<number> {
      const before = archiveTally.bytes

      for await (const chunk of entryBytes) {
        archiveTally.take(chunk)
        const keptBytes = keepFields ? keepFields(chunk) : chunk
        if (keepFields) storedTally.take(keptBytes)
        if (copyStream && !copyStream.write(keptBytes))
          await Promise.race([new Promise((resume) => copyStream.once('drain', resume)), copyEnd])
      }

      return archiveTally.bytes - before
    },

    async end(): Promise<{ all: Tally; stored: Tally | null }> {
      copyStream?.end()
      await copyEnd

      return { all: archiveTally.result(), stored: fittedTable ? storedTally.result() : null }
    },
    async giveUp(): Promise<void> {
      if (isCopyOpen) copyStream?.destroy()
      await copyEnd.catch(() => {})
    },
  }
}

/**
 * Stores an upload under its name; returns its SHA-256. A file with an invalid name is read but not
 * stored.
 */
async function takeUpload(name: string, entry: Entry, target: Target): Promise<string> {
  // No file in a folder can have such a name.
  if (!name || name.includes('/') || name.includes('\0'))
    throw new BackupFault('the backup holds an upload with a name that no shop gives')

  const uploadHash = createHash('sha256')

  const hashStream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      uploadHash.update(chunk)
      done(null, chunk)
    },
  })

  if (target && isUploadName(name))
    await pipeline(
      entry.bytes,
      hashStream,
      createWriteStream(join(target.uploads, name), { mode: 0o644, flush: true }),
    )
  else for await (const chunk of entry.bytes) uploadHash.update(chunk)

  return uploadHash.digest('hex')
}

async function parseEntry<T>({ bytes }: Entry, shape: z.ZodType<T>): Promise<T> {
  const entryChunks: Buffer[] = []
  for await (const chunk of bytes) entryChunks.push(chunk)

  try {
    return shape.parse(JSON.parse(Buffer.concat(entryChunks).toString('utf8')))
  } catch {
    throw new BackupFault('the backup is damaged: one of its lists cannot be read')
  }
}

/** The row count and checksum of an empty table. */
export const emptyTally: Tally = new RowTally().result()

function compareSums(sums: Sums, actual: Sums, manifest: Manifest): void {
  for (const { name } of manifest.tables) {
    const [was, is] = [sums.tables[name], actual.tables[name] ?? emptyTally]
    if (!was || was.rows !== is.rows || was.sum !== is.sum)
      throw new BackupFault(
        `the backup is damaged: ${name} has ${is.rows} rows that were ${was?.rows ?? 'not counted'}, or others`,
      )
  }

  const uploadNames = new Set([...Object.keys(sums.uploads), ...Object.keys(actual.uploads)])
  for (const uploadName of uploadNames)
    if (sums.uploads[uploadName] !== actual.uploads[uploadName])
      throw new BackupFault(`the backup is damaged: the upload ${uploadName} is missing or another`)
}

/** Sets each sequence to its last number in the backup. */
export async function setSequences(
  client: pg.Client,
  sequences: readonly Sequence[],
): Promise<void> {
  for (const { name, last } of sequences)
    if (last) await client.query('select setval($1, $2, true)', [quoteName(name), last])
}
