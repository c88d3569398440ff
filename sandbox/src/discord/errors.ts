/** An error at one position of an invalid body. */
export type FormError = { path: readonly (string | number)[]; code: string; message: string }

/** A refusal in Discord's format {message, code, errors}. */
export class DiscordRefusal extends Error {
  readonly status: number
  readonly code: number
  readonly errors: object | undefined
  readonly headers: Record<string, string>

  constructor(
    status: number,
    code: number,
    message: string,
    more: { errors?: object; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.errors = more.errors
    this.headers = more.headers ?? {}
  }

  body(): object {
    return {
      message: this.message,
      ...(this.errors ? { errors: this.errors } : {}),
      code: this.code,
    }
  }
}

/** A refusal of OAuth2, whose format differs: {error, error_description}. */
export class OAuthRefusal extends Error {
  readonly status: number
  readonly error: string

  constructor(status: number, error: string, description: string) {
    super(description)
    this.status = status
    this.error = error
  }

  body(): object {
    return { error: this.error, error_description: this.message }
  }
}

const UNKNOWN_CODES = {
  application: 10002,
  channel: 10003,
  guild: 10004,
  member: 10007,
  message: 10008,
  overwrite: 10009,
  role: 10011,
  user: 10013,
  webhook: 10015,
  interaction: 10062,
  command: 10063,
} as const

const UNKNOWN_NAMES: Record<keyof typeof UNKNOWN_CODES, string> = {
  application: 'Application',
  channel: 'Channel',
  guild: 'Guild',
  member: 'Member',
  message: 'Message',
  overwrite: 'permission overwrite',
  role: 'Role',
  user: 'User',
  webhook: 'Webhook',
  interaction: 'interaction',
  command: 'application command',
}

export const unknownThing = (what: keyof typeof UNKNOWN_CODES): DiscordRefusal =>
  new DiscordRefusal(404, UNKNOWN_CODES[what], `Unknown ${UNKNOWN_NAMES[what]}`)

export const unauthorized = (): DiscordRefusal => new DiscordRefusal(401, 0, '401: Unauthorized')
export const missingAccess = (): DiscordRefusal => new DiscordRefusal(403, 50001, 'Missing Access')

export const missingPermissions = (): DiscordRefusal =>
  new DiscordRefusal(403, 50013, 'Missing Permissions')

export const cannotMessageUser = (): DiscordRefusal =>
  new DiscordRefusal(403, 50007, 'Cannot send messages to this user')

/**
 * The refusal of a real Discord feature that the sandbox lacks; the text says that the caller made
 * no mistake.
 */
export const notPlayed = (what: string): DiscordRefusal =>
  new DiscordRefusal(400, 0, `This sandbox does not play ${what}.`)

/** Error 50035 with the errors as a tree, as Discord nests them. */
export function invalidForm(found: readonly FormError[]): DiscordRefusal {
  const errorTree: Record<string, unknown> = {}

  for (const { path, code, message } of found) {
    let treeNode = errorTree
    for (const pathStep of path)
      treeNode = (treeNode[String(pathStep)] ??= {}) as Record<string, unknown>
    const nodeErrors = (treeNode['_errors'] ??= []) as object[]
    nodeErrors.push({ code, message })
  }

  return new DiscordRefusal(400, 50035, 'Invalid Form Body', { errors: errorTree })
}

const STATUS_WORDS: Record<number, string> = { 404: 'Not Found', 405: 'Method Not Allowed' }

/** The error body for a status fault or an unknown path. */
export function failure(status: number): {
  body: unknown
  contentType?: string
  headers?: Record<string, string>
} {
  if (status === 429)
    return {
      body: { message: 'You are being rate limited.', retry_after: 0.3, global: false },
      headers: { 'retry-after': '1', 'x-ratelimit-scope': 'shared' },
    }

  if (status === 401) return { body: unauthorized().body() }
  if (status === 403) return { body: missingPermissions().body() }

  if (status >= 502)
    return {
      body: '<html><head><title>Bad gateway</title></head><body>upstream connect error</body></html>',
      contentType: 'text/html',
    } // the edge sends this error, not the API

  const message = `${status}: ${STATUS_WORDS[status] ?? 'Internal Server Error'}`

  return { body: { message, code: 0 } }
}
