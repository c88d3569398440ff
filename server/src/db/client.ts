import pg from 'pg'

import { errorKind, statementSpan, tracer } from '../platform/observe/spans.ts'
import type { Answers } from './answers.ts'
import type { OftenAsked } from './often.ts'

/**
 * Timeouts of a database connection, in milliseconds. isPooled: it goes through a pooler, which
 * accepts no session settings (pooler.ts).
 */
export type Patience = { connectMs: number; statementMs: number; isPooled?: boolean }

/**
 * A failed statement without any value, so that it may be logged and stored: SQLSTATE or network
 * code, constraint, and the text with its placeholders.
 */
class StatementError extends Error {
  readonly code: string
  readonly constraint?: string
  readonly table?: string
  readonly column?: string

  constructor(error: unknown, statement: string) {
    const from = error as Error & Record<string, unknown>
    const code = String(from.code ?? '')
    super(`${sayable(from, code)} in: ${statement.slice(0, 500)}`)
    this.name = 'StatementError'
    this.code = code
    for (const name of ['constraint', 'table', 'column'] as const)
      if (typeof from[name] === 'string') Object.assign(this, { [name]: from[name] })
  }
}

// PostgreSQL's sentences about connections, locks, limits, the schema and constraints name no
// value. Those about data (22), raised by functions (P0) and internal ones (XX) may quote one.
const harmless = /^(08|23|25|26|28|40|42|53|54|55|57|58)/

// Messages of the shop's own triggers (migrations 0001 and 0007).
const own = /^[a-z_]{1,63} is append-only$/
const network = /^(E[A-Z]+|ERR_[A-Z_]+)$/

const driver = new RegExp(
  '^(Connection terminated|Query read timeout|Client (was closed|has encountered)|timeout e|' +
    'Cannot use a pool|The server does not)',
  'i',
)

function sayable(error: Error, code: string): string {
  if (error instanceof pg.DatabaseError)
    return harmless.test(code) || own.test(error.message)
      ? `${code} ${error.message}`
      : `PostgreSQL answered ${code}`

  if (network.test(code) || driver.test(error.message ?? '')) return error.message

  return 'the statement could not be sent'
}

/** A prepared statement no longer fits the schema. */
const outdated = '0A000'

type ShopClientConfig = pg.ClientConfig & {
  often?: OftenAsked
  answers?: Answers
  isPooled?: boolean
}

type Callback = (error: Error | null, result?: unknown) => void
type Query = (this: pg.Client, ...args: unknown[]) => unknown
type Statement = { text: string; name?: string; values?: unknown[] }

/**
 * The driver's connection; every statement of the shop passes here. Failed statements become
 * StatementErrors, and a pool prepares frequent ones.
 */
export class ShopClient extends pg.Client {
  readonly #often: OftenAsked | undefined
  readonly #answers: Answers | undefined
  readonly #isPooled: boolean

  constructor(config?: ShopClientConfig) {
    super(config)
    this.#often = config?.often
    this.#answers = config?.answers
    this.#isPooled = config?.isPooled ?? false
  }

  override query(...args: unknown[]): never {
    const statement = textOf(args[0])

    const failed = (error: unknown): StatementError => {
      const known = new StatementError(error, statement)
      if (known.code === outdated) this.#often?.forget(statement)

      return known
    }

    const end = tracer()?.begin(statementSpan(statement))
    const heard = (error?: unknown): void => {
      if (!error || error instanceof pg.DatabaseError) this.#answers?.answered()
    }
    if (isStatement(args[0])) args[0] = this.#named(args[0])
    const at = args.findLastIndex((one) => typeof one === 'function')

    if (at >= 0) {
      const callback = args[at] as Callback
      args[at] = (error: Error | null, result: unknown) => {
        end?.(error ? { error: errorKind(error) } : {})
        heard(error)
        callback(error && failed(error), result)
      }
    }

    const result = (super.query as Query).apply(this, args)
    if (at >= 0 || result instanceof Promise) this.#answers?.asked()
    if (!(result instanceof Promise)) return result as never

    result.then(() => heard(), heard)

    if (end)
      result.then(
        () => end(),
        (error: unknown) => end({ error: errorKind(error) }),
      )

    return result.catch((error: unknown) => {
      throw failed(error)
    }) as never
  }

  /**
   * A name prepares a statement on its connection. Behind a pooler the next statement may use
   * another connection, so names are removed, also those of libraries.
   */
  #named({ name, ...statement }: Statement): Statement {
    const prepared = this.#isPooled ? undefined : (name ?? this.#often?.nameOf(statement.text))
    return prepared === undefined ? statement : { ...statement, name: prepared }
  }
}

/** A statement of the query builder; streams and cursors are sent in their own way. */
const isStatement = (query: unknown): query is Statement =>
  typeof query === 'object' && query !== null && Object.getPrototypeOf(query) === Object.prototype

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '')

/** Milliseconds after which the server ends an idle transaction. */
export const idleMs = 30_000

/**
 * Options of every connection: it gives up on a server that does not answer, and the system detects
 * a dead line.
 */
export const connectionOptions = (
  url: string,
  { connectMs, statementMs, isPooled = false }: Patience,
) => ({
  connectionString: url,
  isPooled,
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // The server ends a statement first; the driver gives up when even that answer is missing.
  ...(isPooled
    ? {}
    : { statement_timeout: statementMs, idle_in_transaction_session_timeout: idleMs }),
  query_timeout: statementMs + 2_000,
})
