import { sql, type AnyColumn, type SQL } from 'drizzle-orm'

/** Rows of a list read at a time, so that memory stays flat for any number of rows. */
const pageSize = 500

/** The position of a row: lists of an export are ordered by time. */
type Place = { createdAt: Date; id: string }

/** SQL condition for the rows after `last`; no condition when `last` is null. */
export const after = (
  { createdAt, id }: { createdAt: AnyColumn; id: AnyColumn },
  last: Place | null,
): SQL | undefined =>
  last
    ? sql`(${createdAt}, ${id}) > (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`
    : undefined

/**
 * Read a list in pages. `more` reads at most `limit` rows after the last one, ordered by a unique
 * key. `shown` turns rows into the form that the person reads.
 */
export async function* inPages<Row>(
  more: (last: Row | null, limit: number) => PromiseLike<Row[]>,
  shown: (rows: Row[]) => object[] | Promise<object[]>,
): AsyncGenerator<object[]> {
  let lastRow: Row | null = null
  for (;;) {
    const pageRows: Row[] = await more(lastRow, pageSize)
    if (pageRows.length) yield await shown(pageRows)
    if (pageRows.length < pageSize) return

    lastRow = pageRows.at(-1)!
  }
}
