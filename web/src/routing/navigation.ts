type Go = (path: string, state?: unknown) => void | Promise<void>

const load: Go = (path) => {
  window.location.assign(path)
}

let go = load
let ahead: string | null = null

/**
 * The router hands its own navigation over once it exists; until then a full page load does the
 * job.
 */
export function setNavigation(next: Go): void {
  go = next
}

/**
 * Whether something is leading the visitor away from a page right now: its guard keeps still then,
 * the two would race.
 */
export const leaving = (pathname: string): boolean => ahead !== null && ahead !== pathname

/**
 * Move to another page from outside React: a lost session, maintenance. Staying where one is does
 * nothing. `state` goes into the history of the new page.
 */
export async function goTo(path: string, state?: unknown): Promise<void> {
  if (window.location.pathname === path) return

  ahead = path
  await go(path, state)
  // A full load ends with this page.
  if (go !== load) ahead = null
}
