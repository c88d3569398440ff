import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'

import {
  answers,
  clusterOf,
  createDatabase,
  endLauncher,
  isAlive,
  isReady,
  keptSettings,
  launch,
  majorOf,
  makeCluster,
  otherMajor,
  postmasterPid,
  sleep,
  type Settings,
} from './embedded-cluster.ts'
import {
  broughtMajor,
  findPlace,
  unprivileged,
  type Log,
  type Owner,
  type Place,
} from './embedded-place.ts'

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

  const kept = keptSettings(options.dataDir)
  const cluster = clusterOf(place, kept)
  refuseOther(cluster, place, kept)
  const settings = await clusterSettings(options.dataDir, cluster, place, owner)
  const url = `postgres://postgres:${settings.password}@127.0.0.1:${settings.port}/chaveiro`
  const admin = url.replace(/chaveiro$/, 'postgres')
  let child: ChildProcess | null = null

  const ensure = async (): Promise<void> => {
    for (let i = 0; i < 400; i++) {
      if (isReady(cluster) && (await answers(admin))) return

      if (!child && !isAlive(cluster)) {
        child = launch(
          { cluster, place, owner },
          {
            ...tuning,
            ...options.settings,
            port: settings.port,
          },
        )

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

/** A cluster of another major version is told in a line, before PostgreSQL refuses it. */
function refuseOther(cluster: string, { binaries }: Place, kept: Settings | null): void {
  const [made, brought] = [majorOf(cluster), broughtMajor(binaries)]
  if (made !== null && made !== brought)
    throw new Error(otherMajor({ cluster, made, brought }, kept))
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
    ...(known?.cluster ? { cluster: known.cluster } : {}),
  }

  makeCluster({ cluster, place: { folder, binaries }, owner }, settings.password)
  writeFileSync(join(dataDir, 'postgres.json'), JSON.stringify(settings), { mode: 0o600 })

  return settings
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
