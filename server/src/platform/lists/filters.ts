import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** The total and the page count of a list. */
export const totalsOf = (total: number, limit: number): { total: number; totalPages: number } => ({
  total,
  totalPages: Math.max(1, Math.ceil(total / limit)),
})

/**
 * Condition that a column contains the typed text, in upper or lower case (Q35). The expression
 * must stay lower(text collate "pt-BR-x-icu"), because the trigram indexes use exactly this
 * expression.
 */
export const contains = (column: SQLWrapper, typed: string): SQL =>
  sql`lower(${column} collate "pt-BR-x-icu") like ${likePattern(typed)}`

/** All conditions joined by `and`; true for an empty list. */
export const allOf = (conditions: readonly (SQL | null | undefined | false | '')[]): SQL => {
  const presentConditions = conditions.filter((condition): condition is SQL => Boolean(condition))
  return presentConditions.length ? sql.join(presentConditions, sql` and `) : sql`true`
}

/** Conditions joined by `or`; needs at least one. */
export const anyOf = (conditions: readonly SQL[]): SQL =>
  sql`(${sql.join([...conditions], sql` or `)})`

/**
 * A LIKE pattern that finds the typed text literally, at any position. The pattern is in lower case
 * by ICU, like the trigram indexes: the database's own lower() may know ASCII only.
 */
export const likePattern = (typed: string): string =>
  `%${typed.toLocaleLowerCase('pt-BR').replace(/[\\%_]/g, '\\$&')}%`
