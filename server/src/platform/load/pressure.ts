import type { Worth } from '@chaveiro/contracts/serving'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Pool } from 'pg'

import { fail } from '../errors.ts'

export type Pressure = {
  /**
   * Current delays in milliseconds: of the event loop, and of waiting for a database connection.
   */
  now(): { lagMs: number; databaseMs: number }
  isOver(worth: Worth): boolean
  /** Throws request.busy when calls of this priority are being shed. */
  assert(worth: Worth): void
  close(): void
}

/**
 * Limits in multiples of SHED_LAG_MS (250 by default). People notice a quarter of a second. At two
 * seconds, refusing a checkout at once is better than a queue that ends in the database's timeout
 * (15 s).
 */
const loadBounds: Record<Worth, number> = { first: 1, middle: 3, last: 8 }
const measureEveryMs = 250
const resolutionMs = 20

/**
 * Measures two delays of this process on the monotonic clock: of its event loop, and of getting a
 * pool connection. A limit of 0 turns shedding off.
 */
export function createPressure(pool: Pool, boundMs: number): Pressure {
  let loopLagMs = 0
  let databaseMs = 0
  let waitsSince: number | null = null
  const loopDelay = monitorEventLoopDelay({ resolution: resolutionMs })

  const measureDatabase = (): void => {
    if (waitsSince !== null) return
    if (pool.waitingCount === 0) return void (databaseMs = 0)

    const startedAt = performance.now()
    waitsSince = startedAt

    const finishWait = (): void => {
      databaseMs = performance.now() - startedAt
      waitsSince = null
    }

    pool.connect().then(
      (client) => {
        client.release()
        finishWait()
      },
      () => finishWait(),
    )
  }

  const measureLoad = (): void => {
    const meanDelayMs = Number.isNaN(loopDelay.mean)
      ? 0
      : Math.max(0, loopDelay.mean / 1e6 - resolutionMs)
    // A moving average, so that one long piece of work does not count as overload.
    loopLagMs = (loopLagMs + meanDelayMs) / 2
    loopDelay.reset()
    measureDatabase()
  }

  const measureTimer = boundMs > 0 ? setInterval(measureLoad, measureEveryMs).unref() : undefined
  if (measureTimer) loopDelay.enable()

  const currentDelays = () => ({
    lagMs: loopLagMs,
    databaseMs:
      waitsSince === null ? databaseMs : Math.max(databaseMs, performance.now() - waitsSince),
  })

  const isOverloaded = (worth: Worth): boolean => {
    if (boundMs === 0) return false

    const { lagMs: lag, databaseMs: database } = currentDelays()

    return Math.max(lag, database) >= boundMs * loadBounds[worth]
  }

  return {
    now: currentDelays,
    isOver: isOverloaded,
    assert(worth) {
      // Jitter, so that rejected clients do not all retry together.
      if (isOverloaded(worth)) throw fail('request.busy').after(2 + Math.random() * 4)
    },
    close() {
      clearInterval(measureTimer)
      loopDelay.disable()
    },
  }
}

/** Cache keys of large answers that can be left out for a while. */
const largeKeys =
  /^(?:featured|categories|category|search:|product:|reviews|praise|status|sitemap|card:)/

export const isLargePage = (key: string): boolean => largeKeys.test(key)
