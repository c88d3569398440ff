import { CircuitState, CountBreaker } from 'cockatiel'
import { guardedNames, type Breakers, type GuardedName } from '../../platform/breakers.ts'
import { ProviderUnknown } from '../../ports/payments.ts'
import { openRows, type Parts } from './breaker-rows.ts'

/**
 * Of the last twenty calls more than half failed, and there were five at least: so neither one slow
 * call nor the four that one unlucky buyer makes trip anything, a quiet shop notices an outage
 * within the first buyer's patience, and no clock is asked that may jump.
 */
const trips = { threshold: 0.5, size: 20, minimumNumberOfCalls: 5 }
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

/** The breakers of an app; their state is a row a provider, so that all processes share it. */
export function createBreakers(parts: Parts): Breakers {
  const { log } = parts
  const counts = new Map<GuardedName, CountBreaker>()
  const rows = openRows(parts, (read) => {
    // What another process closes is counted anew here too.
    for (const { name, state } of read) if (state !== 'closed') counts.delete(name)
  })
  const isOpen = async (name: GuardedName): Promise<boolean> =>
    (await rows.known()).some((row) => row.name === name && row.state !== 'closed')
  const look = counting({ rows, isOpen, counts, log })
  return {
    look,
    claim: rows.claim,
    async guard(name, work) {
      if ((await isOpen(name)) && !(await rows.claim(name)))
        throw new ProviderUnknown(name, 'not asked, since it fails now', { code: unasked })
      return look(name, work)
    },
    heard(name) {
      void isOpen(name).then((open) => open && rows.hasten(name))
    },
    async states() {
      const read = await rows.known()
      return guardedNames.map((name) => {
        const row = read.find((one) => one.name === name && one.state !== 'closed')
        if (!row) return { name, state: 'closed', reason: null, failedProbes: 0, since: null }
        const { state, reason, failedProbes, since } = row
        return { name, state, reason, failedProbes, since }
      })
    },
    async isShut(name) {
      if (!(await isOpen(name))) return false
      const read = await rows.readNow()
      return read.some((row) => row.name === name && row.state !== 'closed' && !row.due)
    },
    async reset(name) {
      counts.delete(name)
      await rows.close(name)
    },
  }
}

type Counting = {
  rows: ReturnType<typeof openRows>
  isOpen(name: GuardedName): Promise<boolean>
  counts: Map<GuardedName, CountBreaker>
  log: Parts['log']
}

/** Makes a call and notes how it went: what trips a breaker, and what closes it. */
function counting({ rows, isOpen, counts, log }: Counting): Breakers['look'] {
  const countOf = (name: GuardedName): CountBreaker => {
    const made = counts.get(name) ?? new CountBreaker(trips)
    counts.set(name, made)
    return made
  }
  const failed = async (name: GuardedName, reason: string): Promise<void> => {
    if (await isOpen(name)) return void (await rows.probeFailed(name, reason))
    if (!countOf(name).failure(CircuitState.Closed)) return
    counts.delete(name)
    if (await rows.open(name, reason))
      log.error({ provider: name, reason }, 'a provider fails; calls are held back')
  }
  const answered = async (name: GuardedName): Promise<void> => {
    if (!(await isOpen(name))) countOf(name).success(CircuitState.Closed)
    else if (await rows.close(name)) log.warn({ provider: name }, 'a provider answers again')
  }
  return async (name, work) => {
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
}
