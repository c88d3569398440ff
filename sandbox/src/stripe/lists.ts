import type { Row, Table } from '../core/state.ts'
import { missing } from './errors.ts'
import { listOf } from './expand.ts'

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

/** A row by its id; throws Stripe's 404 for its kind. */
export function one<T extends Row>(table: Table<T>, kind: string, id: string, param = 'id'): T {
  const row = table.get(id)
  if (!row) throw missing(kind, id, param)

  return row
}

/**
 * A page of a list, newest first, ten by default; `filters` are fields that must equal the input.
 */
export function page(
  table: Table<Row>,
  input: Record<string, unknown>,
  url: string,
  filters: readonly string[],
): object {
  const rows = table.newestFirst().filter((row) => isWanted(row, input, filters))
  const limit = (input['limit'] as number | undefined) ?? 10

  const indexOf = (param: 'starting_after' | 'ending_before'): number => {
    const id = input[param] as string
    const index = rows.findIndex((row) => row.id === id)
    if (index < 0) throw missing('object', id, param)

    return index
  }

  if (input['ending_before'] !== undefined) {
    const end = indexOf('ending_before')
    const start = Math.max(0, end - limit)

    return listOf(rows.slice(start, end), url, start > 0)
  }

  const start = input['starting_after'] === undefined ? 0 : indexOf('starting_after') + 1

  return listOf(rows.slice(start, start + limit), url, rows.length > start + limit)
}

function isWanted(row: Row, input: Record<string, unknown>, filters: readonly string[]): boolean {
  const fields = row as unknown as Record<string, unknown>
  if (fields['deleted']) return false

  const created = fields['created'] as number
  const range = (input['created'] ?? {}) as Record<string, number>
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range

  return (
    filters.every((name) => input[name] === undefined || fields[name] === input[name]) &&
    created > gt &&
    created >= gte &&
    created < lt &&
    created <= lte
  )
}
