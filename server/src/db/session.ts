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
 * The query builder on a pool. Its own errors contain every parameter, so the connection's
 * StatementError is thrown instead. A connection whose transaction could not begin or roll back
 * leaves the pool.
 */
export function createDb(pool: Pool): Db {
  return withClient(drizzle(pool, { schema: tables }), pool)
}

/** A query builder that sends single statements through another client. */
export function withClient(db: Db, client: Pool): Db {
  const { dialect, session } = db as unknown as { dialect: never; session: { schema: never } }
  return new NodePgDatabase(
    dialect,
    sessionOn(client, dialect, session.schema) as never,
    session.schema,
  )
}

function sessionOn(client: Pool | PoolClient, dialect: never, schema: never): Session {
  const session: Session = new NodePgSession(client, dialect, schema)
  const prepareQuery = session.prepareQuery.bind(session)

  session.prepareQuery = (...given: Parameters<typeof prepareQuery>) => {
    const prepared = prepareQuery(...given)
    const uncachedQuery = prepared as unknown as {
      queryWithCache(text: string, values: unknown[], run: () => Promise<unknown>): unknown
    }
    uncachedQuery.queryWithCache = (_text, _values, run) => run()

    return prepared as never
  }

  session.transaction = async (work) => {
    const connection = await (client as Pool).connect()
    const transaction = transactionOn(connection)

    try {
      const result = await work(
        new NodePgTransaction(
          dialect,
          sessionOn(transaction.client as unknown as PoolClient, dialect, schema),
          schema,
        ),
      )

      await transaction.commit()

      return result
    } catch (error) {
      throw await transaction.rollback(error)
    } finally {
      connection.release(transaction.isBroken())
    }
  }

  return session
}

type Query = (...given: unknown[]) => Promise<unknown>

/** A statement of the query builder that only reads: it calls no function that could write. */
const readOnlyStatement = /^select "/

/**
 * SQLSTATE of every statement after a failed statement in the same transaction. The first error has
 * the reason.
 */
const abortedTransaction = '25P02'

/**
 * One transaction on a connection. The first reads are sent together with `begin`. Writes wait for
 * the answer of `begin`, since a write without a transaction would commit at once. Statements after
 * the end are refused, since another request may use the connection by then.
 */
function transactionOn(connection: PoolClient) {
  let [hasBegun, hasWritten, isOver, isConnectionBroken] = [false, false, false, true]
  let firstError: unknown

  const sendStatement: Query = async (...given) => {
    if (isOver) throw new Error('a statement came after the end of its transaction')
    return (connection.query as unknown as Query)(...given).catch((error: unknown) => {
      firstError ??= error
      throw error
    })
  }

  const beginAnswer = connection.query('begin').then(() => {
    isConnectionBroken = false
  })

  beginAnswer.then(
    () => {
      hasBegun = true
    },
    () => {},
  )

  const query: Query = (...given) => {
    hasWritten ||= !readOnlyStatement.test((given[0] as { text: string }).text)
    return hasBegun || !hasWritten
      ? sendStatement(...given)
      : beginAnswer.then(() => sendStatement(...given))
  }

  const endTransaction = async (word: 'commit' | 'rollback') => {
    isOver = true
    isConnectionBroken = true
    await connection.query(word)
    isConnectionBroken = false
  }

  return {
    client: { query },
    isBroken: () => isConnectionBroken,
    async commit() {
      await beginAnswer
      await endTransaction('commit')
    },
    /** Rolls back; returns the error for the caller. */
    async rollback(error: unknown): Promise<unknown> {
      const beginFailure = await beginAnswer.catch((reason: unknown) => ({ why: reason }))
      await endTransaction('rollback').catch(() => {})
      if (beginFailure) return beginFailure.why

      return (error as { code?: string } | null)?.code === abortedTransaction
        ? (firstError ?? error)
        : error
    },
  }
}
