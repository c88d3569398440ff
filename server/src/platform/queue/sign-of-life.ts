import type { Client } from 'pg'

import { cut, endIsNoticed, keepBeating } from '../database/heartbeat.ts'
import { workerLockClass as lockClass } from '../observe/health.ts'
import type { Log } from '../observe/log.ts'

/** A line that gives no answer for so long is given up. */
const patienceMs = 2_000

export type SignOfLife = ReturnType<typeof signOfLife>

/**
 * A connection that holds the advisory locks of this process's pools, so that all others know they
 * are alive. The locks are shared ones: a new connection never waits for an old one whose end the
 * database has not noticed yet.
 */
export function signOfLife(connect: () => Promise<Client>, log: Log) {
  let holder: Client | null = null
  const pools = new Set<string>()
  let ended = false
  // One after the other: a connection takes one query at a time.
  let last: Promise<unknown> = Promise.resolve()

  /** Whoever cannot lock holds nothing: it begins anew by another connection, with all its pools. */
  const ask = (how: 'lock' | 'unlock', poolId: string) =>
    (last = last.then(async () => {
      const client = holder
      const text = `select pg_advisory_${how}_shared($1, hashtext($2))`
      const question = { text, values: [lockClass, poolId], query_timeout: patienceMs }

      await client?.query(question).catch((error: unknown) => {
        log.warn({ err: error }, 'the worker cannot show that it lives; trying again')
        cut(client)
      })
    }))

  const later = () => {
    if (!ended) setTimeout(() => void begin(), 500).unref()
  }

  const begin = async (): Promise<void> => {
    try {
      const client = await connect()
      if (ended) return cut(client)

      holder = client

      client
        .on('error', () => {})
        .on('end', () => {
          if (client === holder) holder = null
          later()
        })

      await endIsNoticed(client).catch(() => cut(client))
      for (const poolId of pools) await ask('lock', poolId)
      keepBeating(client)
    } catch (error) {
      log.warn({ err: error }, 'worker guard cannot connect; trying again')
      later()
    }
  }

  return {
    begin,
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
    async end() {
      ended = true
      await holder?.end().catch(() => {})
    },
  }
}
