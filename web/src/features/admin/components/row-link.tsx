import {
  createContext,
  use,
  useEffect,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { Link, useLocation, useSearchParams, type To } from 'react-router'

import { currentQuery } from '../../../routing/url-state.ts'

/** Target of the surrounding row. */
export const RowTarget = createContext<To | null>(null)

/** State of a page that was opened from a list: the list's query. */
export type OpenedFrom = { listSearch: string } | null

/** A link to the row's target; plain text if the row has no target. */
export function RowLink({ children }: { children: ReactNode }) {
  const rowTarget = use(RowTarget)
  const { search } = useLocation()
  if (rowTarget === null) return children

  return (
    <Link
      to={rowTarget}
      data-row-link
      state={typeof rowTarget === 'string' ? ({ listSearch: search } satisfies OpenedFrom) : null}
      // A dialog above the list must not scroll it.
      preventScrollReset={typeof rowTarget !== 'string'}
      className="inline-block min-h-6 max-w-full py-0.5 leading-5 underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  )
}

const controlSelector =
  'a, button, input, select, textarea, label, summary, [role=menu], [tabindex="0"]'
const rowLink = (row: Element) => row.querySelector<HTMLElement>('[data-row-link]')

/** A press in a row opens it, unless it hits a control or ends a text selection (P319). */
export function pressRow(event: MouseEvent<HTMLElement>): void {
  const pressedRow = event.currentTarget
  const pressedElement = event.target as Element
  // React bubbles events from portals such as menus, which are not inside the row on screen.
  const pressedControl = pressedElement.closest(controlSelector)
  if (
    !pressedRow.contains(pressedElement) ||
    (pressedControl && pressedRow.contains(pressedControl))
  )
    return
  if (document.getSelection()?.isCollapsed === false) return

  rowLink(pressedRow)?.dispatchEvent(new globalThis.MouseEvent('click', event.nativeEvent))
}

/** Enter opens the focused row. */
export function enterRow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.target !== event.currentTarget) return

  // The dialog takes the focus at once and would react to the same key.
  event.preventDefault()
  rowLink(event.currentTarget)?.click()
}

/**
 * Which item of a list is open in a dialog. Its id is a query parameter, so rows can link to it,
 * Back closes it, and the list beneath keeps its page.
 */
export function useOpenItem(name: string): {
  id: string | null
  to(row: { id: string }): To
  open(row: { id: string }): void
  close(): void
} {
  const [search, setSearch] = useSearchParams()

  const searchWithId = (query: URLSearchParams, id: string | null) => {
    const nextSearch = new URLSearchParams(query)
    if (id === null) nextSearch.delete(name)
    else nextSearch.set(name, id)

    return nextSearch
  }

  return {
    id: search.get(name),
    to: ({ id }) => ({ search: searchWithId(search, id).toString() }),
    open: ({ id }) => setSearch(searchWithId(currentQuery(), id), { preventScrollReset: true }),
    close: () =>
      setSearch(searchWithId(currentQuery(), null), { replace: true, preventScrollReset: true }),
  }
}

/**
 * Like useOpenItem, and returns the open row too; it stays open when a change removes it from the
 * list.
 */
export function useOpenRow<Row extends { id: string }>(name: string, rows: readonly Row[]) {
  const openedItem = useOpenItem(name)
  const listedRow = rows.find(({ id }) => id === openedItem.id)
  const [lastRow, setKept] = useState<Row>()
  useEffect(() => {
    if (listedRow) setKept(listedRow)
  }, [listedRow])

  return { ...openedItem, row: listedRow ?? (lastRow?.id === openedItem.id ? lastRow : undefined) }
}
