import { sql } from 'drizzle-orm'
import { z } from 'zod'

import { columns, rowsOf, value } from '../../db/rows.ts'
import type { App } from '../../platform/app.ts'

/** A table's current statistics in PostgreSQL; the partitions of a table are added up. */
export type TableState = {
  table: string
  bytes: number
  rows: number
  /** Dead row versions that no vacuum has removed yet. */
  dead: number
  /** Time of the last vacuum, of the partition that waited longest; null for never. */
  sweptAt: string | null
  /**
   * Transactions since its oldest row was frozen; PostgreSQL stops writing at two thousand million.
   */
  age: number
}

/** The tables of the shop and its queue, largest first, with their dead rows. */
export function tableStates(app: App): Promise<TableState[]> {
  const tableColumns = columns({
    table: value(sql`coalesce(h.inhparent, s.relid)::regclass::text`, z.string()),
    bytes: value(sql`sum(pg_total_relation_size(s.relid))::float8`, z.number()),
    rows: value(sql`sum(s.n_live_tup)::float8`, z.number()),
    dead: value(sql`sum(s.n_dead_tup)::float8`, z.number()),
    sweptAt: value(
      sql`to_char(min(greatest(s.last_vacuum, s.last_autovacuum)) at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
      z.string().nullable(),
    ),
    age: value(sql`max(age(c.relfrozenxid))::float8`, z.number()),
  })

  return rowsOf(
    app,
    tableColumns,
    sql`select ${tableColumns} from pg_stat_user_tables s join pg_class c on c.oid = s.relid
        left join pg_inherits h on h.inhrelid = s.relid
      where s.schemaname in ('public', 'graphile_worker') and c.relkind = 'r'
      group by 1 order by 2 desc, 1`,
  )
}
