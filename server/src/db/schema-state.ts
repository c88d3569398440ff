import type pg from 'pg'

import { appliedNow } from './contained.ts'
import { ownMigrations, restoreMark } from './migrate.ts'

/** How a database's schema differs from this program's migrations. */
export type SchemaState = {
  /** False where no shop was ever started on the database. */
  made: boolean
  /** A restore into this database was begun and not finished. */
  half: boolean
  /** Migrations of this program that are not applied yet. */
  waiting: string[]
  /** Applied migrations of a newer program. */
  newer: string[]
}

/** Reads the state of the schema and changes nothing. */
export async function schemaState(pool: Pick<pg.Pool, 'query'>): Promise<SchemaState> {
  const { rows } = await pool.query<{ made: boolean; half: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as made,
      to_regclass('public.${restoreMark}') is not null as half`,
  )

  const { made, half } = rows[0]!
  const ownNames = ownMigrations().map(({ name }) => name)
  if (!made) return { made, half, waiting: ownNames, newer: [] }

  const { rows: records } = await pool.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations',
  )
  const appliedMigrations = appliedNow(
    new Map(records.map(({ name, sha256 }) => [name, sha256])),
    '',
  )

  return {
    made,
    half,
    waiting: ownNames.filter((name) => !appliedMigrations.has(name)),
    newer: [...appliedMigrations.keys()].filter((name) => !ownNames.includes(name)).sort(),
  }
}
