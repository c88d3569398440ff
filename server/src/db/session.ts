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
 * The query builder on a pool. Its own errors would carry every parameter in message and stack, so
 * they are left out: what is thrown is the connection's StatementError. A connection whose
 * transaction could not even begin or be rolled back leaves the pool.
 */
export function createDb(pool: Pool): Db {
  const made = drizzle(pool, { schema: tables })
  const { dialect, session } = made as unknown as { dialect: never; session: { schema: never } }
  return new NodePgDatabase(
    dialect,
    sessionOn(pool, dialect, session.schema) as never,
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
    let broken = true
    const send = async (text: string) => {
      broken = true
      await held.query(text)
      broken = false
    }
    try {
      await send('begin')
      try {
        const result = await work(
          new NodePgTransaction(dialect, sessionOn(held, dialect, schema), schema),
        )
        await send('commit')
        return result
      } catch (error) {
        await send('rollback').catch(() => {})
        throw error
      }
    } finally {
      held.release(broken)
    }
  }
  return session
}
