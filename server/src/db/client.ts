import pg from 'pg'
import type { OftenAsked } from './often.ts'

/** What a database connection waits for, in milliseconds. */
export type Patience = { connectMs: number; statementMs: number }

/**
 * A statement that failed, as the rest of the shop sees it: SQLSTATE (or the network's code),
 * constraint and the statement's text with its placeholders. No value ever stands in it, whatever
 * PostgreSQL or the driver said, so that it may be logged and kept.
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
// What the shop's own triggers say (migrations 0001 and 0007).
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

type Callback = (error: Error | null, result?: unknown) => void
type Query = (this: pg.Client, ...args: unknown[]) => unknown
type Statement = { text: string; name?: string; values?: unknown[] }

/**
 * The driver's connection, whose failed statements are StatementErrors and, in a pool, whose frequent
 * ones are prepared; every statement of the shop passes here.
 */
export class ShopClient extends pg.Client {
  readonly #often: OftenAsked | undefined

  constructor(config?: pg.ClientConfig & { often?: OftenAsked }) {
    super(config)
    this.#often = config?.often
  }

  override query(...args: unknown[]): never {
    const statement = textOf(args[0])
    const failed = (error: unknown): StatementError => {
      const known = new StatementError(error, statement)
      if (known.code === outdated) this.#often?.forget(statement)
      return known
    }
    if (this.#often && isStatement(args[0]))
      args[0] = { ...args[0], name: args[0].name ?? this.#often.nameOf(statement) }
    const at = args.findLastIndex((one) => typeof one === 'function')
    if (at >= 0) {
      const callback = args[at] as Callback
      args[at] = (error: Error | null, result: unknown) => callback(error && failed(error), result)
    }
    const result = (super.query as Query).apply(this, args)
    if (!(result instanceof Promise)) return result as never
    return result.catch((error: unknown) => {
      throw failed(error)
    }) as never
  }
}

/** What the query builder sends; streams and cursors bring their own way to be sent. */
const isStatement = (query: unknown): query is Statement =>
  typeof query === 'object' && query !== null && Object.getPrototypeOf(query) === Object.prototype

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? '')

/**
 * What every connection of the shop is opened with: it gives up on a server that does not answer,
 * and the system notices a dead line.
 */
export const connectionOptions = (url: string, { connectMs, statementMs }: Patience) => ({
  connectionString: url,
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  // The server ends a statement first; the driver gives up when not even that is heard of.
  statement_timeout: statementMs,
  query_timeout: statementMs + 2_000,
})
