import type { SQL } from 'drizzle-orm'

/**
 * One law of the shop's books. The statement returns a text for each row that breaks it; `now` is
 * the moment for which the law is checked.
 */
export type Law = {
  name: string
  broken(now: SQL): SQL
  /** A relation that not every database has; the law is skipped where it is missing. */
  needs?: string
}
