import { Column, is, sql, type GetColumnData, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { z } from 'zod'

import type { Db } from './handle.ts'

// Typed rows for statements beyond the query builder. One declaration gives both the select list
// and the rows' shape, so that they cannot differ:
//
//   const row = columns({ id: orders.id, n: value(sql`count(*)`, z.int()) })
//   const rows = await rowsOf(app, row, sql`select ${row} from ${orders} group by ${orders.id}`)

/**
 * One value of a row: its SQL expression, a function that reads the value, and a check of its type.
 */
export type Field<T> = {
  expression: SQLWrapper
  read(given: unknown): T
  fits(value: unknown): boolean
}

/** A select list for a statement, and a function that reads the rows. */
export type Columns<R> = SQLWrapper & { read(row: Record<string, unknown>, checked: boolean): R }
export type RowOf<C> = C extends Columns<infer R> ? R : never

type Shape = Record<string, Column | Field<unknown>>
type Read<F> = F extends Field<infer T> ? T : F extends Column ? GetColumnData<F, 'query'> : never
type Reader = { db: Db; config: { checkShapes: boolean } }

const isInstant = (value: unknown): boolean =>
  value instanceof Date && !Number.isNaN(value.getTime())

const checksByType: Record<string, (value: unknown, column: Column) => boolean> = {
  string: (value, { enumValues }) =>
    typeof value === 'string' && (!enumValues?.length || enumValues.includes(value)),
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  date: isInstant,
}

const fitsColumn = (column: Column, value: unknown): boolean =>
  value === null ? !column.notNull : (checksByType[column.dataType]?.(value, column) ?? true)

/**
 * An SQL expression and the schema of each value. Sums arrive as text from the driver, so z.int()
 * fails for them.
 */
export const value = <T>(expression: SQLWrapper, shape: z.ZodType<T, T>): Field<T> => ({
  expression,
  read: (given) => given as T,
  fits: (read) => shape.safeParse(read).success,
})

/** An SQL expression that is read like a column, such as a column of a subquery. */
export const readAs = <C extends Column>(
  column: C,
  expression: SQLWrapper,
): Field<GetColumnData<C, 'query'>> => ({
  expression,
  read: (given) => (given === null ? null : column.mapFromDriverValue(given)) as never,
  fits: (read) => fitsColumn(column, read),
})

/** An expression whose values are instants. */
export const instantOf = (expression: SQLWrapper): Field<Date> => ({
  expression,
  read: (given) => new Date(String(given)),
  fits: isInstant,
})

/** A column of an outer-joined table, which may have no row. */
export const orNull = <C extends Column>(column: C): Field<GetColumnData<C, 'query'> | null> => ({
  ...readAs(column, column),
  fits: (read) => read === null || fitsColumn(column, read),
})

/** The select list of a shape; a table's column brings its own type. */
export function columns<S extends Shape>(shape: S): Columns<{ [K in keyof S]: Read<S[K]> }> {
  const fields = Object.entries(shape).map(([name, source]): [string, Field<unknown>] => [
    name,
    is(source, Column) ? readAs(source, source) : source,
  ])

  return {
    shouldOmitSQLParens: () => true,
    getSQL: () =>
      sql.join(
        fields.map(([name, { expression }]) => sql`${expression} as ${sql.identifier(name)}`),
        sql`, `,
      ),
    read(row, checked) {
      const read = Object.fromEntries(fields.map(([name, field]) => [name, field.read(row[name])]))
      if (checked) assertFit(fields, row, read)

      return read as never
    },
  }
}

// The error leaves the value out, since it may be a secret.
function assertFit(
  fields: readonly [string, Field<unknown>][],
  row: Record<string, unknown>,
  read: Record<string, unknown>,
): void {
  for (const [name, field] of fields)
    if (!(name in row)) throw new Error(`a statement answers no column "${name}"`)
    else if (!field.fits(read[name]))
      throw new Error(
        `the column "${name}" of a statement does not have the declared type: ${typeName(read[name])}`,
      )

  for (const name in row)
    if (!(name in read)) throw new Error(`a statement answers the undeclared column "${name}"`)
}

const typeName = (given: unknown): string => (given === null ? 'null' : typeof given)

/**
 * The rows of a statement with these columns as its select list. Outside production every row is
 * checked against its type, so that tests find differences. Production skips the check, because the
 * busiest calls read rows here.
 */
export async function rowsOf<R>(
  { db, config }: Reader,
  selectList: Columns<R>,
  statement: SQL,
): Promise<R[]> {
  const { rows } = await db.execute(statement)
  return rows.map((row) => selectList.read(row, config.checkShapes))
}

/** In a select of the query builder: the number of rows that meet a condition. */
export const countIf = (condition: SQL): SQL<number> =>
  sql`count(*) filter (where ${condition})`.mapWith(Number)

/** The only row of a statement that always returns one; throws if there is none. */
export async function oneRow<R>(app: Reader, selectList: Columns<R>, statement: SQL): Promise<R> {
  const [row] = await rowsOf(app, selectList, statement)
  if (!row) throw new Error('a statement that answers one row answered none')

  return row
}
