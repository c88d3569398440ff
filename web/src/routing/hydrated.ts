import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/**
 * False during hydration, then true. For values that only the browser knows, such as its clock and
 * time zone.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
