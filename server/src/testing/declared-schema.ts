import { is, type SQL } from 'drizzle-orm'
import { getTableConfig, IndexedColumn, PgColumn, PgDialect, PgTable } from 'drizzle-orm/pg-core'
import type pg from 'pg'

import * as tables from '../db/tables/index.ts'

/** The schema in which the declared tables are created. */
const schema = 'declared'
const dialect = new PgDialect()

const configs = Object.values(tables)
  .filter((table): table is Extract<typeof table, PgTable> => is(table, PgTable))
  .map((table) => getTableConfig(table))

type Config = (typeof configs)[number]
type Index = Config['indexes'][number]

/** The allowed words of every enum column, by `table.column`. */
export const declaredWords: ReadonlyMap<string, readonly string[]> = new Map(
  configs.flatMap(({ name, columns }) =>
    columns.flatMap((column) =>
      column.enumValues ? [[`${name}.${column.name}`, column.enumValues]] : [],
    ),
  ),
)

const sqlText = (part: SQL): string => dialect.sqlToQuery(part, 'indexes').sql

const quotedNames = (names: readonly { name: string }[]): string =>
  names.map(({ name }) => `"${name}"`).join()

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Creates the tables that `db/tables` declares in a separate schema, beside the migrated one.
 * `covered` has the included columns of indexes, which drizzle cannot declare.
 */
export async function makeDeclared(
  client: pg.Client,
  covered: Readonly<Record<string, string>>,
): Promise<void> {
  await client.query(`create schema ${schema}; set search_path to ${schema}, public`)
  for (const statement of [
    ...configs.map(tableOf),
    ...configs.flatMap((config) => config.indexes.map((index) => indexOf(config, index, covered))),
    ...configs.flatMap(referencesOf),
  ])
    await client.query(statement)
}

function tableOf(config: Config): string {
  const keys = config.primaryKeys.map(({ columns }) => `primary key (${quotedNames(columns)})`)
  const uniques = config.uniqueConstraints.map(({ columns }) => `unique (${quotedNames(columns)})`)
  const checks = config.checks.map((check) => `check (${sqlText(check.value)})`)

  return `create table ${schema}."${config.name}" (
    ${[...config.columns.map(columnOf), ...keys, ...uniques, ...checks].join()})`
}

function columnOf(column: PgColumn): string {
  const { generated } = column

  return [
    `"${column.name}" ${column.getSQLType()}`,
    column.notNull && 'not null',
    column.primary && 'primary key',
    column.isUnique && 'unique',
    column.default !== undefined && `default ${defaultOf(column.default)}`,
    generated && `generated always as (${sqlText(generated.as as SQL)}) stored`,
  ]
    .filter(Boolean)
    .join(' ')
}

function defaultOf(value: unknown): string {
  if (typeof value === 'string') return literal(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if ('queryChunks' in value) return sqlText(value as SQL)

  return literal(JSON.stringify(value))
}

function indexOf(
  { name: table }: Config,
  { config }: Index,
  covered: Readonly<Record<string, string>>,
): string {
  const includedColumns = covered[config.name!]
  const kind = config.unique ? 'unique index' : 'index'
  const options = Object.entries(config.with ?? {}).map(([key, value]) => `${key} = ${value}`)

  return [
    `create ${kind} "${config.name}" on ${schema}."${table}" using ${config.method ?? 'btree'}`,
    `(${config.columns.map((part) => partOf(part, config.method === 'btree')).join()})`,
    includedColumns && `include (${includedColumns})`,
    options.length > 0 && `with (${options.join()})`,
    config.where && `where ${sqlText(config.where)}`,
  ]
    .filter(Boolean)
    .join(' ')
}

function partOf(part: Index['config']['columns'][number], isSorted: boolean): string {
  if (!is(part, IndexedColumn)) {
    const [, expression, order] = /^(.*?)((?: asc| desc| nulls first| nulls last)*)$/.exec(
      sqlText(part as SQL),
    )!

    return `(${expression})${order}`
  }

  const { order, nulls, opClass } = part.indexConfig
  const sorting = isSorted ? `${order ?? 'asc'} nulls ${nulls ?? 'last'}` : ''

  return `"${part.name}" ${opClass ?? ''} ${sorting}`
}

function referencesOf({ name, foreignKeys }: Config): string[] {
  return foreignKeys.map((key) => {
    const { columns, foreignColumns, foreignTable } = key.reference()
    const target = getTableConfig(foreignTable).name

    return `alter table ${schema}."${name}" add foreign key (${quotedNames(columns)})
      references ${schema}."${target}" (${quotedNames(foreignColumns)})
      on delete ${key.onDelete ?? 'no action'} on update ${key.onUpdate ?? 'no action'}`
  })
}

const ofTables = (schemaName: string) => `c.relnamespace = '${schemaName}'::regnamespace
  and c.relkind in ('r', 'p') and not c.relispartition`

const columnsQuery = (schemaName: string) => `select concat_ws(' ', c.relname || '.' || a.attname,
    format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
    case when a.attgenerated = 's' then 'generated' when d.oid is not null then 'default' end,
    pg_get_expr(d.adbin, d.adrelid)) as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where ${ofTables(schemaName)}`

const indexesQuery = (schemaName: string) => `select pg_get_indexdef(i.indexrelid)
    || case when i.indisvalid then '' else ' INVALID' end as line
  from pg_index i join pg_class c on c.oid = i.indrelid
  where ${ofTables(schemaName)} and not exists (
    select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))`

const constraintsQuery = (
  schemaName: string,
) => `select c.relname || ' ' || pg_get_constraintdef(k.oid) as line
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where ${ofTables(schemaName)} and k.contype <> 'n'`

/**
 * A definition without schema names, casts to text and line breaks, so that both schemas can be
 * compared.
 */
const plainLine = (line: string): string =>
  line.replaceAll(/\b(declared|public)\.| ONLY\b|::text\b/g, '').replaceAll(/\s+/g, ' ')

export type Schema = { columns: string[]; indexes: string[]; constraints: string[] }

/** The parts of a schema, one line each, without the schema's name and the names of constraints. */
export async function readSchema(
  client: pg.Client,
  schemaName: 'declared' | 'public',
): Promise<Schema> {
  await client.query(`set search_path to ${schemaName}, public`)

  const lines = async (text: string) => {
    const { rows } = await client.query<{ line: string }>(text)

    return rows.map(({ line }) => plainLine(line)).sort()
  }

  return {
    columns: await lines(columnsQuery(schemaName)),
    indexes: await lines(indexesQuery(schemaName)),
    constraints: await lines(constraintsQuery(schemaName)),
  }
}
