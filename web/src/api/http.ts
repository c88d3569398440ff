import type { Access, Route } from '@chaveiro/contracts/route'

/**
 * A refused or failed call. `message` is the server's text in the language of the request, `code`
 * the stable name of the error.
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

/** The server's text of a refused call; any other failure, such as a lost connection, has `otherwise`. */
export function refusalMessage(failure: unknown, otherwise: string): string {
  if (failure instanceof ApiError) return failure.message

  return otherwise
}

export type AnyCall<P, QI, BI, R> = Route<Access, P, any, any, R, BI, QI>

/** The parsed reply of a call. */
export type Reply<T> = T extends { reply: { _output: infer R } } ? R : never
type InputPart<Name extends string, T> = {} extends T ? { [key in Name]?: T } : { [key in Name]: T }
export type CallInput<P, QI, BI> = InputPart<'params', P> &
  InputPart<'query', QI> &
  InputPart<'body', BI>

export type CallArguments<P, QI, BI> =
  {} extends CallInput<P, QI, BI>
    ? [given?: CallInput<P, QI, BI>, options?: CallOptions]
    : [given: CallInput<P, QI, BI>, options?: CallOptions]

export type CallOptions = { signal?: AbortSignal }
type LooseInput = { params?: unknown; query?: unknown; body?: unknown; bytes?: Blob }

/** Dependencies of the sender; tests pass their own. */
export type HttpDependencies = {
  fetch: typeof fetch
  token(): string | null
  language(): string
  refresh(refused: string): Promise<string | null>
  /**
   * Clears the session and leaves the page. `reason` is the server's text for a banned customer
   * (Q13).
   */
  sessionLost(reason?: string): void
  maintenance(): void
  wait(milliseconds: number): Promise<void>
  /** Asks for proof of identity; resolves to whether it was given. */
  stepUp(): Promise<boolean>
}

/** Fills path parameters and query into the path of a route. */
export function buildAddress(path: string, input: LooseInput): string {
  const pathname = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((input.params as Record<string, unknown> | undefined)?.[name] ?? '')),
  )
  const queryEntries = Object.entries((input.query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )

  if (queryEntries.length)
    return `${pathname}?${new URLSearchParams(queryEntries.map(([key, value]) => [key, String(value)]))}`

  return pathname
}

type SentRoute = { method: string; path: string; credentials?: true }

/**
 * The sender behind every call: adds token and language, refreshes an expired token once, handles
 * busy, step-up and maintenance.
 */
export function createSender(dependencies: HttpDependencies) {
  const fetchOnce = (
    route: { method: string; path: string },
    input: LooseInput,
    token: string | null,
    signal?: AbortSignal,
  ) =>
    dependencies.fetch(buildAddress(route.path, input), {
      method: route.method,
      credentials: 'include',
      signal: signal ?? null,

      headers: {
        accept: 'application/json',
        'accept-language': dependencies.language(),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(route.method !== 'GET' && {
          'content-type': input.bytes
            ? input.bytes.type || 'application/octet-stream'
            : 'application/json',
        }),
      },

      body: route.method === 'GET' ? null : (input.bytes ?? JSON.stringify(input.body ?? {})),
    })

  /** Sends with the current token. An expired token is refreshed once and the call sent again. */
  const sendAuthorised = async (
    route: SentRoute,
    input: LooseInput,
    signal?: AbortSignal,
  ): Promise<Response> => {
    const token = dependencies.token()
    const response = await fetchOnce(route, input, token, signal)
    if (response.status !== 401 || !token || route.credentials) return response

    const newToken = await dependencies.refresh(token)
    const retryResponse = newToken ? await fetchOnce(route, input, newToken, signal) : response
    if (!newToken || retryResponse.status === 401) dependencies.sessionLost()

    return retryResponse
  }

  return async (
    route: SentRoute,
    input: LooseInput = {},
    options: CallOptions = {},
  ): Promise<Response> => {
    let response = await sendAuthorised(route, input, options.signal)

    // A busy shop refuses reads and says when to retry: wait and read once more. A write is not
    // repeated; the form keeps its input and shows the refusal (P566).
    if (route.method === 'GET' && (await isRefused(response, 429, 'request.busy'))) {
      await dependencies.wait(retryDelay(response))
      response = await sendAuthorised(route, input, options.signal)
    }

    // The call continues after the person has proved their identity (Q113). If they cancel, the
    // refusal is final.
    if ((await isRefused(response, 403, 'auth.step_up')) && (await dependencies.stepUp()))
      response = await sendAuthorised(route, input, options.signal)
    if (response.status === 503) dependencies.maintenance()
    if (response.ok) return response

    const apiError = await readRefusal(response)
    if (apiError.code === 'auth.banned' && dependencies.token())
      dependencies.sessionLost(apiError.message)
    throw apiError
  }
}

/** Whether a call failed with this status and code. The body is read only if the status matches. */
const isRefused = async (response: Response, status: number, code: string): Promise<boolean> =>
  response.status === status && (await readRefusal(response.clone())).code === code

/** Retry-After of a refusal in milliseconds, at most ten seconds. */
const retryDelay = (response: Response): number =>
  Math.min(Number(response.headers.get('retry-after')) || 2, 10) * 1000

/** Reads a refused call; a body that is not JSON still becomes an ApiError. */
export async function readRefusal(response: Response): Promise<ApiError> {
  const responseBody = (await response.json().catch(() => ({}))) as Record<string, unknown>
  const errorText =
    [responseBody.error, responseBody.message].find(
      (value): value is string => typeof value === 'string',
    ) ?? ''

  return new ApiError(
    response.status,
    typeof responseBody.code === 'string' ? responseBody.code : 'unknown',
    errorText,
    responseBody,
  )
}
