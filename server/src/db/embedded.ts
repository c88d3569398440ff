import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { findPlace, unprivileged, type Log, type Owner, type Place } from './embedded-place.ts'

type Settings = { port: number; password: string; folder?: string }
export type Embedded = { url: string; pid: number | null; stop(): Promise<void> }

// Small enough for a shop on a small machine; fsync stays on, an acknowledged payment is on the
// disk.
const tuning = {
  max_connections: 150,
  shared_buffers: '64MB',
  work_mem: '4MB',
  max_wal_size: '512MB',
  wal_compression: 'on',
  io_method: 'sync',
  jit: 'off',
  log_min_messages: 'fatal',
  // A connection that is ended would be told with its statement.
  log_min_error_statement: 'panic',
  timezone: 'UTC',
}

// Runs PostgreSQL and shuts it down cleanly when our end of the pipe closes, also after kill -9 of
// us.
const launcher =
  'exec 3<&0; "$0" "$@" </dev/null & p=$!; (cat <&3 >/dev/null; kill -INT $p ' +
  '2>/dev/null) & w=$!; exec 3<&-; wait $p; kill $w 2>/dev/null'

type Options = { dataDir: string; log: Log; settings?: Record<string, string> }

/**
 * Bring up the embedded PostgreSQL of a data folder, or attach to it when another process of the
 * shop has it up.
 * It goes down with the process that started it; whoever is left starts it again on the same port.
 */
export async function startEmbedded(options: Options): Promise<Embedded> {
  mkdirSync(options.dataDir, { recursive: true })
  const owner = process.getuid?.() === 0 ? unprivileged() : null
  const place = findPlace(
    resolve(options.dataDir),
    owner,
    options.log,
    keptSettings(options.dataDir)?.folder,
  )
  const cluster = join(place.folder, 'postgres')
  const settings = await clusterSettings(options.dataDir, cluster, place, owner)
  const url = `postgres://postgres:${settings.password}@127.0.0.1:${settings.port}/chaveiro`
  const admin = url.replace(/chaveiro$/, 'postgres')
  let child: ChildProcess | null = null
  const ensure = async (): Promise<void> => {
    for (let i = 0; i < 400; i++) {
      if (isReady(cluster) && (await answers(admin))) return
      if (!child && !isAlive(cluster)) {
        child = launch({ cluster, place, owner }, { ...options.settings, port: settings.port })
        child.once('exit', () => {
          child = null
        })
      }
      await sleep(i < 50 ? 30 : 100)
    }
    throw new Error(
      `the embedded PostgreSQL in ${cluster} does not come up; its port is ${settings.port}`,
    )
  }
  await ensure()
  await createDatabase(admin)
  const guard = guardCluster(cluster, options.log, ensure)
  return {
    url,
    pid: postmasterPid(cluster),
    async stop() {
      guard.end()
      if (child) await endLauncher(child)
    },
  }
}

function launch(
  { cluster, place, owner }: { cluster: string; place: Place; owner: Owner },
  settings: Record<string, string | number>,
): ChildProcess {
  const flags = Object.entries({
    ...tuning,
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

/** Whoever is left when the database goes away (killed, or its starter ended) brings it back. */
function guardCluster(cluster: string, log: Log, ensure: () => Promise<void>): { end(): void } {
  let stopping = false
  let missed = 0
  const guard = setInterval(() => {
    if (stopping || isAlive(cluster)) {
      missed = 0
      return
    }
    if (++missed < 2) return
    missed = 0
    log.warn({ cluster }, 'the embedded PostgreSQL is gone; starting it again')
    void ensure().then(
      () => log.info({}, 'the embedded PostgreSQL is back'),
      () => {},
    )
  }, 500)
  guard.unref()
  return {
    end() {
      stopping = true
      clearInterval(guard)
    },
  }
}

/**
 * Close our end of the pipe, which lets the launcher shut PostgreSQL down; killed when that takes
 * too long.
 */
const endLauncher = (running: ChildProcess): Promise<void> =>
  new Promise<void>((done) => {
    running.once('exit', () => done())
    running.stdin?.end()
    setTimeout(() => {
      running.kill('SIGKILL')
      done()
    }, 10_000).unref()
  })

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Port and password of a cluster, made with it and kept in DATA_DIR for its owner only. */
async function clusterSettings(
  dataDir: string,
  cluster: string,
  { folder, binaries }: Place,
  owner: Owner,
): Promise<Settings> {
  const known = keptSettings(dataDir)
  if (known && existsSync(join(cluster, 'PG_VERSION'))) return known
  const settings: Settings = {
    port: await freePort(),
    password: randomBytes(18).toString('hex'),
    folder,
  }
  mkdirSync(cluster, { recursive: true, mode: 0o700 })
  if (owner) chownSync(cluster, owner.uid, owner.gid)
  const passwordFile = join(dirname(cluster), '.pgpass-new')
  writeFileSync(passwordFile, settings.password, { mode: 0o600 })
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
  writeFileSync(join(dataDir, 'postgres.json'), JSON.stringify(settings), { mode: 0o600 })
  return settings
}

const keptSettings = (dataDir: string): Settings | null => {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as Settings
  } catch {
    return null
  }
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer()
      .once('error', failed)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as { port: number }
        probe.close(() => done(port))
      })
  })
}

function postmasterPid(cluster: string): number | null {
  try {
    return Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]) || null
  } catch {
    return null
  }
}

/**
 * Whether the cluster's process lives; the pid of a stale file may belong to another program after
 * a restart of the machine.
 */
function isAlive(cluster: string): boolean {
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
function isReady(cluster: string): boolean {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

async function answers(url: string): Promise<boolean> {
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

async function createDatabase(admin: string): Promise<void> {
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
