import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** What a list answers besides its rows. */
export const totalsOf = (total: number, limit: number): { total: number; totalPages: number } => ({
  total,
  totalPages: Math.max(1, Math.ceil(total / limit)),
})

/**
 * Whether a text contains what a person typed, in any case (Q35). A trigram index on exactly
 * lower(text collate "pt-BR-x-icu") serves it.
 */
export const contains = (column: SQLWrapper, typed: string): SQL =>
  sql`lower(${column} collate "pt-BR-x-icu") like ${likePattern(typed)}`

/** All of some conditions; an empty list holds always. */
export const allOf = (conditions: readonly (SQL | null | undefined | false | '')[]): SQL => {
  const present = conditions.filter((condition): condition is SQL => Boolean(condition))
  return present.length ? sql.join(present, sql` and `) : sql`true`
}

/** Any of some conditions; there is one at least. */
export const anyOf = (conditions: readonly SQL[]): SQL =>
  sql`(${sql.join([...conditions], sql` or `)})`

/**
 * A LIKE pattern that finds typed text anywhere, taken literally, in the case of the trigram
 * indexes: lower by ICU, since the database's own lower() may know ASCII only.
 */
export const likePattern = (typed: string): string =>
  `%${typed.toLocaleLowerCase('pt-BR').replace(/[\\%_]/g, '\\$&')}%`
