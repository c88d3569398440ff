import type { Row, Table } from '../core/state.ts'
import { invalid } from './errors.ts'
import type { Rules } from './parameters.ts'

// Stripe's search: clauses of field, operator and value, joined by AND or by OR. Stripe finds new
// objects within a minute; the sandbox at once.

export const searchRules: Rules = {
  query: { is: 'text', required: true, max: 5000 },
  limit: { is: 'integer', min: 1, max: 100 },
  page: { is: 'text' },
}

/** Searchable fields, as Stripe documents them. */
export const SEARCHED = {
  charges: ['amount', 'created', 'currency', 'customer', 'disputed', 'refunded', 'status'],
  customers: ['created', 'email', 'name', 'phone'],
  payment_intents: ['amount', 'created', 'currency', 'customer', 'status'],
} as const

const NUMBERS: readonly string[] = ['amount', 'created']

type Clause = { not: boolean; read(row: Row): unknown; operator: string; value: string | null }

const CLAUSE =
  /^(-?)(metadata\[(["'])([^"']{1,40})\3\]|[a-z_.]+)(:|~|>=|<=|>|<)("[^"]*"|'[^']*'|null|-?\d+)/

/** A page of the matches of a query, newest first. */
export function search(
  table: Table<Row>,
  input: Record<string, unknown>,
  url: string,
  fields: readonly string[],
): object {
  const { clauses, any } = readQuery(String(input['query']), fields)

  const found = table
    .newestFirst()
    .filter((row) => !('deleted' in row))
    .filter((row) => {
      const fits = (clause: Clause): boolean => fitsClause(clause, row) !== clause.not
      return any ? clauses.some(fits) : clauses.every(fits)
    })

  const limit = (input['limit'] as number | undefined) ?? 10
  const page = input['page'] as string | undefined
  const start = page === undefined ? 0 : Number(page)
  if (!Number.isInteger(start)) throw invalid(`Invalid page: ${page}`, undefined, 'page')

  const hasMore = found.length > start + limit

  return {
    object: 'search_result',
    data: found.slice(start, start + limit),
    has_more: hasMore,
    next_page: hasMore ? String(start + limit) : null,
    url,
  }
}

function readQuery(query: string, fields: readonly string[]): { clauses: Clause[]; any: boolean } {
  const clauses: Clause[] = []
  const joins = new Set<string>()
  let rest = query.trim()

  for (;;) {
    const match = CLAUSE.exec(rest)
    if (!match) throw unread(query)

    clauses.push(clauseOf(match, fields))
    rest = rest.slice(match[0].length).trimStart()
    if (rest === '') break

    const join = /^(AND|OR)\b/i.exec(rest)
    // A blank alone joins like AND.
    joins.add((join?.[1] ?? 'AND').toUpperCase())
    rest = rest.slice(join?.[0].length ?? 0).trimStart()
  }

  if (joins.size > 1)
    throw invalid('Queries cannot combine AND and OR operators.', undefined, 'query')

  return { clauses, any: joins.has('OR') }
}

const unread = (query: string) =>
  invalid(`We were unable to parse your search query: ${query}`, undefined, 'query')

function clauseOf(match: RegExpExecArray, fields: readonly string[]): Clause {
  const [, minus, field, , key, operator, written] = match as unknown as string[]

  if (key === undefined && !fields.includes(field!))
    throw invalid(
      `Field \`${field}\` is an unsupported search field for this resource.`,
      undefined,
      'query',
    )

  if (operator !== ':' && operator !== '~' && !NUMBERS.includes(field!))
    throw invalid(`Field \`${field}\` cannot be compared by ${operator}.`, undefined, 'query')
  if (operator === '~' && NUMBERS.includes(field!))
    throw invalid(`Field \`${field}\` cannot be searched by a part.`, undefined, 'query')

  const value = written === 'null' ? null : written!.replace(/^["']|["']$/g, '')
  if (operator === '~' && (value ?? '').length < 3)
    throw invalid('A part that is searched for has at least 3 characters.', undefined, 'query')

  const read = (row: Row): unknown => {
    const all = row as unknown as Record<string, unknown>
    return key === undefined ? all[field!] : (all['metadata'] as Record<string, string>)[key]
  }

  return { not: minus === '-', read, operator: operator!, value }
}

function fitsClause({ read, operator, value }: Clause, row: Row): boolean {
  const found = read(row) ?? null
  if (value === null || found === null) return found === value

  const text = String(found).toLowerCase()
  if (operator === ':') return text === value.toLowerCase()
  if (operator === '~') return text.includes(value.toLowerCase())

  const [left, right] = [Number(found), Number(value)]
  if (operator === '>') return left > right
  if (operator === '<') return left < right

  return operator === '>=' ? left >= right : left <= right
}
