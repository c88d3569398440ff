import type { AnyRoute } from '@chaveiro/contracts/route'
import type { FastifyRequest } from 'fastify'

import { fail, invalid } from '../errors.ts'

const mostNames = 8

/** Error codes for missing fields whose wording the specification demands (S191). */
const missingFieldErrors = { cartId: 'cart.id_missing' } as const

/**
 * Parses a request's input by the contract of its call. Throws request.invalid with the field
 * names, also for malformed text (Q118).
 */
export function readCall(
  route: AnyRoute,
  request: FastifyRequest,
): { params: unknown; query: unknown; body: unknown } {
  const requestInput = {
    params: request.params ?? {},
    query: request.query ?? {},
    body: route.bytesIn ? {} : (request.body ?? {}),
  }

  const brokenFields = Object.values(requestInput).flatMap((part) => fieldsWithBrokenText(part))
  if (brokenFields.length) throw invalid(fieldNamesOf(brokenFields), true)

  const paramsResult = route.params.safeParse(requestInput.params)
  const queryResult = route.query.safeParse(requestInput.query)
  const bodyResult = route.body.safeParse(requestInput.body)
  const parseIssues = [paramsResult, queryResult, bodyResult].flatMap(
    (part) => part.error?.issues ?? [],
  )
  throwMissingField(bodyResult.error?.issues ?? [], requestInput.body)
  if (parseIssues.length)
    throw invalid(fieldNamesOf(parseIssues.map((issue) => issue.path.map(String))))

  return { params: paramsResult.data, query: queryResult.data, body: bodyResult.data }
}

function throwMissingField(issues: readonly { path: PropertyKey[] }[], body: unknown): void {
  for (const [name, code] of Object.entries(missingFieldErrors)) {
    const fieldValue = (body as Record<string, unknown>)[name] ?? ''
    if (fieldValue === '' && issues.some(({ path }) => path[0] === name)) throw fail(code)
  }
}

const fieldNamesOf = (paths: readonly (readonly string[])[]): string[] =>
  [...new Set(paths.map((path) => path.map(safeFieldName).join('.') || 'body'))].slice(0, mostNames)

/** A field name from a request is repeated in the answer only in safe characters. */
const safeFieldName = (name: string): string =>
  /^[\w-]{1,40}$/.test(name) ? name : name.replace(/[^\w-]+/g, '').slice(0, 40) || 'body'

/**
 * Paths to texts that PostgreSQL cannot store: not well-formed Unicode, or with NUL. Bodies are at
 * most 32 levels deep.
 */
function fieldsWithBrokenText(value: unknown): string[][] {
  if (typeof value === 'string') return isStorableText(value) ? [] : [[]]
  if (value === null || typeof value !== 'object') return []

  const brokenPaths: string[][] = []

  for (const [name, inner] of Object.entries(value)) {
    if (!isStorableText(name)) brokenPaths.push([name])
    for (const innerPath of fieldsWithBrokenText(inner)) brokenPaths.push([name, ...innerPath])
    if (brokenPaths.length >= mostNames) break
  }

  return brokenPaths
}

const isStorableText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
