import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/**
 * The order of a list that staff sort (P661): by one of its columns, rising or, after a minus,
 * falling, and within equal values by the id; nothing asked is the newest first.
 */
export function inOrder<F extends string>(
  asked: F | `-${F}` | undefined,
  columns: Record<F, SQLWrapper>,
  { createdAt, id }: { createdAt: SQLWrapper; id: SQLWrapper },
): SQL {
  if (!asked) return sql`${createdAt} desc, ${id} desc`

  const isFalling = asked.startsWith('-')
  const column = columns[(isFalling ? asked.slice(1) : asked) as F]

  return isFalling ? sql`${column} desc, ${id} desc` : sql`${column}, ${id}`
}

/** Cents of a column as cents in reais, so that what costs more stands before what costs less. */
export const worth = (cents: SQLWrapper, currency: SQLWrapper, usdRate: number): SQL =>
  sql`(case ${currency} when 'BRL' then ${cents} else ${cents} * ${usdRate}::float8 end)`
