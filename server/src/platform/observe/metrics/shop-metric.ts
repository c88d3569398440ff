/** A gauge about the whole shop, and the SQL statement that counts it. */
export type ShopMetric = {
  name: string
  help: string
  labels: readonly string[]
  /**
   * SQL that returns a row with `n` for each set of labels. It must use an index or a limit, so
   * that a large shop does not slow the scrape.
   */
  statement: string
}

/** An expression for the age in seconds of the oldest value of a column; 0 without rows. */
export const oldestSeconds = (column: string): string =>
  `coalesce(extract(epoch from now() - min(${column})), 0)::float8`
