import {
  errors,
  type DetailsOf,
  type ErrorCode,
  type PlainErrorCode,
} from '@chaveiro/contracts/errors'
import type { Localized } from '@chaveiro/contracts/localized'

/** Extra fields of the answer's body. */
type Extra = Record<string, unknown>

/**
 * A refusal from the error catalogue: its code, its text in both languages, and extra fields of the
 * answer's body.
 */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly text: Localized
  readonly extra: Extra
  /** Seconds after which a retry may succeed; null when waiting does not help. */
  readonly retryAfter: number | null = null

  constructor(code: ErrorCode, text: Localized, extra: Extra = {}) {
    super(code)
    this.code = code
    this.text = text
    this.extra = extra
  }

  /** A copy of the refusal with a retry time in seconds. */
  after(seconds: number): Failure {
    return Object.assign(new Failure(this.code, this.text, this.extra), {
      retryAfter: Math.max(1, Math.ceil(seconds)),
    })
  }
}

/** Creates a refusal to throw: `throw fail('stock.short', { product, left })`. */
export function fail(code: PlainErrorCode, details?: Record<never, never>, extra?: Extra): Failure
export function fail<C extends ErrorCode>(code: C, details: DetailsOf<C>, extra?: Extra): Failure
export function fail(code: ErrorCode, details?: unknown, extra?: Extra): Failure {
  const refusalText: Localized | ((details: never) => Localized) = errors[code].text
  return new Failure(
    code,
    typeof refusalText === 'function' ? refusalText(details as never) : refusalText,
    extra,
  )
}

/** The refusal rate.limited, with the seconds until a retry is allowed. */
export const rateLimited = (seconds: number): Failure => fail('rate.limited').after(seconds)

/** A refusal that names invalid fields: in `fields` for programs, in the text for people. */
export const invalid = (fields: readonly string[], broken = false): Failure =>
  fail('request.invalid', { fields, broken }, { fields: [...fields] })
