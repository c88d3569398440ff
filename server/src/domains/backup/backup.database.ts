import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

import * as declared from '../../db/tables/index.ts'
import type { Manifest, Sequence, Table } from './backup.format.ts'

// What lies in the database of a shop, read from its catalogue, so that a new table needs no line
// here. Rows travel as text: it is the same for every PostgreSQL from 15 on and every processor,
// packs well, and a row is a line.

// How values are written as text, whatever the settings of user and database are.
const asText = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set lock_timeout = 0; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601';
  set timezone = 'UTC'; set extra_float_digits = 3; set bytea_output = 'hex';
  set client_encoding = 'UTF8'; set search_path = public`

/** A connection of its own, which has all the time it needs. */
export async function connectTo(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
  })

  client.on('error', () => {})
  await client.connect()
  await client.query(asText)

  return client
}

/** The name of a table or a sequence, with its schema before the first dot, as a statement has it. */
export function quoted(name: string): string {
  const dot = name.indexOf('.')
  return `${pg.escapeIdentifier(name.slice(0, dot))}.${pg.escapeIdentifier(name.slice(dot + 1))}`
}

const listed = (columns: readonly string[]): string => columns.map(pg.escapeIdentifier).join()

const schemas = "('public', 'graphile_worker')"

/** What an extension brought is made by the extension. */
const own = "not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')"

/** What migrations write themselves. */
const written = ['public.schema_migrations', 'graphile_worker.migrations']

/**
 * The shop's tables in schema public. The last ones are read and written by statements of their own
 * alone. A table that a migration drops one day stays named here: a shop is backed up before it is
 * upgraded.
 */
const shopTables = new Set([
  ...Object.values<unknown>(declared).flatMap((one) =>
    is(one, PgTable) ? [getTableName(one)] : [],
  ),
  'provider_breakers',
  'vault_canaries',
])

const isOurs = ({ name }: Table): boolean => {
  const [schema, table] = name.split(/\.(.*)/s)
  return schema === 'graphile_worker' || shopTables.has(table!)
}

/**
 * The tables of the shop and of its queue, with the columns that are stored, and those in schema
 * public that are somebody else's. A table by months is one: its partitions are made and dropped by
 * the clock, and rows find theirs when they come back.
 */
export async function tablesOf(client: pg.Client): Promise<{ ours: Table[]; others: Table[] }> {
  const { rows } = await client.query<Table>(
    `select n.nspname || '.' || c.relname as name,
        array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = ''
      where n.nspname in ${schemas} and c.relkind in ('r', 'p') and not c.relispartition and ${own}
      group by 1 having n.nspname || '.' || c.relname <> all($1) order by 1`,
    [written],
  )
  return { ours: rows.filter(isOurs), others: rows.filter((one) => !isOurs(one)) }
}

/**
 * The sequences and the numbers they gave last, but those of these tables. They are read after the
 * snapshot was taken, so that none is behind a row of it.
 */
export async function sequencesOf(
  client: pg.Client,
  others: readonly Table[] = [],
): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select s.schemaname || '.' || s.sequencename as name, s.last_value::text as last
      from pg_sequences s where s.schemaname in ${schemas}
        and not exists (select from pg_depend d join pg_class t on t.oid = d.refobjid
            join pg_namespace n on n.oid = t.relnamespace
          where d.classid = 'pg_class'::regclass
            and d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass
            and d.deptype in ('a', 'i') and n.nspname || '.' || t.relname = any($1))
      order by 1`,
    [others.map(({ name }) => name)],
  )
  return rows
}

/** Which migrations made the schema, and which PostgreSQL holds it. */
export async function schemaOf(
  client: pg.Client,
): Promise<Pick<Manifest, 'migrations' | 'queue' | 'postgres' | 'vaultKeys'>> {
  const migrations = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations order by name',
  )
  const queue = await client.query<{ id: number }>(
    'select max(id)::int as id from graphile_worker.migrations',
  )
  const version = await client.query<{ server_version: string }>('show server_version')
  const keys = await client.query<{ key_id: number }>(
    'select key_id from vault_canaries where key_id > 0 order by 1',
  )

  return {
    migrations: migrations.rows,
    queue: queue.rows[0]!.id,
    postgres: version.rows[0]!.server_version,
    vaultKeys: keys.rows.map(({ key_id }) => key_id),
  }
}

/** The rows of a table, a line each, as a stream of bytes. */
export const rowsFrom = (client: pg.Client, { name, columns }: Table): AsyncIterable<Buffer> =>
  client.query(copyTo(`copy (select ${listed(columns)} from ${quoted(name)}) to stdout`))

/** Takes rows for a table, as rowsFrom gave them. */
export const rowsInto = (client: pg.Client, { name, columns }: Table) =>
  client.query(copyFrom(`copy ${quoted(name)} (${listed(columns)}) from stdin`))
