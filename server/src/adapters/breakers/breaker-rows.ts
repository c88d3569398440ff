import type { App } from '../../platform/app.ts'
import {
  downAfter,
  type Breakers,
  type GuardedName,
  type BuyerAct,
} from '../../platform/load/breakers.ts'
import {
  emptyPublicCache,
  emptyWatched,
  type PublicCache,
} from '../../platform/load/public-cache.ts'

type State = Awaited<ReturnType<Breakers['states']>>[number]

/**
 * The stored state of a provider, or of one of its calls, that has failed at least once. due: the
 * next probe is allowed.
 */
type Row = Omit<State, 'since' | 'name'> & { name: RowName; since: Date; due: boolean }

/** Name of a row: a provider as a whole, or one of its calls with a failure count of its own. */
export type RowName = GuardedName | `${GuardedName}.${BuyerAct}`

export type Parts = Pick<App, 'pool' | 'db' | 'log'> & {
  /** A function, since the app's cache is created later. */
  cache: () => PublicCache
}

/**
 * Breaker states in the database: a row for each provider or call that failed. All processes share
 * the rows, which the database's clock times. A change reaches every process at once. onRead gets
 * the rows of each read.
 */
export function openRows({ pool, db, log, cache }: Parts, onRead: (rows: readonly Row[]) => void) {
  const readNow = async (): Promise<Row[]> => (await pool.query<Row>(selectStates)).rows

  // Without the database the shop is down anyway, so calls proceed as if no state were known.
  const cachedRows = (): Promise<Row[]> =>
    cache()
      .watched('provider-breakers', async () => {
        const breakerRows = await readNow()
        onRead(breakerRows)

        return breakerRows
      })
      .catch(() => [])

  const runStatement = async (statement: string, values: unknown[]): Promise<boolean> => {
    const { rows } = await pool.query<{ probes: number }>(statement, values)
    if (!rows.length) return false

    cache().forget()
    await emptyWatched(db)
    // The public status changes only at the first failed probes; later probes leave the cached
    // pages.
    if (rows[0]!.probes <= downAfter) await emptyPublicCache(db)

    return true
  }

  /** A failed write is only logged: the call to the provider already has its answer. */
  const logFailure = (work: Promise<boolean>): Promise<boolean> =>
    work.catch((error: unknown) => {
      log.warn({ err: error }, 'breaker state could not be saved')
      return false
    })

  return {
    known: cachedRows,
    readNow,
    open: (name: RowName, reason: string) =>
      logFailure(runStatement(openStatement, [name, reason])),
    probeFailed: (name: RowName, reason: string) =>
      logFailure(runStatement(failStatement, [name, reason])),
    close: (name: RowName) => logFailure(runStatement(closeStatement, [name])),
    hasten: (name: RowName) =>
      logFailure(pool.query(hastening, [name]).then(({ rowCount }) => rowCount === 1)),
    claim: (name: RowName) =>
      logFailure(pool.query(claiming, [name]).then(({ rowCount }) => rowCount === 1)),
  }
}

const selectStates = `select provider as name, state, reason, failed_probes as "failedProbes",
  opened_at as since, next_probe_at <= now() as due from provider_breakers`

/** A breaker that is already open keeps its state. */
const openStatement = `insert into provider_breakers as b (provider, state, reason, opened_at, next_probe_at)
  values ($1, 'open', left($2, 200), now(), now() + interval '5 seconds')
  on conflict (provider) do update set state = 'open', reason = excluded.reason, failed_probes = 0,
    opened_at = now(), next_probe_at = excluded.next_probe_at where b.state = 'closed'
  returning failed_probes as probes`

/** The pause between failed probes grows to twenty seconds at most. */
const failStatement = `update provider_breakers set state = 'open', reason = left($2, 200),
  failed_probes = failed_probes + 1,
  next_probe_at = now() + interval '5 seconds' * least(failed_probes + 2, 4)
  where provider = $1 and state = 'half-open' returning failed_probes as probes`

const closeStatement = `update provider_breakers set state = 'closed', reason = null, failed_probes = 0
  where provider = $1 and state <> 'closed' returning failed_probes as probes`

/** If the process ends during its probe, the next probe is only delayed. */
const claiming = `update provider_breakers set state = 'half-open',
  next_probe_at = now() + interval '25 seconds'
  where provider = $1 and state <> 'closed' and next_probe_at <= now()`

const hastening = `update provider_breakers set next_probe_at = now()
  where provider = $1 and state = 'open'`
