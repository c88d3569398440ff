import pg from 'pg'

import { errorKind, statementSpan, tracer } from '../platform/observe/spans.ts'
import type { Answers } from './answers.ts'
import type { FrequentStatements } from './often.ts'

/**
 * Timeouts of a database connection, in milliseconds. isPooled: the connection goes through a
 * pooler, which accepts no session settings (pooler.ts).
 */
export type Timeouts = { connectMs: number; statementMs: number; isPooled?: boolean }

/**
 * A failed statement without its values, so that the error may be logged and stored. The error has
 * the SQLSTATE or network code, the constraint, and the text with placeholders.
 */
class StatementError extends Error {
  readonly code: string
  readonly constraint?: string
  readonly table?: string
  readonly column?: string

  constructor(error: unknown, statement: string) {
    const driverError = error as Error & Record<string, unknown>
    const code = String(driverError.code ?? '')
    super(`${messageWithoutValues(driverError, code)} in: ${statement.slice(0, 500)}`)
    this.name = 'StatementError'
    this.code = code
    for (const name of ['constraint', 'table', 'column'] as const)
      if (typeof driverError[name] === 'string') Object.assign(this, { [name]: driverError[name] })
  }
}

// SQLSTATE classes whose messages quote no value: connections, locks, limits, schema and
// constraints. Messages about data (22), from functions (P0) and internal errors (XX) may quote a
// value.
const statesWithoutValues = /^(08|23|25|26|28|40|42|53|54|55|57|58)/

// Messages of the shop's own triggers (0001-schema.sql).
const triggerMessage = /^[a-z_]{1,63} is append-only$/
const networkCode = /^(E[A-Z]+|ERR_[A-Z_]+)$/

const driverMessage = new RegExp(
  '^(Connection terminated|Query read timeout|Client (was closed|has encountered)|timeout e|' +
    'Cannot use a pool|The server does not)',
  'i',
)

function messageWithoutValues(error: Error, code: string): string {
  if (error instanceof pg.DatabaseError)
    return statesWithoutValues.test(code) || triggerMessage.test(error.message)
      ? `${code} ${error.message}`
      : `PostgreSQL answered ${code}`

  if (networkCode.test(code) || driverMessage.test(error.message ?? '')) return error.message

  return 'the statement could not be sent'
}

/** SQLSTATE: a prepared statement no longer fits the schema. */
const outdatedStatement = '0A000'

type ShopClientConfig = pg.ClientConfig & {
  often?: FrequentStatements
  answers?: Answers
  isPooled?: boolean
}

type Callback = (error: Error | null, result?: unknown) => void
type Query = (this: pg.Client, ...args: unknown[]) => unknown
type Statement = { text: string; name?: string; values?: unknown[] }

/**
 * The driver's connection; every statement of the shop passes through it. Failed statements become
 * StatementErrors, and frequent statements are prepared.
 */
export class ShopClient extends pg.Client {
  readonly #often: FrequentStatements | undefined
  readonly #answers: Answers | undefined
  readonly #isPooled: boolean

  constructor(config?: ShopClientConfig) {
    super(config)
    this.#often = config?.often
    this.#answers = config?.answers
    this.#isPooled = config?.isPooled ?? false
  }

  override query(...args: unknown[]): never {
    const statement = statementText(args[0])

    const toStatementError = (error: unknown): StatementError => {
      const statementError = new StatementError(error, statement)
      if (statementError.code === outdatedStatement) this.#often?.forget(statement)

      return statementError
    }

    const endSpan = tracer()?.begin(statementSpan(statement))
    const noteAnswer = (error?: unknown): void => {
      if (!error || error instanceof pg.DatabaseError) this.#answers?.answered()
    }
    if (isStatement(args[0])) args[0] = this.#named(args[0])
    const callbackIndex = args.findLastIndex((argument) => typeof argument === 'function')

    if (callbackIndex >= 0) {
      const callback = args[callbackIndex] as Callback
      args[callbackIndex] = (error: Error | null, result: unknown) => {
        endSpan?.(error ? { error: errorKind(error) } : {})
        noteAnswer(error)
        callback(error && toStatementError(error), result)
      }
    }

    const result = (super.query as Query).apply(this, args)
    if (callbackIndex >= 0 || result instanceof Promise) this.#answers?.asked()
    if (!(result instanceof Promise)) return result as never

    result.then(() => noteAnswer(), noteAnswer)

    if (endSpan)
      result.then(
        () => endSpan(),
        (error: unknown) => endSpan({ error: errorKind(error) }),
      )

    return result.catch((error: unknown) => {
      throw toStatementError(error)
    }) as never
  }

  /**
   * A named statement is prepared on its connection. Behind a pooler the next statement may use
   * another connection, so all names are removed, also names from libraries.
   */
  #named({ name, ...statement }: Statement): Statement {
    const preparedName = this.#isPooled ? undefined : (name ?? this.#often?.nameOf(statement.text))
    return preparedName === undefined ? statement : { ...statement, name: preparedName }
  }
}

/**
 * Whether this is a statement of the query builder, a plain object. Streams and cursors are
 * instances of classes.
 */
const isStatement = (query: unknown): query is Statement =>
  typeof query === 'object' && query !== null && Object.getPrototypeOf(query) === Object.prototype

const statementText = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '')

/** Milliseconds after which the server ends an idle transaction. */
export const idleTransactionMs = 30_000

/**
 * Options of every connection: timeouts for a server that does not answer, and TCP keepalive for a
 * dead connection.
 */
export const connectionOptions = (
  url: string,
  { connectMs, statementMs, isPooled = false }: Timeouts,
) => ({
  connectionString: url,
  isPooled,
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // The server cancels a slow statement first. The driver's own timeout, two seconds later, covers
  // a server that does not answer.
  ...(isPooled
    ? {}
    : { statement_timeout: statementMs, idle_in_transaction_session_timeout: idleTransactionMs }),
  query_timeout: statementMs + 2_000,
})
