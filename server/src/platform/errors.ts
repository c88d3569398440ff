import { errors, type ErrorCode } from '@chaveiro/contracts/errors'
import type { Currency, Language } from '@chaveiro/contracts/limits'
import { wordOfField, wordOfState } from '@chaveiro/contracts/words'
import { ofNumber } from './counted.ts'
import { formatMoney } from './money.ts'

/** What fills the holes of a refusal's text; money stays cents until it is known who reads it. */
export type Details = Record<string, string | number | { cents: number; currency: Currency }>

/** A refusal that the catalogue names; details fill its text and, under extra, join the answer's body. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly details: Details
  readonly extra: Record<string, unknown>
  /** Seconds after which the same may be asked again; null when waiting does not help. */
  readonly retryAfter: number | null = null
  constructor(code: ErrorCode, details: Details = {}, extra: Record<string, unknown> = {}) {
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
  details?: Details,
  extra?: Record<string, unknown>,
): Failure => new Failure(code, details, extra)

/** The refusal rate.limited, with the seconds after which the same may be asked again. */
export const tooMany = (seconds: number): Failure => fail('rate.limited').after(seconds)

/** {name}, or {name:one|many}: the word that suits the number of that name. */
const hole = /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g

/** The text of a code in the reader's language; pt-BR when in doubt (Q22). */
export function errorText(code: ErrorCode, details: Details, language: Language): string {
  const text = language === 'en-US' ? errors[code].en : errors[code].pt
  return text.replace(hole, (_, name: string, one?: string, many?: string) => {
    const given = details[name] ?? ''
    if (one !== undefined && many !== undefined) return ofNumber(Number(given), one, many)
    return typeof given === 'object'
      ? formatMoney(given.cents, given.currency, language === 'en-US' ? 'en-US' : 'pt-BR')
      : inWords(code, name, String(given), language)
  })
}

/** Fields and states are told by what people call them, never by their names in the contracts (Q118). */
function inWords(code: ErrorCode, name: string, value: string, language: Language): string {
  if (code === 'request.invalid' && name === 'fields')
    return [...new Set(value.split(', ').map((field) => wordOfField(field, language)))].join(', ')
  return code === 'state.illegal' ? wordOfState(value, language) : value
}

/** A refusal that names the fields of the contract that are wrong; answered as `fields` for programs, in words for people. */
export const invalid = (fields: readonly string[]): Failure =>
  fail('request.invalid', { fields: fields.join(', ') }, { fields: [...fields] })
