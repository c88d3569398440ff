const tableRows = (table: Element | null | undefined): HTMLElement[] => [
  ...(table?.querySelectorAll<HTMLElement>('tr[data-row]') ?? []),
]

/** The row that has the focus or contains it. */
const focusedRow = () => document.activeElement?.closest<HTMLElement>('tr[data-row]')

/** Focuses the next or previous row of the current table, or the page's first row (P323). */
function focusRow(step: 1 | -1): void {
  const currentRow = focusedRow()
  const rowsInTable = tableRows(
    currentRow?.closest('table') ?? document.querySelector('main table:has([data-row])'),
  )
  const rowToFocus = currentRow
    ? rowsInTable[rowsInTable.indexOf(currentRow) + step]
    : rowsInTable[0]
  rowToFocus?.focus({ preventScroll: true })
  rowToFocus?.scrollIntoView({ block: 'nearest' })
}

/** Single keys in tables: j and k move between rows, x selects one for bulk actions. */
export const tableKeys: Readonly<Record<string, () => void>> = {
  j: () => focusRow(1),
  k: () => focusRow(-1),
  x: () => focusedRow()?.querySelector<HTMLElement>('[data-tick]')?.click(),
}
