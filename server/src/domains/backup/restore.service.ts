import type pg from 'pg'

import {
  appliedNow,
  firstMigration,
  lastWithContained,
  missingContained,
} from '../../db/contained.ts'
import { migrate, ownMigrations } from '../../db/migrate.ts'
import { readArchive, type Entry } from './backup.archive.ts'
import { connectTo, quoted, schemaOf, sequencesOf, tablesOf } from './backup.database.ts'
import { BackupFault, mendable } from './backup.fault.ts'
import { formatVersion, type Manifest, type Secrets, type Tally } from './backup.format.ts'
import type { Key } from './backup.seal.ts'
import { checkBooks, checkRows, type KeyCheck, type ShopKeys } from './restore.check.ts'
import { fit, type Fit, type PassedOver } from './restore.fit.ts'
import { Folders } from './restore.folders.ts'
import { load, readManifest, setSequences, type Loaded } from './restore.load.ts'
import { clear, lastRun, occupy, release, strip } from './restore.schema.ts'

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
  /** What lay in the backup and is not the shop's; it was read and not brought back. */
  passedOver: PassedOver
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
  const folders = new Folders(order.dataDir)
  let client: pg.Client | null = null

  try {
    const manifest = await readManifest(entries)
    refuseOtherVersions(manifest)
    client = await connectTo(order.databaseUrl, 'chaveiro restore')
    // What a run that was killed left is no reason to refuse; anything else is.
    await folders.dropOf(await lastRun(client))
    await folders.refuseOthers(manifest)
    await occupy(client, folders.run)

    return await intoOccupied(client, entries, { manifest, order, folders })
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
): Promise<
  Pick<RestoreReport, 'takenAt' | 'version' | 'tables' | 'rows' | 'uploads'> & {
    passedOver: Pick<PassedOver, 'uploads'>
  }
> {
  const entries = readArchive(bytes, key)
  try {
    const manifest = await readManifest(entries)
    refuseOtherVersions(manifest)
    const { sums, oddUploads } = await load(entries, manifest, null)
    const uploads = Object.keys(sums.uploads).length - oddUploads.length

    return { ...countsOf(manifest, sums.tables), uploads, passedOver: { uploads: oddUploads } }
  } catch (error) {
    throw mendable(error)
  } finally {
    await entries.return(undefined).catch(() => {})
  }
}

type Work = { manifest: Manifest; order: RestoreOrder; folders: Folders }

async function intoOccupied(
  client: pg.Client,
  entries: AsyncGenerator<Entry>,
  { manifest, order, folders }: Work,
): Promise<RestoreReport> {
  const { databaseUrl, tell } = order
  try {
    const known = new Set(migrationsOf(manifest).keys())
    tell(`making the schema of ${manifest.version}`)
    await migrate(databaseUrl, { restoring: { only: known } })
    const { queue } = await schemaOf(client)
    if (queue < manifest.queue) throw newer(manifest)

    const { ours } = await tablesOf(client)
    const fitted = fit(manifest, { tables: ours, sequences: await sequencesOf(client) })
    const uploads = await folders.begin()
    const loaded = await loadAll(client, entries, { manifest, fitted, uploads, tell })
    tell('reading everything again')
    await checkRows(client, fitted.tables.values(), loaded.stored)
    tell('going on to the newest schema')
    await migrate(databaseUrl, { restoring: { only: null } })
    const keys = order.keysOf(loaded.secrets)
    const books = await checkBooks(databaseUrl, manifest, keys)
    await free(client)
    const settings = await folders.finish(loaded.secrets)
    await release(client)
    await folders.unmark()

    return { ...reportOf(manifest, loaded, fitted), settings, ...books }
  } catch (error) {
    await folders.giveUp().catch(() => {})
    // What was begun may still hold its transaction; a lost connection has none.
    await client.query('rollback').catch(() => {})

    // Where the database cannot be asked it may be whole: the next restore knows by its mark.
    const isCleared = await clear(client).then(
      () => true,
      () => false,
    )

    if (isCleared) await folders.dropOf(folders.run).catch(() => {})
    throw error
  }
}

function reportOf(manifest: Manifest, loaded: Loaded, { tables, passedOver }: Fit) {
  const { sums, stored, oddUploads } = loaded
  return {
    ...countsOf(manifest, stored),
    tables: tables.size,
    uploads: Object.keys(sums.uploads).length - oddUploads.length,
    migrations: ownMigrations().length - migrationsOf(manifest).size,
    passedOver: { ...passedOver, uploads: oddUploads },
  }
}

function countsOf({ takenAt, version }: Manifest, tables: Record<string, Tally>) {
  const tallies = Object.values(tables)
  const rows = tallies.reduce((all, tally) => all + tally.rows, 0)

  return { takenAt, version, tables: tallies.length, rows }
}

const newer = ({ version }: Manifest) =>
  new BackupFault(`the backup is of a newer shop (${version}); restore it with that version`)

const ownHashes = () => new Map(ownMigrations().map(({ name, sha256 }) => [name, sha256]))

const recordedBy = ({ migrations }: Manifest) =>
  new Map(migrations.map(({ name, sha256 }) => [name, sha256]))

/** The migrations that made the schema of a backup (name → sha256), as files of this version. */
const migrationsOf = (manifest: Manifest) =>
  appliedNow(recordedBy(manifest), ownHashes().get(firstMigration)!)

/** This program has to know every migration of the backup, as it was then. */
function refuseOtherVersions(manifest: Manifest): void {
  const own = ownHashes()
  const applied = migrationsOf(manifest)
  if (manifest.format > formatVersion || [...applied.keys()].some((name) => !own.has(name)))
    throw newer(manifest)

  const missing = missingContained(recordedBy(manifest))
  if (missing)
    throw new BackupFault(
      `the backup is of a version before the first release (${missing} is missing); restore it ` +
        `with the version of commit ${lastWithContained}, and start that version once`,
    )

  const changed = [...applied].find(([name, sha256]) => own.get(name) !== sha256)
  if (changed)
    throw new BackupFault(`the migration ${changed[0]} of the backup is another one here`)
}

async function loadAll(
  client: pg.Client,
  entries: AsyncGenerator<Entry>,
  work: { manifest: Manifest; fitted: Fit; uploads: string; tell: RestoreOrder['tell'] },
): Promise<Loaded> {
  const { manifest, fitted, uploads, tell } = work
  const { tables, sequences } = fitted
  await client.query('begin')
  await client.query("set local maintenance_work_mem = '256MB'; set local synchronous_commit = off")
  const later = await strip(client)
  // What migrations put there is in the backup as well.
  await client.query(`truncate ${[...tables.keys()].map(quoted).join()}`)
  tell(`loading ${tables.size} tables and the uploads`)
  const loaded = await load(entries, manifest, { client, uploads, tables })
  await setSequences(client, sequences)
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
