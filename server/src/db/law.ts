import type { SQL } from 'drizzle-orm'

/**
 * An invariant of the shop's books. The statement returns a text for each row that violates it;
 * `now` is the time of the check.
 */
export type Law = {
  name: string
  broken(now: SQL): SQL
  /** A relation that not every database has; without it the invariant is not checked. */
  needs?: string
}
