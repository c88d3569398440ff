import type { AnyRoute } from '@chaveiro/contracts/route'
import type { FastifyRequest } from 'fastify'

import { fail, invalid } from '../errors.ts'

const mostNames = 8

/** Errors for a missing field whose wording the specification demands (S191). */
const missingFieldErrors = { cartId: 'cart.id_missing' } as const

/**
 * Parses a request's input by the contract of its call. Throws request.invalid with the field
 * names, also for malformed text (Q118).
 */
export function readCall(
  route: AnyRoute,
  request: FastifyRequest,
): { params: unknown; query: unknown; body: unknown } {
  const input = {
    params: request.params ?? {},
    query: request.query ?? {},
    body: route.bytesIn ? {} : (request.body ?? {}),
  }

  const broken = Object.values(input).flatMap((part) => fieldsWithBrokenText(part))
  if (broken.length) throw invalid(namesOf(broken), true)

  const params = route.params.safeParse(input.params)
  const query = route.query.safeParse(input.query)
  const body = route.body.safeParse(input.body)
  const issues = [params, query, body].flatMap((part) => part.error?.issues ?? [])
  throwMissingField(body.error?.issues ?? [], input.body)
  if (issues.length) throw invalid(namesOf(issues.map((issue) => issue.path.map(String))))

  return { params: params.data, query: query.data, body: body.data }
}

function throwMissingField(issues: readonly { path: PropertyKey[] }[], body: unknown): void {
  for (const [name, code] of Object.entries(missingFieldErrors)) {
    const fieldValue = (body as Record<string, unknown>)[name] ?? ''
    if (fieldValue === '' && issues.some(({ path }) => path[0] === name)) throw fail(code)
  }
}

const namesOf = (paths: readonly (readonly string[])[]): string[] =>
  [...new Set(paths.map((path) => path.map(nameOnly).join('.') || 'body'))].slice(0, mostNames)

/** Field names from a request are repeated in plain characters only. */
const nameOnly = (name: string): string =>
  /^[\w-]{1,40}$/.test(name) ? name : name.replace(/[^\w-]+/g, '').slice(0, 40) || 'body'

/**
 * Paths to texts that are not well-formed Unicode or hold NUL, which PostgreSQL cannot store.
 * Values are at most 32 levels deep.
 */
function fieldsWithBrokenText(value: unknown): string[][] {
  if (typeof value === 'string') return isText(value) ? [] : [[]]
  if (value === null || typeof value !== 'object') return []

  const brokenPaths: string[][] = []

  for (const [name, inner] of Object.entries(value)) {
    if (!isText(name)) brokenPaths.push([name])
    for (const path of fieldsWithBrokenText(inner)) brokenPaths.push([name, ...path])
    if (brokenPaths.length >= mostNames) break
  }

  return brokenPaths
}

const isText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
