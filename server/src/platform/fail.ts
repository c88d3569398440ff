import { errors, type ErrorCode } from '@chaveiro/contracts/errors'

/** A refusal that the catalogue names; details fill its text and, under extra, join the answer's body. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, string | number>
  readonly extra: Record<string, unknown>
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
}

/** Make a refusal to throw: `throw fail('stock.short', { product, left })`. */
export const fail = (
  code: ErrorCode,
  details?: Record<string, string | number>,
  extra?: Record<string, unknown>,
): Failure => new Failure(code, details, extra)

/** The text of a code in the reader's language; pt-BR when in doubt (Q22). */
export function errorText(
  code: ErrorCode,
  details: Record<string, string | number>,
  language: string,
): string {
  const text = language === 'en-US' ? errors[code].en : errors[code].pt
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''))
}
