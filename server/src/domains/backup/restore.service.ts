import type pg from 'pg'

import {
  appliedNow,
  firstMigration,
  lastWithContained,
  missingContained,
} from '../../db/contained.ts'
import { migrate, ownMigrations } from '../../db/migrate.ts'
import { readArchive, type Entry } from './backup.archive.ts'
import { connectTo, quoteName, schemaOf, sequencesOf, tablesOf } from './backup.database.ts'
import { BackupFault, toFault } from './backup.fault.ts'
import { formatVersion, type Manifest, type Secrets, type Tally } from './backup.format.ts'
import type { Key } from './backup.seal.ts'
import { checkBooks, checkRows, type KeyCheck, type ShopKeys } from './restore.check.ts'
import { fitTables, type Fit, type PassedOver } from './restore.fit.ts'
import { Folders } from './restore.folders.ts'
import { loadEntries, readManifest, setSequences, type Loaded } from './restore.load.ts'
import {
  clearDatabase,
  readLastRun,
  occupyDatabase,
  dropRestoreMark,
  stripSchema,
} from './restore.schema.ts'

/** Where a backup is restored to, and how it is decrypted. */
export type RestoreOrder = {
  databaseUrl: string
  dataDir: string
  key: Key | null
  /** The shop's keys, from the environment or the backup; null when neither contains them. */
  keysOf(secrets: Secrets | null): ShopKeys | null
  /** Reports progress to the operator. */
  tell(text: string): void
}

export type RestoreReport = {
  takenAt: string
  version: string
  tables: number
  rows: number
  uploads: number
  /** The folder with the settings of the backup; null when the backup has no settings. */
  settings: string | null
  /** Number of migrations that are newer than the backup. */
  migrations: number
  /** Violated consistency rules of the books; empty when there are none. */
  broken: string[]
  /** Null when the shop's keys are unknown. */
  keys: KeyCheck | null
  /** Foreign parts of the backup, which were read but not restored. */
  passedOver: PassedOver
}

/**
 * Restores a backup into an empty database and folder. It creates the schema of the backup and
 * loads the rows in one transaction. Then it reads and compares all rows again, and migrates to the
 * newest schema. A failed restore leaves the database empty. A killed restore leaves a mark: no
 * shop starts on that database, and the next restore empties it first.
 */
export async function restoreBackup(
  bytes: AsyncIterable<Uint8Array>,
  order: RestoreOrder,
): Promise<RestoreReport> {
  const archiveEntries = readArchive(bytes, order.key)
  const shopFolders = new Folders(order.dataDir)
  let restoreClient: pg.Client | null = null

  try {
    const manifest = await readManifest(archiveEntries)
    requireKnownVersion(manifest)
    restoreClient = await connectTo(order.databaseUrl, 'chaveiro restore')
    // Remove the remains of a killed run; refuse any other content.
    await shopFolders.dropOf(await readLastRun(restoreClient))
    await shopFolders.refuseOthers(manifest)
    await occupyDatabase(restoreClient, shopFolders.run)

    return await intoOccupied(restoreClient, archiveEntries, {
      manifest,
      order,
      folders: shopFolders,
    })
  } catch (error) {
    throw toFault(error)
  } finally {
    await archiveEntries.return(undefined).catch(() => {})
    await restoreClient?.end().catch(() => {})
  }
}

/** Reads a whole backup and compares it with its checksums; writes nothing. */
export async function readBackup(
  bytes: AsyncIterable<Uint8Array>,
  key: Key | null,
): Promise<
  Pick<RestoreReport, 'takenAt' | 'version' | 'tables' | 'rows' | 'uploads'> & {
    passedOver: Pick<PassedOver, 'uploads'>
  }
> {
  const archiveEntries = readArchive(bytes, key)
  try {
    const manifest = await readManifest(archiveEntries)
    requireKnownVersion(manifest)
    const { sums, oddUploads } = await loadEntries(archiveEntries, manifest, null)
    const uploadCount = Object.keys(sums.uploads).length - oddUploads.length

    return {
      ...countsOf(manifest, sums.tables),
      uploads: uploadCount,
      passedOver: { uploads: oddUploads },
    }
  } catch (error) {
    throw toFault(error)
  } finally {
    await archiveEntries.return(undefined).catch(() => {})
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
    const knownMigrations = new Set(migrationsOf(manifest).keys())
    tell(`making the schema of ${manifest.version}`)
    await migrate(databaseUrl, { restoring: { only: knownMigrations } })
    const { queue } = await schemaOf(client)
    if (queue < manifest.queue) throw newerBackupFault(manifest)

    const { ours } = await tablesOf(client)
    const fittedTables = fitTables(manifest, { tables: ours, sequences: await sequencesOf(client) })
    const uploadFolder = await folders.begin()
    const loadedArchive = await loadArchive(client, entries, {
      manifest,
      fitted: fittedTables,
      uploads: uploadFolder,
      tell,
    })
    tell('reading everything again')
    await checkRows(client, fittedTables.tables.values(), loadedArchive.stored)
    tell('going on to the newest schema')
    await migrate(databaseUrl, { restoring: { only: null } })
    const shopKeys = order.keysOf(loadedArchive.secrets)
    const booksReport = await checkBooks(databaseUrl, manifest, shopKeys)
    await unlockJobs(client)
    const settings = await folders.finish(loadedArchive.secrets)
    await dropRestoreMark(client)
    await folders.unmark()

    return { ...reportOf(manifest, loadedArchive, fittedTables), settings, ...booksReport }
  } catch (error) {
    await folders.giveUp().catch(() => {})
    // A failed step may have left its transaction open. On a lost connection the rollback fails,
    // which does not matter.
    await client.query('rollback').catch(() => {})

    // If the database does not answer, the restore may even be complete: the next restore decides
    // by the mark.
    const isCleared = await clearDatabase(client).then(
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
  const tableTallies = Object.values(tables)
  const rowCount = tableTallies.reduce((all, tally) => all + tally.rows, 0)

  return { takenAt, version, tables: tableTallies.length, rows: rowCount }
}

const newerBackupFault = ({ version }: Manifest) =>
  new BackupFault(`the backup is of a newer shop (${version}); restore it with that version`)

const ownHashes = () => new Map(ownMigrations().map(({ name, sha256 }) => [name, sha256]))

const recordedBy = ({ migrations }: Manifest) =>
  new Map(migrations.map(({ name, sha256 }) => [name, sha256]))

/** The migrations of a backup's schema (name → sha256), with the file names of this version. */
const migrationsOf = (manifest: Manifest) =>
  appliedNow(recordedBy(manifest), ownHashes().get(firstMigration)!)

/** Throws unless this version has every migration of the backup, unchanged. */
function requireKnownVersion(manifest: Manifest): void {
  const ownFiles = ownHashes()
  const appliedMigrations = migrationsOf(manifest)
  if (
    manifest.format > formatVersion ||
    [...appliedMigrations.keys()].some((name) => !ownFiles.has(name))
  )
    throw newerBackupFault(manifest)

  const missingMigration = missingContained(recordedBy(manifest))
  if (missingMigration)
    throw new BackupFault(
      `the backup is of a version before the first release (${missingMigration} is missing); restore it ` +
        `with the version of commit ${lastWithContained}, and start that version once`,
    )

  const changedMigration = [...appliedMigrations].find(
    ([name, sha256]) => ownFiles.get(name) !== sha256,
  )
  if (changedMigration)
    throw new BackupFault(`the migration ${changedMigration[0]} of the backup is another one here`)
}

async function loadArchive(
  client: pg.Client,
  entries: AsyncGenerator<Entry>,
  work: { manifest: Manifest; fitted: Fit; uploads: string; tell: RestoreOrder['tell'] },
): Promise<Loaded> {
  const { manifest, fitted, uploads, tell } = work
  const { tables, sequences } = fitted
  await client.query('begin')
  await client.query("set local maintenance_work_mem = '256MB'; set local synchronous_commit = off")
  const restoreStatements = await stripSchema(client)
  // Migrations insert rows, and the backup contains those rows too.
  await client.query(`truncate ${[...tables.keys()].map(quoteName).join()}`)
  tell(`loading ${tables.size} tables and the uploads`)
  const loadedArchive = await loadEntries(entries, manifest, { client, uploads, tables })
  await setSequences(client, sequences)
  tell('building the indexes')
  for (const statement of restoreStatements) await client.query(statement)
  await client.query('commit')
  await client.query('analyze')

  return loadedArchive
}

/** Unlocks the jobs that were running when the backup was made. */
async function unlockJobs(client: pg.Client): Promise<void> {
  await client.query(`update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where locked_at is not null`)
  await client.query(`update graphile_worker._private_job_queues set locked_at = null,
    locked_by = null where locked_at is not null`)
}
