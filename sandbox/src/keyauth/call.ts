import type { KeyAuth } from './model.ts'

/** The answer of a call; this provider's HTTP status and `success` do not always agree. */
export type Answer = { status: number; body: object | string }

/** One `type` of the seller API: the parameters it reads, and its handler. */
export type Call = {
  takes: readonly string[]
  run(keyauth: KeyAuth, query: URLSearchParams): Answer
}

export const answerWith = (
  status: number,
  success: boolean,
  message: string,
  more: object = {},
): Answer => ({ status, body: { success, message, ...more } })
