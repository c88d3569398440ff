import type { KeyAuth } from './model.ts'

/** What a call answers; HTTP status and success do not go together at this provider. */
export type Answer = { status: number; body: object | string }

/** One `type` of the seller API: the parameters it reads, and its work. */
export type Call = {
  takes: readonly string[]
  run(keyauth: KeyAuth, query: URLSearchParams): Answer
}

export const answer = (
  status: number,
  success: boolean,
  message: string,
  more: object = {},
): Answer => ({ status, body: { success, message, ...more } })
