import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'

import {
  isAnswering,
  clusterOf,
  createDatabase,
  endLauncher,
  isClusterAlive,
  isClusterReady,
  savedSettings,
  launchPostgres,
  clusterMajor,
  makeCluster,
  otherMajorMessage,
  postmasterPid,
  sleep,
  type Settings,
} from './embedded-cluster.ts'
import {
  bundledMajor,
  findPlace,
  unprivileged,
  type Log,
  type Owner,
  type Place,
} from './embedded-place.ts'

export type Embedded = { url: string; pid: number | null; stop(): Promise<void> }

// Sized for a small machine. fsync stays on: an acknowledged payment is on the disk.
const postgresSettings = {
  max_connections: 150,
  shared_buffers: '64MB',
  work_mem: '4MB',
  max_wal_size: '512MB',
  wal_compression: 'on',
  io_method: 'sync',
  jit: 'off',
  log_min_messages: 'fatal',
  // Keeps statements out of PostgreSQL's log: the default would quote the statement of a broken
  // connection.
  log_min_error_statement: 'panic',
  timezone: 'UTC',
}

type Options = { dataDir: string; log: Log; settings?: Record<string, string> }

/**
 * Starts the embedded PostgreSQL of a data folder, or attaches to a PostgreSQL that another process
 * of the shop runs. When the process that started PostgreSQL ends, a remaining process starts it
 * again on the same port.
 */
export async function startEmbedded(options: Options): Promise<Embedded> {
  mkdirSync(options.dataDir, { recursive: true })
  const owner = process.getuid?.() === 0 ? unprivileged() : null

  const place = findPlace(
    resolve(options.dataDir),
    owner,
    options.log,
    savedSettings(options.dataDir)?.folder,
  )

  const previousSettings = savedSettings(options.dataDir)
  const cluster = clusterOf(place, previousSettings)
  refuseOtherMajor(cluster, place, previousSettings)
  const settings = await clusterSettings(options.dataDir, cluster, place, owner)
  const url = `postgres://postgres:${settings.password}@127.0.0.1:${settings.port}/chaveiro`
  const adminUrl = url.replace(/chaveiro$/, 'postgres')
  let postgresProcess: ChildProcess | null = null

  const ensureRunning = async (): Promise<void> => {
    for (let i = 0; i < 400; i++) {
      if (isClusterReady(cluster) && (await isAnswering(adminUrl))) return

      if (!postgresProcess && !isClusterAlive(cluster)) {
        postgresProcess = launchPostgres(
          { cluster, place, owner },
          {
            ...postgresSettings,
            ...options.settings,
            port: settings.port,
          },
        )

        postgresProcess.once('exit', () => {
          postgresProcess = null
        })
      }

      await sleep(i < 50 ? 30 : 100)
    }

    throw new Error(
      `the embedded PostgreSQL in ${cluster} does not start; its port is ${settings.port}`,
    )
  }

  await ensureRunning()
  await createDatabase(adminUrl)
  const guard = guardCluster(cluster, options.log, ensureRunning)

  return {
    url,
    pid: postmasterPid(cluster),
    async stop() {
      guard.end()
      if (postgresProcess) await endLauncher(postgresProcess)
    },
  }
}

/** Refuses a cluster of another major version with a message that is clearer than PostgreSQL's. */
function refuseOtherMajor(
  cluster: string,
  { binaries }: Place,
  previousSettings: Settings | null,
): void {
  const [made, brought] = [clusterMajor(cluster), bundledMajor(binaries)]
  if (made !== null && made !== brought)
    throw new Error(otherMajorMessage({ cluster, made, brought }, previousSettings))
}

/** Starts the database again when it was killed, or when the process that started it ended. */
function guardCluster(
  cluster: string,
  log: Log,
  ensureRunning: () => Promise<void>,
): { end(): void } {
  let isStopping = false
  let missedChecks = 0

  const guardTimer = setInterval(() => {
    if (isStopping || isClusterAlive(cluster)) {
      missedChecks = 0
      return
    }

    if (++missedChecks < 2) return

    missedChecks = 0
    log.warn({ cluster }, 'the embedded PostgreSQL is gone; starting it again')

    void ensureRunning().then(
      () => log.info({}, 'the embedded PostgreSQL is back'),
      () => {},
    )
  }, 500)

  guardTimer.unref()

  return {
    end() {
      isStopping = true
      clearInterval(guardTimer)
    },
  }
}

/** Port and password of a cluster, saved in DATA_DIR in a file that only its owner can read. */
async function clusterSettings(
  dataDir: string,
  cluster: string,
  { folder, binaries }: Place,
  owner: Owner,
): Promise<Settings> {
  const previousSettings = savedSettings(dataDir)
  if (previousSettings && existsSync(join(cluster, 'PG_VERSION'))) return previousSettings

  const settings: Settings = {
    port: await findFreePort(),
    password: randomBytes(18).toString('hex'),
    folder,
    ...(previousSettings?.cluster ? { cluster: previousSettings.cluster } : {}),
  }

  makeCluster({ cluster, place: { folder, binaries }, owner }, settings.password)
  writeFileSync(join(dataDir, 'postgres.json'), JSON.stringify(settings), { mode: 0o600 })

  return settings
}

/** A free port of this machine. */
export function findFreePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probeServer = createServer()
      .once('error', failed)
      .listen(0, '127.0.0.1', () => {
        const { port } = probeServer.address() as { port: number }
        probeServer.close(() => done(port))
      })
  })
}
