import type { AnyRoute } from '@chaveiro/contracts/route'
import type { FastifyRequest } from 'fastify'

import { fail, invalid } from '../errors.ts'

const toldMost = 8

/** What refuses a call without a field, where the specification has words of its own (S191). */
const withoutField = { cartId: 'cart.id_missing' } as const

/**
 * Read a request's input in the shapes of the call's contract. Throws request.invalid, which names
 * the fields, also for text that is not well-formed (Q118).
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
  throwWithoutField(body.error?.issues ?? [], input.body)
  if (issues.length) throw invalid(namesOf(issues.map((issue) => issue.path.map(String))))

  return { params: params.data, query: query.data, body: body.data }
}

function throwWithoutField(issues: readonly { path: PropertyKey[] }[], body: unknown): void {
  for (const [name, code] of Object.entries(withoutField)) {
    const given = (body as Record<string, unknown>)[name] ?? ''
    if (given === '' && issues.some(({ path }) => path[0] === name)) throw fail(code)
  }
}

const namesOf = (paths: readonly (readonly string[])[]): string[] =>
  [...new Set(paths.map((path) => path.map(nameOnly).join('.') || 'body'))].slice(0, toldMost)

/** A name that a request made up is repeated only as far as it is one. */
const nameOnly = (name: string): string =>
  /^[\w-]{1,40}$/.test(name) ? name : name.replace(/[^\w-]+/g, '').slice(0, 40) || 'body'

/**
 * Where a text is not well-formed Unicode or holds NUL, which no database keeps; as paths of names.
 * Values are at most 32 levels deep.
 */
function fieldsWithBrokenText(value: unknown): string[][] {
  if (typeof value === 'string') return isText(value) ? [] : [[]]
  if (value === null || typeof value !== 'object') return []

  const found: string[][] = []

  for (const [name, inner] of Object.entries(value)) {
    if (!isText(name)) found.push([name])
    for (const path of fieldsWithBrokenText(inner)) found.push([name, ...path])
    if (found.length >= toldMost) break
  }

  return found
}

const isText = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
