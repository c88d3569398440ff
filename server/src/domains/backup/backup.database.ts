import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

import * as declared from '../../db/tables/index.ts'
import type { Manifest, Sequence, Table } from './backup.format.ts'

// The content of a shop's database, read from PostgreSQL's catalogue, so that new columns and new
// Drizzle tables need no change here. Rows are stored in the text form of COPY, one row a line.
// This form compresses well, and is equal for every processor and every PostgreSQL from 15 on.

// Fixes the text form of values, whatever the settings of the database and its user are.
const textSettings = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set lock_timeout = 0; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601';
  set timezone = 'UTC'; set extra_float_digits = 3; set bytea_output = 'hex';
  set client_encoding = 'UTF8'; set search_path = public`

/** A separate connection without timeouts. */
export async function connectTo(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 15_000,
    keepAlive: true,
  })

  client.on('error', () => {})
  await client.connect()
  await client.query(textSettings)

  return client
}

/**
 * The quoted name of a table or sequence for a statement; the schema is the part before the first
 * dot.
 */
export function quoteName(name: string): string {
  const dotIndex = name.indexOf('.')
  return `${pg.escapeIdentifier(name.slice(0, dotIndex))}.${pg.escapeIdentifier(name.slice(dotIndex + 1))}`
}

const columnList = (columns: readonly string[]): string => columns.map(pg.escapeIdentifier).join()

const ownSchemas = "('public', 'graphile_worker')"

/** A backup skips the objects of an extension: `create extension` creates them again. */
const notOfExtension =
  "not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')"

/** Tables whose rows the migrations themselves insert. */
const migrationTables = ['public.schema_migrations', 'graphile_worker.migrations']

/**
 * The shop's tables in schema public. The last two names have no Drizzle table. A table that a
 * later migration drops must stay in this list: a shop is backed up before an upgrade.
 */
const shopTables = new Set([
  ...Object.values<unknown>(declared).flatMap((declaredTable) =>
    is(declaredTable, PgTable) ? [getTableName(declaredTable)] : [],
  ),
  'provider_breakers',
  'vault_canaries',
])

const isShopTable = ({ name }: Table): boolean => {
  const [schema, table] = name.split(/\.(.*)/s)
  return schema === 'graphile_worker' || shopTables.has(table!)
}

/**
 * The tables of the shop and its queue with their stored columns, and other tables in schema
 * public. A table with monthly partitions is listed once: a restore inserts into the table, and
 * PostgreSQL finds the partition of each row.
 */
export async function tablesOf(client: pg.Client): Promise<{ ours: Table[]; others: Table[] }> {
  const { rows } = await client.query<Table>(
    `select n.nspname || '.' || c.relname as name,
        array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = ''
      where n.nspname in ${ownSchemas} and c.relkind in ('r', 'p') and not c.relispartition and ${notOfExtension}
      group by 1 having n.nspname || '.' || c.relname <> all($1) order by 1`,
    [migrationTables],
  )
  return { ours: rows.filter(isShopTable), others: rows.filter((table) => !isShopTable(table)) }
}

/**
 * The sequences with their last numbers, except those owned by the tables `others`. Read them after
 * the snapshot was taken, so that no sequence is behind its rows.
 */
export async function sequencesOf(
  client: pg.Client,
  others: readonly Table[] = [],
): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select s.schemaname || '.' || s.sequencename as name, s.last_value::text as last
      from pg_sequences s where s.schemaname in ${ownSchemas}
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

/**
 * The migrations of the schema and of the queue, the version of PostgreSQL, and the ids of the
 * vault keys.
 */
export async function schemaOf(
  client: pg.Client,
): Promise<Pick<Manifest, 'migrations' | 'queue' | 'postgres' | 'vaultKeys'>> {
  const migrations = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations order by name',
  )
  const queueMigrations = await client.query<{ id: number }>(
    'select max(id)::int as id from graphile_worker.migrations',
  )
  const serverVersion = await client.query<{ server_version: string }>('show server_version')
  const keyRows = await client.query<{ key_id: number }>(
    'select key_id from vault_canaries where key_id > 0 order by 1',
  )

  return {
    migrations: migrations.rows,
    queue: queueMigrations.rows[0]!.id,
    postgres: serverVersion.rows[0]!.server_version,
    vaultKeys: keyRows.rows.map(({ key_id }) => key_id),
  }
}

/** The rows of a table as a stream of bytes in COPY's text form, one row a line. */
export const rowsFrom = (client: pg.Client, { name, columns }: Table): AsyncIterable<Buffer> =>
  client.query(copyTo(`copy (select ${columnList(columns)} from ${quoteName(name)}) to stdout`))

/** A writable stream that inserts rows in the form of rowsFrom. */
export const rowsInto = (client: pg.Client, { name, columns }: Table) =>
  client.query(copyFrom(`copy ${quoteName(name)} (${columnList(columns)}) from stdin`))
