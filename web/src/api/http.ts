import type { Access, Route } from '@chaveiro/contracts/route'

/**
 * A refusal or failure of a call; message is the server's text in the language of the request, code
 * its stable name.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly body: Record<string, unknown>

  constructor(status: number, code: string, message: string, body: Record<string, unknown> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.body = body
  }
}

export type AnyCall<P, QI, BI, R> = Route<Access, P, any, any, R, BI, QI>

/** What a call of the contracts answers, as the browser reads it. */
export type Reply<T> = T extends { reply: { _output: infer R } } ? R : never
type Part<Name extends string, T> = {} extends T ? { [key in Name]?: T } : { [key in Name]: T }
export type Given<P, QI, BI> = Part<'params', P> & Part<'query', QI> & Part<'body', BI>

export type GivenArgs<P, QI, BI> =
  {} extends Given<P, QI, BI>
    ? [given?: Given<P, QI, BI>, options?: CallOptions]
    : [given: Given<P, QI, BI>, options?: CallOptions]

export type CallOptions = { signal?: AbortSignal }
type LooseGiven = { params?: unknown; query?: unknown; body?: unknown; bytes?: Blob }

/** What the caller needs of the world around it; tests bring their own. */
export type HttpWorld = {
  fetch: typeof fetch
  token(): string | null
  language(): string
  refresh(refused: string): Promise<string | null>
  /**
   * The session is over: clear it and leave; `reason` is the server's, for who was banned (Q13).
   */
  sessionLost(reason?: string): void
  maintenance(): void
  /** Let some milliseconds pass. */
  wait(milliseconds: number): Promise<void>
  /** Have the person prove who he is; answers whether he did. */
  stepUp(): Promise<boolean>
}

/** Fill path parameters and query into the path of a route. */
export function addressOf(path: string, given: LooseGiven): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((given.params as Record<string, unknown> | undefined)?.[name] ?? '')),
  )
  const query = Object.entries((given.query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )

  return query.length
    ? `${filled}?${new URLSearchParams(query.map(([key, value]) => [key, String(value)]))}`
    : filled
}

type SentRoute = { method: string; path: string; credentials?: true }

/**
 * The sender behind every call: token, language, one refresh and one retry, maintenance, errors.
 */
export function sender(world: HttpWorld) {
  const once = (
    route: { method: string; path: string },
    given: LooseGiven,
    token: string | null,
    signal?: AbortSignal,
  ) =>
    world.fetch(addressOf(route.path, given), {
      method: route.method,
      credentials: 'include',
      signal: signal ?? null,

      headers: {
        accept: 'application/json',
        'accept-language': world.language(),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(route.method === 'GET'
          ? {}
          : {
              'content-type': given.bytes
                ? given.bytes.type || 'application/octet-stream'
                : 'application/json',
            }),
      },

      body: route.method === 'GET' ? null : (given.bytes ?? JSON.stringify(given.body ?? {})),
    })

  /** One sending with the token of now; one that is no longer good is refreshed once. */
  const authorised = async (
    route: SentRoute,
    given: LooseGiven,
    signal?: AbortSignal,
  ): Promise<Response> => {
    const token = world.token()
    const response = await once(route, given, token, signal)
    if (response.status !== 401 || !token || route.credentials) return response

    const fresh = await world.refresh(token)
    const second = fresh ? await once(route, given, fresh, signal) : response
    if (!fresh || second.status === 401) world.sessionLost()

    return second
  }

  return async (
    route: SentRoute,
    given: LooseGiven = {},
    options: CallOptions = {},
  ): Promise<Response> => {
    let response = await authorised(route, given, options.signal)

    // A read that the shop has no time for comes once more when it says; a write is the person's own
    // to send again, who reads the refusal and keeps what he typed (P566).
    if (route.method === 'GET' && (await isRefused(response, 429, 'request.busy'))) {
      await world.wait(patienceOf(response))
      response = await authorised(route, given, options.signal)
    }

    // What was being done goes on once its person proved who he is (Q113); called off, the refusal
    // stands.
    if ((await isRefused(response, 403, 'auth.step_up')) && (await world.stepUp()))
      response = await authorised(route, given, options.signal)
    if (response.status === 503) world.maintenance()
    if (response.ok) return response

    const error = await refusal(response)
    if (error.code === 'auth.banned' && world.token()) world.sessionLost(error.message)
    throw error
  }
}

/** Whether a call was refused for this reason; only a refusal of its status is read. */
const isRefused = async (response: Response, status: number, code: string): Promise<boolean> =>
  response.status === status && (await refusal(response.clone())).code === code

/** What a refusal asks for (milliseconds), at most ten seconds: nobody waits longer for a page. */
const patienceOf = (response: Response): number =>
  Math.min(Number(response.headers.get('retry-after')) || 2, 10) * 1000

/** Read what a refused call answered; an answer that is not JSON still becomes an ApiError. */
export async function refusal(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>
  const text =
    [body.error, body.message].find((value): value is string => typeof value === 'string') ?? ''

  return new ApiError(
    response.status,
    typeof body.code === 'string' ? body.code : 'unknown',
    text,
    body,
  )
}
