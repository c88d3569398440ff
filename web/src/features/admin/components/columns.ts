import type { ReactNode } from 'react'
import type { To } from 'react-router'

import type { Item } from './phone-row.tsx'
import type { RowAction } from './row-actions.tsx'

export type Column<Row> = {
  key: string
  head: string
  /**
   * A button beside the head, for all rows; a phone has no heads, so the page shows it elsewhere
   * there.
   */
  headAct?: ReactNode
  cell(row: Row): ReactNode
  /** Numbers and amounts stand at the end of their column. */
  end?: boolean
  /** Shown big and without its head on a phone's card: what the row is about. */
  lead?: boolean
  /** A lead that is more than words, and says itself by `RowLink` which of them open the row. */
  ownLink?: boolean
  /**
   * Values of the call's `sort` when the head is pressed once and twice; a minus in front is falling.
   */
  sort?: readonly [first: string, second: string]
  /** Shown from 1280 or 1536 px on; below, it is on the page that the row opens (P664). */
  wide?: boolean | '1536px'
}

/** What keeps a wide column off a narrow desk; cards of a phone have room for it. */
export const widthClass = <Row>({ wide }: Column<Row>) => {
  if (wide === '1536px') return 'md:max-2xl:hidden'

  return wide ? 'md:max-xl:hidden' : undefined
}

/** What a column says of a row, for an item that says it too. */
export const cellOf = <Row>(columns: readonly Column<Row>[], key: string, row: Row): ReactNode =>
  columns.find((column) => column.key === key)?.cell(row)

export type Selection = { chosen: ReadonlySet<string>; set(chosen: ReadonlySet<string>): void }

export type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey(row: Row): string
  /** What a screen reader calls the row. */
  rowName(row: Row): string
  /** Where a row leads, pressed anywhere but on its controls. */
  opens?: ((row: Row) => To) | undefined
  /** What a row says on a phone, where it is an item of a list; without it a card of its cells. */
  item?: ((row: Row) => Item) | undefined
  actions?: ((row: Row) => readonly RowAction[]) | undefined
  selection?: Selection | undefined
  sort?: { value: string; set(sort: string): void } | undefined
  stale?: boolean
}

/** Whether a row is marked, and what marks it. */
export function tickOf(selection: Selection | undefined, key: string) {
  if (!selection) return undefined
  return {
    checked: selection.chosen.has(key),
    toggle(on: boolean): void {
      const next = new Set(selection.chosen)
      if (on) next.add(key)
      else next.delete(key)
      selection.set(next)
    },
  }
}
