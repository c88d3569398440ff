/** A refusal in Binance's format {code, msg}. */
export class BinanceRefusal extends Error {
  readonly status: number
  readonly code: number
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, code: number, msg: string, retryAfterSeconds?: number) {
    super(msg)
    this.status = status
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export const badParameter = (code: number, msg: string): BinanceRefusal =>
  new BinanceRefusal(400, code, msg)

export const notSent = (name: string): BinanceRefusal =>
  badParameter(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`)

/** The error body for a status fault or an unknown path. */
export function failure(status: number): { body: unknown } {
  if (status === 404)
    return {
      body: {
        timestamp: new Date().toISOString(),
        status: 404,
        error: 'Not Found',
        message: 'No message available',
      },
    }

  if (status === 429 || status === 418)
    return {
      body: {
        code: -1003,
        msg:
          'Too many requests; current limit is 12000 request weight per 1 MINUTE. Please ' +
          'use WebSocket Streams for live updates to avoid polling the API.',
      },
    }

  if (status === 451)
    return {
      body: {
        code: 0,
        msg:
          "Service unavailable from a restricted location according to 'b. Eligibility' " +
          'in https://www.binance.com/en/terms.',
      },
    }

  return {
    body: {
      code: status === 504 ? -1007 : -1000,
      msg:
        status === 504
          ? 'Timeout waiting for response from backend server. Send status unknown; execution status unknown.'
          : 'An unknown error occurred while processing the request.',
    },
  }
}
