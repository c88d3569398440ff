import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import {
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'

import { rateLimited } from '../errors.ts'
import { networkOf } from '../text/ip-address.ts'

/** Named rate limits, counted in the database for all processes (Q16). */
export type RateLimits = {
  /** Counts one request for a key; throws rate.limited when the limit of its window is reached. */
  count(name: LimitName, key: string): Promise<void>
  /** Throws rate.limited when the limit is already reached, without counting. */
  check(name: LimitName, key: string): Promise<void>
  /**
   * Takes one point before an attempt; the caller gives the point back on success, so concurrent
   * attempts never exceed the limit. When no point is free, waits a moment for a point, then throws
   * rate.limited.
   */
  reserve(name: ReservedLimit, key: string): Promise<{ giveBack(): Promise<void> }>
}

/** Limits whose points can be given back, so the library must not cache a refusal in memory. */
type ReservedLimit = 'guess' | 'known'

export type LimitName =
  | ReservedLimit
  | 'login'
  | 'account'
  | 'refresh'
  | 'register'
  | 'recovery'
  | 'mail code'
  | 'mail code day'
  | 'export'
  | 'checkout'
  | 'coupon'
  | 'status'
  | 'challenge'
  | 'unguarded'
  | 'chat'
  | 'ticket file'

/**
 * Rate limits: points in a window of seconds. The counters are in an unlogged table in the format
 * of rate-limiter-flexible; a migration creates this table.
 */
export function createRateLimits(
  pool: Pool,
  points: Record<LimitName, { points: number; seconds: number }>,
): RateLimits {
  const limitersByName = new Map<LimitName, RateLimiterAbstract>(
    Object.entries(points).map(([name, limit]) => [
      name as LimitName,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: name,
        points: limit.points,
        duration: limit.seconds,
        ...(name === 'guess' || name === 'known'
          ? {}
          : { inMemoryBlockOnConsumed: limit.points + 1 }),
        clearExpiredByTimeout: false,
      }),
    ]),
  )

  return {
    async count(name, key) {
      try {
        await limitersByName.get(name)!.consume(countedKey(key))
      } catch (error) {
        if (error instanceof RateLimiterRes) throw refusalOf(error)
        throw error
      }
    },

    async reserve(name, key) {
      const limiter = limitersByName.get(name)!
      const giveBack = async () => {
        await limiter.reward(countedKey(key), 1)
      }

      for (let attempt = 0; ; attempt++) {
        try {
          await limiter.consume(countedKey(key))
          return { giveBack }
        } catch (error) {
          if (!(error instanceof RateLimiterRes)) throw error

          await giveBack()
          if (attempt === reserveTries) throw refusalOf(error)
        }
        await wait(reserveWaitMs)
      }
    },

    async check(name, key) {
      const windowState = await limitersByName.get(name)!.get(countedKey(key))
      if (windowState && windowState.consumedPoints >= points[name].points)
        throw refusalOf(windowState)
    },
  }
}

/** The refusal when a limit is reached, with the seconds until the window ends. */
const refusalOf = ({ msBeforeNext }: RateLimiterRes) => rateLimited(msBeforeNext / 1000)

const reserveTries = 5
const reserveWaitMs = 150

// An IPv6 customer has 2^64 addresses, so the limit counts the /64 network (D027).
const countedKey = (key: string): string => (isIP(key) === 6 ? networkOf(key) : key)
