import { PgSelectQueryBuilderBase } from 'drizzle-orm/pg-core'
import pg from 'pg'

import { ShopClient } from '../../db/client.ts'
import type { App } from '../../platform/app.ts'
import { lockPlaces } from './lock-places.ts'

/** A lock of the source; text: what its statement says, where the query builder does not write it. */
type Lock = { name: string; text?: RegExp | undefined }

export type LockWatch = {
  /**
   * Hold something on another connection, start an act, and answer the statement of the shop that
   * waits for it; what was held is let go and the act comes to its end.
   */
  waitingFor(hold: string, act: () => Promise<unknown>): Promise<string>
  /** From now on this lock is left out of its statement, as if the source did not have it. */
  leaveOut(lock: Lock): void
  close(): Promise<void>
}

const patienceMs = 15_000
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const mark = (name: string): string => `/* ${name} */`

/** Whether a statement takes a lock of the source. */
export const takes = (statement: string, { name, text }: Lock): boolean =>
  text ? text.test(statement) : statement.includes(mark(name))

/**
 * Watch which statement of a shop waits for a lock. Those of the query builder carry the name of
 * their lock.
 */
export async function watchLocks({ config }: App): Promise<LockWatch> {
  let missing: Lock | undefined
  const names = nameLocks(() => missing)
  const sent = noteStatements(() => missing)
  const [holder, looker] = [0, 1].map(
    () => new pg.Client({ connectionString: config.databaseUrl }),
  ) as [pg.Client, pg.Client]
  await Promise.all([holder.connect(), looker.connect()])

  /** What waits, once what was answered before it has been read. */
  const waiting = async (seen?: string): Promise<string | undefined> => {
    const now = sent.firstOf(await blockedBy(holder, looker))
    if (now === undefined || now === seen) return now

    await pause(10)

    return waiting(now)
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
          const statement = await waiting()
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
      missing = lock
    },
    async close() {
      names.restore()
      sent.restore()
      await Promise.all([holder.end(), looker.end()])
    },
  }
}

/** The connections that wait for what one of them holds, by their processes in the database. */
async function blockedBy(holder: pg.Client, looker: pg.Client): Promise<Set<number>> {
  const { rows } = await looker.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where datname = current_database() and pg_blocking_pids(pid) @> array[$1::int]`,
    [pidOf(holder)],
  )

  return new Set(rows.map(({ pid }) => pid))
}

type For = (this: unknown, strength: string, config?: object) => unknown

/** Has the query builder write the name of a lock behind it, found by the line that asks for it. */
function nameLocks(missing: () => Lock | undefined) {
  const names = new Map(lockPlaces().map(({ file, line, name }) => [`${file}:${line}`, name]))
  const builder = PgSelectQueryBuilderBase.prototype as unknown as { for: For }
  const original = builder.for

  builder.for = function (strength, config) {
    const name = names.get(placeOf(new Error().stack ?? '')) ?? 'a lock of nowhere'

    return name === missing()?.name
      ? this
      : original.call(this, `${strength} ${mark(name)}`, config)
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

/** Notes what each connection of the shop has sent and not had an answer to. */
function noteStatements(missing: () => Lock | undefined) {
  const original = ShopClient.prototype.query as unknown as Query
  const underWay = new Map<ShopClient, string[]>()

  ShopClient.prototype.query = function (this: ShopClient, ...given: unknown[]) {
    if (missing()?.text?.test(textOf(given[0]))) given[0] = unlocked(given[0])
    underWay.set(this, [...(underWay.get(this) ?? []), textOf(given[0])])
    const end = () => underWay.set(this, underWay.get(this)!.slice(1))
    const at = given.findLastIndex((one) => typeof one === 'function')

    if (at >= 0) {
      const callback = given[at] as (...answer: unknown[]) => unknown
      given[at] = (...answer: unknown[]) => {
        end()

        return callback(...answer)
      }
    }

    const result = original.apply(this, given)
    if (result instanceof Promise) result.then(end, end)

    return result
  } as never

  return {
    /** What one of these waits for; what travels behind `begin` is not answered before it. */
    firstOf: (pids: Set<number>): string | undefined =>
      [...underWay]
        .filter(([client]) => pids.has(pidOf(client)))
        .map(([, statements]) => statements.find((text) => text !== 'begin'))[0],
    restore: () => {
      ShopClient.prototype.query = original as never
    },
  }
}

/** A statement without its locks. */
function unlocked(query: unknown): unknown {
  const { text, ...rest } = query as { text: string }
  const clause = /for (?:no key update|update|key share|share)(?: of "\w+")?(?: skip locked)?/g

  return { ...rest, text: text.replaceAll(clause, '').replace('pg_advisory_xact_lock', 'coalesce') }
}

const pidOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID

const textOf = (query: unknown): string =>
  (typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? ''))
    .replace(/\s+/g, ' ')
    .trim()
