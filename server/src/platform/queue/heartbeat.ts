import type { Client } from 'pg'

import { cutConnection, enableKeepalive, keepConnected } from '../database/connection.ts'
import type { Log } from '../observe/log.ts'
import { workerLockClass } from './worker-locks.ts'

/** Timeout of a lock query; after it, the connection is dropped. */
const patienceMs = 2_000

export type WorkerHeartbeat = ReturnType<typeof createHeartbeat>

/**
 * A connection that holds advisory locks for this process's pools, so that other processes know
 * they are alive. The locks are shared: a new connection never waits for an old one that the
 * database still believes open.
 */
export function createHeartbeat(connect: () => Promise<Client>, log: Log) {
  const livePools = new Set<string>()
  // In sequence: a connection runs one query at a time.
  let lastQuery: Promise<unknown> = Promise.resolve()

  /** A connection that cannot lock is cut; the next one takes the locks of all pools again. */
  const queryLock = (action: 'lock' | 'unlock', poolId: string) =>
    (lastQuery = lastQuery.then(async () => {
      const lockClient = connection.client()
      const lockStatement = `select pg_advisory_${action}_shared($1, hashtext($2))`
      const lockQuery = {
        text: lockStatement,
        values: [workerLockClass, poolId],
        query_timeout: patienceMs,
      }

      await lockClient?.query(lockQuery).catch((error: unknown) => {
        log.warn({ err: error }, 'worker heartbeat failed; trying again')
        cutConnection(lockClient)
      })
    }))

  const connection = keepConnected({
    connect,
    async prepare(lockClient) {
      await enableKeepalive(lockClient)
      for (const poolId of livePools) await queryLock('lock', poolId)
    },
    onError: (error) => log.warn({ err: error }, 'worker heartbeat cannot connect; trying again'),
  })

  return {
    begin: connection.open,
    /** A pool starts to work. */
    hold(poolId: string) {
      livePools.add(poolId)
      void queryLock('lock', poolId)
    },
    /** A pool is over; others may take its jobs. */
    leave(poolId: string) {
      livePools.delete(poolId)
      void queryLock('unlock', poolId)
    },
    end: connection.close,
  }
}
