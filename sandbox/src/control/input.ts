import type { FastifyRequest } from 'fastify'

import { Refusal } from '../core/refusal.ts'

export type Fields = Record<string, unknown>

/** The JSON or form fields of a call; none if it has no body. */
export function bodyFieldsOf(request: FastifyRequest): Fields {
  const requestBody = request.body ?? {}
  if (typeof requestBody !== 'object' || Array.isArray(requestBody))
    throw new Refusal(400, 'the body must be a JSON object')

  return requestBody as Fields
}

export const pathParameter = (request: FastifyRequest, name: string): string =>
  (request.params as Record<string, string>)[name] ?? ''

export const queryFieldsOf = (request: FastifyRequest): Record<string, string | undefined> =>
  request.query as Record<string, string | undefined>

/**
 * An amount as cents; undefined if it was not sent. Accepts a number, or text with dot or comma and
 * up to two decimals.
 */
export function optionalCents(value: unknown, name = 'amount'): number | undefined {
  if (value === undefined || value === null || value === '') return undefined

  const amountText = String(value).trim().replace(',', '.')
  const amountMatch = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(amountText)
  const wholeCents = amountMatch
    ? Number(amountMatch[1]) * 100 + Number((amountMatch[2] ?? '').padEnd(2, '0'))
    : 0
  if (wholeCents <= 0)
    throw new Refusal(400, `${name} must be above zero with at most two decimals, such as 19.90`)

  return wholeCents
}

export function requiredText(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '') throw new Refusal(400, `${name} is missing`)

  return value
}

export function optionalText(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw new Refusal(400, `${name} must be text`)

  return value
}

/** A whole number of at least `min`, from JSON or a form; undefined if it was not sent. */
export function optionalNumber(fields: Fields, name: string, min = 0): number | undefined {
  const value = fields[name]
  if (value === undefined || value === null || value === '') return undefined

  const numericValue = Number(value)
  if (!Number.isSafeInteger(numericValue) || numericValue < min)
    throw new Refusal(400, `${name} must be a whole number from ${min}`)

  return numericValue
}
