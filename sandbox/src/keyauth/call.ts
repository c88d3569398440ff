import type { KeyAuth } from './model.ts'

/** The answer of a call; the HTTP status and `success` of this provider do not always agree. */
export type Answer = { status: number; body: object | string }

/** A call of the seller API (a `type`): the parameters it reads, and its handler. */
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
