import type pg from 'pg'

import { appliedNow } from './contained.ts'
import { ownMigrations, restoreMark } from './migrate.ts'

/** How a database's schema compares to this program's migrations. */
export type SchemaState = {
  /** False where no shop was ever started on it. */
  made: boolean
  /** A restore into it was begun and not finished. */
  half: boolean
  /** What this program has not made yet, and what only a newer one knows. */
  waiting: string[]
  newer: string[]
}

/** Reads the state of the schema and changes nothing. */
export async function schemaState(pool: Pick<pg.Pool, 'query'>): Promise<SchemaState> {
  const { rows } = await pool.query<{ made: boolean; half: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as made,
      to_regclass('public.${restoreMark}') is not null as half`,
  )

  const { made, half } = rows[0]!
  const own = ownMigrations().map(({ name }) => name)
  if (!made) return { made, half, waiting: own, newer: [] }

  const { rows: records } = await pool.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations',
  )
  const applied = appliedNow(new Map(records.map(({ name, sha256 }) => [name, sha256])), '')

  return {
    made,
    half,
    waiting: own.filter((name) => !applied.has(name)),
    newer: [...applied.keys()].filter((name) => !own.includes(name)).sort(),
  }
}
