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

/** Statuses after which a retry may succeed. */
const isTransient = (status: number) => status === 408 || status === 429 || status >= 500

/** Seconds of a Retry-After, at most an hour; null without one. */
function retryAfterSeconds(headers: Dispatcher.ResponseData['headers']): number | null {
  const pauseSeconds = Number(headers['retry-after'])
  return Number.isFinite(pauseSeconds) && pauseSeconds > 0 ? Math.min(pauseSeconds, 3600) : null
}

function pushResultOf({ statusCode, headers }: Dispatcher.ResponseData): PushResult {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'sent' }
  if (statusCode === 404 || statusCode === 410) return { kind: 'gone' }

  const statusText = String(statusCode)
  if (isTransient(statusCode))
    return { kind: 'later', seconds: retryAfterSeconds(headers), reason: statusText }

  // A redirect too is a refusal, because it leads to an unknown host.
  return { kind: 'refused', reason: statusText }
}

/** The encrypted request of a message; null where the browser's key is invalid. */
function buildRequest(to: PushAddress, { text, topic, seconds }: PushMessage, vapid: PushIdentity) {
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
 * Messages to browsers by the Push API. The library only signs (VAPID) and encrypts (RFC 8291)
 * them. The sender makes the request itself, so that only public hosts are called, no redirect is
 * followed and no answer is read. Tests pass their own push service.
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
      const requestDetails = buildRequest(to, message, identity)
      if (!requestDetails) return { kind: 'refused', reason: 'key' }

      const { endpoint, headers, body } = requestDetails

      try {
        const timeoutSignal = AbortSignal.timeout(timeoutMs)

        const reply = await request(endpoint, {
          method: 'POST',
          headers: Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
          body,
          dispatcher,
          signal: timeoutSignal,
        })

        const pushResult = pushResultOf(reply)
        await reply.body.dump({ limit: 16_384, signal: timeoutSignal }).catch(() => {})

        return pushResult
      } catch (error) {
        const { code, name } = error as { code?: unknown; name?: string }
        const failureReason = typeof code === 'string' ? code : (name ?? 'error')

        return failureReason === 'ENOTPUBLIC'
          ? { kind: 'refused', reason: failureReason }
          : { kind: 'later', seconds: null, reason: failureReason }
      }
    },
  }
}
