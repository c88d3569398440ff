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
  type Sums,
  type Table,
  type Tally,
} from './backup.format.ts'
import { RowTally } from './backup.tally.ts'

/** Where what is read goes; null is nowhere, for who only wants to know whether all is there. */
export type Target = { client: pg.Client; uploads: string } | null
export type Loaded = { sums: Sums; secrets: Secrets | null; bytes: number }

/** The first entry: what this archive is. */
export async function readManifest(entries: AsyncGenerator<Entry>): Promise<Manifest> {
  const { value: first } = await entries.next()
  if (first?.name !== entryNames.manifest) throw new BackupFault('this is no backup of a shop')
  const manifest = await parsed(first, z.looseObject({ format: z.int() }))
  const read = manifestShape.safeParse(manifest)
  if (read.success) return read.data
  throw new BackupFault('the backup is damaged: its manifest cannot be read')
}

/**
 * Take everything that comes after the manifest, and hold it against the sums at the end. What is
 * missing, too much or another than was written is refused.
 */
export async function load(
  entries: AsyncGenerator<Entry>,
  manifest: Manifest,
  target: Target,
): Promise<Loaded> {
  const read: Read = { tables: {}, uploads: {}, secrets: null, sums: null, bytes: 0, open: null }
  try {
    for await (const entry of entries) await take(read, entry, { manifest, target })
    await endTable(read)
  } catch (error) {
    // A COPY that is not ended would keep its connection from the rollback.
    await read.open?.giveUp()
    throw error
  }
  const { sums, secrets, bytes } = read
  if (!sums) throw new BackupFault('the backup is cut short: its end is missing')
  compare(sums, read, manifest)
  return { sums, secrets, bytes }
}

/** What was read so far, and the table whose parts are coming. */
type Read = Sums & {
  secrets: Secrets | null
  sums: Sums | null
  bytes: number
  open: OpenTable | null
}

async function take(
  read: Read,
  entry: Entry,
  { manifest, target }: { manifest: Manifest; target: Target },
): Promise<void> {
  const [kind, ...name] = entry.name.split('/')
  if (kind !== 'tables' || read.open?.name !== name[0]) await endTable(read)
  if (kind === 'tables') {
    read.open ??= openTable(
      manifest.tables.find((one) => one.name === name[0]),
      target,
    )
    read.bytes += await read.open.take(entry.bytes)
  } else if (kind === 'uploads') read.uploads[name[0]!] = await takeUpload(name, entry, target)
  else if (entry.name === entryNames.secrets) read.secrets = await parsed(entry, secretsShape)
  else if (entry.name === entryNames.sums) read.sums = await parsed(entry, sumsShape)
  else throw new BackupFault('the backup holds what no shop writes')
}

async function endTable(read: Read): Promise<void> {
  const ended = read.open
  if (!ended) return
  read.tables[ended.name] = await ended.end()
  read.open = null
}

type OpenTable = ReturnType<typeof openTable>

/** One COPY takes all parts of a table. */
function openTable(table: Table | undefined, target: Target) {
  if (!table)
    throw new BackupFault('the backup is damaged: it has rows of a table it does not name')
  const tally = new RowTally()
  const copy = target && rowsInto(target.client, table)
  // Listened to from the beginning: a refusal may come before the last part.
  let isOpen = copy !== null
  const done = copy ? finished(copy).finally(() => (isOpen = false)) : Promise.resolve()
  done.catch(() => {})
  return {
    name: table.name,
    async take(bytes: AsyncIterable<Buffer>): Promise<number> {
      const before = tally.bytes
      for await (const chunk of bytes) {
        tally.take(chunk)
        if (copy && !copy.write(chunk))
          await Promise.race([new Promise((drained) => copy.once('drain', drained)), done])
      }
      return tally.bytes - before
    },
    async end(): Promise<Tally> {
      copy?.end()
      await done
      return tally.result()
    },
    async giveUp(): Promise<void> {
      if (isOpen) copy?.destroy()
      await done.catch(() => {})
    },
  }
}

const uploadName = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** Keep an upload under a name that leads nowhere else; answers its SHA-256. */
async function takeUpload(
  [name = '', ...more]: string[],
  entry: Entry,
  target: Target,
): Promise<string> {
  if (more.length || !uploadName.test(name))
    throw new BackupFault('the backup holds an upload with a name that no shop gives')
  const sum = createHash('sha256')
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk)
      done(null, chunk)
    },
  })
  if (target)
    await pipeline(
      entry.bytes,
      measure,
      createWriteStream(join(target.uploads, name), { mode: 0o644, flush: true }),
    )
  else for await (const chunk of entry.bytes) sum.update(chunk)
  return sum.digest('hex')
}

async function parsed<T>({ bytes }: Entry, shape: z.ZodType<T>): Promise<T> {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  try {
    return shape.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } catch {
    throw new BackupFault('the backup is damaged: one of its lists cannot be read')
  }
}

const nothing = new RowTally().result()

function compare(sums: Sums, found: Sums, manifest: Manifest): void {
  for (const { name } of manifest.tables) {
    const [was, is] = [sums.tables[name], found.tables[name] ?? nothing]
    if (!was || was.rows !== is.rows || was.sum !== is.sum)
      throw new BackupFault(
        `the backup is damaged: ${name} has ${is.rows} rows that were ${was?.rows ?? 'not counted'}, or others`,
      )
  }
  const names = new Set([...Object.keys(sums.uploads), ...Object.keys(found.uploads)])
  for (const name of names)
    if (sums.uploads[name] !== found.uploads[name])
      throw new BackupFault(`the backup is damaged: the upload ${name} is missing or another`)
}

/** Give the sequences the numbers they had. */
export async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  for (const { name, last } of sequences)
    if (last) await client.query('select setval($1, $2, true)', [quoted(name), last])
}
