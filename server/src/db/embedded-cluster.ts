import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'

import type { Owner, Place } from './embedded-place.ts'

// A PostgreSQL cluster: how it is created, run and inspected.

/** The cluster's entry in postgres.json of a data folder. */
export type Settings = {
  port: number
  password: string
  folder?: string
  /** The folder of the cluster, 'postgres' where none is named, and the one that it took the place of. */
  cluster?: string
  was?: { cluster: string; major: number }
}

// Runs PostgreSQL and shuts it down cleanly when our end of the pipe closes, also after kill -9 of
// us.
const launcher =
  'exec 3<&0; "$0" "$@" </dev/null & p=$!; (cat <&3 >/dev/null; kill -INT $p ' +
  '2>/dev/null) & w=$!; exec 3<&-; wait $p; kill $w 2>/dev/null'

/** The folder of a shop's cluster. */
export const clusterOf = ({ folder }: Place, settings: Settings | null): string =>
  join(folder, settings?.cluster ?? 'postgres')

/** The major version of a cluster; null without one. */
export function majorOf(cluster: string): number | null {
  const file = join(cluster, 'PG_VERSION')
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8')) : null
}

/** The message for a cluster of another major version than the bundled PostgreSQL. */
export function otherMajor(
  { cluster, made, brought }: { cluster: string; made: number; brought: number },
  settings: Settings | null,
): string {
  const seen = `the database in ${cluster} is of PostgreSQL ${made}, and this version brings ${brought}: `
  if (made < brought) return `${seen}stop the shop and run "upgrade-database"`

  const back =
    settings?.was?.major === brought
      ? '; back to the database of before, without what was sold since: "upgrade-database --undo"'
      : ''

  return `${seen}run a version that brings ${made}${back}`
}

type Where = { cluster: string; place: Place; owner: Owner }

/** Runs PostgreSQL on a cluster as long as this process lives. */
export function launch(
  { cluster, place, owner }: Where,
  settings: Record<string, string | number>,
): ChildProcess {
  const flags = Object.entries({
    ...settings,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

  const child = spawn(
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

  child.on('error', () => {})
  child.stdin?.on('error', () => {})

  return child
}

/**
 * Close our end of the pipe, which lets the launcher shut PostgreSQL down; killed when that takes
 * too long.
 */
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
  { cluster, place: { binaries }, owner }: Where,
  password: string,
): void {
  mkdirSync(cluster, { recursive: true, mode: 0o700 })
  if (owner) chownSync(cluster, owner.uid, owner.gid)
  const passwordFile = join(dirname(cluster), '.pgpass-new')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (owner) chownSync(passwordFile, owner.uid, owner.gid)

  const made = spawnSync(
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
  if (made.status !== 0)
    throw new Error(`initdb failed in ${cluster}: ${made.stderr || made.error?.message}`)
}

/** The saved settings of a data folder's cluster; null without one. */
export const keptSettings = (dataDir: string): Settings | null => {
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
export function isAlive(cluster: string): boolean {
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
 * Whether PostgreSQL says in its pid file that it takes connections; asked before then, it would
 * log a refusal.
 */
export function isReady(cluster: string): boolean {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

export async function answers(url: string): Promise<boolean> {
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

/** Creates the shop's database in a cluster. */
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
