import type { Clock } from '../core/clock.ts'

const DISCORD_EPOCH_MS = 1_420_070_400_000 // snowflakes count from the first second of 2015

/**
 * Fixed ids of the guild, equal on every machine, so that a demo shop's products can reference its
 * roles.
 */
export const IDS = {
  application: '1300000000000000001',
  /**
   * The bot's user id, which differs from the application's id in applications from before 2017.
   */
  bot: '1300000000000000002',
  guild: '1300000000000000100',
  owner: '1300000000000000010',
  webhook: '1300000000000000900',

  roles: {
    staff: '1300000000000000201',
    bot: '1300000000000000202',
    vip: '1300000000000000203',
    customer: '1300000000000000204',
    subscriber: '1300000000000000205',
    founder: '1300000000000000206',
  },

  channels: {
    text: '1300000000000000300',
    rules: '1300000000000000301',
    announcements: '1300000000000000302',
    support: '1300000000000000303',
    staff: '1300000000000000304',
    tickets: '1300000000000000310',
  },

  users: {
    ana: '1300000000000000501',
    bruno: '1300000000000000502',
    carla: '1300000000000000503',
    staff: '1300000000000000504',
  },
} as const

let snowflakeCounter = 0

/** A new snowflake, greater than all previous ones, even within a millisecond. */
export function snowflake(clock: Clock): string {
  snowflakeCounter = (snowflakeCounter + 1) % 4_194_304
  return ((BigInt(clock.now() - DISCORD_EPOCH_MS) << 22n) + BigInt(snowflakeCounter)).toString()
}

/** Whether `a` is older than `b`. */
export const isOlder = (a: string, b: string): boolean => BigInt(a) < BigInt(b)

export const isSnowflake = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{17,20}$/.test(value)
