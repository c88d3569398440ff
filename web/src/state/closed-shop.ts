import { goTo } from '../routing/navigation.ts'
import { paths } from '../routing/paths.ts'

// A shop under maintenance answers nearly every call with 503 and sends visitors to a page that
// says so (S034). Staff must still log in, and a payment under way ends on its own page (Q97).

let holdCount = 0
let isRefused = false

/** Whether a page stays while the shop is closed: the login, and pages on which a payment ends. */
export function staysOpen({ pathname, search }: { pathname: string; search: string }): boolean {
  if ([paths.login, paths.success(), paths.failed(), paths.maintenance].includes(pathname))
    return true
  return pathname === paths.status && new URLSearchParams(search).has('session_id')
}

/** Called when a call is refused because the shop is closed. */
export function shopClosed(): void {
  isRefused = true
  leaveIfClosed()
}

function leaveIfClosed(): void {
  const here = window.location
  if (isRefused && holdCount === 0 && !staysOpen(here))
    void goTo(paths.maintenance, { from: here.href })
}

/**
 * Keeps the page while it may have a payment under way. The returned function releases the page,
 * and leaves it if a call was refused meanwhile.
 */
export function holdPage(): () => void {
  if (holdCount === 0) isRefused = false
  holdCount += 1

  return () => {
    holdCount -= 1
    leaveIfClosed()
  }
}
