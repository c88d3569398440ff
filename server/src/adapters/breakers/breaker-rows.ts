import type { App } from '../../platform/app.ts'
import {
  downAfter,
  type Breakers,
  type GuardedName,
  type OwnAct,
} from '../../platform/load/breakers.ts'
import {
  emptyPublicCache,
  emptyWatched,
  type PublicCache,
} from '../../platform/load/public-cache.ts'

type State = Awaited<ReturnType<Breakers['states']>>[number]

/** What is kept of a provider that failed once; due: the next probe may be made. */
type Row = Omit<State, 'since' | 'name'> & { name: RowName; since: Date; due: boolean }

/** A provider as a whole, or an act of it that has a count of its own. */
export type RowName = GuardedName | `${GuardedName}.${OwnAct}`

export type Parts = Pick<App, 'pool' | 'db' | 'log'> & {
  /** Read when it is needed: the app's own is made after this. */
  cache: () => PublicCache
}

/**
 * How the providers answer, a row each, written by the database's own time and shared by all
 * processes: a change is told to each of them at once. onRead hears what was read.
 */
export function openRows({ pool, db, log, cache }: Parts, onRead: (rows: readonly Row[]) => void) {
  const readNow = async (): Promise<Row[]> => (await pool.query<Row>(reading)).rows

  // A database that does not answer stops the shop anyway: calls go on as if nothing were known.
  const known = (): Promise<Row[]> =>
    cache()
      .watched('provider-breakers', async () => {
        const rows = await readNow()
        onRead(rows)

        return rows
      })
      .catch(() => [])

  const write = async (statement: string, values: unknown[]): Promise<boolean> => {
    const { rows } = await pool.query<{ probes: number }>(statement, values)
    if (!rows.length) return false

    cache().forget()
    await emptyWatched(db)
    // What pages tell changes with the first failed probes only.
    if (rows[0]!.probes <= downAfter) await emptyPublicCache(db)

    return true
  }

  /** What cannot be written down is left: the call that it is about has had its answer. */
  const note = (work: Promise<boolean>): Promise<boolean> =>
    work.catch((error: unknown) => {
      log.warn({ err: error }, 'how a provider answers could not be written down')
      return false
    })

  return {
    known,
    readNow,
    open: (name: RowName, reason: string) => note(write(opening, [name, reason])),
    probeFailed: (name: RowName, reason: string) => note(write(failing, [name, reason])),
    close: (name: RowName) => note(write(closing, [name])),
    hasten: (name: RowName) =>
      note(pool.query(hastening, [name]).then(({ rowCount }) => rowCount === 1)),
    claim: (name: RowName) =>
      note(pool.query(claiming, [name]).then(({ rowCount }) => rowCount === 1)),
  }
}

const reading = `select provider as name, state, reason, failed_probes as "failedProbes",
  opened_at as since, next_probe_at <= now() as due from provider_breakers`

/** A breaker that stands open already is left as it is. */
const opening = `insert into provider_breakers as b (provider, state, reason, opened_at, next_probe_at)
  values ($1, 'open', left($2, 200), now(), now() + interval '5 seconds')
  on conflict (provider) do update set state = 'open', reason = excluded.reason, failed_probes = 0,
    opened_at = now(), next_probe_at = excluded.next_probe_at where b.state = 'closed'
  returning failed_probes as probes`

/** The next probe comes later each time, but at most twenty seconds later. */
const failing = `update provider_breakers set state = 'open', reason = left($2, 200),
  failed_probes = failed_probes + 1,
  next_probe_at = now() + interval '5 seconds' * least(failed_probes + 2, 4)
  where provider = $1 and state = 'half-open' returning failed_probes as probes`

const closing = `update provider_breakers set state = 'closed', reason = null, failed_probes = 0
  where provider = $1 and state <> 'closed' returning failed_probes as probes`

/** A process that ends in the middle of its probe only delays the next one. */
const claiming = `update provider_breakers set state = 'half-open',
  next_probe_at = now() + interval '25 seconds'
  where provider = $1 and state <> 'closed' and next_probe_at <= now()`

const hastening = `update provider_breakers set next_probe_at = now()
  where provider = $1 and state = 'open'`
