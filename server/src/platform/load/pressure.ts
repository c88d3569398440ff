import type { Worth } from '@chaveiro/contracts/serving'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Pool } from 'pg'

import { fail } from '../errors.ts'

export type Pressure = {
  /** What whoever comes now would wait (milliseconds): for this process, or for the database. */
  now(): { lagMs: number; databaseMs: number }
  isOver(worth: Worth): boolean
  /** Throws request.busy when calls of this worth are shed now. */
  assert(worth: Worth): void
  close(): void
}

/**
 * The bound of each in multiples of SHED_LAG_MS (250 unless set): a quarter of a second is felt by
 * everybody, and at two seconds a checkout that is refused at once is better served than one that
 * joins a queue which the database's patience (15 s) is about to end.
 */
const bounds: Record<Worth, number> = { first: 1, middle: 3, last: 8 }
const lookMs = 250
const resolutionMs = 20

/**
 * Measures how late this process is: by its event loop, and by who waits for a connection of the
 * pool as any request would. Both by the monotonic clock. A bound of 0 never sheds.
 */
export function createPressure(pool: Pool, boundMs: number): Pressure {
  let lagMs = 0
  let databaseMs = 0
  let waitsSince: number | null = null
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })

  const measureDatabase = (): void => {
    if (waitsSince !== null) return
    if (pool.waitingCount === 0) return void (databaseMs = 0)

    const from = performance.now()
    waitsSince = from

    const over = (): void => {
      databaseMs = performance.now() - from
      waitsSince = null
    }

    pool.connect().then(
      (client) => {
        client.release()
        over()
      },
      () => over(),
    )
  }

  const look = (): void => {
    const mean = Number.isNaN(delay.mean) ? 0 : Math.max(0, delay.mean / 1e6 - resolutionMs)
    // Half of it is what was before, so that one long piece of work is no overload.
    lagMs = (lagMs + mean) / 2
    delay.reset()
    measureDatabase()
  }

  const timer = boundMs > 0 ? setInterval(look, lookMs).unref() : undefined
  if (timer) delay.enable()

  const now = () => ({
    lagMs,
    databaseMs:
      waitsSince === null ? databaseMs : Math.max(databaseMs, performance.now() - waitsSince),
  })

  const isOver = (worth: Worth): boolean => {
    if (boundMs === 0) return false

    const { lagMs: lag, databaseMs: database } = now()

    return Math.max(lag, database) >= boundMs * bounds[worth]
  }

  return {
    now,
    isOver,
    assert(worth) {
      // Not all at once: who is sent away now comes back spread over some seconds.
      if (isOver(worth)) throw fail('request.busy').after(2 + Math.random() * 4)
    },
    close() {
      clearInterval(timer)
      delay.disable()
    },
  }
}

/** The keys of the page cache under which large answers lie that a shop can do without for a while. */
const large =
  /^(?:featured|categories|category|search:|product:|reviews|praise|status|sitemap|card:)/

export const isLarge = (key: string): boolean => large.test(key)
