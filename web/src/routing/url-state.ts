import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

export type UrlDefaults = Record<string, string | number>

/** The state with plain strings and numbers instead of the literal types of its defaults. */
export type UrlState<D extends UrlDefaults> = {
  -readonly [K in keyof D]: D[K] extends number ? number : string
}

/**
 * Reads a state from a URL. Missing values and numbers that are not positive integers become their
 * default.
 */
export function readState<D extends UrlDefaults>(
  defaults: D,
  search: URLSearchParams,
): UrlState<D> {
  return Object.fromEntries(
    Object.entries(defaults).map(([key, value]) => {
      const parameter = search.get(key)
      if (parameter === null) return [key, value]
      if (typeof value === 'string') return [key, parameter]

      return [key, /^[1-9]\d{0,8}$/.test(parameter) ? Number(parameter) : value]
    }),
  ) as UrlState<D>
}

/**
 * Writes a change into a URL. Defaults are removed, any change but of `page` returns to page 1, and
 * parameters of other states stay.
 */
export function writeState<D extends UrlDefaults>(
  defaults: D,
  search: URLSearchParams,
  change: Partial<UrlState<D>>,
): URLSearchParams {
  const nextSearch = new URLSearchParams(search)
  if (!('page' in change)) nextSearch.delete('page')

  for (const [key, value] of Object.entries(change)) {
    if (value === undefined || value === defaults[key]) nextSearch.delete(key)
    else nextSearch.set(key, String(value))
  }

  return nextSearch
}

/**
 * The query of the window's URL. While the code of an opened part loads, this query is newer than
 * the rendered one, so a change must start from it.
 */
export const currentQuery = () => new URLSearchParams(window.location.search)

/**
 * State of a screen in its URL, so that the state survives a reload and can be shared. A page
 * change adds a history entry, a filter does not.
 */
export function useUrlState<D extends UrlDefaults>(
  defaults: D,
): [UrlState<D>, (change: Partial<UrlState<D>>) => void] {
  const [search, setSearch] = useSearchParams()
  // A change that the router has not written yet, and the URL's query from which it started.
  const unwritten = useRef<{ from: string; next: URLSearchParams } | null>(null)
  // The router updates the URL later; without this state a ticked box would look unticked until
  // then.
  const [pendingSearch, setAhead] = useState<URLSearchParams | null>(null)

  useLayoutEffect(() => {
    unwritten.current = null
    setAhead(null)
  }, [search])

  const updateState = useCallback(
    (change: Partial<UrlState<D>>) => {
      const from = window.location.search
      const base = unwritten.current?.from === from ? unwritten.current.next : currentQuery()
      const next = writeState(defaults, base, change)
      unwritten.current = { from, next }
      setAhead(next)
      setSearch(next, { replace: !('page' in change), preventScrollReset: true })
    },
    // oxlint-disable-next-line react/exhaustive-deps -- defaults are written once a screen
    [setSearch],
  )

  return [readState(defaults, pendingSearch ?? search), updateState]
}
