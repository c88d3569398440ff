import type { FastifyReply } from 'fastify'
import { createHash } from 'node:crypto'

import { DiscordRefusal } from './errors.ts'

/** Allowed calls: per bucket and window, and of the bot per second in total. */
export type Limits = {
  global: number
  bucket: Readonly<Record<string, readonly [calls: number, seconds: number]>>
}

/** Limits observed in Discord's headers; `*` is the default. Tests may set others. */
export const DEFAULT_LIMITS: Limits = {
  global: 50,
  bucket: { message: [5, 5], role: [10, 2], channel: [5, 5], command: [20, 20], '*': [50, 5] },
}

type Window = { used: number; endsAt: number }

/**
 * Rate limits per bucket and major parameter, and in total. They use real time instead of the
 * sandbox clock.
 */
export class RateLimits {
  private readonly windows = new Map<string, Window>()

  /**
   * Counts one call and sets its headers on the reply; refuses the call with 429 when the window is
   * full.
   */
  take(limits: Limits, kind: string, major: string, reply: FastifyReply): void {
    const now = Date.now()
    this.takeGlobal(limits, now)
    const [allowed, seconds] =
      limits.bucket[kind] ?? limits.bucket['*'] ?? DEFAULT_LIMITS.bucket['*']!
    const bucketWindow = this.window(`${kind}/${major}`, seconds * 1000, now)
    bucketWindow.used++
    const retryAfterSeconds = Math.max((bucketWindow.endsAt - now) / 1000, 0.001)

    const limitHeaders = {
      'x-ratelimit-limit': String(allowed),
      'x-ratelimit-remaining': String(Math.max(allowed - bucketWindow.used, 0)),
      'x-ratelimit-reset': (bucketWindow.endsAt / 1000).toFixed(3),
      'x-ratelimit-reset-after': retryAfterSeconds.toFixed(3),
      'x-ratelimit-bucket': createHash('md5').update(kind).digest('hex'),
    }

    reply.headers(limitHeaders)
    if (bucketWindow.used > allowed)
      throw limitRefusal(retryAfterSeconds, { ...limitHeaders, 'x-ratelimit-scope': 'user' }, false)
  }

  reset(): void {
    this.windows.clear()
  }

  private takeGlobal(limits: Limits, now: number): void {
    const globalWindow = this.window('', 1000, now)
    if (++globalWindow.used > limits.global)
      throw limitRefusal(
        (globalWindow.endsAt - now) / 1000,
        { 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global' },
        true,
      )
  }

  private window(name: string, ms: number, now: number): Window {
    const savedWindow = this.windows.get(name)
    if (savedWindow && savedWindow.endsAt > now) return savedWindow

    const newWindow = { used: 0, endsAt: now + ms }
    this.windows.set(name, newWindow)

    return newWindow
  }
}

function limitRefusal(
  retryAfterSeconds: number,
  limitHeaders: Record<string, string>,
  global: boolean,
): DiscordRefusal {
  const limitError = new DiscordRefusal(429, 0, 'You are being rate limited.', {
    headers: { ...limitHeaders, 'retry-after': String(Math.ceil(retryAfterSeconds)) },
  })
  limitError.body = () => ({
    message: limitError.message,
    retry_after: Number(retryAfterSeconds.toFixed(3)),
    global,
  })

  return limitError
}
