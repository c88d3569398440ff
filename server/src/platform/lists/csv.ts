import type { Language } from '@chaveiro/contracts/limits'
import type { StreamReply } from '@chaveiro/contracts/route'
import { stringify } from 'csv-stringify/sync'

/**
 * One column: the heading (the field's name in the API) and the cell of a row. Null and undefined
 * are empty; booleans and dates are written as in the API.
 */
export type Column<Row> = readonly [
  head: string,
  cell: (row: Row) => string | number | boolean | Date | null | undefined,
]

type Options = {
  /**
   * Language of the reader's spreadsheet: a Portuguese spreadsheet expects semicolons between
   * columns and decimal commas. Without a language, the file has the format of the API.
   */
  reader?: Language
}

const rowsPerPage = 1000

/**
 * A list as a CSV file, streamed in pages so that memory stays flat. `nextRows` returns at most
 * `limit` rows after the last row (null at first). The order of rows must be unique, so that no row
 * comes twice. RFC 4180: CRLF, UTF-8 with a byte order mark, every cell quoted. Commas separate the
 * columns and numbers have a decimal point; for pt-BR they are semicolons and a decimal comma. A
 * text that a spreadsheet would run as a formula gets an apostrophe before it (= + - @, tab or
 * carriage return at its start).
 */
export function csvFile<Row>(
  name: string,
  columns: readonly Column<Row>[],
  nextRows: (lastRow: Row | null, limit: number) => Promise<readonly Row[]>,
  { reader = 'en-US' }: Options = {},
): StreamReply {
  return { stream: csvLines(columns, nextRows, reader), fileName: `${name}.csv` }
}

async function* csvLines<Row>(
  columns: readonly Column<Row>[],
  nextRows: (lastRow: Row | null, limit: number) => Promise<readonly Row[]>,
  reader: Language,
): AsyncGenerator<string> {
  const writeLines = writerFor(reader)
  yield writeLines([columns.map(([head]) => head)], true)
  let lastRow: Row | null = null

  for (;;) {
    const pageRows: readonly Row[] = await nextRows(lastRow, rowsPerPage)

    if (pageRows.length)
      yield writeLines(
        pageRows.map((row) => columns.map(([, cell]) => cell(row))),
        false,
      )

    if (pageRows.length < rowsPerPage) return

    lastRow = pageRows.at(-1)!
  }
}

const writerFor =
  (reader: Language) =>
  (rows: unknown[][], isFirst: boolean): string =>
    stringify(rows, {
      delimiter: reader === 'pt-BR' ? ';' : ',',
      quoted: true,
      quoted_empty: true,
      escape_formulas: true,
      record_delimiter: 'windows',
      bom: isFirst,
      cast: {
        boolean: String,
        date: (instant) => instant.toISOString(),
        number: (value) => (reader === 'pt-BR' ? String(value).replace('.', ',') : String(value)),
      },
    })
