import type { Row, Table } from '../core/state.ts'
import { missingResource } from './errors.ts'
import { listObject } from './expand.ts'

/** Parameters that every list of the API accepts. */
export const pageRules = {
  limit: { is: 'integer', min: 1, max: 100 },
  starting_after: { is: 'text' },
  ending_before: { is: 'text' },
  created: {
    is: 'object',
    fields: {
      gt: { is: 'integer' },
      gte: { is: 'integer' },
      lt: { is: 'integer' },
      lte: { is: 'integer' },
    },
  },
} as const

/** A row by its id; throws Stripe's 404 for this kind of object. */
export function requiredRow<T extends Row>(
  table: Table<T>,
  kind: string,
  id: string,
  param = 'id',
): T {
  const matchingRow = table.get(id)
  if (!matchingRow) throw missingResource(kind, id, param)

  return matchingRow
}

/**
 * A page of a list, newest first, by default ten rows; the `filters` fields must equal the input.
 */
export function listPage(
  table: Table<Row>,
  input: Record<string, unknown>,
  url: string,
  filters: readonly string[],
): object {
  const wantedRows = table.newestFirst().filter((row) => matchesFilters(row, input, filters))
  const pageLimit = (input['limit'] as number | undefined) ?? 10

  const cursorIndex = (param: 'starting_after' | 'ending_before'): number => {
    const id = input[param] as string
    const index = wantedRows.findIndex((row) => row.id === id)
    if (index < 0) throw missingResource('object', id, param)

    return index
  }

  if (input['ending_before'] !== undefined) {
    const pageEnd = cursorIndex('ending_before')
    const pageStart = Math.max(0, pageEnd - pageLimit)

    return listObject(wantedRows.slice(pageStart, pageEnd), url, pageStart > 0)
  }

  const start = input['starting_after'] === undefined ? 0 : cursorIndex('starting_after') + 1

  return listObject(
    wantedRows.slice(start, start + pageLimit),
    url,
    wantedRows.length > start + pageLimit,
  )
}

function matchesFilters(
  matchingRow: Row,
  input: Record<string, unknown>,
  filters: readonly string[],
): boolean {
  const rowFields = matchingRow as unknown as Record<string, unknown>
  if (rowFields['deleted']) return false

  const createdAt = rowFields['created'] as number
  const createdRange = (input['created'] ?? {}) as Record<string, number>
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = createdRange

  return (
    filters.every((name) => input[name] === undefined || rowFields[name] === input[name]) &&
    createdAt > gt &&
    createdAt >= gte &&
    createdAt < lt &&
    createdAt <= lte
  )
}
