import type { ReactNode } from 'react'
import type { To } from 'react-router'

import type { PhoneItem } from './phone-row.tsx'
import type { RowAction } from './row-actions.tsx'

export type Column<Row> = {
  key: string
  head: string
  /** A button beside the head that acts on all rows. A phone shows no heads, so the page repeats it. */
  headAct?: ReactNode
  cell(row: Row): ReactNode
  /** Aligned right, for numbers and amounts. */
  end?: boolean
  /** Names the row: shown large and without its head on a phone's card. */
  lead?: boolean
  /** The lead cell contains more than text, and wraps the part that opens the row in `RowLink`. */
  ownLink?: boolean
  /** Values of the call's `sort` for the first and second press of the head; a leading minus is descending. */
  sort?: readonly [first: string, second: string]
  /** Hidden below 1280 or 1536 px; the row's own page shows the value (P664). */
  wide?: boolean | '1536px'
}

/** Hides a wide column on narrow desktops. A phone's cards have room for it. */
export const widthClass = <Row>({ wide }: Column<Row>) => {
  if (wide === '1536px') return 'md:max-2xl:hidden'

  if (!wide) return undefined

  return 'md:max-xl:hidden'
}

/** The cell of one column for a row, for reuse in a phone's list item. */
export const columnCell = <Row>(
  columns: readonly Column<Row>[],
  key: string,
  row: Row,
): ReactNode => columns.find((column) => column.key === key)?.cell(row)

export type Selection = { chosen: ReadonlySet<string>; set(chosen: ReadonlySet<string>): void }

export type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey(row: Row): string
  /** Name of the row for screen readers. */
  rowName(row: Row): string
  /** Target of a press anywhere in the row except on its controls. */
  opens?: ((row: Row) => To) | undefined
  /** The row as an item of a phone's list; without it a card of its cells. */
  item?: ((row: Row) => PhoneItem) | undefined
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  selection?: Selection | undefined
  sort?: { value: string; set(sort: string): void } | undefined
  stale?: boolean
}

/** Whether a row is selected, and how to toggle that. */
export function rowSelection(selection: Selection | undefined, key: string) {
  if (!selection) return undefined
  return {
    checked: selection.chosen.has(key),
    toggle(on: boolean): void {
      const nextChosen = new Set(selection.chosen)
      if (on) nextChosen.add(key)
      else nextChosen.delete(key)
      selection.set(nextChosen)
    },
  }
}
