import type { Client } from 'pg'

import { cutConnection, enableKeepalive, keepConnected } from '../database/connection.ts'
import type { Log } from '../observe/log.ts'
import { workerLockClass } from './worker-locks.ts'

/** Timeout of a lock query; after a timeout the connection is dropped. */
const patienceMs = 2_000

export type WorkerHeartbeat = ReturnType<typeof createHeartbeat>

/**
 * A connection with an advisory lock for each worker pool of this process. Other processes see by
 * these locks that the pools are alive. Shared locks, so that a new connection need not wait until
 * the database ends the old connection.
 */
export function createHeartbeat(connect: () => Promise<Client>, log: Log) {
  const livePools = new Set<string>()
  // Queries run one after the other, because a connection runs one query at a time.
  let lastQuery: Promise<unknown> = Promise.resolve()

  /**
   * Locks or unlocks for a pool. If the query fails, the connection is cut, and the next connection
   * locks for all pools again.
   */
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
    /** Locks for a pool that starts to work. */
    hold(poolId: string) {
      livePools.add(poolId)
      void queryLock('lock', poolId)
    },
    /** Unlocks for a pool that has ended; other pools may take its jobs. */
    leave(poolId: string) {
      livePools.delete(poolId)
      void queryLock('unlock', poolId)
    },
    end: connection.close,
  }
}
