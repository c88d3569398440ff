import { PgSelectQueryBuilderBase } from 'drizzle-orm/pg-core'
import pg from 'pg'

import { ShopClient } from '../../db/client.ts'
import type { App } from '../../platform/app.ts'
import { lockPlaces } from './lock-places.ts'

/**
 * A lock in the source. `text` matches its statement when the query builder does not write the
 * lock.
 */
type Lock = { name: string; text?: RegExp | undefined }

export type LockWatch = {
  /**
   * Holds a lock on another connection and starts an act; returns the statement of the shop that
   * waits for the lock. Then it releases the lock and awaits the act.
   */
  waitingFor(hold: string, act: () => Promise<unknown>): Promise<string>
  /** From now on, removes this lock from its statement, as if the source did not contain it. */
  leaveOut(lock: Lock): void
  close(): Promise<void>
}

const patienceMs = 15_000
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const lockComment = (name: string): string => `/* ${name} */`

/** Whether a statement takes this lock. */
export const takes = (statement: string, { name, text }: Lock): boolean =>
  text ? text.test(statement) : statement.includes(lockComment(name))

/**
 * Watches which statement of a shop waits for a lock. The name of a lock is appended to statements
 * of the query builder.
 */
export async function watchLocks({ config }: App): Promise<LockWatch> {
  let removedLock: Lock | undefined
  const lockNames = nameLocks(() => removedLock)
  const sentStatements = noteStatements(() => removedLock)
  const [holder, observer] = [0, 1].map(
    () => new pg.Client({ connectionString: config.databaseUrl }),
  ) as [pg.Client, pg.Client]
  await Promise.all([holder.connect(), observer.connect()])

  /**
   * The waiting statement, read twice in a row: at the first read, the answer to an earlier
   * statement may still be on its way.
   */
  const waitingStatement = async (previous?: string): Promise<string | undefined> => {
    const statement = sentStatements.firstOf(await blockedBy(holder, observer))
    if (statement === undefined || statement === previous) return statement

    await pause(10)

    return waitingStatement(statement)
  }

  return {
    async waitingFor(hold, act) {
      await holder.query('begin')
      await holder.query(hold)
      let isOver = false
      const acting = act().finally(() => {
        isOver = true
      })
      acting.catch(() => {})

      try {
        for (const until = Date.now() + patienceMs; Date.now() < until && !isOver;) {
          const statement = await waitingStatement()
          if (statement !== undefined) return statement

          await pause(3)
        }

        return 'nothing waits'
      } finally {
        await holder.query('rollback')
        await acting
      }
    },

    leaveOut(lock) {
      removedLock = lock
    },
    async close() {
      lockNames.restore()
      sentStatements.restore()
      await Promise.all([holder.end(), observer.end()])
    },
  }
}

/** Process ids of the connections that wait for a lock of the holder. */
async function blockedBy(holder: pg.Client, observer: pg.Client): Promise<Set<number>> {
  const { rows } = await observer.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = current_database() and pg_blocking_pids(pid) @> array[$1::int]`,
    [pidOf(holder)],
  )

  return new Set(rows.map(({ pid }) => pid))
}

type For = (this: unknown, strength: string, config?: object) => unknown

/** Makes the query builder append the name of each lock, found by the line that calls it. */
function nameLocks(removedLock: () => Lock | undefined) {
  const lockNames = new Map(lockPlaces().map(({ file, line, name }) => [`${file}:${line}`, name]))
  const builder = PgSelectQueryBuilderBase.prototype as unknown as { for: For }
  const original = builder.for

  builder.for = function (strength, config) {
    const name = lockNames.get(placeOf(new Error().stack ?? '')) ?? 'a lock of nowhere'

    return name === removedLock()?.name
      ? this
      : original.call(this, `${strength} ${lockComment(name)}`, config)
  }

  return {
    restore: () => {
      builder.for = original
    },
  }
}

const placeOf = (stack: string): string => {
  const [, file, line] = /server\/src\/((?!testing\/)[^:()]+):(\d+):/.exec(stack) ?? []

  return `${file}:${line}`
}

type Query = (this: ShopClient, ...given: unknown[]) => unknown

/** Records the unanswered statements of each connection of the shop. */
function noteStatements(removedLock: () => Lock | undefined) {
  const original = ShopClient.prototype.query as unknown as Query
  const unanswered = new Map<ShopClient, string[]>()

  ShopClient.prototype.query = function (this: ShopClient, ...given: unknown[]) {
    if (removedLock()?.text?.test(textOf(given[0]))) given[0] = withoutLocks(given[0])
    unanswered.set(this, [...(unanswered.get(this) ?? []), textOf(given[0])])
    const noteAnswer = () => unanswered.set(this, unanswered.get(this)!.slice(1))
    const callbackIndex = given.findLastIndex((argument) => typeof argument === 'function')

    if (callbackIndex >= 0) {
      const callback = given[callbackIndex] as (...answer: unknown[]) => unknown
      given[callbackIndex] = (...answer: unknown[]) => {
        noteAnswer()

        return callback(...answer)
      }
    }

    const result = original.apply(this, given)
    if (result instanceof Promise) result.then(noteAnswer, noteAnswer)

    return result
  } as never

  return {
    /**
     * The first unanswered statement of these connections. `begin` is skipped, since the shop may
     * send it together with the next statement.
     */
    firstOf: (pids: Set<number>): string | undefined =>
      [...unanswered]
        .filter(([client]) => pids.has(pidOf(client)))
        .map(([, statements]) => statements.find((text) => text !== 'begin'))[0],
    restore: () => {
      ShopClient.prototype.query = original as never
    },
  }
}

function withoutLocks(query: unknown): unknown {
  const { text, ...rest } = query as { text: string }
  const clause = /for (?:no key update|update|key share|share)(?: of "\w+")?(?: skip locked)?/g

  return { ...rest, text: text.replaceAll(clause, '').replace('pg_advisory_xact_lock', 'coalesce') }
}

const pidOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID

const textOf = (query: unknown): string =>
  (typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? ''))
    .replace(/\s+/g, ' ')
    .trim()
