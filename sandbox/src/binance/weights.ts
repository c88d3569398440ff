import { BinanceRefusal } from './errors.ts'

const MINUTE_MS = 60_000
const BAN_LENGTH_MS = 120_000
const MINUTE_LIMITS = { api: 6000, sapi: 12_000 } as const

/** A client is banned (418) after this many refused calls. */
const REFUSALS_BEFORE_BAN = 20

/**
 * Request weights per minute: all /api calls share one count, each /sapi call has a separate count.
 */
export class Weights {
  private minute = 0
  private used = new Map<string, number>()
  private refused = 0
  private bannedUntil = 0

  /**
   * Counts a call; returns the header with the used weight. Uses real time instead of the sandbox
   * clock.
   */
  take(path: string, weight: number): [header: string, used: string] {
    const now = Date.now()

    if (Math.floor(now / MINUTE_MS) !== this.minute) {
      this.minute = Math.floor(now / MINUTE_MS)
      this.used = new Map()
      this.refused = 0
    }

    if (now < this.bannedUntil) throw this.refusal(418, this.bannedUntil - now)

    const limitKind = path.startsWith('/sapi/') ? 'sapi' : 'api'
    const counterKey = limitKind === 'sapi' ? path : 'api'
    const usedWeight = (this.used.get(counterKey) ?? 0) + weight
    this.used.set(counterKey, usedWeight)

    if (usedWeight > MINUTE_LIMITS[limitKind]) {
      if (++this.refused > REFUSALS_BEFORE_BAN) this.bannedUntil = now + BAN_LENGTH_MS
      throw this.refusal(429, MINUTE_MS - (now % MINUTE_MS))
    }

    return [
      limitKind === 'sapi' ? 'x-sapi-used-ip-weight-1m' : 'x-mbx-used-weight-1m',
      String(usedWeight),
    ]
  }

  reset(): void {
    this.used = new Map()
    this.bannedUntil = 0
  }

  private refusal(status: number, ms: number): BinanceRefusal {
    return new BinanceRefusal(
      status,
      -1003,
      status === 418
        ? 'Way too much request weight used; IP banned until it ends.'
        : 'Too much request weight used; current limit is reached for this minute.',
      Math.ceil(ms / 1000),
    )
  }
}
