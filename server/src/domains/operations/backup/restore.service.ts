import { chmod, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { migrate, ownMigrations } from '../../../db/migrate.ts'
import { readArchive, type Entry } from './backup.archive.ts'
import { connectTo, quoted, schemaOf } from './backup.database.ts'
import { BackupFault, mendable } from './backup.fault.ts'
import { formatVersion, type Manifest, type Secrets } from './backup.format.ts'
import type { Key } from './backup.seal.ts'
import { uploadsIn } from './backup.service.ts'
import { checkBooks, checkRows, type KeyCheck, type ShopKeys } from './restore.check.ts'
import { load, readManifest, setSequences, type Loaded } from './restore.load.ts'
import { clear, occupy, release, strip } from './restore.schema.ts'

/** Where a backup goes, and what opens it and what is in it. */
export type RestoreOrder = {
  databaseUrl: string
  dataDir: string
  key: Key | null
  /** The keys of the shop, from the environment or from the backup; null when neither has them. */
  keysOf(secrets: Secrets | null): ShopKeys | null
  /** What is being done, for who waits. */
  tell(text: string): void
}
export type RestoreReport = {
  takenAt: string
  version: string
  tables: number
  rows: number
  uploads: number
  /** The folder with the settings that lay in the backup; null when none did. */
  settings: string | null
  /** The migrations that came after the backup. */
  migrations: number
  /** What is broken in the books, empty when nothing is. */
  broken: string[]
  /** Null when there were no keys to try. */
  keys: KeyCheck | null
}

/**
 * Bring a backup into an empty database and an empty folder: the schema it was taken from, its rows
 * in one transaction, everything read again and compared, and then the newest schema. What fails
 * leaves the database empty; what is killed leaves one on which no shop starts, and that the next
 * restore empties first.
 */
export async function restoreBackup(
  bytes: AsyncIterable<Uint8Array>,
  order: RestoreOrder,
): Promise<RestoreReport> {
  const entries = readArchive(bytes, order.key)
  let client: pg.Client | null = null
  try {
    const manifest = await readManifest(entries)
    refuseNewer(manifest)
    await refuseUploads(order.dataDir)
    client = await connectTo(order.databaseUrl, 'chaveiro restore')
    await occupy(client)
    return await intoOccupied(client, entries, { manifest, order })
  } catch (error) {
    throw mendable(error)
  } finally {
    await entries.return(undefined).catch(() => {})
    await client?.end().catch(() => {})
  }
}

/** Read a backup from end to end and hold it against its sums; nothing is written anywhere. */
export async function readBackup(
  bytes: AsyncIterable<Uint8Array>,
  key: Key | null,
): Promise<Pick<RestoreReport, 'takenAt' | 'version' | 'tables' | 'rows' | 'uploads'>> {
  const entries = readArchive(bytes, key)
  try {
    const manifest = await readManifest(entries)
    refuseNewer(manifest)
    return countsOf(manifest, await load(entries, manifest, null))
  } catch (error) {
    throw mendable(error)
  } finally {
    await entries.return(undefined).catch(() => {})
  }
}

type Work = { manifest: Manifest; order: RestoreOrder }

async function intoOccupied(
  client: pg.Client,
  entries: AsyncGenerator<Entry>,
  { manifest, order }: Work,
): Promise<RestoreReport> {
  const { dataDir, databaseUrl, tell } = order
  const beside = join(dataDir, 'uploads.restoring')
  try {
    const known = new Set(manifest.migrations.map(({ name }) => name))
    tell(`making the schema of ${manifest.version}`)
    await migrate(databaseUrl, { restoring: { only: known } })
    const { queue } = await schemaOf(client)
    if (queue < manifest.queue) throw newer(manifest)
    await rm(beside, { recursive: true, force: true })
    await mkdir(beside, { recursive: true })
    const loaded = await loadAll(client, entries, { manifest, beside, tell })
    tell('reading everything again')
    await checkRows(client, manifest, loaded.sums)
    tell('going on to the newest schema')
    await migrate(databaseUrl, { restoring: { only: null } })
    const keys = order.keysOf(loaded.secrets)
    const books = await checkBooks(databaseUrl, manifest, keys)
    await free(client)
    const settings = await keepSettings(dataDir, loaded.secrets)
    await rename(beside, await clearedUploads(dataDir))
    await release(client)
    const migrations = ownMigrations().length - manifest.migrations.length
    return { ...countsOf(manifest, loaded), migrations, settings, ...books }
  } catch (error) {
    await rm(beside, { recursive: true, force: true }).catch(() => {})
    // What was begun may still hold its transaction; a lost connection has none.
    await client.query('rollback').catch(() => {})
    await clear(client).catch(() => {})
    throw error
  }
}

function countsOf({ takenAt, version }: Manifest, { sums }: Loaded) {
  const tallies = Object.values(sums.tables)
  return {
    takenAt,
    version,
    tables: tallies.length,
    rows: tallies.reduce((all, { rows }) => all + rows, 0),
    uploads: Object.keys(sums.uploads).length,
  }
}

const newer = ({ version }: Manifest) =>
  new BackupFault(`the backup is of a newer shop (${version}); restore it with that version`)

/** This program has to know every migration of the backup, as it was then. */
function refuseNewer(manifest: Manifest): void {
  const own = new Map(ownMigrations().map(({ name, sha256 }) => [name, sha256]))
  if (manifest.format > formatVersion || manifest.migrations.some(({ name }) => !own.has(name)))
    throw newer(manifest)
  const changed = manifest.migrations.find(({ name, sha256 }) => own.get(name) !== sha256)
  if (changed)
    throw new BackupFault(`the migration ${changed.name} of the backup is another one here`)
}

async function refuseUploads(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'uploads')
  if ((await uploadsIn(folder)).length)
    throw new BackupFault(`there are uploads in ${folder} already; restore into an empty folder`)
}

/** The folder for uploads, where nothing stands any more. */
async function clearedUploads(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'uploads')
  await rm(folder, { recursive: true, force: true })
  return folder
}

async function loadAll(
  client: pg.Client,
  entries: AsyncGenerator<Entry>,
  { manifest, beside, tell }: { manifest: Manifest; beside: string; tell: RestoreOrder['tell'] },
): Promise<Loaded> {
  await client.query('begin')
  await client.query("set local maintenance_work_mem = '256MB'; set local synchronous_commit = off")
  const later = await strip(client)
  // What migrations put there is in the backup as well.
  await client.query(`truncate ${manifest.tables.map(({ name }) => quoted(name)).join()}`)
  tell(`loading ${manifest.tables.length} tables and the uploads`)
  const loaded = await load(entries, manifest, { client, uploads: beside })
  await setSequences(client, manifest)
  tell('building the indexes')
  for (const statement of later) await client.query(statement)
  await client.query('commit')
  await client.query('analyze')
  return loaded
}

/** Nobody does the jobs any more that were being done at the moment of the backup. */
async function free(client: pg.Client): Promise<void> {
  await client.query(`update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_at is not null`)
  await client.query(`update graphile_worker._private_job_queues set locked_at = null,
    locked_by = null where locked_at is not null`)
}

/** The settings of the backup as files that SECRETS_DIR takes; answers their folder. */
async function keepSettings(dataDir: string, secrets: Secrets | null): Promise<string | null> {
  if (!secrets) return null
  const folder = join(dataDir, 'restored-settings')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  if ((await readdir(folder)).length)
    throw new BackupFault(`there are settings in ${folder} already; move them away`)
  for (const [name, value] of Object.entries(secrets))
    await writeFile(join(folder, name), value, { mode: 0o600 })
  return folder
}
