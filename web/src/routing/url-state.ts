import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

export type UrlDefaults = Record<string, string | number>

/** The state with plain strings and numbers, whatever literals its defaults were written with. */
export type UrlState<D extends UrlDefaults> = {
  -readonly [K in keyof D]: D[K] extends number ? number : string
}

/**
 * Read a state from an address: what is missing, or no whole number from 1 on where a number
 * belongs, is its default.
 */
export function readState<D extends UrlDefaults>(
  defaults: D,
  search: URLSearchParams,
): UrlState<D> {
  return Object.fromEntries(
    Object.entries(defaults).map(([key, value]) => {
      const text = search.get(key)
      if (text === null) return [key, value]
      if (typeof value === 'string') return [key, text]

      return [key, /^[1-9]\d{0,8}$/.test(text) ? Number(text) : value]
    }),
  ) as UrlState<D>
}

/**
 * Write a change into an address: defaults leave it, everything that is not the page itself goes
 * back to page 1, foreign parameters stay.
 */
export function writeState<D extends UrlDefaults>(
  defaults: D,
  search: URLSearchParams,
  change: Partial<UrlState<D>>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  if (!('page' in change)) next.delete('page')

  for (const [key, value] of Object.entries(change)) {
    if (value === undefined || value === defaults[key]) next.delete(key)
    else next.set(key, String(value))
  }

  return next
}

/**
 * What a screen shows, kept in its address, so that it survives a reload and can be sent to a
 * colleague. Turning a page makes a step of the history, a filter does not.
 */
export function useUrlState<D extends UrlDefaults>(
  defaults: D,
): [UrlState<D>, (change: Partial<UrlState<D>>) => void] {
  const [search, setSearch] = useSearchParams()
  const latest = useRef(search)
  // The address follows a moment later; a box that was ticked must not look unticked until then.
  const [ahead, setAhead] = useState<URLSearchParams | null>(null)

  useLayoutEffect(() => {
    latest.current = search
    setAhead(null)
  }, [search])

  const set = useCallback(
    (change: Partial<UrlState<D>>) => {
      latest.current = writeState(defaults, latest.current, change)
      setAhead(latest.current)
      setSearch(latest.current, { replace: !('page' in change), preventScrollReset: true })
    },
    // oxlint-disable-next-line react/exhaustive-deps -- defaults are written once a screen
    [setSearch],
  )

  return [readState(defaults, ahead ?? search), set]
}
