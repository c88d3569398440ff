import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/**
 * The order of a list that staff sort (P661): by a column, ascending, or descending after a minus,
 * then by id. Without a column, newest first.
 */
export function sortOrder<F extends string>(
  requested: F | `-${F}` | undefined,
  columns: Record<F, SQLWrapper>,
  { createdAt, id }: { createdAt: SQLWrapper; id: SQLWrapper },
): SQL {
  if (!requested) return sql`${createdAt} desc, ${id} desc`

  const isFalling = requested.startsWith('-')
  const sortColumn = columns[(isFalling ? requested.slice(1) : requested) as F]

  return isFalling ? sql`${sortColumn} desc, ${id} desc` : sql`${sortColumn}, ${id}`
}

/** An amount in cents of BRL, so that amounts in both currencies sort by value. */
export const comparableCents = (cents: SQLWrapper, currency: SQLWrapper, usdRate: number): SQL =>
  sql`(case ${currency} when 'BRL' then ${cents} else ${cents} * ${usdRate}::float8 end)`
