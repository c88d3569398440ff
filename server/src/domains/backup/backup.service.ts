import { join } from 'node:path'
import type pg from 'pg'

import type { BackupStore } from '../../ports/backups.ts'
import { writeArchive, type ArchiveWriter } from './backup.archive.ts'
import {
  connectTo,
  quoteName,
  rowsFrom,
  schemaOf,
  sequencesOf,
  tablesOf,
} from './backup.database.ts'
import { BackupFault, toFault } from './backup.fault.ts'
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
import { addUpload, isUploadName, namedUploads, uploadsIn } from './backup.uploads.ts'

/** The shop to back up, and how its archive is encrypted. */
export type BackupOrder = {
  databaseUrl: string
  dataDir: string
  version: string
  now: () => Date
  /** Null means no encryption: everybody who gets the archive can read it. */
  lock: Lock | null
  /** Environment variables, which no database contains; allowed only in an encrypted archive. */
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
  /** Foreign tables in schema public and foreign files in the uploads folder. */
  leftOut: { tables: string[]; uploads: string[] }
  /** Uploads that the database names but the folder does not contain. */
  missing: string[]
}

/**
 * Writes a snapshot of a shop, database and uploads, into a store while the shop is open. A single
 * connection reads all tables in one snapshot, and blocks only changes of the schema.
 */
export async function makeBackup(order: BackupOrder, store: BackupStore): Promise<BackupReport> {
  if (order.secrets && !order.lock)
    throw new BackupFault('secrets are never written into a backup that is not encrypted')

  const client = await connectTo(order.databaseUrl, 'chaveiro backup').catch((error: unknown) => {
    throw toFault(error)
  })

  try {
    const { manifest, others, named } = await beginSnapshot(client, order)
    const archiveFileName = await freeName(store, new Date(manifest.takenAt), order.lock !== null)

    const { filled, kept: bytes } = await writeArchive(
      order.lock,
      (archiveWriter) => writeShop(archiveWriter, client, { manifest, order }),
      (stream) => store.write(archiveFileName, stream),
    )

    const { sums, odd } = filled
    const tableTallies = Object.values(sums.tables)

    return {
      name: archiveFileName,
      place: store.place,
      takenAt: manifest.takenAt,
      bytes,
      tables: tableTallies.length,
      rows: tableTallies.reduce((total, { rows }) => total + rows, 0),
      uploads: Object.keys(sums.uploads).length,
      vaultKeys: manifest.vaultKeys,
      withSecrets: manifest.withSecrets,
      leftOut: { tables: others.map((table) => table.name), uploads: odd },
      missing: named.filter((upload) => !(upload in sums.uploads)),
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * The name of a new backup. If a backup of the same second exists, the next free second is used.
 */
async function freeName(store: BackupStore, takenAt: Date, isSealed: boolean): Promise<string> {
  const usedNames = await store.names().catch((): string[] => [])
  for (let candidateTime = takenAt.getTime(); ; candidateTime += 1_000) {
    const candidateName = archiveName(new Date(candidateTime), isSealed)
    if (!usedNames.includes(candidateName)) return candidateName
  }
}

type Snapshot = {
  manifest: Manifest
  /** Foreign tables in schema public. */
  others: Table[]
  /** Uploads that rows of the snapshot refer to. */
  named: string[]
}

/**
 * Starts the snapshot: all later reads see the database at this moment, and no migration can change
 * the schema meanwhile.
 */
async function beginSnapshot(client: pg.Client, order: BackupOrder): Promise<Snapshot> {
  await client.query('set synchronize_seqscans = off')
  await client.query('begin isolation level repeatable read read only')
  const { ours: tables, others } = await tablesOf(client)
  if (!tables.some(({ name }) => name === 'public.orders'))
    throw new BackupFault('there is no shop in this database')

  await client.query(
    `lock table ${tables.map(({ name }) => quoteName(name)).join()} in access share mode`,
  )

  const manifest = {
    format: formatVersion,
    version: order.version,
    takenAt: order.now().toISOString(),
    ...(await schemaOf(client)),
    tables,
    sequences: await sequencesOf(client, others),
    withSecrets: order.secrets !== null,
  }

  return { manifest, others, named: await namedUploads(client, tables) }
}

async function writeShop(
  archive: ArchiveWriter,
  client: pg.Client,
  { manifest, order }: { manifest: Manifest; order: BackupOrder },
): Promise<{ sums: Sums; odd: string[] }> {
  const addJson = (name: string, value: object) =>
    archive.add(name, Buffer.from(JSON.stringify(value)))
  await addJson(entryNames.manifest, manifest)
  if (order.secrets) await addJson(entryNames.secrets, order.secrets)
  const checksums: Sums = { tables: {}, uploads: {} }
  for (const table of manifest.tables)
    checksums.tables[table.name] = await addTable(archive, client, table)
  await client.query('commit')
  const uploadFolder = join(order.dataDir, 'uploads')
  const uploadNames = await uploadsIn(uploadFolder)

  for (const name of uploadNames.filter(isUploadName)) {
    const uploadHash = await addUpload(archive, name, join(uploadFolder, name))
    if (uploadHash) checksums.uploads[name] = uploadHash
  }

  await addJson(entryNames.sums, checksums)

  return { sums: checksums, odd: uploadNames.filter((name) => !isUploadName(name)) }
}

const partBytes = 4 * 1024 * 1024

/** Adds a table in parts of some megabytes, so that memory use does not grow with the table. */
async function addTable(archive: ArchiveWriter, client: pg.Client, table: Table): Promise<Tally> {
  const rowTally = new RowTally()
  let [parts, size] = [0, 0]
  let partChunks: Buffer[] = []

  const flushPart = async () => {
    await archive.add(entryNames.part(table.name, parts++), Buffer.concat(partChunks, size))
    partChunks = []
    size = 0
  }

  for await (const chunk of rowsFrom(client, table)) {
    rowTally.take(chunk)
    partChunks.push(chunk)
    size += chunk.length
    if (size >= partBytes) await flushPart()
  }

  if (size) await flushPart()

  return rowTally.result()
}
