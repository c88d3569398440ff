import { CircuitState, CountBreaker } from 'cockatiel'

import {
  guardedNames,
  buyerActs,
  type Breakers,
  type GuardedName,
  type BuyerAct,
} from '../../platform/load/breakers.ts'
import { ProviderUnknown } from '../../ports/payments.ts'
import { openRows, type Parts, type RowName } from './breaker-rows.ts'

/**
 * A breaker opens when more than half of the last twenty calls failed, and at least five were made.
 * One slow call, or the four calls of one unlucky buyer, open nothing. A quiet shop still notices
 * an outage while its first buyer waits. The window is a number of calls instead of a time, since a
 * clock may jump.
 */
const breakerLimits = { threshold: 0.5, size: 20, minimumNumberOfCalls: 5 }

/** Limits for a single kind of call. The window is smaller, since each kind has fewer calls. */
const actTrips = { ...breakerLimits, size: 10 }

/** Error code of a call that an open breaker blocked. */
const notAskedCode = 'BREAKER_OPEN'

/**
 * Whether an error counts as the provider's failure: no answer, a broken connection or 5xx. A
 * refusal (4xx) is an answer. Errors that an adapter derives from an answer have neither status
 * nor code.
 */
export const isProviderFault = (error: unknown): boolean =>
  error instanceof ProviderUnknown &&
  error.code !== notAskedCode &&
  (error.status === null ? error.code !== null : error.status >= 500)

/** Rows that block a buyer: the provider as a whole, and the calls that create a charge. */
const rowsForBuyers = (name: GuardedName): RowName[] => [name, `${name}.charge`, `${name}.quote`]

const allRowsOf = (name: GuardedName): RowName[] => [
  name,
  ...buyerActs.map((act) => `${name}.${act}` as const),
]

const rowsFor = (name: GuardedName, act: BuyerAct | undefined): RowName[] =>
  act ? [name, `${name}.${act}`] : [name]

/**
 * The breakers of an app. Their state is in the database, so that all processes share it. Each
 * provider has a row, and each call that fails alone has another.
 */
export function createBreakers(parts: Parts): Breakers {
  const { log } = parts
  const countBreakers = new Map<RowName, CountBreaker>()

  const breakerRows = openRows(parts, (latestRows) => {
    // An open breaker drops this process's count, so that counting starts again once any process
    // closes it.
    for (const { name, state } of latestRows) if (state !== 'closed') countBreakers.delete(name)
  })

  const isOpen = async (name: RowName): Promise<boolean> =>
    (await breakerRows.known()).some((row) => row.name === name && row.state !== 'closed')
  const countedCall = createCounter({ rows: breakerRows, isOpen, counts: countBreakers, log })

  return {
    look: (name, work) => countedCall([name], work),
    claim: breakerRows.claim,

    async guard(name, work, act) {
      const rowNames = rowsFor(name, act)
      for (const rowName of rowNames)
        if ((await isOpen(rowName)) && !(await breakerRows.claim(rowName)))
          throw new ProviderUnknown(name, 'not asked, since it fails now', { code: notAskedCode })

      return countedCall(rowNames, work)
    },

    heard(name) {
      void isOpen(name).then((open) => open && breakerRows.hasten(name))
    },

    async states() {
      const cachedRows = await breakerRows.known()
      return guardedNames.map((name) => {
        const openRow = cachedRows.find(
          (candidate) =>
            rowsForBuyers(name).includes(candidate.name) && candidate.state !== 'closed',
        )
        if (!openRow) return { name, state: 'closed', reason: null, failedProbes: 0, since: null }

        const { state, reason, failedProbes, since } = openRow

        return { name, state, reason, failedProbes, since }
      })
    },

    async isShut(name) {
      const buyerRowNames = rowsForBuyers(name)
      if (!(await Promise.all(buyerRowNames.map(isOpen))).includes(true)) return false

      const freshRows = await breakerRows.readNow()

      return freshRows.some(
        (row) => buyerRowNames.includes(row.name) && row.state !== 'closed' && !row.due,
      )
    },

    async reset(name) {
      for (const rowName of allRowsOf(name)) {
        countBreakers.delete(rowName)
        await breakerRows.close(rowName)
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

/** Makes a call and records its outcome, which opens or closes breakers. */
function createCounter({ rows, isOpen, counts, log }: Counting) {
  const breakerOf = (name: RowName): CountBreaker => {
    const countBreaker =
      counts.get(name) ?? new CountBreaker(name.includes('.') ? actTrips : breakerLimits)
    counts.set(name, countBreaker)

    return countBreaker
  }

  const noteFailure = async (name: RowName, reason: string): Promise<void> => {
    if (await isOpen(name)) return void (await rows.probeFailed(name, reason))
    if (!breakerOf(name).failure(CircuitState.Closed)) return

    counts.delete(name)
    if (await rows.open(name, reason))
      log.error({ provider: name, reason }, 'provider failed, calls are held back')
  }

  const noteAnswer = async (name: RowName): Promise<void> => {
    if (!(await isOpen(name))) breakerOf(name).success(CircuitState.Closed)
    else if (await rows.close(name)) log.warn({ provider: name }, 'provider answers again')
  }

  return async <T>(names: readonly RowName[], work: () => Promise<T>): Promise<T> => {
    try {
      const workResult = await work()
      for (const name of names) await noteAnswer(name)

      return workResult
    } catch (error) {
      for (const name of names) {
        if (isProviderFault(error)) await noteFailure(name, (error as Error).message)
        else await noteAnswer(name)
      }
      throw error
    }
  }
}
