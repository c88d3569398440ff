import { DiscordAPIError, HTTPError, RateLimitError, REST, type RequestData } from '@discordjs/rest'

import { chatCodes, type ChatFailure, type ChatResult } from '../../ports/chat.ts'

export type DiscordCallConfig = {
  /** Base URL of the API up to /api, without the version. */
  apiUrl: string
  botToken: string
  timeoutMs?: number | undefined
  /**
   * The longest wait for a rate limit inside a call. A longer limit is returned as rate-limited,
   * so that no worker is held.
   */
  patienceMs?: number | undefined
  /** Pause after the bot's token was refused: thousands of refusals get an IP address blocked. */
  silenceMs?: number | undefined
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

type CallInput = {
  body?: unknown
  reason?: string | undefined
  query?: Record<string, string | undefined>
}

export type Call = (
  method: Method,
  path: string,
  request?: CallInput & { bot?: boolean },
) => Promise<ChatResult<any>>

export const userAgent = 'DiscordBot (https://github.com/chaveiro, 0.1.0)'

/**
 * Calls of Discord's REST API that return failures instead of throwing. The library keeps the order
 * and limits of each bucket. No call is retried: a call without an answer may have been done, and
 * only the caller knows whether a repeat is safe.
 */
export function createDiscordCall({
  apiUrl,
  botToken,
  timeoutMs = 5_000,
  patienceMs = 2_000,
  silenceMs = 300_000,
}: DiscordCallConfig): { call: Call; close(): void } {
  const restClient = new REST({
    version: '10',
    api: apiUrl,
    retries: 0,
    timeout: timeoutMs,
    rejectOnRateLimit: (limit) => limit.retryAfter > patienceMs,
    makeRequest: makeRequest(timeoutMs) as never,
  })

  // A monotonic clock: if the system's clock is set back by an hour, the pause does not last an
  // hour.
  let silentUntil = 0

  const callDiscord: Call = async (method, path, { bot = true, ...input } = {}) => {
    if (bot && performance.now() < silentUntil)
      return {
        ...failureResult(
          'unavailable',
          'the bot token was refused; waiting before it is tried again',
        ),
        retryAfterMs: silentUntil - performance.now(),
      }

    // The library drops a token after a refusal, so the token is set before each call.
    if (bot) restClient.setToken(botToken)
    const request = { auth: bot, ...requestData(input) }

    try {
      return { kind: 'ok', value: await restClient[method](path as `/${string}`, request) }
    } catch (error) {
      const failure = failureOf(error)
      if (bot && error instanceof DiscordAPIError && error.status === 401)
        silentUntil = performance.now() + silenceMs

      return failure
    }
  }

  return {
    call: callDiscord,
    close() {
      restClient.clearHashSweeper()
      restClient.clearHandlerSweeper()
    },
  }
}

function requestData({ body, reason, query }: CallInput): RequestData {
  const searchParams = new URLSearchParams(
    Object.entries(query ?? {}).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )

  return {
    query: searchParams,
    ...(body === undefined ? {} : { body }),
    ...(reason ? { reason: reason.slice(0, 300) } : {}),
  }
}

/** A failure without a code of the chat service. */
export const failureResult = (kind: ChatFailure['kind'], reason: string): ChatFailure => ({
  kind,
  code: 0,
  reason,
  retryAfterMs: null,
})

/** Converts the value of a reply. A reply of an unexpected shape is a failure. */
export function readResult<T>(result: ChatResult<any>, read: (value: any) => T): ChatResult<T> {
  if (result.kind !== 'ok') return result satisfies ChatFailure
  try {
    return { kind: 'ok', value: read(result.value) }
  } catch {
    return failureResult('unavailable', 'discord gave an answer that cannot be read')
  }
}

/** A failure in our words: the library's errors contain URLs with tokens. */
function failureOf(error: unknown): ChatFailure {
  if (error instanceof RateLimitError)
    return {
      ...failureResult('rate-limited', 'too many calls'),
      retryAfterMs: Math.max(error.retryAfter, 1_000),
    }

  if (error instanceof DiscordAPIError) return refusalOf(error)
  if (error instanceof HTTPError)
    return failureResult('unavailable', `discord answered ${error.status}`)

  return failureResult('unavailable', `discord gave no answer (${reasonOf(error)})`)
}

function refusalOf(error: DiscordAPIError): ChatFailure {
  const { status } = error
  const errorCode = Number(error.code) || 0
  const failureKind = failureKindOf(status, errorCode)

  return {
    kind: failureKind,
    code: errorCode,
    reason:
      status === 401 && failureKind === 'unavailable'
        ? 'discord refuses the bot token'
        : `discord: ${messageOf(error)} (${errorCode || status})`,
    retryAfterMs: null,
  }
}

/** A 401 for an interaction means that its token expired; any other 401 means the bot's token. */
function failureKindOf(status: number, code: number): ChatFailure['kind'] {
  if (status === 404) return 'not-found'
  if (status === 403 || (status === 401 && code === chatCodes.tokenOver)) return 'forbidden'

  return status === 401 || status >= 500 ? 'unavailable' : 'invalid'
}

/** The first line of Discord's error, shortened. It names fields but never values. */
const messageOf = (error: DiscordAPIError): string =>
  ((error.rawError as { message?: unknown }).message?.toString() ?? '')
    .split('\n')[0]!
    .replace(/https?:\/\/\S+/g, '***')
    .slice(0, 120)

const reasonOf = (error: unknown): string => {
  const { code, name, cause } = error as {
    code?: unknown
    name?: string
    cause?: { code?: unknown }
  }

  const errorCode = cause?.code ?? code

  return typeof errorCode === 'string' ? errorCode : (name ?? 'error')
}

/**
 * One request with one timeout down to the last byte, and our user agent. An empty answer loses
 * its content type, since the library would try to parse it.
 */
const makeRequest =
  (timeoutMs: number) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    const requestHeaders = new Headers(init.headers)
    requestHeaders.set('user-agent', userAgent)

    const reply = await fetch(url, {
      method: init.method!,
      headers: requestHeaders,
      body: init.body ?? null,
      redirect: 'manual',
      signal: AbortSignal.any([
        AbortSignal.timeout(timeoutMs),
        ...(init.signal ? [init.signal] : []),
      ]),
    })

    const replyText = await reply.text()
    const { status, statusText } = reply
    const replyHeaders = new Headers(reply.headers)
    replyHeaders.delete('content-encoding')

    if (status === 204 || !replyText) {
      replyHeaders.delete('content-type')
      return new Response(null, { status, statusText, headers: replyHeaders })
    }

    return new Response(replyText, { status, statusText, headers: replyHeaders })
  }
