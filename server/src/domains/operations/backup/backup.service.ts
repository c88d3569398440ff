import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { BackupStore } from '../../../ports/backups.ts'
import { writeArchive, type ArchiveWriter } from './backup.archive.ts'
import { connectTo, quoted, rowsFrom, schemaOf, sequencesOf, tablesOf } from './backup.database.ts'
import { BackupFault, mendable } from './backup.fault.ts'
import {
  archiveName,
  entryNames,
  formatVersion,
  type Manifest,
  type Secrets,
  type Sums,
  type Table,
  type Tally,
} from './backup.format.ts'
import type { Lock } from './backup.seal.ts'
import { RowTally } from './backup.tally.ts'

/** What is backed up, and for whom it is sealed. */
export type BackupOrder = {
  databaseUrl: string
  dataDir: string
  version: string
  now: () => Date
  /** Null leaves it readable to everybody who gets hold of it. */
  lock: Lock | null
  /** What the environment says and no database holds; only ever in a sealed archive. */
  secrets: Secrets | null
}
export type BackupReport = {
  name: string
  place: string
  takenAt: string
  bytes: number
  tables: number
  rows: number
  uploads: number
  vaultKeys: number[]
  withSecrets: boolean
}

/**
 * Write one moment of a shop, database and uploads, into a store while the shop sells: one
 * connection reads all tables in one snapshot, and locks nothing but changes of the schema.
 */
export async function makeBackup(order: BackupOrder, store: BackupStore): Promise<BackupReport> {
  if (order.secrets && !order.lock)
    throw new BackupFault('secrets are never written into a backup that is not encrypted')
  const client = await connectTo(order.databaseUrl, 'chaveiro backup').catch((error: unknown) => {
    throw mendable(error)
  })
  try {
    const manifest = await beginSnapshot(client, order)
    const name = archiveName(new Date(manifest.takenAt), order.lock !== null)
    const { filled: sums, kept: bytes } = await writeArchive(
      order.lock,
      (archive) => fill(archive, client, { manifest, order }),
      (stream) => store.write(name, stream),
    )
    const tallies = Object.values(sums.tables)
    return {
      name,
      place: store.place,
      takenAt: manifest.takenAt,
      bytes,
      tables: tallies.length,
      rows: tallies.reduce((all, { rows }) => all + rows, 0),
      uploads: Object.keys(sums.uploads).length,
      vaultKeys: manifest.vaultKeys,
      withSecrets: manifest.withSecrets,
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Everything that is read from here on is of this moment; no migration changes it meanwhile. */
async function beginSnapshot(client: pg.Client, order: BackupOrder): Promise<Manifest> {
  await client.query('set synchronize_seqscans = off')
  await client.query('begin isolation level repeatable read read only')
  const tables = await tablesOf(client)
  if (!tables.some(({ name }) => name === 'public.orders'))
    throw new BackupFault('there is no shop in this database')
  await client.query(
    `lock table ${tables.map(({ name }) => quoted(name)).join()} in access share mode`,
  )
  return {
    format: formatVersion,
    version: order.version,
    takenAt: order.now().toISOString(),
    ...(await schemaOf(client)),
    tables,
    sequences: await sequencesOf(client),
    withSecrets: order.secrets !== null,
  }
}

async function fill(
  archive: ArchiveWriter,
  client: pg.Client,
  { manifest, order }: { manifest: Manifest; order: BackupOrder },
): Promise<Sums> {
  const json = (name: string, value: object) =>
    archive.add(name, Buffer.from(JSON.stringify(value)))
  await json(entryNames.manifest, manifest)
  if (order.secrets) await json(entryNames.secrets, order.secrets)
  const sums: Sums = { tables: {}, uploads: {} }
  for (const table of manifest.tables)
    sums.tables[table.name] = await addTable(archive, client, table)
  await client.query('commit')
  const folder = join(order.dataDir, 'uploads')
  for (const name of await uploadsIn(folder)) {
    const sum = await addUpload(archive, name, join(folder, name))
    if (sum) sums.uploads[name] = sum
  }
  await json(entryNames.sums, sums)
  return sums
}

const partBytes = 4 * 1024 * 1024

/** A table in parts of some megabytes, so that memory does not grow with it. */
async function addTable(archive: ArchiveWriter, client: pg.Client, table: Table): Promise<Tally> {
  const tally = new RowTally()
  let [parts, size] = [0, 0]
  let chunks: Buffer[] = []
  const flush = async () => {
    await archive.add(entryNames.part(table.name, parts++), Buffer.concat(chunks, size))
    chunks = []
    size = 0
  }
  for await (const chunk of rowsFrom(client, table)) {
    tally.take(chunk)
    chunks.push(chunk)
    size += chunk.length
    if (size >= partBytes) await flush()
  }
  if (size) await flush()
  return tally.result()
}

/** What was uploaded; a name with a dot before it is a file that is still being written. */
export async function uploadsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw mendable(error)
    },
  )
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .sort()
}

/** An upload and its SHA-256; null for one that was taken away meanwhile. */
async function addUpload(
  archive: ArchiveWriter,
  name: string,
  path: string,
): Promise<string | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw mendable(error)
  })
  if (!file) return null
  try {
    const { size } = await file.stat()
    const sum = createHash('sha256')
    const read = createReadStream('', { fd: file, autoClose: false, end: Math.max(size - 1, 0) })
    await archive.stream(
      entryNames.upload(name),
      size,
      (async function* () {
        if (size)
          for await (const chunk of read as AsyncIterable<Buffer>) {
            sum.update(chunk)
            yield chunk
          }
      })(),
    )
    return sum.digest('hex')
  } finally {
    await file.close()
  }
}
