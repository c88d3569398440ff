import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'

import type { Owner, Place } from './embedded-place.ts'

// Functions that create, run and inspect a PostgreSQL cluster.

/** The cluster's entry in postgres.json of a data folder. */
export type Settings = {
  port: number
  password: string
  folder?: string
  /** The folder name of the cluster; 'postgres' if it is not set. */
  cluster?: string
  /** After an upgrade: the previous cluster, until it is confirmed or undone. */
  was?: { cluster: string; major: number }
}

// Runs PostgreSQL and shuts it down cleanly when our end of the pipe closes, which also happens
// when this process is killed.
const launcher =
  'exec 3<&0; "$0" "$@" </dev/null & p=$!; (cat <&3 >/dev/null; kill -INT $p ' +
  '2>/dev/null) & w=$!; exec 3<&-; wait $p; kill $w 2>/dev/null'

/** The folder of the embedded cluster. */
export const clusterOf = ({ folder }: Place, settings: Settings | null): string =>
  join(folder, settings?.cluster ?? 'postgres')

/** The major version of a cluster; null when there is no cluster. */
export function clusterMajor(cluster: string): number | null {
  const versionFile = join(cluster, 'PG_VERSION')
  return existsSync(versionFile) ? Number.parseInt(readFileSync(versionFile, 'utf8')) : null
}

/** The message for a cluster of another major version than the bundled PostgreSQL. */
export function otherMajorMessage(
  { cluster, made: initdbResult, brought }: { cluster: string; made: number; brought: number },
  settings: Settings | null,
): string {
  const difference = `the database in ${cluster} is of PostgreSQL ${initdbResult}, and this version brings ${brought}: `
  if (initdbResult < brought) return `${difference}stop the shop and run "upgrade-database"`

  const undoAdvice =
    settings?.was?.major === brought
      ? '; to return to the previous database, without later sales: "upgrade-database --undo"'
      : ''

  return `${difference}run a version that brings ${initdbResult}${undoAdvice}`
}

type ClusterLocation = { cluster: string; place: Place; owner: Owner }

/** Runs PostgreSQL on a cluster as long as this process lives. */
export function launchPostgres(
  { cluster, place, owner }: ClusterLocation,
  settings: Record<string, string | number>,
): ChildProcess {
  const flags = Object.entries({
    ...settings,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

  const postgresProcess = spawn(
    'sh',
    ['-c', launcher, join(place.binaries, 'bin', 'postgres'), '-D', cluster, ...flags],
    {
      detached: true,
      stdio: ['pipe', 'ignore', 'inherit'],
      cwd: place.folder,
      ...owner,
      env: { PATH: process.env.PATH, LD_LIBRARY_PATH: join(place.binaries, 'lib') },
    },
  )

  postgresProcess.on('error', () => {})
  postgresProcess.stdin?.on('error', () => {})

  return postgresProcess
}

/** Closes our end of the pipe, so that the launcher shuts PostgreSQL down; kills it after 10 s. */
export const endLauncher = (running: ChildProcess): Promise<void> =>
  new Promise<void>((done) => {
    running.once('exit', () => done())
    running.stdin?.end()

    setTimeout(() => {
      running.kill('SIGKILL')
      done()
    }, 10_000).unref()
  })

export const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Creates an empty cluster with this password for its owner. */
export function makeCluster(
  { cluster, place: { binaries }, owner }: ClusterLocation,
  password: string,
): void {
  mkdirSync(cluster, { recursive: true, mode: 0o700 })
  if (owner) chownSync(cluster, owner.uid, owner.gid)
  const passwordFile = join(dirname(cluster), '.pgpass-new')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) chownSync(passwordFile, owner.uid, owner.gid)

  const initdbResult = spawnSync(
    join(binaries, 'bin', 'initdb'),
    [
      '-D',
      cluster,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C',
      '--no-instructions',
    ],
    {
      ...owner,
      cwd: dirname(cluster),
      encoding: 'utf8',
      env: { PATH: process.env.PATH, LD_LIBRARY_PATH: join(binaries, 'lib'), LC_ALL: 'C' },
    },
  )

  spawnSync('rm', ['-f', passwordFile])
  if (initdbResult.status !== 0)
    throw new Error(
      `initdb failed in ${cluster}: ${initdbResult.stderr || initdbResult.error?.message}`,
    )
}

/** The saved settings of a data folder's cluster; null when there are none. */
export const savedSettings = (dataDir: string): Settings | null => {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as Settings
  } catch {
    return null
  }
}

export function postmasterPid(cluster: string): number | null {
  try {
    return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]) || null
  } catch {
    return null
  }
}

/**
 * Whether the cluster's process is alive. After a restart of the machine, the pid in a stale file
 * may belong to another program.
 */
export function isClusterAlive(cluster: string): boolean {
  const pid = postmasterPid(cluster)
  if (!pid) return false

  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }

  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres')
  } catch {
    return true
  }
}

/**
 * Whether PostgreSQL's pid file says that the cluster accepts connections. An attempt to connect
 * would leave a refusal in PostgreSQL's log.
 */
export function isClusterReady(cluster: string): boolean {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

/** Whether a database answers at this URL. */
export async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})

  try {
    await client.connect()
    await client.query('select 1')

    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Creates the shop's database in a cluster, unless it exists; another process may create it too. */
export async function createDatabase(admin: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()

  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = 'chaveiro'")
    if (!rowCount)
      await client.query('create database chaveiro').catch((error: { code?: string }) => {
        if (error.code !== '42P04' && error.code !== '23505') throw error
      })
  } finally {
    await client.end()
  }
}
