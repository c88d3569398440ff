import { CircuitState, CountBreaker } from 'cockatiel'

import {
  guardedNames,
  ownActs,
  type Breakers,
  type GuardedName,
  type OwnAct,
} from '../../platform/load/breakers.ts'
import { ProviderUnknown } from '../../ports/payments.ts'
import { openRows, type Parts, type RowName } from './breaker-rows.ts'

/**
 * Of the last twenty calls more than half failed, and there were five at least: so neither one slow
 * call nor the four that one unlucky buyer makes trip anything, a quiet shop notices an outage
 * within the first buyer's patience, and no clock is asked that may jump.
 */
const trips = { threshold: 0.5, size: 20, minimumNumberOfCalls: 5 }

/** The same for one act alone, of which there are fewer calls. */
const actTrips = { ...trips, size: 10 }

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

/** What a buyer has to wait for: the provider as a whole, and whatever makes a charge there. */
const forBuyers = (name: GuardedName): RowName[] => [name, `${name}.charge`, `${name}.quote`]

const allOf = (name: GuardedName): RowName[] => [
  name,
  ...ownActs.map((act) => `${name}.${act}` as const),
]

const rowsFor = (name: GuardedName, act: OwnAct | undefined): RowName[] =>
  act ? [name, `${name}.${act}`] : [name]

/**
 * The breakers of an app; their state is a row a provider, and one for each act that fails alone, so
 * that all processes share it.
 */
export function createBreakers(parts: Parts): Breakers {
  const { log } = parts
  const counts = new Map<RowName, CountBreaker>()

  const rows = openRows(parts, (read) => {
    // What another process closes is counted anew here too.
    for (const { name, state } of read) if (state !== 'closed') counts.delete(name)
  })

  const isOpen = async (name: RowName): Promise<boolean> =>
    (await rows.known()).some((row) => row.name === name && row.state !== 'closed')
  const counted = counting({ rows, isOpen, counts, log })

  return {
    look: (name, work) => counted([name], work),
    claim: rows.claim,

    async guard(name, work, act) {
      const names = rowsFor(name, act)
      for (const one of names)
        if ((await isOpen(one)) && !(await rows.claim(one)))
          throw new ProviderUnknown(name, 'not asked, since it fails now', { code: unasked })

      return counted(names, work)
    },

    heard(name) {
      void isOpen(name).then((open) => open && rows.hasten(name))
    },

    async states() {
      const read = await rows.known()
      return guardedNames.map((name) => {
        const row = read.find((one) => forBuyers(name).includes(one.name) && one.state !== 'closed')
        if (!row) return { name, state: 'closed', reason: null, failedProbes: 0, since: null }

        const { state, reason, failedProbes, since } = row

        return { name, state, reason, failedProbes, since }
      })
    },

    async isShut(name) {
      const names = forBuyers(name)
      if (!(await Promise.all(names.map(isOpen))).includes(true)) return false

      const read = await rows.readNow()

      return read.some((row) => names.includes(row.name) && row.state !== 'closed' && !row.due)
    },

    async reset(name) {
      for (const one of allOf(name)) {
        counts.delete(one)
        await rows.close(one)
      }
    },
  }
}

type Counting = {
  rows: ReturnType<typeof openRows>
  isOpen(name: RowName): Promise<boolean>
  counts: Map<RowName, CountBreaker>
  log: Parts['log']
}

/** Makes a call and notes how it went: what trips a breaker, and what closes it. */
function counting({ rows, isOpen, counts, log }: Counting) {
  const countOf = (name: RowName): CountBreaker => {
    const made = counts.get(name) ?? new CountBreaker(name.includes('.') ? actTrips : trips)
    counts.set(name, made)

    return made
  }

  const failed = async (name: RowName, reason: string): Promise<void> => {
    if (await isOpen(name)) return void (await rows.probeFailed(name, reason))
    if (!countOf(name).failure(CircuitState.Closed)) return

    counts.delete(name)
    if (await rows.open(name, reason))
      log.error({ provider: name, reason }, 'a provider fails; calls are held back')
  }

  const answered = async (name: RowName): Promise<void> => {
    if (!(await isOpen(name))) countOf(name).success(CircuitState.Closed)
    else if (await rows.close(name)) log.warn({ provider: name }, 'a provider answers again')
  }

  return async <T>(names: readonly RowName[], work: () => Promise<T>): Promise<T> => {
    try {
      const result = await work()
      for (const name of names) await answered(name)

      return result
    } catch (error) {
      for (const name of names) {
        if (isFault(error)) await failed(name, (error as Error).message)
        else await answered(name)
      }
      throw error
    }
  }
}
