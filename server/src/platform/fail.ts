import { errors, type ErrorCode } from '@chaveiro/contracts/errors'

/** A refusal that the catalogue names; details fill its text and, under extra, join the answer's body. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, string | number>
  readonly extra: Record<string, unknown>
  /** Seconds after which the same may be asked again; null when waiting does not help. */
  readonly retryAfter: number | null = null
  constructor(
    code: ErrorCode,
    details: Record<string, string | number> = {},
    extra: Record<string, unknown> = {},
  ) {
    super(code)
    this.code = code
    this.details = details
    this.extra = extra
  }
  /** The same refusal with the seconds after which it may be asked again. */
  after(seconds: number): Failure {
    return Object.assign(new Failure(this.code, this.details, this.extra), {
      retryAfter: Math.max(1, Math.ceil(seconds)),
    })
  }
}

/** Make a refusal to throw: `throw fail('stock.short', { product, left })`. */
export const fail = (
  code: ErrorCode,
  details?: Record<string, string | number>,
  extra?: Record<string, unknown>,
): Failure => new Failure(code, details, extra)

/** The refusal rate.limited, with the seconds after which the same may be asked again. */
export const tooMany = (seconds: number): Failure => fail('rate.limited').after(seconds)

/** The text of a code in the reader's language; pt-BR when in doubt (Q22). */
export function errorText(
  code: ErrorCode,
  details: Record<string, string | number>,
  language: string,
): string {
  const text = language === 'en-US' ? errors[code].en : errors[code].pt
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''))
}
