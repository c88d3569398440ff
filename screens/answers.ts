import type { AnyRoute } from '@chaveiro/contracts/route'

/**
 * The shop's answer to a call: a body that its contract accepts, or a refusal with status and text.
 */
export type Answer = { route: AnyRoute; status: number; body: unknown }

/** The body of a call's answer. */
export type Body<R extends AnyRoute> = R['reply']['_zod']['output']

/** The shop answers every call of this route with this body. */
export function on<R extends AnyRoute>(route: R, body: Body<R>): Answer {
  const judged = route.reply.safeParse(body)
  if (!judged.success)
    throw new Error(`${route.path} would never answer this: ${judged.error.message}`)

  return { route, status: 200, body }
}

/**
 * The shop refuses calls of this route with this text; by default with the status of an internal
 * error.
 */
export function refused(route: AnyRoute, error: string, status = 500, code = 'x'): Answer {
  const body = { success: false, error, message: error, code }
  return { route, status, body }
}

/** The shop never answers calls of this route. */
export const pending = (route: AnyRoute): Answer => ({
  route,
  status: 0,
  body: null,
})

export type Call = { method: string; path: string; query: Record<string, string>; body: unknown }
