import { ApiError } from '../../../api/http.ts'
import { showBanner } from '../components/banner.tsx'

/**
 * Runs an action on rows one after the other. A row that the server refuses is listed with its
 * reason, and the next row follows; any other failure ends the run. Returns the completed rows.
 */
export async function eachRow<Row>(
  rows: readonly Row[],
  name: (row: Row) => string,
  act: (row: Row) => Promise<unknown>,
): Promise<Row[]> {
  const completedRows: Row[] = []
  const refusalLines: string[] = []

  for (const row of rows) {
    try {
      await act(row)
      completedRows.push(row)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      refusalLines.push(`${name(row)}: ${error.message}`)
    }
  }

  tellRefused(refusalLines)

  return completedRows
}

/** Shows which rows were refused, and why. */
export function tellRefused(lines: readonly string[]): void {
  if (lines.length) showBanner(lines.join(' '), 'bad')
}
