import { isIP } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import {
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'

import { tooMany } from '../errors.ts'
import { networkOf } from '../text/address.ts'

/** Named counters shared by all processes (Q16). */
export type RateLimits = {
  /** Count one against a key; throws rate.limited when the window is full. */
  count(name: LimitName, key: string): Promise<void>
  /** Throw rate.limited when the window is already full, without counting. */
  check(name: LimitName, key: string): Promise<void>
  /**
   * Take one before the work, and give it back when the work succeeds: so of many at once no more
   * than the limit are ever under way. When all are taken, the caller waits a moment for one to be
   * given back; throws rate.limited when none is.
   */
  reserve(name: Reserved, key: string): Promise<{ giveBack(): Promise<void> }>
}

/** Limits whose points are given back; they must not be kept in memory. */
type Reserved = 'guess' | 'known'

export type LimitName =
  | Reserved
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
 * Limits in points a window of seconds; kept in an unlogged table that the limiter library owns,
 * made by a migration.
 */
export function createRateLimits(
  pool: Pool,
  points: Record<LimitName, { points: number; seconds: number }>,
): RateLimits {
  const limiters = new Map<LimitName, RateLimiterAbstract>(
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
        await limiters.get(name)!.consume(counted(key))
      } catch (refused) {
        if (refused instanceof RateLimiterRes) throw limited(refused)
        throw refused
      }
    },

    async reserve(name, key) {
      const limiter = limiters.get(name)!
      const giveBack = async () => {
        await limiter.reward(counted(key), 1)
      }

      for (let tries = 0; ; tries++) {
        try {
          await limiter.consume(counted(key))
          return { giveBack }
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused

          await giveBack()
          if (tries === reserveTries) throw limited(refused)
        }
        await wait(reserveWaitMs)
      }
    },

    async check(name, key) {
      const state = await limiters.get(name)!.get(counted(key))
      if (state && state.consumedPoints >= points[name].points) throw limited(state)
    },
  }
}

/** The refusal of a full window, with the seconds until it opens again. */
const limited = ({ msBeforeNext }: RateLimiterRes) => tooMany(msBeforeNext / 1000)

const reserveTries = 5
const reserveWaitMs = 150

// An IPv6 customer has 2^64 addresses: they count as one (D027).
const counted = (key: string): string => (isIP(key) === 6 ? networkOf(key) : key)
