const tableRows = (table: Element | null | undefined): HTMLElement[] => [
  ...(table?.querySelectorAll<HTMLElement>('tr[data-row]') ?? []),
]

/** The row that has the focus or contains it. */
const focusedRow = () => document.activeElement?.closest<HTMLElement>('tr[data-row]')

/** Focuses the next or previous row of the current table, or the page's first row (P323). */
function focusRow(step: 1 | -1): void {
  const currentRow = focusedRow()
  const rows = tableRows(
    currentRow?.closest('table') ?? document.querySelector('main table:has([data-row])'),
  )
  const nextRow = currentRow ? rows[rows.indexOf(currentRow) + step] : rows[0]
  nextRow?.focus({ preventScroll: true })
  nextRow?.scrollIntoView({ block: 'nearest' })
}

/** Single keys in tables: j and k move between rows, x selects one for bulk actions. */
export const rowKeys: Readonly<Record<string, () => void>> = {
  j: () => focusRow(1),
  k: () => focusRow(-1),
  x: () => focusedRow()?.querySelector<HTMLElement>('[data-tick]')?.click(),
}
