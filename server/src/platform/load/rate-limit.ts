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

/** Named counters, shared by all processes (Q16). */
export type RateLimits = {
  /** Counts one for a key; throws rate.limited when its window is full. */
  count(name: LimitName, key: string): Promise<void>
  /** Throws rate.limited when the window is already full, without counting. */
  check(name: LimitName, key: string): Promise<void>
  /**
   * Takes one point before the work; the caller gives it back when the work succeeds. So
   * concurrent attempts never exceed the limit. When no point is free, it waits a moment for one, then
   * throws rate.limited.
   */
  reserve(name: ReservedLimit, key: string): Promise<{ giveBack(): Promise<void> }>
}

/** Limits whose points are given back, so the limiter must not block them in memory. */
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
 * Limits in points for a window of seconds. They are stored in an unlogged table with the limiter
 * library's format, created by a migration.
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

/** The refusal of a full window, with the seconds until it opens again. */
const refusalOf = ({ msBeforeNext }: RateLimiterRes) => rateLimited(msBeforeNext / 1000)

const reserveTries = 5
const reserveWaitMs = 150

// An IPv6 customer has 2^64 addresses: their whole network counts as one (D027).
const countedKey = (key: string): string => (isIP(key) === 6 ? networkOf(key) : key)
