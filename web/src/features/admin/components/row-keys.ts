const rowsOf = (table: Element | null | undefined): HTMLElement[] => [
  ...(table?.querySelectorAll<HTMLElement>('tr[data-row]') ?? []),
]

/** The row that has the focus, in itself or in one of its controls. */
const focusedRow = () => document.activeElement?.closest<HTMLElement>('tr[data-row]')

/**
 * Puts the focus on the next or the former row of the table that one is in, else on the first of
 * the page (P323).
 */
function goTo(step: 1 | -1): void {
  const now = focusedRow()
  const rows = rowsOf(now?.closest('table') ?? document.querySelector('main table:has([data-row])'))
  const next = now ? rows[rows.indexOf(now) + step] : rows[0]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}

/** What single keys do in the tables: j and k go from row to row, x marks one for an act on many. */
export const rowKeys: Readonly<Record<string, () => void>> = {
  j: () => goTo(1),
  k: () => goTo(-1),
  x: () => focusedRow()?.querySelector<HTMLElement>('[data-tick]')?.click(),
}
