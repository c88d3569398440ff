/** One call that a provider received, without credentials and personal numbers. */
export type LoggedRequest = {
  id: number
  at: string
  provider: string
  method: string
  path: string
  query: string
  idempotencyKey: string | null
  body: string
  status: number | null
  ms: number | null
  fault: string | null
}

const MAX_ENTRIES = 2000
const BODY_CHARS = 2000

const SECRET_NAME =
  '(?<![a-z_])(?:key|mask|code|code_verifier)|sellerkey|client_secret|secret|signature|hmac|cpf|' +
  'password|response|token'

const SECRET_FIELD = new RegExp(`((?:${SECRET_NAME})(?:=|%3D|"\\s*:\\s*"))([^&"\\s%]+)`, 'gi')

/** Removes secret and personal values from a query or body. */
const redactSecrets = (text: string): string => text.replace(SECRET_FIELD, '$1***')

/** The last 2,000 calls of all providers, in memory only. */
export class RequestLog {
  private readonly entries: LoggedRequest[] = []
  private next = 1

  start(
    entry: Pick<LoggedRequest, 'at' | 'provider' | 'method' | 'path' | 'query' | 'idempotencyKey'>,
  ): LoggedRequest {
    const loggedRequest: LoggedRequest = {
      id: this.next++,
      ...entry,
      query: redactSecrets(entry.query),
      body: '',
      status: null,
      ms: null,
      fault: null,
    }

    this.entries.push(loggedRequest)
    if (this.entries.length > MAX_ENTRIES) this.entries.shift()

    return loggedRequest
  }

  /** Stores the request's body up to a maximum length. */
  body(entry: LoggedRequest, text: string): void {
    entry.body = redactSecrets(text.slice(0, BODY_CHARS))
  }

  /** Calls of one provider, or of all, newest first. */
  list(provider?: string): LoggedRequest[] {
    return this.entries.filter((entry) => !provider || entry.provider === provider).reverse()
  }

  clear(): void {
    this.entries.length = 0
  }
}
