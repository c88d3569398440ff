import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import { buildApp, closeApp } from '../../server/src/build-app.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { openDatabase } from '../../server/src/db/open.ts'
import { subscribers } from '../../server/src/jobs/subscribers.ts'
import type { App } from '../../server/src/platform/app.ts'
import { readConfig } from '../../server/src/platform/config/config.ts'
import { createLog } from '../../server/src/platform/observe/log.ts'
import { launchSandbox } from '../../server/src/public-pages/launch-sandbox.ts'
import { unhindered } from '../../server/src/testing/fleet.ts'
import { callsOf, type SandboxCall } from '../../server/src/testing/sandbox-call.ts'
import { spawnShop } from '../../server/src/testing/shop-process.ts'
import type { Cluster } from './cluster.ts'

export type DrilledShop = {
  origin: string
  /** An app in this process, for creating and reading data. */
  app: App
  sandbox: SandboxCall
  /** Whether both web processes read lists from a replica. */
  readsReplica(): Promise<boolean>
  /** How many of the shop's three processes are alive. */
  living(): number
  close(): Promise<void>
}

/**
 * A shop on the cluster, behind the proxy: two web processes and a worker. Its providers are the
 * sandbox.
 */
export async function openShop(cluster: Cluster, dataDir: string): Promise<DrilledShop> {
  const log = createLog('silent')
  const databaseUrl = cluster.sessionUrl
  const database = await openDatabase({ databaseUrl, dataDir, log, max: 8 })
  await migrate(database.url)
  const sandbox = await launchSandbox({ DATA_DIR: dataDir, PORT: '1' })

  const shared = {
    ...sandbox.env,
    SANDBOX_URL: sandbox.origin,
    DATA_DIR: dataDir,
    DATABASE_URL: cluster.pooledUrl,
    DATABASE_SESSION_URL: cluster.sessionUrl,
    REPLICA_URL: cluster.replicaUrl,
    PUBLIC_URL: cluster.shopUrl,
    TRUST_PROXY: '1',
    ...unhindered,
    DATABASE_POOL: '15',
  }

  const app = buildApp({
    config: readConfig(shared),
    log,
    pool: database.pool,
    connect: database.connect,
    subscribers,
  })

  const processes: ChildProcess[] = []
  for (const port of cluster.shopPorts)
    processes.push(await spawnShop({ ...shared, PORT: String(port) }, [], ['--only=web']))
  processes.push(await spawnShop({ ...shared, PORT: '23003' }, [], ['--only=worker']))
  const call = callsOf(sandbox.origin)
  await call('POST', '/sandbox/api/store', { origins: [cluster.shopUrl] })
  const isAlive = ({ exitCode, signalCode }: ChildProcess) =>
    exitCode === null && signalCode === null

  return {
    origin: cluster.shopUrl,
    app,
    sandbox: call,

    async readsReplica() {
      const states = await Promise.all(
        cluster.shopPorts.map(async (port) => {
          const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
          return ((await answer.json()) as { replica?: string }).replica
        }),
      )
      return states.every((state) => state === 'ok')
    },

    living: () => processes.filter(isAlive).length,

    async close() {
      for (const child of processes.filter(isAlive)) {
        const gone = once(child, 'exit')
        child.kill('SIGKILL')
        await gone
      }

      await sandbox.stop()
      await closeApp(app)
      await database.close()
    },
  }
}
