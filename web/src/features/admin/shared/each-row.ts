import { ApiError } from '../../../api/http.ts'
import { showBanner } from '../components/banner.tsx'

/**
 * Do one thing to many rows in turn; a row that the server refuses stops no other and is named with
 * its reason. A failure that is no refusal ends it. Answers what was done.
 */
export async function eachRow<Row>(
  rows: readonly Row[],
  name: (row: Row) => string,
  act: (row: Row) => Promise<unknown>,
): Promise<Row[]> {
  const done: Row[] = []
  const refused: string[] = []

  for (const row of rows) {
    try {
      await act(row)
      done.push(row)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      refused.push(`${name(row)}: ${error.message}`)
    }
  }

  tellRefused(refused)

  return done
}

/** Say which rows stayed as they were, and why. */
export function tellRefused(lines: readonly string[]): void {
  if (lines.length) showBanner(lines.join(' '), 'bad')
}
