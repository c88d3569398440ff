import {
  errors,
  type DetailsOf,
  type ErrorCode,
  type PlainErrorCode,
} from '@chaveiro/contracts/errors'
import type { Localized } from '@chaveiro/contracts/localized'

/** What joins the body of the answer. */
type Extra = Record<string, unknown>

/**
 * A refusal that the catalogue names: its text in both languages, and what joins the answer's body.
 */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly text: Localized
  readonly extra: Extra
  /** Seconds after which the same may be asked again; null when waiting does not help. */
  readonly retryAfter: number | null = null

  constructor(code: ErrorCode, text: Localized, extra: Extra = {}) {
    super(code)
    this.code = code
    this.text = text
    this.extra = extra
  }

  /** The same refusal with the seconds after which it may be asked again. */
  after(seconds: number): Failure {
    return Object.assign(new Failure(this.code, this.text, this.extra), {
      retryAfter: Math.max(1, Math.ceil(seconds)),
    })
  }
}

/** Make a refusal to throw: `throw fail('stock.short', { product, left })`. */
export function fail(code: PlainErrorCode, details?: Record<never, never>, extra?: Extra): Failure
export function fail<C extends ErrorCode>(code: C, details: DetailsOf<C>, extra?: Extra): Failure
export function fail(code: ErrorCode, details?: unknown, extra?: Extra): Failure {
  const text: Localized | ((details: never) => Localized) = errors[code].text
  return new Failure(code, typeof text === 'function' ? text(details as never) : text, extra)
}

/** The refusal rate.limited, with the seconds after which the same may be asked again. */
export const tooMany = (seconds: number): Failure => fail('rate.limited').after(seconds)

/**
 * A refusal that names the invalid fields of the contract: as `fields` for programs, in words for
 * people.
 */
export const invalid = (fields: readonly string[], broken = false): Failure =>
  fail('request.invalid', { fields, broken }, { fields: [...fields] })
