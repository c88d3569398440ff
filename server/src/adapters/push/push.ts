import { Agent, request, type Dispatcher } from 'undici'
import webPush from 'web-push'

import type {
  PushAddress,
  PushIdentity,
  PushMessage,
  PushResult,
  PushSender,
} from '../../ports/push.ts'
import { isPublicUrl, publicLookup } from './public-host.ts'

const timeoutMs = 10_000

/** Answers that are worth another try. */
const isTransient = (status: number) => status === 408 || status === 429 || status >= 500

/** Seconds of a Retry-After, at most an hour; null without one. */
function pauseOf(headers: Dispatcher.ResponseData['headers']): number | null {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) : null
}

function resultOf({ statusCode, headers }: Dispatcher.ResponseData): PushResult {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'sent' }
  if (statusCode === 404 || statusCode === 410) return { kind: 'gone' }

  const reason = String(statusCode)
  // A redirect leads to an unknown host, so it counts as a refusal.
  if (isTransient(statusCode)) return { kind: 'later', seconds: pauseOf(headers), reason }

  return { kind: 'refused', reason }
}

/** The encrypted request of a message; null where the browser's key is invalid. */
function detailsOf(to: PushAddress, { text, topic, seconds }: PushMessage, vapid: PushIdentity) {
  try {
    return webPush.generateRequestDetails(to, text, {
      vapidDetails: vapid,
      contentEncoding: 'aes128gcm',
      TTL: seconds,
      topic,
      urgency: 'high',
    })
  } catch {
    return null
  }
}

/**
 * Messages to browsers by the Push API. The library signs (VAPID) and encrypts (RFC 8291) them.
 * They are sent here, so that only public hosts are called, no redirect is followed and no answer
 * is read. Tests pass their own push service.
 */
export function createPush(
  test: { accepts(endpoint: string): boolean; ca: string } | null = null,
): PushSender {
  const dispatcher = new Agent({
    allowH2: false,
    connect: { timeout: 5_000, ...(test ? { ca: test.ca } : { lookup: publicLookup }) },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  })

  return {
    accepts: test?.accepts ?? isPublicUrl,

    async send(to, message, identity) {
      const details = detailsOf(to, message, identity)
      if (!details) return { kind: 'refused', reason: 'key' }

      const { endpoint, headers, body } = details

      try {
        const signal = AbortSignal.timeout(timeoutMs)

        const reply = await request(endpoint, {
          method: 'POST',
          headers: Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
          body,
          dispatcher,
          signal,
        })

        const result = resultOf(reply)
        await reply.body.dump({ limit: 16_384, signal }).catch(() => {})

        return result
      } catch (error) {
        const { code, name } = error as { code?: unknown; name?: string }
        const reason = typeof code === 'string' ? code : (name ?? 'error')

        return reason === 'ENOTPUBLIC'
          ? { kind: 'refused', reason }
          : { kind: 'later', seconds: null, reason }
      }
    },
  }
}
