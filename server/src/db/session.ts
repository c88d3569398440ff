import {
  drizzle,
  NodePgDatabase,
  NodePgSession,
  NodePgTransaction,
} from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'

import type { Db } from './handle.ts'
import * as tables from './tables/index.ts'

type Session = NodePgSession<typeof tables, any>

/**
 * The query builder on a pool. Its errors would carry every parameter, so the connection's
 * StatementError is thrown instead. A connection whose transaction could not begin or roll back
 * leaves the pool.
 */
export function createDb(pool: Pool): Db {
  return onClient(drizzle(pool, { schema: tables }), pool)
}

/** The same query builder with another client for single statements. */
export function onClient(db: Db, client: Pool): Db {
  const { dialect, session } = db as unknown as { dialect: never; session: { schema: never } }
  return new NodePgDatabase(
    dialect,
    sessionOn(client, dialect, session.schema) as never,
    session.schema,
  )
}

function sessionOn(client: Pool | PoolClient, dialect: never, schema: never): Session {
  const session: Session = new NodePgSession(client, dialect, schema)
  const prepare = session.prepareQuery.bind(session)

  session.prepareQuery = (...given: Parameters<typeof prepare>) => {
    const prepared = prepare(...given)
    const bare = prepared as unknown as {
      queryWithCache(text: string, values: unknown[], run: () => Promise<unknown>): unknown
    }
    bare.queryWithCache = (_text, _values, run) => run()

    return prepared as never
  }

  session.transaction = async (work) => {
    const held = await (client as Pool).connect()
    const one = transactionOn(held)

    try {
      const result = await work(
        new NodePgTransaction(
          dialect,
          sessionOn(one.client as unknown as PoolClient, dialect, schema),
          schema,
        ),
      )

      await one.commit()

      return result
    } catch (error) {
      throw await one.rollback(error)
    } finally {
      held.release(one.isBroken())
    }
  }

  return session
}

type Query = (...given: unknown[]) => Promise<unknown>

/** A statement of the query builder that only reads: it calls no function that could write. */
const reads = /^select "/

/** An earlier statement of the transaction failed; its error says more. */
const aborted = '25P02'

/**
 * One transaction on a connection. `begin` travels with the reads that come first. Everything else
 * waits until it is known to have begun, since a statement whose `begin` failed would stand by
 * itself. What comes after the end is refused, since the connection may be another's by then.
 */
function transactionOn(held: PoolClient) {
  let [begun, writes, over, broken] = [false, false, false, true]
  let first: unknown

  const send: Query = async (...given) => {
    if (over) throw new Error('a statement came after the end of its transaction')
    return (held.query as unknown as Query)(...given).catch((error: unknown) => {
      first ??= error
      throw error
    })
  }

  const beginning = held.query('begin').then(() => {
    broken = false
  })

  beginning.then(
    () => {
      begun = true
    },
    () => {},
  )

  const query: Query = (...given) => {
    writes ||= !reads.test((given[0] as { text: string }).text)
    return begun || !writes ? send(...given) : beginning.then(() => send(...given))
  }

  const end = async (word: 'commit' | 'rollback') => {
    over = true
    broken = true
    await held.query(word)
    broken = false
  }

  return {
    client: { query },
    isBroken: () => broken,
    async commit() {
      await beginning
      await end('commit')
    },
    /** Undo what was done; answers the error that the caller is to have. */
    async rollback(error: unknown): Promise<unknown> {
      const failed = await beginning.catch((why: unknown) => ({ why }))
      await end('rollback').catch(() => {})
      if (failed) return failed.why

      return (error as { code?: string } | null)?.code === aborted ? (first ?? error) : error
    },
  }
}
