import { sql, type AnyColumn, type SQL } from 'drizzle-orm'

/** How many rows of a list are read at a time, so that memory stays flat however many there are. */
const pageSize = 500

/** Where a row stands in its list: the lists of an export are in the order of time. */
type Place = { createdAt: Date; id: string }

/** The rows of a table after one of them, all of them at first. */
export const after = (
  { createdAt, id }: { createdAt: AnyColumn; id: AnyColumn },
  last: Place | null,
): SQL | undefined =>
  last
    ? sql`(${createdAt}, ${id}) > (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`
    : undefined

/**
 * A list some rows at a time: `more` answers the next ones after the last it gave, at most `limit`
 * of them and in an order that a key fixes; `shown` is how the person reads them.
 */
export async function* inPages<Row>(
  more: (last: Row | null, limit: number) => PromiseLike<Row[]>,
  shown: (rows: Row[]) => object[] | Promise<object[]>,
): AsyncGenerator<object[]> {
  let last: Row | null = null
  for (;;) {
    const rows: Row[] = await more(last, pageSize)
    if (rows.length) yield await shown(rows)
    if (rows.length < pageSize) return

    last = rows.at(-1)!
  }
}
