import { goTo } from '../routing/navigation.ts'
import { paths } from '../routing/paths.ts'

// A shop under maintenance refuses nearly everything (503), and its visitors are led to a page that
// says so (S034). Not from everywhere: staff have to be able to log in, and a payment that is under
// way ends on its own page, whatever else on that page is refused (Q97).

let holding = 0
let refused = false

/**
 * Whether a page goes on while the shop is closed: the login, and the pages on which a payment
 * ends.
 */
export function staysOpen({ pathname, search }: { pathname: string; search: string }): boolean {
  if ([paths.login, paths.success(), paths.failed(), paths.maintenance].includes(pathname))
    return true
  return pathname === paths.status && new URLSearchParams(search).has('session_id')
}

/** A call met a closed shop. */
export function shopClosed(): void {
  refused = true
  leave()
}

function leave(): void {
  const here = window.location
  if (refused && holding === 0 && !staysOpen(here))
    void goTo(paths.maintenance, { from: here.href })
}

/**
 * Keep the page while a payment on it is under way, or may be; answers how to let go, after which a
 * refusal since then is acted on.
 */
export function holdPage(): () => void {
  if (holding === 0) refused = false
  holding += 1

  return () => {
    holding -= 1
    leave()
  }
}
