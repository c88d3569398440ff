import { join } from 'node:path'
import type pg from 'pg'

import type { BackupStore } from '../../ports/backups.ts'
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
import { addUpload, isUploadName, namedUploads, uploadsIn } from './backup.uploads.ts'

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
  /** What lies beside the shop and is not its own: tables of schema public, files of uploads. */
  leftOut: { tables: string[]; uploads: string[] }
  /** Uploads that the database names and the folder lacks; empty when all is there. */
  missing: string[]
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
    const { manifest, others, named } = await beginSnapshot(client, order)
    const name = await freeName(store, new Date(manifest.takenAt), order.lock !== null)

    const { filled, kept: bytes } = await writeArchive(
      order.lock,
      (archive) => fill(archive, client, { manifest, order }),
      (stream) => store.write(name, stream),
    )

    const { sums, odd } = filled
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
      leftOut: { tables: others.map((table) => table.name), uploads: odd },
      missing: named.filter((upload) => !(upload in sums.uploads)),
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Of two that were begun in one second the later has the name of the next one that is free. */
async function freeName(store: BackupStore, takenAt: Date, isSealed: boolean): Promise<string> {
  const taken = await store.names().catch((): string[] => [])
  for (let at = takenAt.getTime(); ; at += 1_000) {
    const name = archiveName(new Date(at), isSealed)
    if (!taken.includes(name)) return name
  }
}

type Snapshot = {
  manifest: Manifest
  /** Tables that are not the shop's. */
  others: Table[]
  /** The uploads that rows of this moment name. */
  named: string[]
}

/** Everything that is read from here on is of this moment; no migration changes it meanwhile. */
async function beginSnapshot(client: pg.Client, order: BackupOrder): Promise<Snapshot> {
  await client.query('set synchronize_seqscans = off')
  await client.query('begin isolation level repeatable read read only')
  const { ours: tables, others } = await tablesOf(client)
  if (!tables.some(({ name }) => name === 'public.orders'))
    throw new BackupFault('there is no shop in this database')

  await client.query(
    `lock table ${tables.map(({ name }) => quoted(name)).join()} in access share mode`,
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

async function fill(
  archive: ArchiveWriter,
  client: pg.Client,
  { manifest, order }: { manifest: Manifest; order: BackupOrder },
): Promise<{ sums: Sums; odd: string[] }> {
  const json = (name: string, value: object) =>
    archive.add(name, Buffer.from(JSON.stringify(value)))
  await json(entryNames.manifest, manifest)
  if (order.secrets) await json(entryNames.secrets, order.secrets)
  const sums: Sums = { tables: {}, uploads: {} }
  for (const table of manifest.tables)
    sums.tables[table.name] = await addTable(archive, client, table)
  await client.query('commit')
  const folder = join(order.dataDir, 'uploads')
  const there = await uploadsIn(folder)

  for (const name of there.filter(isUploadName)) {
    const sum = await addUpload(archive, name, join(folder, name))
    if (sum) sums.uploads[name] = sum
  }

  await json(entryNames.sums, sums)

  return { sums, odd: there.filter((name) => !isUploadName(name)) }
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
