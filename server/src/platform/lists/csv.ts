import type { Language } from '@chaveiro/contracts/limits'
import type { StreamReply } from '@chaveiro/contracts/route'
import { stringify } from 'csv-stringify/sync'

/**
 * One column: its head (the field's name in the API) and a row's cell; null and undefined are
 * empty, booleans and instants are written as the API writes them.
 */
export type Column<Row> = readonly [
  head: string,
  cell: (row: Row) => string | number | boolean | Date | null | undefined,
]

type Options = {
  /**
   * Whose spreadsheet opens the file: one in Portuguese parts columns at semicolons and writes
   * numbers with a comma. Without it the file is written as the API writes.
   */
  reader?: Language
}

const pageSize = 1000

/**
 * A list as a CSV file that is made while it is sent: `more` answers the next rows after the last
 * one it gave (null at first), at most `limit` of them and in an order that a key fixes, so that
 * memory stays flat and no row comes twice. RFC 4180 with commas and CRLF, UTF-8 with a byte order
 * mark, every cell quoted; a text that a spreadsheet would run as a formula (starting with = + - @,
 * tab or carriage return) gets an apostrophe before it. Numbers are written with a dot, unless a
 * reader is named.
 *
 * return csvFile('coupons', columns, (last, limit) => couponsAfter(app, filters, last?.id ?? null,
 * limit))
 */
export function csvFile<Row>(
  name: string,
  columns: readonly Column<Row>[],
  more: (last: Row | null, limit: number) => Promise<readonly Row[]>,
  { reader = 'en-US' }: Options = {},
): StreamReply {
  return { stream: lines(columns, more, reader), fileName: `${name}.csv` }
}

async function* lines<Row>(
  columns: readonly Column<Row>[],
  more: (last: Row | null, limit: number) => Promise<readonly Row[]>,
  reader: Language,
): AsyncGenerator<string> {
  const write = writerFor(reader)
  yield write([columns.map(([head]) => head)], true)
  let last: Row | null = null

  for (;;) {
    const rows: readonly Row[] = await more(last, pageSize)

    if (rows.length)
      yield write(
        rows.map((row) => columns.map(([, cell]) => cell(row))),
        false,
      )

    if (rows.length < pageSize) return

    last = rows.at(-1)!
  }
}

const writerFor =
  (reader: Language) =>
  (rows: unknown[][], first: boolean): string =>
    stringify(rows, {
      delimiter: reader === 'pt-BR' ? ';' : ',',
      quoted: true,
      quoted_empty: true,
      escape_formulas: true,
      record_delimiter: 'windows',
      bom: first,
      cast: {
        boolean: String,
        date: (at) => at.toISOString(),
        number: (value) => (reader === 'pt-BR' ? String(value).replace('.', ',') : String(value)),
      },
    })
