import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { z } from 'zod'

import type { Entry } from './backup.archive.ts'
import { quoted, rowsInto } from './backup.database.ts'
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

/** The target of a load; null only checks that the backup is whole. */
export type Target = { client: pg.Client; uploads: string; tables: Fit['tables'] } | null

export type Loaded = {
  /** Sums of everything read; equal to the sums in the backup. */
  sums: Sums
  /** Rows written to the database, by table. */
  stored: Record<string, Tally>
  /** Uploads that were read and skipped, since no shop uses such names. */
  oddUploads: string[]
  secrets: Secrets | null
  bytes: number
}

/** Reads the first entry, which describes the archive. */
export async function readManifest(entries: AsyncGenerator<Entry>): Promise<Manifest> {
  const { value: firstEntry } = await entries.next()
  if (firstEntry?.name !== entryNames.manifest) throw new BackupFault('this is no backup of a shop')

  const manifest = await parseEntry(firstEntry, z.looseObject({ format: z.int() }))
  const manifestResult = manifestShape.safeParse(manifest)
  if (manifestResult.success) return manifestResult.data

  throw new BackupFault('the backup is damaged: its manifest cannot be read')
}

/**
 * Reads everything after the manifest and compares it with the sums at the end. Throws for
 * missing, extra and changed content.
 */
export async function load(
  entries: AsyncGenerator<Entry>,
  manifest: Manifest,
  target: Target,
): Promise<Loaded> {
  const read: Read = {
    tables: {},
    uploads: {},
    stored: {},
    secrets: null,
    sums: null,
    bytes: 0,
    open: null,
  }

  try {
    for await (const entry of entries) await takeEntry(read, entry, { manifest, target })
    await endTable(read)
  } catch (error) {
    // An open COPY would block the rollback on its connection.
    await read.open?.giveUp()
    throw error
  }

  const { sums, secrets, bytes, stored } = read
  if (!sums) throw new BackupFault('the backup is cut short: its end is missing')

  compare(sums, read, manifest)
  const oddUploads = Object.keys(read.uploads).filter((name) => !isUploadName(name))

  return { sums, stored, oddUploads, secrets, bytes }
}

/** Progress of a load, with the table whose parts are being read. */
type Read = Sums & {
  stored: Record<string, Tally>
  secrets: Secrets | null
  sums: Sums | null
  bytes: number
  open: OpenTable | null
}

async function takeEntry(
  read: Read,
  entry: Entry,
  { manifest, target }: { manifest: Manifest; target: Target },
): Promise<void> {
  const [, kind, name = ''] = /^(tables|uploads)\/(.*)$/s.exec(entry.name) ?? []
  const table = kind === 'tables' ? name.slice(0, name.lastIndexOf('/')) : null
  if (read.open?.name !== table) await endTable(read)

  if (table !== null) {
    read.open ??= openTable(
      manifest.tables.find((one) => one.name === table),
      target,
    )
    read.bytes += await read.open.take(entry.bytes)
  } else if (kind === 'uploads') read.uploads[name] = await takeUpload(name, entry, target)
  else if (entry.name === entryNames.secrets) read.secrets = await parseEntry(entry, secretsShape)
  else if (entry.name === entryNames.sums) read.sums = await parseEntry(entry, sumsShape)
  else throw new BackupFault('the backup holds what no shop writes')
}

async function endTable(read: Read): Promise<void> {
  const endedTable = read.open
  if (!endedTable) return

  const { all, stored } = await endedTable.end()
  read.tables[endedTable.name] = all
  if (stored) read.stored[endedTable.name] = stored
  read.open = null
}

type OpenTable = ReturnType<typeof openTable>

/** One COPY takes all parts of a table. A table missing in the schema is only read. */
function openTable(table: Table | undefined, target: Target) {
  if (!table)
    throw new BackupFault('the backup is damaged: it has rows of a table it does not name')

  const all = new RowTally()
  const fitted = target?.tables.get(table.name)
  const keepFields = fitted?.places ? fieldsAt(fitted.places) : null
  const stored = keepFields ? new RowTally() : all
  const copy = target && fitted ? rowsInto(target.client, fitted) : null
  // Listens from the start: PostgreSQL may refuse before the last part.
  let isOpen = copy !== null
  const done = copy ? finished(copy).finally(() => (isOpen = false)) : Promise.resolve()
  done.catch(() => {})

  return {
    name: table.name,

    async take(bytes: AsyncIterable<Buffer>): Promise<number> {
      const before = all.bytes

      for await (const chunk of bytes) {
        all.take(chunk)
        const rows = keepFields ? keepFields(chunk) : chunk
        if (keepFields) stored.take(rows)
        if (copy && !copy.write(rows))
          await Promise.race([new Promise((drained) => copy.once('drain', drained)), done])
      }

      return all.bytes - before
    },

    async end(): Promise<{ all: Tally; stored: Tally | null }> {
      copy?.end()
      await done

      return { all: all.result(), stored: fitted ? stored.result() : null }
    },
    async giveUp(): Promise<void> {
      if (isOpen) copy?.destroy()
      await done.catch(() => {})
    },
  }
}

/** Stores an upload under its name; returns its SHA-256. One with an unusual name is only read. */
async function takeUpload(name: string, entry: Entry, target: Target): Promise<string> {
  // Files in a folder cannot have such names.
  if (!name || name.includes('/') || name.includes('\0'))
    throw new BackupFault('the backup holds an upload with a name that no shop gives')

  const sha256 = createHash('sha256')

  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sha256.update(chunk)
      done(null, chunk)
    },
  })

  if (target && isUploadName(name))
    await pipeline(
      entry.bytes,
      measure,
      createWriteStream(join(target.uploads, name), { mode: 0o644, flush: true }),
    )
  else for await (const chunk of entry.bytes) sha256.update(chunk)

  return sha256.digest('hex')
}

async function parseEntry<T>({ bytes }: Entry, shape: z.ZodType<T>): Promise<T> {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)

  try {
    return shape.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } catch {
    throw new BackupFault('the backup is damaged: one of its lists cannot be read')
  }
}

/** The tally of an empty table. */
export const emptyTally: Tally = new RowTally().result()

function compare(sums: Sums, actual: Sums, manifest: Manifest): void {
  for (const { name } of manifest.tables) {
    const [was, is] = [sums.tables[name], actual.tables[name] ?? emptyTally]
    if (!was || was.rows !== is.rows || was.sum !== is.sum)
      throw new BackupFault(
        `the backup is damaged: ${name} has ${is.rows} rows that were ${was?.rows ?? 'not counted'}, or others`,
      )
  }

  const names = new Set([...Object.keys(sums.uploads), ...Object.keys(actual.uploads)])
  for (const name of names)
    if (sums.uploads[name] !== actual.uploads[name])
      throw new BackupFault(`the backup is damaged: the upload ${name} is missing or another`)
}

/** Sets the sequences to their numbers in the backup. */
export async function setSequences(
  client: pg.Client,
  sequences: readonly Sequence[],
): Promise<void> {
  for (const { name, last } of sequences)
    if (last) await client.query('select setval($1, $2, true)', [quoted(name), last])
}
