import type { Row, Table } from '../core/state.ts'
import { invalidRequest } from './errors.ts'
import type { Rules } from './parameters.ts'

// Stripe's search: clauses of field, operator and value, joined by AND or OR. Stripe finds new
// objects within a minute; the sandbox finds them at once.

export const searchRules: Rules = {
  query: { is: 'text', required: true, max: 5000 },
  limit: { is: 'integer', min: 1, max: 100 },
  page: { is: 'text' },
}

/** Searchable fields, as Stripe documents them. */
export const SEARCHABLE_FIELDS = {
  charges: ['amount', 'created', 'currency', 'customer', 'disputed', 'refunded', 'status'],
  customers: ['created', 'email', 'name', 'phone'],
  payment_intents: ['amount', 'created', 'currency', 'customer', 'status'],
} as const

const NUMBER_FIELDS: readonly string[] = ['amount', 'created']

type Clause = { not: boolean; read(row: Row): unknown; operator: string; value: string | null }

const CLAUSE_PATTERN =
  /^(-?)(metadata\[(["'])([^"']{1,40})\3\]|[a-z_.]+)(:|~|>=|<=|>|<)("[^"]*"|'[^']*'|null|-?\d+)/

/** A page of a query's matches, newest first. */
export function searchTable(
  table: Table<Row>,
  input: Record<string, unknown>,
  url: string,
  fields: readonly string[],
): object {
  const { clauses: queryClauses, any } = readQuery(String(input['query']), fields)

  const matchingRows = table
    .newestFirst()
    .filter((row) => !('deleted' in row))
    .filter((row) => {
      const matchesClause = (clause: Clause): boolean => fitsClause(clause, row) !== clause.not
      return any ? queryClauses.some(matchesClause) : queryClauses.every(matchesClause)
    })

  const pageLimit = (input['limit'] as number | undefined) ?? 10
  const pageCursor = input['page'] as string | undefined
  const pageStart = pageCursor === undefined ? 0 : Number(pageCursor)
  if (!Number.isInteger(pageStart))
    throw invalidRequest(`Invalid page: ${pageCursor}`, undefined, 'page')

  const hasMore = matchingRows.length > pageStart + pageLimit

  return {
    object: 'search_result',
    data: matchingRows.slice(pageStart, pageStart + pageLimit),
    has_more: hasMore,
    next_page: hasMore ? String(pageStart + pageLimit) : null,
    url,
  }
}

function readQuery(query: string, fields: readonly string[]): { clauses: Clause[]; any: boolean } {
  const queryClauses: Clause[] = []
  const joinWords = new Set<string>()
  let unreadQuery = query.trim()

  for (;;) {
    const clauseMatch = CLAUSE_PATTERN.exec(unreadQuery)
    if (!clauseMatch) throw unreadableQuery(query)

    queryClauses.push(readClause(clauseMatch, fields))
    unreadQuery = unreadQuery.slice(clauseMatch[0].length).trimStart()
    if (unreadQuery === '') break

    const joinMatch = /^(AND|OR)\b/i.exec(unreadQuery)
    // Clauses separated by a blank are joined by AND.
    joinWords.add((joinMatch?.[1] ?? 'AND').toUpperCase())
    unreadQuery = unreadQuery.slice(joinMatch?.[0].length ?? 0).trimStart()
  }

  if (joinWords.size > 1)
    throw invalidRequest('Queries cannot combine AND and OR operators.', undefined, 'query')

  return { clauses: queryClauses, any: joinWords.has('OR') }
}

const unreadableQuery = (query: string) =>
  invalidRequest(`We were unable to parse your search query: ${query}`, undefined, 'query')

function readClause(clauseMatch: RegExpExecArray, fields: readonly string[]): Clause {
  const [, minus, field, , key, operator, written] = clauseMatch as unknown as string[]

  if (key === undefined && !fields.includes(field!))
    throw invalidRequest(
      `Field \`${field}\` is an unsupported search field for this resource.`,
      undefined,
      'query',
    )

  if (operator !== ':' && operator !== '~' && !NUMBER_FIELDS.includes(field!))
    throw invalidRequest(
      `Field \`${field}\` cannot be compared by ${operator}.`,
      undefined,
      'query',
    )
  if (operator === '~' && NUMBER_FIELDS.includes(field!))
    throw invalidRequest(`Field \`${field}\` cannot be searched by a part.`, undefined, 'query')

  const value = written === 'null' ? null : written!.replace(/^["']|["']$/g, '')
  if (operator === '~' && (value ?? '').length < 3)
    throw invalidRequest(
      'A part that is searched for has at least 3 characters.',
      undefined,
      'query',
    )

  const readField = (row: Row): unknown => {
    const rowFields = row as unknown as Record<string, unknown>
    return key === undefined
      ? rowFields[field!]
      : (rowFields['metadata'] as Record<string, string>)[key]
  }

  return { not: minus === '-', read: readField, operator: operator!, value }
}

function fitsClause({ read: readField, operator, value }: Clause, row: Row): boolean {
  const matchingRows = readField(row) ?? null
  if (value === null || matchingRows === null) return matchingRows === value

  const text = String(matchingRows).toLowerCase()
  if (operator === ':') return text === value.toLowerCase()
  if (operator === '~') return text.includes(value.toLowerCase())

  const [left, right] = [Number(matchingRows), Number(value)]
  if (operator === '>') return left > right
  if (operator === '<') return left < right

  return operator === '>=' ? left >= right : left <= right
}
