import { RateLimiterPostgres, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { isIP } from 'node:net'
import type { Pool } from 'pg'
import { networkOf } from './address.ts'
import { fail } from './fail.ts'

/** Named counters shared by all processes (decisions Q16). */
export type RateLimits = {
  /** Count one against a key; throws rate.limited when the window is full. */
  count(name: LimitName, key: string): Promise<void>
  /** Throw rate.limited when the window is already full, without counting. */
  check(name: LimitName, key: string): Promise<void>
}
export type LimitName = 'login' | 'account' | 'guess' | 'refresh' | 'checkout' | 'coupon' | 'status' | 'challenge' | 'unguarded'

/** Limits in points a window of seconds; kept in an unlogged table that the limiter library owns, made by a migration. */
export function createRateLimits(pool: Pool, points: Record<LimitName, { points: number; seconds: number }>): RateLimits {
  const limiters = new Map<LimitName, RateLimiterAbstract>(Object.entries(points).map(([name, limit]) =>
    [name as LimitName, new RateLimiterPostgres({ storeClient: pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true, keyPrefix: name, points: limit.points, duration: limit.seconds, inMemoryBlockOnConsumed: limit.points + 1, clearExpiredByTimeout: false })]))
  return {
    async count(name, key) {
      try { await limiters.get(name)!.consume(counted(key)) } catch (refused) {
        if (refused instanceof RateLimiterRes) throw fail('rate.limited')
        throw refused
      }
    },
    async check(name, key) {
      const state = await limiters.get(name)!.get(counted(key))
      if (state && state.consumedPoints >= points[name].points) throw fail('rate.limited')
    },
  }
}

// An IPv6 customer has 2^64 addresses: he is counted as one (D27).
const counted = (key: string): string => (isIP(key) === 6 ? networkOf(key) : key)
