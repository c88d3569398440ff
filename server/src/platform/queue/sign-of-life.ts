import type { Client } from 'pg'

import { cut, endIsNoticed, keepConnected } from '../database/connection.ts'
import type { Log } from '../observe/log.ts'
import { workerLockClass } from './worker-locks.ts'

/** How long a question for a lock may take before its connection is given up. */
const patienceMs = 2_000

export type SignOfLife = ReturnType<typeof signOfLife>

/**
 * A connection that holds the advisory locks of this process's pools, so that all others know they
 * are alive. The locks are shared ones: a new connection never waits for an old one whose end the
 * database has not noticed yet.
 */
export function signOfLife(connect: () => Promise<Client>, log: Log) {
  const pools = new Set<string>()
  // One after the other: a connection takes one query at a time.
  let lastAsk: Promise<unknown> = Promise.resolve()

  /** A connection that cannot lock is cut; the next one takes the locks of all pools again. */
  const ask = (how: 'lock' | 'unlock', poolId: string) =>
    (lastAsk = lastAsk.then(async () => {
      const client = connection.client()
      const text = `select pg_advisory_${how}_shared($1, hashtext($2))`
      const question = { text, values: [workerLockClass, poolId], query_timeout: patienceMs }

      await client?.query(question).catch((error: unknown) => {
        log.warn({ err: error }, 'the worker cannot show that it lives; trying again')
        cut(client)
      })
    }))

  const connection = keepConnected({
    connect,
    async prepare(client) {
      await endIsNoticed(client)
      for (const poolId of pools) await ask('lock', poolId)
    },
    onError: (error) => log.warn({ err: error }, 'worker guard cannot connect; trying again'),
  })

  return {
    begin: connection.open,
    /** A pool works from now on. */
    hold(poolId: string) {
      pools.add(poolId)
      void ask('lock', poolId)
    },
    /** A pool is no more; others may take what it left. */
    leave(poolId: string) {
      pools.delete(poolId)
      void ask('unlock', poolId)
    },
    end: connection.close,
  }
}
