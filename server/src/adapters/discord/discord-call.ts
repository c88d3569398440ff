import { DiscordAPIError, HTTPError, RateLimitError, REST, type RequestData } from '@discordjs/rest'

import { chatCodes, type ChatFailure, type ChatResult } from '../../ports/chat.ts'

export type DiscordCallConfig = {
  /** Up to /api, without the version. */
  apiUrl: string
  botToken: string
  timeoutMs?: number | undefined
  /**
   * The longest wait for a limit inside a call; what must wait longer is told instead, so that no
   * worker is held.
   */
  patienceMs?: number | undefined
  /**
   * How long not to call after the bot's token was refused: thousands of refusals get an address
   * locked out.
   */
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
 * Calls of Discord's REST API that answer instead of throwing. The library keeps the order and the
 * limits of each bucket; it asks nothing twice by itself, since a call without an answer may have
 * been done: that is for whoever knows whether the same may be done again.
 */
export function createDiscordCall({
  apiUrl,
  botToken,
  timeoutMs = 5_000,
  patienceMs = 2_000,
  silenceMs = 300_000,
}: DiscordCallConfig): { call: Call; close(): void } {
  const rest = new REST({
    version: '10',
    api: apiUrl,
    retries: 0,
    timeout: timeoutMs,
    rejectOnRateLimit: (limit) => limit.retryAfter > patienceMs,
    makeRequest: makeRequest(timeoutMs) as never,
  })

  // By a clock that nobody sets: set back by an hour, another would keep silent for an hour.
  let silentUntil = 0

  const call: Call = async (method, path, { bot = true, ...input } = {}) => {
    if (bot && performance.now() < silentUntil)
      return {
        ...failed('unavailable', 'the bot token was refused; waiting before it is tried again'),
        retryAfterMs: silentUntil - performance.now(),
      }

    // The library forgets a token that was refused.
    if (bot) rest.setToken(botToken)
    const request = { auth: bot, ...requestData(input) }

    try {
      return { kind: 'ok', value: await rest[method](path as `/${string}`, request) }
    } catch (error) {
      const failure = failureOf(error)
      if (bot && error instanceof DiscordAPIError && error.status === 401)
        silentUntil = performance.now() + silenceMs

      return failure
    }
  }

  return {
    call,
    close() {
      rest.clearHashSweeper()
      rest.clearHandlerSweeper()
    },
  }
}

function requestData({ body, reason, query }: CallInput): RequestData {
  const search = new URLSearchParams(
    Object.entries(query ?? {}).filter((pair): pair is [string, string] => pair[1] !== undefined),
  )

  return {
    query: search,
    ...(body === undefined ? {} : { body }),
    ...(reason ? { reason: reason.slice(0, 300) } : {}),
  }
}

/** A failure of the chat service without a number of its own. */
export const failed = (kind: ChatFailure['kind'], reason: string): ChatFailure => ({
  kind,
  code: 0,
  reason,
  retryAfterMs: null,
})

/** A reply in our words; one that is not of the form it should have is no answer. */
export function readAs<T>(result: ChatResult<any>, read: (value: any) => T): ChatResult<T> {
  if (result.kind !== 'ok') return result satisfies ChatFailure
  try {
    return { kind: 'ok', value: read(result.value) }
  } catch {
    return failed('unavailable', 'discord gave an answer that cannot be read')
  }
}

/** What the library threw, in our words: its own errors carry addresses with tokens in them. */
function failureOf(error: unknown): ChatFailure {
  if (error instanceof RateLimitError)
    return {
      ...failed('rate-limited', 'too many calls'),
      retryAfterMs: Math.max(error.retryAfter, 1_000),
    }

  if (error instanceof DiscordAPIError) return refusalOf(error)
  if (error instanceof HTTPError) return failed('unavailable', `discord answered ${error.status}`)

  return failed('unavailable', `discord gave no answer (${reasonOf(error)})`)
}

function refusalOf(error: DiscordAPIError): ChatFailure {
  const { status } = error
  const code = Number(error.code) || 0
  const kind = refusalKind(status, code)

  return {
    kind,
    code,
    reason:
      status === 401 && kind === 'unavailable'
        ? 'discord refuses the bot token'
        : `discord: ${messageOf(error)} (${code || status})`,
    retryAfterMs: null,
  }
}

/**
 * Of an interaction whose token is too old, 401 speaks of that token; else it speaks of the bot's
 * own.
 */
function refusalKind(status: number, code: number): ChatFailure['kind'] {
  if (status === 404) return 'not-found'
  if (status === 403 || (status === 401 && code === chatCodes.tokenOver)) return 'forbidden'

  return status === 401 || status >= 500 ? 'unavailable' : 'invalid'
}

/** Discord's own first line, which names fields and never their values; kept short. */
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

  const known = cause?.code ?? code

  return typeof known === 'string' ? known : (name ?? 'error')
}

/**
 * One request under one time limit down to the last byte, with our name on it; an empty answer
 * carries no type, which the library would try to read.
 */
const makeRequest =
  (timeoutMs: number) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers)
    headers.set('user-agent', userAgent)

    const reply = await fetch(url, {
      method: init.method!,
      headers,
      body: init.body ?? null,
      redirect: 'manual',
      signal: AbortSignal.any([
        AbortSignal.timeout(timeoutMs),
        ...(init.signal ? [init.signal] : []),
      ]),
    })

    const text = await reply.text()
    const { status, statusText } = reply
    const kept = new Headers(reply.headers)
    kept.delete('content-encoding')

    if (status === 204 || !text) {
      kept.delete('content-type')
      return new Response(null, { status, statusText, headers: kept })
    }

    return new Response(text, { status, statusText, headers: kept })
  }
