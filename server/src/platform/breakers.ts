import { CircuitState, CountBreaker } from 'cockatiel'
import type { Pool } from 'pg'
import type { Db } from '../db/handle.ts'
import { ProviderUnknown } from '../ports/payments.ts'
import type { Log } from './log.ts'
import { emptyPublicCache, emptyWatched, type PublicCache } from './public-cache.ts'

/** The providers whose calls are watched: those that move money, since somebody waits for them. */
export const guardedNames = ['pix', 'card', 'crypto'] as const
export type GuardedName = (typeof guardedNames)[number]

/**
 * How the calls to a provider go: closed, they go through; open, one at a time is let through as a
 * probe, and all others are told at once that nothing is known; half-open, such a probe is under way.
 */
export type BreakerState = {
  name: GuardedName
  state: 'closed' | 'open' | 'half-open'
  /** What the last call met, of an adapter, so without any secret. */
  reason: string | null
  /** Probes that failed since it opened. */
  failedProbes: number
  /** Since when it is not closed; null while it is. */
  since: Date | null
}
export type Breakers = {
  /**
   * Make a call, if calls go through now or this one is the next probe. Throws ProviderUnknown
   * without asking when not: what is not asked is as little known as what is not answered, so
   * nothing may be concluded from it.
   */
  guard<T>(name: GuardedName, work: () => Promise<T>): Promise<T>
  /** The same for a look that asks for nothing: it is always made, and a good answer closes. */
  look<T>(name: GuardedName, work: () => Promise<T>): Promise<T>
  /** It sent us something genuine, so it lives: the next call is the probe. */
  heard(name: GuardedName): void
  /** How each stands now, whichever process noticed it; at most ten seconds old. */
  states(): Promise<BreakerState[]>
  /** Whether the next call would be refused unasked: no probe is due yet. */
  isShut(name: GuardedName): Promise<boolean>
  /** Take the right to make the next probe; one process gets it. */
  claim(name: GuardedName): Promise<boolean>
  /** It is another one now (its credentials changed): nothing is held against it. */
  reset(name: GuardedName): Promise<void>
}

/**
 * Of the last twenty calls more than half failed, and there were five at least: so neither one slow
 * call nor the four that one unlucky buyer makes trip anything, a quiet shop notices an outage
 * within the first buyer's patience, and no clock is asked that may jump.
 */
const trips = { threshold: 0.5, size: 20, minimumNumberOfCalls: 5 }
/** So many probes failed in a row, a quarter of a minute in all: the next call fails for certain. */
const downAfter = 2
/** The code of what was not asked. */
const unasked = 'BREAKER_OPEN'

/**
 * Whether an error means that the provider fails: silence, a broken line or 5xx. A refusal (4xx) is
 * an answer, and what an adapter concludes from an answer has neither a status nor a code.
 */
export const isFault = (error: unknown): boolean =>
  error instanceof ProviderUnknown &&
  error.code !== unasked &&
  (error.status === null ? error.code !== null : error.status >= 500)

type Parts = {
  pool: Pool
  /** Read when it is needed: the app's own is made after this. */
  db: Db
  log: Log
  cache: () => PublicCache
}
type Row = Omit<BreakerState, 'since'> & { since: Date; due: boolean }

/**
 * What is told of a provider: nothing while it answers, `unstable` when calls fail but the next one
 * may pass, `down` when it certainly fails.
 */
export type Trouble = 'unstable' | 'down'
export async function troubles({ breakers }: { breakers: Breakers }) {
  const told: Partial<Record<GuardedName, Trouble>> = {}
  for (const { name, state, failedProbes } of await breakers.states())
    if (state !== 'closed') told[name] = failedProbes >= downAfter ? 'down' : 'unstable'
  return told
}

/** The breakers of an app; their state is a row a provider, so that all processes share it. */
export function createBreakers({ pool, db, log, cache }: Parts): Breakers {
  const counts = new Map<GuardedName, CountBreaker>()
  const countOf = (name: GuardedName): CountBreaker => {
    const made = counts.get(name) ?? new CountBreaker(trips)
    counts.set(name, made)
    return made
  }
  // A database that does not answer stops the shop anyway: calls go on as if nothing were known.
  const rows = (): Promise<Row[]> =>
    cache()
      .watched('provider-breakers', async () => {
        const { rows: read } = await pool.query<Row>(reading)
        // What another process closed is counted anew here too.
        for (const { name, state } of read) if (state !== 'closed') counts.delete(name)
        return read
      })
      .catch(() => [])
  const isOpen = async (name: GuardedName): Promise<boolean> =>
    (await rows()).some((row) => row.name === name && row.state !== 'closed')
  const write = async (statement: string, values: unknown[]): Promise<boolean> => {
    const { rows: written } = await pool.query<{ probes: number }>(statement, values)
    if (!written.length) return false
    cache().forget()
    await emptyWatched(db)
    // What pages tell changes with the first failed probes only.
    if (written[0]!.probes <= downAfter) await emptyPublicCache(db)
    return true
  }
  const note = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) =>
      log.warn({ err: error }, 'how a provider answers could not be written down'),
    )
  const failed = async (name: GuardedName, reason: string): Promise<void> => {
    if (await isOpen(name)) return void (await note(write(failing, [name, reason])))
    if (!countOf(name).failure(CircuitState.Closed)) return
    counts.delete(name)
    await note(
      write(opening, [name, reason]).then((isNew) => {
        if (isNew) log.error({ provider: name, reason }, 'a provider fails; calls are held back')
      }),
    )
  }
  const answered = async (name: GuardedName): Promise<void> => {
    if (!(await isOpen(name))) return countOf(name).success(CircuitState.Closed)
    await note(
      write(closing, [name]).then((isNew) => {
        if (isNew) log.warn({ provider: name }, 'a provider answers again')
      }),
    )
  }
  const look = async <T>(name: GuardedName, work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work()
      await answered(name)
      return result
    } catch (error) {
      if (isFault(error)) await failed(name, (error as Error).message)
      else await answered(name)
      throw error
    }
  }
  const claim = async (name: GuardedName): Promise<boolean> =>
    (await pool.query(claiming, [name])).rowCount === 1
  return {
    look,
    claim,
    async guard(name, work) {
      if ((await isOpen(name)) && !(await claim(name)))
        throw new ProviderUnknown(name, 'not asked, since it fails now', { code: unasked })
      return look(name, work)
    },
    heard(name) {
      void note(isOpen(name).then(async (open) => open && (await pool.query(hastening, [name]))))
    },
    async states() {
      const read = await rows()
      return guardedNames.map((name) => {
        const row = read.find((one) => one.name === name)
        return row && row.state !== 'closed'
          ? {
              name,
              state: row.state,
              reason: row.reason,
              failedProbes: row.failedProbes,
              since: row.since,
            }
          : { name, state: 'closed', reason: null, failedProbes: 0, since: null }
      })
    },
    async isShut(name) {
      if (!(await isOpen(name))) return false
      const { rows: read } = await pool.query<Row>(reading)
      return read.some((row) => row.name === name && row.state !== 'closed' && !row.due)
    },
    async reset(name) {
      counts.delete(name)
      await note(write(closing, [name]))
    },
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

/**
 * The calls that somebody waits for, or waiting money. What else a provider is asked for (refunds,
 * reports of fraud, its webhooks) has jobs of its own that try again, and its failing says nothing
 * of whether a buyer can pay.
 */
const waitedFor: readonly string[] = ['charge', 'read', 'cancel', 'quote', 'deposits']

/** A provider whose calls go through its breaker; those for which nobody waits go past it. */
export function guarded<P extends object>(port: P, name: GuardedName, breakers: Breakers): P {
  type Call = (...given: unknown[]) => Promise<unknown>
  const through = (key: string, call: Call): unknown => {
    if (key === 'check') return () => breakers.look(name, () => call())
    if (waitedFor.includes(key))
      return (...given: unknown[]) => breakers.guard(name, () => call(...given))
    if (key !== 'verifyWebhook') return call
    return (...given: unknown[]) => {
      const hints: unknown = call(...given)
      if (hints) breakers.heard(name)
      return hints
    }
  }
  const made = Object.entries(port).map(([key, call]) => [key, through(key, call as Call)])
  return Object.fromEntries(made) as P
}
