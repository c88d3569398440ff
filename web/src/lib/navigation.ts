type Go = (path: string) => void | Promise<void>

let go: Go = (path) => { window.location.assign(path) }

/** The router hands its own navigation over once it exists; until then a full page load does the job. */
export function setNavigation(next: Go): void { go = next }

/** Move to another page from outside React: a lost session, maintenance. Staying where one is does nothing. */
export async function goTo(path: string): Promise<void> {
  if (window.location.pathname !== path) await go(path)
}
