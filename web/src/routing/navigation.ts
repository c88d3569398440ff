type Navigate = (path: string, state?: unknown) => void | Promise<void>

const loadPage: Navigate = (path) => {
  window.location.assign(path)
}

let navigate = loadPage
let pendingPath: string | null = null

/** The router registers its navigation here. Until then goTo loads the whole page. */
export function setNavigation(next: Navigate): void {
  navigate = next
}

/**
 * Whether a navigation away from this page is under way: its guard must not redirect then, or the
 * two would race.
 */
export const isLeaving = (pathname: string): boolean =>
  pendingPath !== null && pendingPath !== pathname

/**
 * Navigates from outside of React (lost session, maintenance). Does nothing on the same page.
 * `state` goes into the history entry.
 */
export async function goTo(path: string, state?: unknown): Promise<void> {
  if (window.location.pathname === path) return

  pendingPath = path
  await navigate(path, state)
  // A full page load discards this state anyway.
  if (navigate !== loadPage) pendingPath = null
}
