import type { SQL } from 'drizzle-orm'

/**
 * An invariant of the shop's books. The statement returns a text for each violating row; `now` is
 * the time of the check.
 */
export type Law = {
  name: string
  broken(now: SQL): SQL
  /** A relation that some databases lack; such a database does not check the invariant. */
  needs?: string
}
