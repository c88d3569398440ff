import { request, type Dispatcher } from 'undici'

import { tracingHeaders } from '../platform/observe/tracing.ts'
import { ProviderUnknown } from '../ports/payments.ts'

export type JsonReply = { status: number; headers: Dispatcher.ResponseData['headers']; body: any }

export type JsonCall = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  url: string
  headers: Record<string, string>
  body?: string | undefined
  dispatcher: Dispatcher
  /** Timeout of the whole call in milliseconds, from connecting to the last byte. */
  timeoutMs: number
}

/**
 * Makes one HTTP call and parses the reply as JSON (null for anything else). Redirects are not
 * followed. Throws ProviderUnknown for no answer and 5xx. The error's text never holds the URL,
 * which may contain a signature or a person's number.
 */
export async function callJson(
  provider: string,
  { method, url, headers, body, dispatcher, timeoutMs }: JsonCall,
): Promise<JsonReply> {
  let reply: Dispatcher.ResponseData
  let replyText: string

  try {
    reply = await request(url, {
      method,
      headers: { ...headers, ...tracingHeaders() },
      body: body ?? null,
      dispatcher,
      signal: AbortSignal.timeout(timeoutMs),
    })
    replyText = await reply.body.text()
  } catch (error) {
    const errorCode = reasonOf(error)
    throw new ProviderUnknown(provider, `${method} got no answer (${errorCode})`, {
      code: errorCode,
    })
  }

  if (reply.statusCode >= 500)
    throw new ProviderUnknown(provider, `${method} answered ${reply.statusCode}`, {
      status: reply.statusCode,
    })

  return { status: reply.statusCode, headers: reply.headers, body: parseJson(replyText) }
}

/** JSON text as a value; null when it is not JSON. */
export function parseJson(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export type Fields = Record<string, unknown>

/** Whether a value of foreign JSON is an object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text of foreign JSON; null for an empty text and for every other type. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

const reasonOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: string }
  return typeof code === 'string' ? code : (name ?? 'error')
}
