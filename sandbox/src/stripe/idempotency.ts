import { createHash } from 'node:crypto'

import type { Core } from '../core/core.ts'
import { StripeRefusal } from './errors.ts'

export type StoredReply = { status: number; body: unknown }
type Stored = { id: string; fingerprint: string; at: number; reply: StoredReply }

const KEY_LIFE_MS = 24 * 3_600_000
const KEY_CHARS = 255
const SWEEP_EVERY_MS = 60_000

/**
 * Idempotency of POST calls as in Stripe's API v1: the first result of a started call is stored for
 * 24 hours, even a 500.
 */
export type Idempotency = {
  /**
   * Returns the stored result of this key, or runs the call. A refused call (thrown) stores
   * nothing.
   */
  once(
    key: string,
    call: { method: string; path: string; body: string },
    run: () => Promise<StoredReply>,
  ): Promise<StoredReply & { replayed: boolean }>
  forgetOld(): void
  clear(): void
}

export function openIdempotency(core: Core): Idempotency {
  const storedReplies = core.state.table<Stored>('stripe.idempotency')
  const runningKeys = new Set<string>()
  let nextSweep = 0

  return {
    async once(key, call, run) {
      if (key.length > KEY_CHARS)
        throw new StripeRefusal(
          400,
          'invalid_request_error',
          `Idempotency keys can be at most ${KEY_CHARS} characters.`,
        )

      if (runningKeys.has(key)) throw keyInUse(key)

      const fingerprint = createHash('sha256')
        .update(`${call.method} ${call.path}\n${call.body}`)
        .digest('hex')
      const storedReply = storedReplies.get(key)

      if (storedReply && core.clock.now() - storedReply.at < KEY_LIFE_MS) {
        if (storedReply.fingerprint !== fingerprint) throw otherParameters(key)
        return { ...storedReply.reply, replayed: true }
      }

      runningKeys.add(key)

      try {
        const callReply = await run()
        storedReplies.save({ id: key, fingerprint, at: core.clock.now(), reply: callReply })

        return { ...callReply, replayed: false }
      } finally {
        runningKeys.delete(key)
      }
    },

    forgetOld: () => {
      if (core.clock.now() < nextSweep) return

      nextSweep = core.clock.now() + SWEEP_EVERY_MS
      for (const expiredReply of storedReplies.filter(
        (one) => core.clock.now() - one.at >= KEY_LIFE_MS,
      ))
        storedReplies.remove(expiredReply.id)
    },

    clear: () => storedReplies.clear(),
  }
}

const keyInUse = (key: string): StripeRefusal =>
  new StripeRefusal(
    409,
    'invalid_request_error',
    'There is currently another in-progress request using this Idempotent Key (that ' +
      'probably means you submitted twice, and the other request is still going ' +
      `through): ${key}. Please try again later.`,
    { code: 'idempotency_key_in_use' },
  )

const otherParameters = (key: string): StripeRefusal =>
  new StripeRefusal(
    400,
    'idempotency_error',
    'Keys for idempotent requests can only be used with the same parameters they were ' +
      `first used with. Try using a key other than '${key}' if you meant to execute a ` +
      'different request.',
  )
