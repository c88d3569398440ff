import {
  createContext,
  use,
  useEffect,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { Link, useSearchParams, type To } from 'react-router'

/** Where the row around leads. */
export const RowOpens = createContext<To | null>(null)

/** The link to what a row is about; plain text where the row leads nowhere. */
export function RowLink({ children }: { children: ReactNode }) {
  const to = use(RowOpens)
  if (to === null) return children

  return (
    <Link
      to={to}
      data-row-link
      // What opens above the list leaves it where it is.
      preventScrollReset={typeof to !== 'string'}
      className="inline-block min-h-6 max-w-full py-0.5 underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  )
}

const controls = 'a, button, input, select, textarea, label, summary, [role=menu], [tabindex="0"]'
const linkOf = (row: Element) => row.querySelector<HTMLElement>('[data-row-link]')

/** A press anywhere in a row that meets no control, and chooses no text, opens the row (P319). */
export function pressRow(event: MouseEvent<HTMLElement>): void {
  const row = event.currentTarget
  const at = event.target as Element
  // What is drawn above the page belongs to the row for React, not for who presses it.
  const control = at.closest(controls)
  if (!row.contains(at) || (control && row.contains(control))) return
  if (document.getSelection()?.isCollapsed === false) return

  linkOf(row)?.dispatchEvent(new globalThis.MouseEvent('click', event.nativeEvent))
}

/** Enter opens the row that has the focus. */
export function enterRow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || event.target !== event.currentTarget) return

  // What opens takes the focus at once, and would be pressed by the same key.
  event.preventDefault()
  linkOf(event.currentTarget)?.click()
}

/**
 * Which thing of a list is open above it: it stands in the address under a name, so that rows lead
 * to it by a link, the way back closes it, and the list beneath keeps its page.
 */
export function useShown(name: string): {
  id: string | null
  to(row: { id: string }): To
  open(row: { id: string }): void
  close(): void
} {
  const [search, setSearch] = useSearchParams()

  const withId = (id: string | null) => {
    const next = new URLSearchParams(search)
    if (id === null) next.delete(name)
    else next.set(name, id)

    return next
  }

  return {
    id: search.get(name),
    to: ({ id }) => ({ search: withId(id).toString() }),
    open: ({ id }) => setSearch(withId(id), { preventScrollReset: true }),
    close: () => setSearch(withId(null), { replace: true, preventScrollReset: true }),
  }
}

/** The same with the row itself, which stays open when a change takes it out of the list beneath. */
export function useShownRow<Row extends { id: string }>(name: string, rows: readonly Row[]) {
  const shown = useShown(name)
  const found = rows.find(({ id }) => id === shown.id)
  const [kept, setKept] = useState<Row>()
  useEffect(() => {
    if (found) setKept(found)
  }, [found])

  return { ...shown, row: found ?? (kept?.id === shown.id ? kept : undefined) }
}
